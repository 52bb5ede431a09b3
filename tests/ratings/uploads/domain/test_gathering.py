"""The games of one file with register players filled in."""

from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from ratings.enums import MatchChoice
from ratings.models import Game, ImportPlayer, Report
from ratings.uploads.domain.choices import PlayerChoice, choose
from ratings.uploads.domain.gathering import NOBODY, players_of_file
from ratings.uploads.domain.posting import ask_to_post
from tests.factories import NOON, PlayerFactory, acting, chess_pool, officer
from tests.ratings.uploads.bringing import (
    NAMED,
    agree,
    faults,
    posted_file,
    reviewed,
    table,
    worked_on,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(db):
    return [PlayerFactory(national_id=f"{number}") for number in (1, 2, 3)]


def played():
    games = Game.objects.order_by("report__name", "played_date")
    return list(
        games.values_list(
            "report__name", "white__national_id", "black__national_id", "score"
        )
    )


def test_each_file_is_posted_with_its_own_players_and_events(three):
    first = reviewed(table("2023-03-14,1,2,1,One"))
    second = reviewed(table("2023-03-15,3,1,0,Two"))
    posted_file(second)
    assert played() == [("Two", "3", "1", 0)]
    posted_file(first)
    assert played() == [("One", "1", "2", 2), ("Two", "3", "1", 0)]


def test_missing_fields_are_posted_with_defaults(three):
    posted_file(reviewed(table("2023-03-14,1,2,1,One")))
    game = Game.objects.get()
    assert (game.minutes, game.round, game.board) == (120, 1, 1)


def test_given_fields_are_posted_even_if_missing_in_other_rows(three):
    posted_file(
        reviewed(
            table(
                "2023-03-14,1,2,1,One,4,90+30",
                "2023-03-15,1,3,1,One,,",
                header="date,white,black,score,event,round,time_control",
            )
        )
    )
    games = Game.objects.order_by("played_date")
    assert [(each.round, each.minutes) for each in games] == [(4, 120), (1, 120)]
    again = reviewed(
        table(
            "2024-03-14,1,2,1,Two,4,15",
            header="date,white,black,score,event,round,minutes",
        )
    )
    posted_file(again)
    assert Game.objects.get(report__name="Two").minutes == 15


def test_each_left_out_player_is_named_with_colour_and_reason(three):
    rows = "2023-03-14,1,88,1,One", "2023-03-15,77,2,1,One", "2023-03-16,77,88,1,One"
    file = reviewed(table(*rows, "2023-03-17,1,2,1,One"))
    out = ImportPlayer.objects.get(file=file, number="77").place
    choose(
        file.pk, {out: PlayerChoice(MatchChoice.LEAVE_OUT)}, acting=acting(officer())
    )
    file = posted_file(worked_on(file))
    assert faults(file) == [
        (2, "black: nobody has decided who ‘88’ is"),
        (3, "white: ‘77’ was left out"),
        (4, "white: ‘77’ was left out"),
    ]
    assert (file.posted_games, file.waiting_games) == (1, 3)


def test_game_of_two_persons_matched_to_one_player_is_left_out(three):
    file = reviewed(
        table(
            "2023-03-14,Ada Unheard,1950,Ada Other,1950,1,One,1",
            header=NAMED,
        )
    )
    both = {place: PlayerChoice(MatchChoice.PLAYER, three[0].pk) for place in (0, 1)}
    choose(file.pk, both, acting=acting(officer()))
    file = worked_on(file)
    message = "both players are taken to be the same player in the register"
    assert faults(file) == [(2, message)]
    assert (file.new_games, file.waiting_games) == (0, 0)


def test_report_stores_requester_approver_and_time_of_request(three):
    file = reviewed(table("2023-03-14,1,2,1,One"), by=officer())
    asker, agreer = officer(), officer()
    at = NOON.replace(hour=15)
    ask_to_post(
        file.pk,
        seen=file.chosen,
        replaces=False,
        acting=ActionContext(asker.pk, at),
    )
    agree(file)
    file = worked_on(file)
    report = Report.objects.get()
    assert (report.sent_by, report.sent_at) == (asker, at)
    assert report.decided_by == file.confirmed_by
    assert report.decided_by not in (asker, agreer, file.uploaded_by)
    assert report.pool == chess_pool()
    assert (report.start_date, report.end_date) == (date(2023, 3, 14),) * 2


def test_players_to_be_entered_have_unused_ids(three):
    """Two new players, one of the register, one left out, one undecided."""
    rows = "2023-03-14,Ada Unheard,1950,Ada Other,1950,1,One,1"
    more = "2023-03-15,Bo Third,1950,Cy Fourth,1950,1,One,2"
    file = reviewed(table(rows, more, header=NAMED))
    choices = {
        0: PlayerChoice(MatchChoice.NEW),
        1: PlayerChoice(MatchChoice.PLAYER, three[2].pk),
        2: PlayerChoice(MatchChoice.NEW),
        3: PlayerChoice(MatchChoice.LEAVE_OUT),
    }
    choose(file.pk, choices, acting=acting(officer()))
    file.refresh_from_db()

    cast = players_of_file(file)

    newest = three[2].pk
    assert cast.ids.tolist() == [newest + 1, newest, newest + 3, NOBODY]
    assert cast.undecided.tolist() == [False] * 4
    assert [cast.name(place) for place in (0, 3)] == ["Ada Unheard", "Cy Fourth"]
    assert {cast.places[newest + 1], cast.places[newest]} == {0, 1}
    assert worked_on(file).new_games == 1


def test_undecided_player_has_no_id(three):
    file = reviewed(table("2023-03-14,1,88,1,One"))

    cast = players_of_file(file)

    assert cast.ids.tolist() == [three[0].pk, NOBODY]
    assert cast.undecided.tolist() == [False, True]
    assert cast.name(1) == "88"
