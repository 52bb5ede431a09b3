"""Which players of a period are concerned by the difference between two posting
numbers.
"""

from datetime import date, timedelta

import pytest

from federation.domain.authorship import ActionContext
from ratings.engine.domain.changes_between import PostingDifferences, changed_between
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.time_line import PoolStep
from ratings.enums import DecisionKind
from ratings.ledger.domain.editions import SystemDays
from ratings.ledger.domain.reports import hold_report
from ratings.models import Pool
from ratings.rules.systems import system
from tests.factories import NOON, chess_pool, line, member, posted, rated_by
from tests.ratings.rating_lists import decided

FIRST, LAST = date(2026, 1, 1), date(2026, 4, 30)
DAY = timedelta(days=1)


def period():
    rates = system("ssf_2008")
    return PoolStep(
        FIRST,
        LAST,
        closed=True,
        posted=1,
        system=rates,
        parameters=rates.Parameters(),
        system_days=SystemDays(date.min, date.max),
    )


def changed(**facts):
    return PostingDifferences(
        **{"players": {}, "since": {}, "everybody": frozenset(), "events": (), **facts}
    )


def test_games_and_points_concern_the_period_that_holds_their_day():
    found = changed(
        players={FIRST - DAY: {1}, FIRST: {2, 3}, LAST: {3, 4}, LAST + DAY: {5}}
    )

    assert found.players_in(period()) == {2, 3, 4}


def test_turns_of_activity_concern_every_period_from_their_day_on():
    found = changed(
        players={FIRST: {9}}, since={FIRST - DAY: {1}, LAST: {2}, LAST + DAY: {3}}
    )

    assert found.players_in(period()) == {1, 2, 9}


@pytest.mark.parametrize(
    ("day", "concerns"),
    [(FIRST - DAY, False), (FIRST, True), (LAST, True), (LAST + DAY, False)],
)
def test_decision_about_all_players_concerns_the_period_of_its_day(day, concerns):
    assert changed(everybody=frozenset({day})).concerns_all(period()) is concerns


def between(old, before):
    pool = Pool.objects.get(pk=chess_pool().pk)
    snapshot = LedgerSnapshot.of(pool.pk, pool.posted)
    found = changed_between(snapshot, old, pool.posted, before=before)
    return (
        {day: those for day, those in found.players.items() if those},
        dict(found.since),
        found.everybody,
        found.events,
    )


def newest():
    return Pool.objects.get(pk=chess_pool().pk).posted


@pytest.mark.django_db
def test_only_postings_for_earlier_days_are_found():
    one, other, third = member(), member(), member()
    posted(line(one, other, 2, FIRST), source_number=7)
    old = newest()
    posted(line(one, third, 2, LAST))
    posted(line(one, other, 2, LAST + DAY))

    assert between(old, LAST + DAY) == (
        {LAST: {one.pk, third.pk}},
        {},
        frozenset(),
        (),
    )


@pytest.mark.django_db
def test_each_kind_of_decision_is_found_by_its_day_if_made_or_revoked():
    player = member()
    posted(line(player, member(), 2, FIRST))
    old = newest()
    decided(player, 1500, on=FIRST)
    decided(player, 25, kind=DecisionKind.ADJUSTMENT, on=FIRST)
    decided(player, 25, kind=DecisionKind.ADJUSTMENT, on=LAST + DAY)
    decided(None, None, kind=DecisionKind.WITHHOLD_BONUS, on=LAST)
    decided(None, None, kind=DecisionKind.WITHHOLD_BONUS, on=LAST + DAY)

    assert between(old, LAST + DAY) == (
        {FIRST: {player.pk}},
        {},
        frozenset({LAST}),
        (),
    )


@pytest.mark.django_db
def test_events_rated_as_a_whole_are_named_and_activity_turns_come_last():
    rated_by("renju")
    player = member()
    held_report = posted(line(player, member(), 2, FIRST))
    old = newest()
    come = posted(line(player, member(), 2, FIRST + DAY))
    hold_report(held_report.pk, "Which year?", acting=ActionContext(None, NOON))
    decided(player, None, kind=DecisionKind.ACTIVE, on=LAST)

    assert between(old, LAST + DAY) == (
        {},
        {LAST: {player.pk}},
        frozenset(),
        (held_report.pk, come.pk),
    )
