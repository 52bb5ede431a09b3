"""Points that are booked late, player by player (`Adjustments`)."""

from dataclasses import replace
from datetime import date, timedelta
from math import nan

import pytest

from ratings.decisions.domain.decisions import revoke_decision
from ratings.engine.domain.late_adjustments import (
    Adjustments,
    _Worth,
    late_adjustments_of,
)
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.time_line import PoolStep
from ratings.enums import DecisionKind
from ratings.ledger.domain.editions import SystemDays
from ratings.ledger.queries.player_aliases import NOBODY
from ratings.models import Change, Decision, Pool
from ratings.pools.domain.pools import carry_corrections
from ratings.rules.systems import system
from tests.factories import acting, chess_pool, line, member, side
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    corrected,
    decided,
    period,
    published,
    rated,
    rulebook_game,
    up_to_date,
)

ADAM = 1


def step(end):
    rates = system("ssf_2008")
    return PoolStep(
        end.replace(day=1),
        end,
        closed=True,
        posted=1,
        system=rates,
        parameters=rates.Parameters(),
        system_days=SystemDays(date.min, date.max),
    )


WINTER, SPRINGS = step(date(2025, 12, 31)), step(date(2026, 4, 30))


def worth(base, after, *, is_start=False, of=SPRINGS):
    return _Worth(of, base, after, is_start)


def booked(*both):
    found = Adjustments(NOBODY)
    for old, new in both:
        found.book(ADAM, old, new)
    return dict(found.points), found.starts, dict(found.parts)


def test_difference_between_old_and_new_result_of_a_step_is_booked():
    assert booked((worth(1500, 1520), worth(1500, 1490))) == (
        {ADAM: -30},
        {},
        {ADAM: [(SPRINGS, -30)]},
    )


def test_unchanged_step_books_nothing():
    assert booked((worth(1500, 1520), worth(1500, 1520))) == ({}, {}, {})


def test_step_new_to_a_player_counts_in_full():
    assert booked((None, worth(1500, 1520)))[0] == {ADAM: 20}


def test_step_that_no_longer_involves_a_player_is_taken_back():
    assert booked((worth(1500, 1520), None)) == (
        {ADAM: -20},
        {},
        {ADAM: [(SPRINGS, -20)]},
    )


def test_points_of_several_steps_are_summed_and_itemised():
    assert booked(
        (worth(1500, 1520, of=WINTER), worth(1500, 1510, of=WINTER)),
        (None, worth(1500, 1503)),
    ) == ({ADAM: -7}, {}, {ADAM: [(WINTER, -10), (SPRINGS, 3)]})


def test_late_games_give_a_newcomer_a_start_rating():
    first = worth(1300, 1316, is_start=True, of=WINTER)
    second = worth(1300, 1310, is_start=True)

    assert booked((None, first), (None, second)) == ({}, {ADAM: 1326}, {})


def test_changed_first_rating_is_corrected_by_the_difference():
    """Also if the rules start newcomers at another number."""
    old = worth(1300, 1316, is_start=True)
    new = worth(1000, 1026, is_start=True)

    assert booked((old, new))[0] == {ADAM: -290}


def test_step_without_a_base_gives_no_points():
    assert worth(nan, 1500, is_start=True).points == 0
    assert booked((worth(nan, 1500, is_start=True), None))[0] == {}


def test_rated_player_gets_the_points_of_each_step():
    found = Adjustments(NOBODY)
    found.book(ADAM, None, worth(1300, 1316, is_start=True, of=WINTER))
    found.book(ADAM, None, worth(1300, 1310, is_start=True))
    found.book(2, None, worth(1300, 1340, is_start=True))

    found.add_to_rating(ADAM)

    assert found.starts == {2: 1340}
    assert dict(found.points) == {ADAM: 26}
    assert dict(found.parts) == {ADAM: [(WINTER, 16), (SPRINGS, 10)]}


@pytest.mark.django_db
def test_late_points_are_booked_once_in_the_first_open_period():
    carry_corrections(chess_pool().pk, reason="statutes", acting=acting())
    adam, bertil, _report = rulebook_game(2)
    published(SPRING)
    for day in (SUMMER, date(2026, 10, 1)):
        accepted(line(rated(1500), rated(1500), 1, day))
    corrected(adam, bertil, 1)
    up_to_date()
    pool = Pool.objects.get(pk=chess_pool().pk)
    snapshot = LedgerSnapshot.of(pool.pk, pool.posted)

    found = [late_adjustments_of(snapshot, each) for each in snapshot.steps()]

    # A draw brings Adam 10 and not 26, and costs Bertil 5 and not 13.
    assert [dict(each.points) for each in found] == [
        {},
        {adam.pk: -16, bertil.pk: 8},
        {},
    ]


@pytest.mark.django_db
def test_points_of_a_revoked_decision_are_given_back():
    carry_corrections(chess_pool().pk, reason="statutes", acting=acting())
    adam, _bertil, _report = rulebook_game(2)
    decided(adam, 25, kind=DecisionKind.ADJUSTMENT, on=SPRING)
    published(SPRING)
    accepted(line(rated(1500), rated(1500), 1, SUMMER))

    made = Decision.objects.get(kind=DecisionKind.ADJUSTMENT)
    revoke_decision(made.pk, acting=acting())
    up_to_date()

    spring, summer = Change.objects.filter(player_id=adam.pk).order_by("ended_on")
    assert (spring.adjustment, spring.after) == (25, 2001)
    assert (summer.before, summer.adjustment, summer.after) == (2001, -25, 1976)


@pytest.mark.django_db
def test_late_game_of_a_guest_blames_no_game_that_is_not_rated():
    # As in `test_incremental`: by the first game, which is not the guest's, an hour is
    # too short for the newcomer's second one.
    carry_corrections(chess_pool().pk, reason="statutes", acting=acting())
    newcomer, guest = member(birth_year=2015), member()
    young, unknown = side(newcomer, adopts=True), side(guest, is_member=False)
    later = SPRING + timedelta(days=1)
    accepted(line(replace(young, outside=1500), rated(1500), 1, SPRING))
    short = accepted(line(young, unknown, 2, later, minutes=60))
    published(SPRING)
    accepted(line(rated(1500), rated(1500), 1, SUMMER))
    other = rated(1500)

    accepted(line(replace(unknown, outside=1500), other, 2, later))
    up_to_date()

    short.refresh_from_db()
    assert short.state == "accepted"
    # Among equals a loss costs 16 points (SSF rating, point 3).
    summer = Change.objects.get(player_id=other.pk, ended_on=period(SUMMER).end_date)
    assert (summer.adjustment, summer.after) == (-16, 1484)
