"""What the list of a period would leave out of what was sent in."""

from datetime import date, timedelta

import pytest

from ratings.ledger.domain.reports import hold_report, return_report
from ratings.lists.queries.left_out import left_out_of
from ratings.pools.domain.postings import ActionContext
from tests.factories import NOON, chess_pool, line, member, officer, posted
from tests.ratings.published import SPRING, accepted, period

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)


@pytest.fixture
def two():
    return member(), member()


def office():
    return ActionContext(officer().pk, NOON)


def found(day=SPRING):
    return [(each.games, each.instead) for each in left_out_of(period(day), TODAY)]


def test_all_games_of_a_held_report_are_left_out_where_no_version_counts(two):
    report = posted(*(line(*two, 2, SPRING, key=key) for key in (1, 2)))
    hold_report(report.pk, "Odd", acting=office())
    assert found() == [(2, 0)]


def test_only_the_new_games_of_a_held_version_are_left_out(two):
    accepted(
        line(*two, 2, SPRING, key=1), line(*two, 0, SPRING, key=2), source_number=8
    )
    later = posted(
        line(*two, 2, SPRING, key=1),
        line(*two, 1, SPRING, key=2),
        line(*two, 2, SPRING, key=3),
        source_number=8,
    )
    hold_report(later.pk, "Odd", acting=office())
    assert found() == [(1, 1)]


def test_a_held_version_that_adds_no_game_leaves_none_out(two):
    accepted(line(*two, 2, SPRING, key=1), source_number=8)
    later = posted(line(*two, 0, SPRING, key=1), source_number=8)
    hold_report(later.pk, "Odd", acting=office())
    assert found() == [(0, 1)]


def test_games_of_another_period_are_not_left_out_of_this_one(two):
    after = period_after(two)
    report = posted(line(*two, 2, SPRING, key=1), line(*two, 2, after, key=2))
    return_report(report.pk, "Mend it", acting=office())
    assert (found(), found(after)) == ([(1, 0)], [(1, 0)])


def period_after(two):
    """A day in the period that follows that of the spring."""
    posted(line(*two, 2, SPRING))
    day = period(SPRING).end_date + timedelta(days=1)
    posted(line(*two, 2, day))
    assert period(day) != period(SPRING)
    return day


def test_the_query_count_does_not_grow_with_the_reports(two, django_assert_num_queries):
    for number in (1, 2, 3):
        report = posted(line(*two, 2, SPRING), source_number=number)
        hold_report(report.pk, "Odd", acting=office())
    of = period(SPRING)
    assert of.pool_id == chess_pool().pk
    of.pool  # noqa: B018 - read before, as the page has it
    with django_assert_num_queries(3):
        assert len(left_out_of(of, TODAY)) == 3
