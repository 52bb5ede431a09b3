"""Which steps a pool has, and as of which posting each is computed, where approved
periods stay as computed.
"""

from datetime import date, timedelta

import pytest

from federation.domain.authorship import ActionContext
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.ledger.domain.reports import withdraw_report
from ratings.models import Pool
from ratings.pools.domain.pools import carry_corrections
from tests.factories import NOON, acting, chess_pool, line, rated_by, second_pool
from tests.ratings.rating_lists import accepted, published, rated
from tests.worlds import shared

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
WINTER, SPRING, SUMMER = date(2025, 10, 1), date(2026, 2, 1), date(2026, 6, 1)
WINTERS_END, SPRINGS_END = date(2025, 12, 31), date(2026, 4, 30)
SUMMERS_END = date(2026, 8, 31)


def game(day, **facts):
    return accepted(line(rated(1500), rated(1500), 1, day), **facts)


@shared
def carrying():
    carry_corrections(
        chess_pool().pk,
        reason="the statutes",
        acting=acting(),
    )


@shared
def by_event(carrying):
    """Scrabble rates each event as a whole."""
    rated_by("scrabble")


def snapshot(number=None):
    pool = Pool.objects.get(pk=chess_pool().pk)
    return LedgerSnapshot.of(pool.pk, pool.posted if number is None else number)


def events(of):
    return [(step.end_date, step.report_id) for step in of.steps() if step.report_id]


def test_events_after_the_approved_periods_are_steps(by_event):
    spring = game(SPRING)
    published(SPRING)
    first, last = game(SPRINGS_END + DAY), game(SUMMER)

    assert events(snapshot()) == [
        (SPRING, spring.pk),
        (SPRINGS_END + DAY, first.pk),
        (SUMMER, last.pk),
    ]


def test_approved_periods_have_the_events_that_counted_at_approval(
    by_event,
):
    """Events of the last day of a period belong to it, those of the next day to the
    next."""
    months_end = date(2026, 2, 28)
    first = game(months_end)
    published(months_end)
    game(months_end)
    second = game(months_end + DAY)
    published(months_end + DAY)
    withdraw_report(second.pk, "never played", acting=ActionContext(None, NOON))
    game(months_end + DAY)

    assert events(snapshot()) == [
        (months_end, first.pk),
        (months_end + DAY, second.pk),
    ]


def test_each_day_is_computed_as_of_the_posting_of_its_periods_list(carrying):
    game(WINTER)
    game(SPRING)
    winters = published(WINTER).posting_number
    game(SUMMER)
    springs = published(SPRING).posting_number
    game(SUMMER)
    found = snapshot()

    days = (WINTER, WINTERS_END, WINTERS_END + DAY, SPRINGS_END, SPRINGS_END + DAY)
    assert [found.number(day) for day in days] == [
        winters,
        winters,
        springs,
        springs,
        found.posted,
    ]
    assert (found.shut_until, found.opens) == (SPRINGS_END, SPRINGS_END + DAY)


def test_period_is_shut_by_its_first_list_not_by_a_revision():
    game(WINTER)
    first = published(WINTER).posting_number
    game(WINTER)
    published(WINTER)
    carry_corrections(chess_pool().pk, reason="statutes", acting=acting())
    pool = Pool.objects.get(pk=chess_pool().pk)

    assert first < pool.carries_from
    assert snapshot().shut == ((WINTERS_END, pool.carries_from),)


def test_period_approved_after_its_successor_is_shut_by_the_successors_list(
    carrying,
):
    game(WINTER)
    game(SPRING)
    springs = published(SPRING).posting_number
    game(SUMMER)
    published(WINTER)

    assert snapshot().shut == ((WINTERS_END, springs), (SPRINGS_END, springs))


def test_lists_of_another_pool_shut_no_period(carrying):
    other = second_pool()
    carry_corrections(other.pk, reason="statutes", acting=acting())
    game(SPRING)
    published(SPRING)
    posted = Pool.objects.get(pk=other.pk).posted

    assert LedgerSnapshot.of(other.pk, posted).shut == ()


def test_period_before_a_day_ends_before_that_day(carrying):
    game(WINTER)
    game(SUMMER)
    found = snapshot()

    before = [
        found.period_before(day)
        for day in (WINTERS_END, WINTERS_END + DAY, SPRINGS_END, SPRINGS_END + DAY)
    ]
    assert [step and step.end_date for step in before] == [
        None,
        WINTERS_END,
        WINTERS_END,
        SPRINGS_END,
    ]


def test_first_open_day_follows_the_last_shut_period(carrying):
    game(SPRING)
    published(SPRING)
    published(SUMMER)

    assert snapshot().shut_until == SUMMERS_END
    assert snapshot().opens == SUMMERS_END + DAY


def test_no_aliased_cards_if_no_period_is_shut():
    game(SPRING)
    step = snapshot().steps()[0]

    assert snapshot().aliased_cards(step).tolist() == []
