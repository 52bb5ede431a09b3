"""Which decisions affect a step, and how they are entered for it."""

from datetime import date, timedelta
from math import isnan

import pytest

from ratings.board.domain.board import BoardDraft, decide_level
from ratings.decisions.domain.decisions import revoke_decision
from ratings.engine.domain.step_decisions import (
    NOTHING_BOOKED,
    BookedPoints,
    DecisionLine,
    activity_by_player,
    decisions_as_of,
    decisions_of_step,
    for_events_by_player,
)
from ratings.engine.domain.time_line import PoolStep
from ratings.enums import DecisionKind
from ratings.ledger.domain.editions import SystemDays
from ratings.ledger.queries.player_aliases import NOBODY, PlayerAliases
from ratings.models import Decision, Pool
from ratings.rules.activity import Activity
from ratings.rules.calendar import day_number
from ratings.rules.step import NEVER
from ratings.rules.systems import system
from tests.factories import acting, chess_pool, member, rated_by
from tests.ratings.rating_lists import decided
from tests.ratings.renju_pool import WITHOUT, board_member, cup, cup_players

FIRST, LAST = date(2026, 1, 1), date(2026, 4, 30)
DAY = timedelta(days=1)
START, ADJUSTMENT = DecisionKind.START, DecisionKind.ADJUSTMENT
ASSESSED, WITHHELD = DecisionKind.ASSESSED, DecisionKind.WITHHOLD_BONUS
ACTIVE, INACTIVE = DecisionKind.ACTIVE, DecisionKind.INACTIVE
BOARD = DecisionKind.BOARD
ROWS = {11: 0, 12: 1, 13: 2}


def step(report_id=0, name="ssf_2008"):
    rates = system(name)
    return PoolStep(
        FIRST,
        LAST,
        closed=True,
        posted=1,
        system=rates,
        parameters=rates.Parameters(),
        system_days=SystemDays(date.min, date.max),
        report_id=report_id,
    )


def entered(*lines, booked=NOTHING_BOOKED, report_id=0):
    return decisions_of_step(lines, step(report_id), ROWS.get, len(ROWS), booked)


def known(column):
    return [None if isnan(each) else each for each in column.tolist()]


@pytest.mark.parametrize(
    ("day", "counts"),
    [(FIRST - DAY, False), (FIRST, True), (LAST, True), (LAST + DAY, False)],
)
def test_points_and_ratings_belong_to_the_period_of_their_day(day, counts):
    found = entered(
        DecisionLine(ADJUSTMENT, 11, day, 25),
        DecisionLine(ADJUSTMENT, 11, day, -5),
        DecisionLine(ASSESSED, 12, day, 1500),
        DecisionLine(WITHHELD, 13, day, None),
    )

    assert found.adjustment.tolist() == [20 if counts else 0, 0, 0]
    assert known(found.assessed) == [None, 1500 if counts else None, None]
    assert found.bonus_withheld.tolist() == [False, False, counts]
    assert known(found.start) == [None] * 3


@pytest.mark.parametrize(("day", "counts"), [(FIRST, True), (FIRST - DAY, False)])
def test_bonus_withheld_from_all_is_withheld_in_its_period(day, counts):
    found = entered(DecisionLine(WITHHELD, None, day, None))

    assert found.bonus_withheld.tolist() == [counts] * 3


def test_a_start_rating_holds_from_its_day_on():
    """The later of two overrides the earlier one."""
    found = entered(
        DecisionLine(START, 11, FIRST - DAY, 1500),
        DecisionLine(START, 12, FIRST, 1400),
        DecisionLine(START, 12, LAST, 1450),
        DecisionLine(START, 13, LAST + DAY, 1300),
        DecisionLine(START, 99, FIRST, 1200),
    )

    assert known(found.start) == [1500, 1450, None]
    assert found.start_day.tolist() == [
        day_number(FIRST - DAY),
        day_number(LAST),
        NEVER,
    ]


def test_event_reads_start_ratings_and_its_board_decisions():
    versions = frozenset({7, 8})
    found = entered(
        DecisionLine(START, 11, FIRST, 1500),
        DecisionLine(ADJUSTMENT, 11, FIRST, 25),
        DecisionLine(ASSESSED, 11, FIRST, 25),
        DecisionLine(BOARD, 12, LAST + DAY, 12, by_rules=13, events=versions),
        DecisionLine(BOARD, 13, LAST, 11, by_rules=13, events=frozenset({9})),
        DecisionLine(BOARD, 99, LAST, 11, by_rules=13, events=versions),
        report_id=7,
    )

    assert known(found.start) == [1500, None, None]
    assert found.adjustment.tolist() == [0, 0, 0]
    assert known(found.assessed) == [None] * 3
    assert found.board == {1: {12: 12, 13: 12}}


