from datetime import date, timedelta

import pytest

from federation.domain.authorship import ActionContext
from ratings.decisions.domain.decisions import revoke_decision
from ratings.engine.domain.computation import replay_whole_pool
from ratings.enums import DecisionKind
from ratings.ledger.domain.periods import open_period_of_today
from ratings.merges.domain.merges import (
    MergeDraft,
    confirm_merge,
    propose_merge,
    undo_merge,
)
from ratings.models import Change, CurrentRating, Decision, Report, Run
from tests.factories import (
    NOON,
    PlayerFactory,
    acting,
    chess_pool,
    computed,
    line,
    member,
    posted,
    rated_by,
    side,
)
from tests.ratings.rating_lists import SPRING, SUMMER, accepted, decided, rated

pytestmark = pytest.mark.django_db


def test_two_newcomers_start_at_1300_and_the_winner_gains_sixteen():
    winner, loser = member(), member()
    posted(line(winner, loser, 2, date(2026, 2, 1)))

    assert computed() == 1

    assert {row.player_id: (row.before, row.after) for row in Change.objects.all()} == {
        winner.pk: (1300.0, 1316.0),
        loser.pk: (1300.0, 1284.0),
    }
    assert {row.player_id: row.rating for row in CurrentRating.objects.all()} == {
        winner.pk: 1316.0,
        loser.pk: 1284.0,
    }


def test_up_to_date_pool_is_not_computed():
    posted(line(member(), member(), 2, date(2026, 2, 1)))
    computed()

    assert computed() == 0
    assert Run.objects.count() == 1


def test_newcomer_starts_by_the_first_game_whatever_the_posting_order():
    newcomer, *others = member(birth_year=2014), member(), member()
    later = side(newcomer, birth_year=1990)
    posted(line(later, others[0], 2, date(2026, 3, 1)))
    posted(line(newcomer, others[1], 2, date(2026, 2, 1)))

    computed()

    assert Change.objects.get(player_id=newcomer.pk).before == 1000.0


def test_a_correction_does_not_change_the_order_in_which_a_day_was_played():
    """Bonus goes by the running rating (SSF rating, Below 1200): from 995, a win
    and then a loss bring 20 + 10, the other way round 20 + 20.
    """
    day = date(2026, 2, 1)
    low, *others = (member() for _number in range(5))
    adopting = side(low, adopts=True, outside=995, outside_kind="fide")
    equal = side(others[0], outside=995, outside_kind="fide")
    won = line(adopting, equal, 2, day, key=1, board=1)
    beside = line(others[1], others[2], 2, day, key=2, board=2)
    posted(won, beside, source_number=1)
    posted(line(adopting, equal, 0, day, key=3, board=1), source_number=2)
    computed()
    bonus = Change.objects.get(player_id=low.pk).bonus

    turned = line(others[1], others[2], 0, day, key=2, board=2)
    posted(won, turned, source_number=1)
    computed()
    replay_whole_pool(chess_pool().pk, at=NOON)

    assert (bonus, Change.objects.get(player_id=low.pk).bonus) == (30.0, 30.0)


@pytest.mark.parametrize("for_everybody", [True, False])
def test_a_bonus_that_was_withheld_is_not_booked(for_everybody):
    """From 995 a win brings 20 points of bonus (SSF rating, Below 1200)."""
    low, equal = member(), member()
    sides = [
        side(each, adopts=True, outside=995, outside_kind="fide")
        for each in (low, equal)
    ]
    posted(line(*sides, 2, date(2026, 2, 1)))
    computed()
    bonuses = bonuses_of(low, equal)

    decided(
        None if for_everybody else low,
        None,
        kind=DecisionKind.WITHHOLD_BONUS,
        on=date(2026, 2, 1),
    )
    computed()

    assert bonuses == (20.0, 20.0)
    assert bonuses_of(low, equal) == (0.0, 0.0 if for_everybody else 20.0)


def bonuses_of(*players):
    found = dict(Change.objects.values_list("player_id", "bonus"))
    return tuple(found[player.pk] for player in players)


def test_report_that_cannot_be_computed_is_held_and_the_run_succeeds():
    unknown = PlayerFactory(first_name="Åke", last_name="Ek")
    known = member()
    report = posted(line(known, side(unknown, is_member=False), 2, date(2026, 2, 1)))

    computed()

    held_report = Report.objects.get(pk=report.pk)
    assert held_report.state == "held"
    assert "round 1, board 1" in held_report.reason
    for name in ("Åke", "Ek", unknown.national_id, known.last_name, known.national_id):
        assert name not in held_report.reason
    assert set(Run.objects.values_list("state", flat=True)) <= {"done"}


def rows_of_changes():
    return list(Change.objects.order_by("player_id", "ended_on").values_list())


