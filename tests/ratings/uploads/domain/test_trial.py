"""The trial computation in the review agrees with the posted result."""

from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from ratings.engine.domain.computation import compute_pool
from ratings.ledger.domain.reports import withdraw_report
from ratings.models import (
    CurrentRating,
    Game,
    ImportEvent,
    Period,
    Posting,
    Report,
    Run,
)
from ratings.uploads.domain import trial
from ratings.uploads.domain.refusals import ImportNotPossible
from tests.factories import (
    NOON,
    MembershipFactory,
    PlayerFactory,
    chess_pool,
    line,
    second_pool,
)
from tests.ratings.lask_pool import kept_by_lask
from tests.ratings.page_text import text
from tests.ratings.rating_lists import accepted, published
from tests.ratings.uploads.bringing import posted_file, reviewed, table, with_minutes

pytestmark = pytest.mark.django_db
TIMED = "date,white,black,score,event,minutes"


@pytest.fixture
def members(db):
    players = [PlayerFactory(national_id=f"{number}") for number in (1, 2, 3)]
    for player in players:
        MembershipFactory(player=player)
    return players


@pytest.fixture
def strangers(db):
    """Two players without club and rating."""
    return [PlayerFactory(national_id=f"{number}") for number in (8, 9)]


def tried(file):
    rows = ImportEvent.objects.filter(file=file).order_by("place")
    return dict(rows.values_list("name", "trial"))


def test_games_too_short_to_be_rated_are_shown_before_posting(members):
    file = reviewed(
        table("2023-03-14,1,2,1,Quick,20", "2023-03-15,2,3,1,Long,180", header=TIMED)
    )
    assert tried(file) == {
        "Quick": {"rated": 0, "not_rated": {"too_short": 1}, "late": 0, "held": ""},
        "Long": {"rated": 1, "not_rated": {}, "late": 0, "held": ""},
    }
    assert (file.trial["rated"], file.trial["not_rated"]) == (1, {"too_short": 1})


def test_event_that_would_be_held_is_shown_with_the_reason(strangers, members):
    kept_by_lask()
    file = reviewed(
        table(
            "2025-10-14,1,2,1,Own,180,,",
            "2025-10-15,8,9,1,Guests,180,1500,1400",
            header=f"{TIMED},white_rating,black_rating",
        )
    )
    why_held = tried(file)["Own"]["held"]
    assert tried(file)["Guests"]["not_rated"] == {"outside": 1}
    assert file.trial["held"] == 1
    posted_file(file)
    compute_pool(chess_pool().pk, at=NOON, cause="test")
    own = Report.objects.get(name="Own")
    assert (own.state, own.reason) == ("held", why_held)
    assert Report.objects.get(name="Guests").state == "accepted"


def test_newcomers_of_the_pool_are_named_with_their_start_rating(members):
    file = reviewed(table("2023-03-14,1,2,1,Open,180", header=TIMED))
    start_ratings = {name: points for name, points, _origin in file.trial["starts"]}
    assert set(start_ratings) == {each.full_name for each in members[:2]}
    posted_file(file)
    compute_pool(chess_pool().pk, at=NOON, cause="test")
    again = reviewed(table("2023-04-14,1,2,1,Next,180", header=TIMED))
    assert again.trial["starts"] == []


def test_trial_leaves_no_rows(members):
    before = chess_pool().posted
    reviewed(table("2023-03-14,1,2,1,Open,180", header=TIMED))
    assert chess_pool().posted == before
    for rows in (Report, Game, Run, CurrentRating, Posting):
        assert not rows.objects.exists()


def test_version_that_would_be_held_is_shown_if_the_file_is_imported_again(
    members, strangers
):
    kept_by_lask()
    header = f"{TIMED},white_rating,black_rating"
    guests = "2025-10-15,8,9,{},Open,180,1500,1400"
    posted_file(reviewed(table(guests.format(1), header=header)))
    compute_pool(chess_pool().pk, at=NOON, cause="test")
    file = reviewed(
        table(guests.format(0), "2025-10-14,1,2,1,Open,180,,", header=header)
    )
    assert file.differing_events == 1
    assert tried(file)["Open"]["held"]
    assert Report.objects.get().state == "accepted"


def test_large_file_has_no_trial_and_says_why(members, monkeypatch):
    monkeypatch.setattr(trial, "MOST_GAMES", 1)
    game = "2023-03-{},1,2,1,Open,180"
    file = reviewed(table(game.format(14), game.format(15), header=TIMED))
    assert file.trial == {"skipped": "large_file"}
    assert (file.new_games, tried(file)) == (2, {"Open": None})


def test_games_without_time_control_are_not_posted_until_it_is_given(members):
    file = reviewed(table("2023-03-14,1,2,1,Open"), minutes=None)
    with pytest.raises(ImportNotPossible, match=r"^import_minutes$"):
        posted_file(file)
    with pytest.raises(ImportNotPossible, match=r"^minutes_said$"):
        with_minutes(
            reviewed(table("2023-03-14,1,2,1,Open,180", header=TIMED)), minutes=60
        )


