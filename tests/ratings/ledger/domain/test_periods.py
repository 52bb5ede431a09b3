"""Periods without gaps or overlaps: `ratings.ledger.domain.periods`."""

from datetime import date, timedelta

import pytest
from django.db import transaction

from federation.domain.authorship import ActionContext
from ratings.ledger.domain.editions import EditionDraft, adopt_draft, lock_periods
from ratings.ledger.domain.periods import (
    lock_periods_from,
    lock_unlisted_periods,
    open_period_of_today,
)
from ratings.models import Period, Pool
from ratings.pools.domain.pools import create_pool
from tests.factories import (
    NOON,
    chess_pool,
    computed,
    line,
    member,
    posted,
    second_pool,
)
from tests.races import second_waits

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)


def test_a_new_calendar_begins_where_the_old_ones_last_period_ends():
    posted(line(member(), member(), 2, date(2026, 2, 1)))
    adopt_draft(
        EditionDraft(
            pool_id=chess_pool().pk,
            from_date=date(2026, 5, 1),
            system="ssf_2008",
            parameters={"period_starts": [[2, 1], [6, 1], [10, 1]]},
        ),
        acting=ActionContext(None, NOON),
    )

    posted(line(member(), member(), 2, date(2026, 6, 20)))

    assert list(
        Period.objects.order_by("start_date").values_list("start_date", "end_date")
    ) == [
        (date(2026, 1, 1), date(2026, 4, 30)),
        (date(2026, 5, 1), date(2026, 5, 31)),
        (date(2026, 6, 1), date(2026, 9, 30)),
    ]


def test_an_older_calendar_ends_where_the_first_period_of_the_newer_one_begins():
    adopt_draft(
        EditionDraft(
            pool_id=chess_pool().pk,
            from_date=date(2026, 3, 1),
            system="ssf_2008",
            parameters={"period_starts": [[2, 1], [6, 1], [10, 1]]},
        ),
        acting=ActionContext(None, NOON),
    )
    posted(line(member(), member(), 2, date(2026, 3, 10)))

    posted(line(member(), member(), 2, date(2026, 1, 20)))

    assert list(
        Period.objects.order_by("start_date").values_list("start_date", "end_date")
    ) == [
        (date(2026, 1, 1), date(2026, 2, 28)),
        (date(2026, 3, 1), date(2026, 5, 31)),
    ]


def spans(pool):
    periods = Period.objects.filter(pool=pool).order_by("start_date")
    return list(periods.values_list("start_date", "end_date"))


def test_periods_between_two_results_are_made_without_a_gap_on_either_side():
    posted(line(member(), member(), 2, date(2026, 6, 20)))
    posted(line(member(), member(), 2, date(2027, 2, 1)))
    posted(line(member(), member(), 2, date(2025, 10, 1)))

    assert spans(chess_pool()) == [
        (date(2025, 9, 1), date(2025, 12, 31)),
        (date(2026, 1, 1), date(2026, 4, 30)),
        (date(2026, 5, 1), date(2026, 8, 31)),
        (date(2026, 9, 1), date(2026, 12, 31)),
        (date(2027, 1, 1), date(2027, 4, 30)),
    ]


def test_period_stores_the_posting_that_opened_it():
    posted(line(member(), member(), 2, date(2026, 6, 20)))
    first = chess_pool().posted
    posted(line(member(), member(), 2, date(2026, 10, 1)))

    found = Period.objects.order_by("start_date").values_list("posted", flat=True)
    assert list(found) == [first, chess_pool().posted]


def opened(pool, today):
    return open_period_of_today(pool, today=today, acting=ActionContext(None, NOON))


def test_todays_period_is_opened_once_directly_after_the_previous_one():
    posted(line(member(), member(), 2, date(2026, 2, 1)))
    pool = chess_pool()

    days = (date(2026, 4, 30), date(2026, 5, 1), date(2026, 5, 1))
    assert [opened(pool, day) for day in days] == [False, True, False]
    assert spans(pool)[1:] == [(date(2026, 5, 1), date(2026, 8, 31))]


def test_pool_without_results_opens_no_period_whatever_others_have():
    posted(line(member(), member(), 2, date(2026, 2, 1)))
    other = second_pool()

    assert opened(other, date(2026, 5, 1)) is False
    assert spans(other) == []


@pytest.mark.parametrize(
    ("last", "opens"), [(date(2026, 5, 2), True), (date(2026, 5, 1), False)]
)
def test_a_pool_opens_periods_until_its_last_day(last, opens):
    posted(line(member(), member(), 2, date(2026, 2, 1)))
    Pool.objects.filter(pk=chess_pool().pk).update(ends_on=last)

    assert opened(chess_pool(), date(2026, 5, 2)) is opens


def test_first_edition_cuts_no_period_but_a_later_one_cuts_its_first():
    """Both pools have their first result on 10 March; their editions begin on 1 March
    with periods from February."""
    calendar = {"period_starts": [[2, 1], [6, 1], [10, 1]]}
    first = create_pool(
        code="first",
        name="First",
        system="ssf_2008",
        parameters=calendar,
        from_date=date(2026, 3, 1),
    )
    later = create_pool(
        code="later",
        name="Later",
        system="ssf_2008",
        parameters={},
        from_date=date(2020, 1, 1),
    )
    later.editions.create(
        from_date=date(2026, 3, 1), system="ssf_2008", parameters=calendar
    )

    for pool in (first, later):
        posted(line(member(), member(), 2, date(2026, 3, 10)), pool_id=pool.pk)

    assert spans(first) == [(date(2026, 2, 1), date(2026, 5, 31))]
    assert spans(later) == [(date(2026, 3, 1), date(2026, 5, 31))]


def _day_after_the_first():
    """Return the day from which the first period's list is valid."""
    return Period.objects.earliest("end_date").end_date + timedelta(days=1)


@at_once
@pytest.mark.parametrize(
    "lock",
    [
        lambda: lock_unlisted_periods(chess_pool().pk),
        lambda: lock_periods(chess_pool().pk, date.min),
        lambda: lock_periods_from(_day_after_the_first()),
        computed,
    ],
)
def test_periods_are_locked_in_order_from_the_earliest(lock):
    """The same order as for approving lists, so that transactions cannot deadlock."""
    posted(line(member(), member(), 2, date(2026, 6, 20)))
    posted(line(member(), member(), 2, date(2026, 2, 1)), source_number=8)
    winter, summer = Period.objects.order_by("end_date")

    def locked(period):
        return lambda: Period.objects.select_for_update(nowait=True).get(pk=period.pk)

    def locks_all():
        with transaction.atomic():
            return lock()

    answer = second_waits(locked(winter), locks_all, then=locked(summer))

    assert not isinstance(answer, Exception)


def test_new_calendars_first_period_begins_after_the_old_calendars_last_one():
    """The newer edition holds from the middle of a period that began under the older
    one, whose calendar made it."""
    posted(line(member(), member(), 2, date(2026, 2, 1)))
    adopt_draft(
        EditionDraft(
            pool_id=chess_pool().pk,
            from_date=date(2026, 5, 15),
            system="ssf_2008",
            parameters={"period_starts": [[2, 1], [6, 1], [10, 1]]},
        ),
        acting=ActionContext(None, NOON),
    )

    posted(line(member(), member(), 2, date(2026, 5, 10)))
    posted(line(member(), member(), 2, date(2026, 9, 20)))

    assert spans(chess_pool()) == [
        (date(2026, 1, 1), date(2026, 4, 30)),
        (date(2026, 5, 1), date(2026, 8, 31)),
        (date(2026, 9, 1), date(2026, 9, 30)),
    ]
