"""Which reports count in which steps."""

from datetime import date, timedelta

import numpy as np
import pytest

from federation.domain.authorship import ActionContext
from ratings.engine.domain.counting import CountingReports
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.ledger.domain.reports import hold_report
from ratings.ledger.queries.player_aliases import NOBODY
from ratings.models import Edition, Pool
from tests.factories import NOON, chess_pool, line, member, posted, second_pool

FIRST, LAST = date(2026, 1, 1), date(2026, 4, 30)
DAY = timedelta(days=1)


def counting(*spans, whole=()):
    """Return reports 1, 2… that are booked on these days, first and last."""
    ids = np.arange(1, len(spans) + 1)
    first, last = (np.array([each[at].toordinal() for each in spans]) for at in (0, 1))
    return CountingReports(
        pool_id=5,
        ids=ids,
        start=first,
        first=first,
        last=last,
        final=np.ones(len(ids), np.bool_),
        whole=np.isin(ids, whole),
        aliases=NOBODY,
    )


def test_period_has_the_reports_that_overlap_it():
    found = counting(
        (FIRST - DAY, FIRST - DAY),
        (FIRST - DAY, FIRST),
        (LAST, LAST + DAY),
        (LAST + DAY, LAST + DAY),
        (FIRST - DAY, LAST + DAY),
        (FIRST, LAST),
        whole=[6],
    ).step(FIRST, LAST)

    assert (found.pool_id, found.first, found.last) == (5, FIRST, LAST)
    assert found.reports == [2, 3, 5]


def test_all_games_of_an_event_rated_as_a_whole_are_read():
    found = counting((FIRST, LAST), whole=[1]).tournament(1)

    assert (found.reports, found.first, found.last) == ([1], date.min, date.max)


@pytest.mark.django_db
def test_reports_count_in_their_pool_from_posting_until_stopped():
    pool = chess_pool().pk
    report = posted(
        line(member(), member(), 2, FIRST),
        line(member(), member(), 2, LAST),
        start_date=FIRST - DAY,
        is_final=False,
    )
    posted(line(member(), member(), 2, FIRST), pool_id=second_pool().pk)
    number = Pool.objects.get(pk=pool).posted
    hold_report(report.pk, "Which year?", acting=ActionContext(None, NOON))

    before, found, after = (
        LedgerSnapshot.of(pool, at).reports_at(at)
        for at in (number - 1, number, number + 1)
    )

    assert [each.ids.tolist() for each in (before, found, after)] == [
        [],
        [report.pk],
        [],
    ]
    assert [
        date.fromordinal(int(each[0]))
        for each in (found.start, found.first, found.last)
    ] == [FIRST - DAY, FIRST, LAST]
    assert (found.final.tolist(), found.whole.tolist()) == ([False], [False])


@pytest.mark.django_db
def test_event_is_rated_as_a_whole_if_the_edition_of_its_first_day_says_so():
    pool = chess_pool()
    Edition.objects.create(pool=pool, from_date=LAST, system="scrabble", parameters={})
    Edition.objects.create(
        pool=pool, from_date=LAST + 2 * DAY, system="ssf_2008", parameters={}
    )
    for day in (LAST - DAY, LAST, LAST + DAY, LAST + 2 * DAY):
        posted(line(member(), member(), 2, day))

    number = Pool.objects.get(pk=pool.pk).posted
    found = LedgerSnapshot.of(pool.pk, number).reports_at(number)

    assert found.whole[np.argsort(found.ids)].tolist() == [False, True, True, False]