def test_a_large_pool_is_not_computed_for_a_trial(members, monkeypatch):
    posted_file(reviewed(table("2023-03-14,1,2,1,Open,180", header=TIMED)))
    monkeypatch.setattr(trial, "MOST_COMPUTED", 0)
    file = reviewed(table("2023-03-13,1,3,1,Before,180", header=TIMED))
    assert file.trial == {"skipped": "large_pool"}


def test_games_without_time_control_are_tried_once_it_is_given(members):
    file = reviewed(table("2023-03-14,1,2,1,Open"), minutes=None)
    assert file.trial == {"skipped": "minutes"}
    assert with_minutes(file, 20).trial["not_rated"] == {"too_short": 1}
    assert with_minutes(file, 180).trial["rated"] == 1
    assert Game.objects.count() == 0


def test_affected_published_lists_are_shown_before_posting(as_officer, members):
    accepted(line(members[0], members[1], 1, date(2023, 2, 1)))
    period = Period.objects.get(start_date=date(2023, 1, 1))
    published(date(2023, 2, 1))

    file = reviewed(table("2023-02-14,1,2,1,Old,180", header=TIMED))
    later = reviewed(table("2026-03-14,1,2,1,New,180", header=TIMED))

    assert file.trial["lists"] == [period.valid_from.isoformat()]
    assert later.trial["lists"] == []
    shown = text(as_officer.get(f"/imports/{file.pk}/"))
    assert (
        "The file reaches 1 published list, that of 2023-05-01. If its numbers change, a"
        " revised list waits for approval." in shown
    )


def test_results_of_all_events_are_summarised():
    found = trial.Trial(
        events={
            1: trial.TriedEvent(2, {"too_short": 1, "outside": 2}, 3),
            2: trial.TriedEvent(5, {"too_short": 4}),
            3: trial.TriedEvent(held="Why?"),
        },
        starts=(("Ada Ek", 1300.0, 2),),
        more_starts=7,
        unrated=6,
        others_held=("Cup",),
        lists=(date(2026, 5, 1),),
    )

    assert found.as_stored() == {
        "rated": 7,
        "not_rated": {"too_short": 5, "outside": 2},
        "late": 3,
        "held": 1,
        "starts": [["Ada Ek", 1300.0, 2]],
        "more_starts": 7,
        "unrated": 6,
        "others_held": ["Cup"],
        "lists": ["2026-05-01"],
    }
    assert trial.Trial(skipped="minutes").as_stored() == {"skipped": "minutes"}


GAMES = [f"2023-03-{day},1,2,1,Open,180" for day in (14, 15)]


def test_maximum_number_of_games_is_tried(members, monkeypatch):
    monkeypatch.setattr(trial, "MOST_GAMES", 2)

    assert reviewed(table(*GAMES, header=TIMED)).trial["rated"] == 2


def test_earlier_and_withdrawn_games_are_not_computed(members, monkeypatch):
    monkeypatch.setattr(trial, "MOST_COMPUTED", 1)
    pool = chess_pool().pk
    first, second = (
        accepted(line(members[0], members[1], 1, date(2023, 2, day))) for day in (1, 3)
    )
    reasons = [
        trial.too_large_to_try(pool, 1, date(2023, 2, day)) for day in (1, 2, 3, 4)
    ]
    assert reasons == ["large_pool", "", "", ""]

    withdraw_report(first.pk, "Wrong", acting=ActionContext(None, NOON))
    assert trial.too_large_to_try(pool, 1, date(2023, 2, 1)) == ""
    assert trial.too_large_to_try(second_pool().pk, 1, date(2023, 2, 1)) == ""
    assert second.games == 1


def test_newcomers_beyond_the_named_ones_are_counted(members, monkeypatch):
    monkeypatch.setattr(trial, "MOST_STARTS", 2)
    rows = "2023-03-14,1,2,1,Open,180", "2023-03-15,1,3,1,Open,180"

    trial_result = reviewed(table(*rows, header=TIMED)).trial

    names = sorted(each.full_name for each in members)
    assert [name for name, _points, _origin in trial_result["starts"]] == names[:2]
    assert (trial_result["more_starts"], trial_result["unrated"]) == (1, 0)


def test_newcomer_is_named_with_the_rating_of_the_first_game(members):
    """A player aged 12 starts at 1000, others at 1300 (SSF rating, point 9)."""
    members[0].birth_year = 2011
    members[0].save()

    starts = reviewed(table(*GAMES, header=TIMED)).trial["starts"]

    assert {name: points for name, points, _origin in starts} == {
        members[0].full_name: 1000,
        members[1].full_name: 1300,
    }
