"""Periods without gaps or overlaps: `ratings.ledger.domain.periods`."""

from datetime import date

import pytest

from ratings.ledger.domain.editions import adopt_edition
from ratings.models import Period
from ratings.pools.domain.postings import ActionContext
from tests.factories import NOON, chess_pool, line, member, posted

pytestmark = pytest.mark.django_db


def test_a_new_calendar_begins_where_the_old_ones_last_period_ends():
    posted(line(member(), member(), 2, date(2026, 2, 1)))
    adopt_edition(
        chess_pool().pk,
        system="ssf_2008",
        parameters={"period_starts": [[2, 1], [6, 1], [10, 1]]},
        from_date=date(2026, 5, 1),
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
    adopt_edition(
        chess_pool().pk,
        system="ssf_2008",
        parameters={"period_starts": [[2, 1], [6, 1], [10, 1]]},
        from_date=date(2026, 3, 1),
        acting=ActionContext(None, NOON),
    )
    posted(line(member(), member(), 2, date(2026, 3, 10)))

    posted(line(member(), member(), 2, date(2026, 1, 20)))

    assert list(
        Period.objects.order_by("start_date").values_list("start_date", "end_date")
    ) == [
        (date(2026, 1, 1), date(2026, 1, 31)),
        (date(2026, 2, 1), date(2026, 5, 31)),
    ]