def test_opening_a_period_books_the_deductions_of_the_previous_one():
    idle = rated(1600)
    accepted(line(idle, rated(1600), 2, date(2025, 2, 1)))
    accepted(line(rated(1500), rated(1500), 2, SPRING))
    computed()
    deducted = Change.objects.filter(player_id=idle.pk, deduction__lt=0)
    assert not deducted.exists()

    open_period_of_today(
        chess_pool(), today=date(2026, 6, 15), acting=ActionContext(None, NOON)
    )
    computed()

    assert [each.ended_on for each in deducted] == [date(2026, 4, 30)]
    incremental = rows_of_changes()
    replay_whole_pool(chess_pool().pk, at=NOON)
    assert rows_of_changes() == incremental


@pytest.mark.parametrize(
    ("is_final", "booked"), [(True, date(2026, 2, 20)), (False, date(2026, 2, 3))]
)
def test_event_as_a_whole_is_booked_on_its_end_or_on_its_last_game_if_running(
    is_final, booked
):
    rated_by("renju")
    one, other = member(), member()
    report = posted(
        line(one, other, 2, date(2026, 2, 1)),
        line(other, one, 2, date(2026, 2, 3), round=2),
        end_date=date(2026, 2, 20),
        is_final=is_final,
    )

    days = report.lines.values_list("base_on", "booked_on").distinct()
    assert list(days) == [(date(2026, 2, 1), booked)]
    assert report.last_booked_date == booked


def test_after_a_replay_live_list_ignores_games_without_a_step():
    """A tournament does not rate a player from outside."""
    rated_by("renju")
    holder, *others = rated(12), rated(12), rated(11)
    guest = side(holder, is_member=False, outside=12, outside_kind="estimate")
    posted(line(*others, 2, date(2026, 1, 10)))
    today = date(2026, 5, 20)
    open_period_of_today(chess_pool(), today=today, acting=ActionContext(None, NOON))
    computed()
    posted(
        line(guest, others[0], 2, date(2026, 5, 2)),
        line(others[1], guest, 1, date(2026, 5, 16), key=2, round=2),
    )
    computed()
    followed = live_list()

    replay_whole_pool(chess_pool().pk, at=NOON)

    assert live_list() == followed


def live_list():
    rows = CurrentRating.objects.order_by("player_id")
    return list(rows.values_list("player_id", "rating", "games", "last_played"))


def test_later_start_rating_of_the_remaining_card_replaces_the_merged_cards():
    merged_card, remaining_card = rated(1680), member()
    accepted(line(merged_card, rated(1500), 2, SPRING))
    accepted(line(remaining_card, rated(1500), 2, SUMMER))
    merged(merged_card, remaining_card)
    computed()
    assert first_base(remaining_card) == (1680, 1680)

    decided(remaining_card, 1500, on=SUMMER)
    computed()
    assert first_base(remaining_card) == (1500, 1500)

    start = Decision.objects.get(player=remaining_card).pk
    revoke_decision(start, acting=acting())
    computed()
    assert first_base(remaining_card) == (1680, 1680)


def merged(merged_card, remaining_card):
    proposer, confirmer = (acting() for _each in "ab")
    merge = propose_merge(
        MergeDraft(merged_card.pk, remaining_card.pk, "one man"), acting=proposer
    )
    confirm_merge(merge.pk, acting=confirmer)
    return merge


def test_merge_applies_a_start_rating_to_earlier_opponents_of_the_period():
    """At equal ratings a loss costs 16, to a player 200 points weaker 24 (SSF rating,
    point 3).
    """
    merged_card, remaining_card, opponent = member(), member(), rated(1500)
    decided(merged_card, 1500, on=SPRING + timedelta(days=60))
    accepted(line(remaining_card, opponent, 2, SPRING))
    computed()
    assert changes_of(opponent) == ([-24], [-24])

    merge = merged(merged_card, remaining_card)
    computed()
    assert changes_of(opponent) == ([-16], [-16])

    undo_merge(merge.pk, reason="two men", acting=acting())
    computed()
    assert changes_of(opponent) == ([-24], [-24])


def changes_of(player):
    """Return each step's change from the incremental run and from a full replay."""
    steps = Change.objects.filter(player_id=player.pk).order_by("ended_on")
    followed = list(steps.values_list("change", flat=True))
    replay_whole_pool(chess_pool().pk, at=NOON)
    return followed, list(steps.values_list("change", flat=True))


def first_base(player):
    """Return the rating before the first step from the incremental run and from a full
    replay."""
    steps = Change.objects.filter(player_id=player.pk).order_by("ended_on")
    followed = steps.first().before
    replay_whole_pool(chess_pool().pk, at=NOON)
    return followed, steps.first().before