def test_period_ignores_board_decisions():
    found = entered(
        DecisionLine(BOARD, 12, LAST, 12, by_rules=13, events=frozenset({7})),
        DecisionLine(START, 11, FIRST, 1500),
    )

    assert found.board == {}


def test_late_points_are_added_to_decided_ones_and_late_start_is_kept():
    found = entered(
        DecisionLine(ADJUSTMENT, 11, FIRST, 25),
        booked=BookedPoints({11: -10.0, 12: 4.0, 99: 1.0}, {13: 1316.0, 99: 1.0}),
    )

    assert found.adjustment.tolist() == [15, 4, 0]
    assert known(found.start) == [None, None, 1316]


def test_late_points_are_booked_without_any_decision():
    found = entered(booked=BookedPoints({11: -10.0}, {}))

    assert found.adjustment.tolist() == [-10, 0, 0]


def test_step_without_decisions_has_no_adjustments():
    found = entered(DecisionLine(ADJUSTMENT, 11, LAST + DAY, 25))

    assert found.start_day is None
    assert found.adjustment.tolist() == [0, 0, 0]


TURNS = [
    DecisionLine(ACTIVE, 11, FIRST - DAY, None),
    DecisionLine(INACTIVE, 11, FIRST + DAY, None),
    DecisionLine(ACTIVE, 12, LAST, None),
    DecisionLine(ACTIVE, 99, LAST, None),
    DecisionLine(ADJUSTMENT, 13, LAST, 1),
]


def test_activity_lasts_from_and_until_the_decided_days():
    ended = Activity(day_number(FIRST - DAY), day_number(FIRST))
    goes_on = Activity(day_number(LAST), None)

    assert activity_by_player(TURNS) == {11: (ended,), 12: (goes_on,), 99: (goes_on,)}
    assert entered(*TURNS).active == {0: (ended,), 1: (goes_on,)}
    assert entered(*TURNS, report_id=7).active == {}


def test_event_decisions_are_start_ratings_and_board_in_order():
    lines = [
        DecisionLine(START, 11, FIRST, 1500),
        DecisionLine(BOARD, 11, LAST, 13),
        DecisionLine(ADJUSTMENT, 11, LAST, 5),
        DecisionLine(START, 12, LAST, 1400),
        DecisionLine(WITHHELD, None, LAST, None),
    ]

    assert dict(for_events_by_player(lines)) == {11: lines[:2], 12: [lines[3]]}


def as_of_now(merged=NOBODY):
    pool = Pool.objects.get(pk=chess_pool().pk)
    return decisions_as_of(pool.pk, pool.posted, merged)


@pytest.mark.django_db
def test_start_rating_of_the_remaining_card_takes_precedence():
    merged_card, remaining_card, other = member(), member(), member()
    decided(merged_card, 1500, on=LAST)
    decided(remaining_card, 1400, on=FIRST)
    decided(merged_card, 25, kind=ADJUSTMENT, on=LAST)
    decided(other, 1300, on=FIRST - DAY)
    merged = PlayerAliases.of(
        [(merged_card.pk, remaining_card.pk), (member().pk, other.pk)]
    )

    found = [(line.player_id, line.on_date, line.points) for line in as_of_now(merged)]

    assert found == [
        (other.pk, FIRST - DAY, 1300),
        (remaining_card.pk, FIRST, 1400),
        (remaining_card.pk, LAST, 1400),
        (remaining_card.pk, LAST, 25),
    ]


@pytest.mark.django_db
def test_start_rating_of_a_merged_card_is_used_if_there_is_no_other():
    merged_card, remaining_card = member(), member()
    decided(merged_card, 1500, on=LAST)

    (found,) = as_of_now(PlayerAliases.of([(merged_card.pk, remaining_card.pk)]))

    assert (found.player_id, found.points) == (remaining_card.pk, 1500)


@pytest.mark.django_db
def test_decision_counts_from_its_posting_until_its_revocation():
    player = member()
    decided(player, 1500, on=FIRST)
    number = Pool.objects.get(pk=chess_pool().pk).posted
    revoke_decision(Decision.objects.get().pk, acting=acting())

    counts = [
        len(decisions_as_of(chess_pool().pk, at, NOBODY))
        for at in range(number - 1, number + 2)
    ]
    assert counts == [0, 1, 0]


@pytest.mark.django_db
def test_board_decision_applies_to_all_versions_of_an_event():
    rated_by("renju")
    players = cup_players()
    first = cup(players)
    decide_level(
        BoardDraft(players[-1].pk, first.pk, seen=13, level=13),
        acting=acting(board_member()),
    )
    second = cup(players, WITHOUT)
    cup(players, day=FIRST, source=78)

    (line,) = [line for line in as_of_now() if line.kind == BOARD]

    assert line.events == {first.pk, second.pk}
    assert (line.points, line.by_rules) == (13, 13)
