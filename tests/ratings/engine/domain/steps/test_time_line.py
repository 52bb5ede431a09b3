"""The steps of a pool in the order in which they are computed."""

from datetime import date, timedelta

import pytest

from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.time_line import TimeLine
from ratings.ledger.domain.editions import SystemDays
from ratings.models import Edition, Pool
from ratings.rules.calendar import day_number
from ratings.rules.conversion import FIDE_2024
from tests.factories import chess_pool, line, member, posted, second_pool

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
FEBRUARY, MARCH = date(2026, 2, 1), date(2026, 3, 1)
CHANGE = date(2026, 5, 1)


def played(day, **facts):
    return posted(line(member(), member(), 2, day), **facts)


def steps():
    pool = Pool.objects.get(pk=chess_pool().pk)
    return LedgerSnapshot.of(pool.pk, pool.posted).steps()


def days_and_report(found):
    return [(each.start_date, each.end_date, each.report_id) for each in found]


def edition(day, system, **facts):
    return Edition.objects.create(
        pool=chess_pool(), from_date=day, system=system, parameters={}, **facts
    )


def test_all_periods_but_the_last_are_closed_and_have_their_posting():
    played(date(2025, 10, 1))
    played(CHANGE)
    played(CHANGE, pool_id=second_pool().pk)
    first = Pool.objects.get(pk=chess_pool().pk).posted - 1

    found = TimeLine.of(chess_pool().pk).periods

    assert [(each.end_date, each.closed, each.posted) for each in found] == [
        (date(2025, 12, 31), True, first),
        (date(2026, 4, 30), True, first + 1),
        (date(2026, 8, 31), False, first + 1),
    ]
    span = found[0].span
    assert (span.first_day, span.last_day, span.closed) == (
        day_number(date(2025, 9, 1)),
        day_number(date(2025, 12, 31)),
        True,
    )


def test_conversion_step_precedes_its_first_day_once_the_period_is_open():
    edition(CHANGE, "glicko2", conversion=FIDE_2024.to_json())
    played(FEBRUARY)
    assert [each.carries_over for each in steps()] == [False]

    played(CHANGE)
    found = steps()

    assert days_and_report(found) == [
        (date(2026, 1, 1), date(2026, 4, 30), 0),
        (CHANGE, CHANGE - DAY, 0),
        (CHANGE, CHANGE + 30 * DAY, 0),
    ]
    assert [each.carries_over for each in found] == [False, True, False]
    assert [each.system.name for each in found[::2]] == ["ssf_2008", "glicko2"]
    assert found[1].system.memory == found[2].system.memory
    assert [each.system_days for each in found] == [
        SystemDays(date.min, CHANGE),
        SystemDays(CHANGE, date.max),
        SystemDays(CHANGE, date.max),
    ]
    assert [each.exact for each in found] == [True, True, True]


def test_events_rated_as_a_whole_are_ordered_by_last_day():
    """An event planned longer than it was played ends as planned; a period comes before
    the events of its last day that began in it."""
    edition(date(2026, 1, 1), "scrabble")
    runs = played(FEBRUARY, end_date=FEBRUARY + 9 * DAY, is_final=False)
    ended = played(FEBRUARY, end_date=FEBRUARY + 9 * DAY)
    last = played(MARCH - DAY)

    found = steps()

    assert [each for each in days_and_report(found) if each[2]] == [
        (FEBRUARY, FEBRUARY, runs.pk),
        (FEBRUARY, FEBRUARY + 9 * DAY, ended.pk),
        (MARCH - DAY, MARCH - DAY, last.pk),
    ]
    closed = {each.report_id: each.closed for each in found if each.report_id}
    assert closed == {runs.pk: False, ended.pk: True, last.pk: True}
    assert all(each.by_tournament for each in found if each.report_id)
    assert [each.posted for each in found if each.report_id] == [0, 0, 0]
    assert {each.exact for each in found} == {False}
    keys = [each.key for each in found]
    assert keys == sorted(keys)


def test_period_has_games_of_its_days_and_event_has_all_its_games():
    edition(CHANGE, "scrabble")
    report = played(FEBRUARY)
    event = played(CHANGE)
    pool = Pool.objects.get(pk=chess_pool().pk)
    counting = LedgerSnapshot.of(pool.pk, pool.posted).reports_at(pool.posted)

    games = [each.games(counting) for each in steps()]

    assert [(each.reports, each.first, each.last) for each in games] == [
        ([report.pk], date(2026, 1, 1), date(2026, 4, 30)),
        ([event.pk], date.min, date.max),
        ([], CHANGE, games[2].last),
    ]
