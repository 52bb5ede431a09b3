"""Reported games that the list of a period would leave out."""

from datetime import date, timedelta

import pytest

from ratings.ledger.domain.reports import (
    accept_report,
    hold_report,
    recall_report,
    return_report,
)
from ratings.lists.queries.left_out import left_out_of
from ratings.models import Period, Pool
from tests.factories import acting, line, member, officer, posted
from tests.ratings.rating_lists import SPRING, accepted, period
from tests.worlds import shared

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)


@shared
def two():
    return member(), member()


def found(day=SPRING):
    return [(each.games, each.instead) for each in left_out_of(period(day), TODAY)]


def test_all_games_of_a_held_report_are_left_out_if_no_version_counts(two):
    report = posted(*(line(*two, 2, SPRING, key=key) for key in (1, 2)))
    hold_report(report.pk, "Odd", acting=acting(officer()))
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
    hold_report(later.pk, "Odd", acting=acting(officer()))
    assert found() == [(1, 1)]


def test_a_held_version_that_adds_no_game_leaves_none_out(two):
    accepted(line(*two, 2, SPRING, key=1), source_number=8)
    later = posted(line(*two, 0, SPRING, key=1), source_number=8)
    hold_report(later.pk, "Odd", acting=acting(officer()))
    assert found() == [(0, 1)]


def test_games_of_another_period_are_not_left_out_of_this_one(two):
    after = period_after(two)
    report = posted(line(*two, 2, SPRING, key=1), line(*two, 2, after, key=2))
    return_report(report.pk, "Mend it", acting=acting(officer()))
    assert (found(), found(after)) == ([(1, 0)], [(1, 0)])


def test_games_stopped_of_an_earlier_period_are_left_out_if_carried(
    two,
):
    after = period_after(two)
    report = posted(line(*two, 2, SPRING, key=1))
    hold_report(report.pk, "Odd", acting=acting(officer()))
    assert (found(SPRING), found(after)) == ([(1, 0)], [])
    Pool.objects.update(carries_from=1)
    assert (found(SPRING), found(after)) == ([(1, 0)], [(1, 0)])


def period_after(two):
    """A day in the period that follows that of the spring."""
    posted(line(*two, 2, SPRING))
    day = period(SPRING).end_date + timedelta(days=1)
    posted(line(*two, 2, day))
    assert period(day) != period(SPRING)
    return day


def test_game_that_is_an_empty_line_in_the_counting_version_is_left_out():
    one, other, third = member(), member(), member()
    game, against = line(one, other, 2, SPRING, key=1), line(one, third, 2, SPRING)
    for lines in ((game.emptied(), against), (game, against)):
        report = posted(*lines, source_number=8, method="concentrated")
        if report.version == 1:
            accept_report(report.pk, acting=acting(officer()))
    hold_report(report.pk, "Odd", acting=acting(officer()))

    assert found() == [(1, 1)]


def test_a_returned_version_leaves_nothing_out_once_a_later_one_counts(two):
    returned = posted(line(*two, 2, SPRING, key=1), source_number=8)
    return_report(returned.pk, "Two boards are missing", acting=acting(officer()))
    assert found() == [(1, 0)]

    posted(line(*two, 0, SPRING, key=2), source_number=8)

    assert found() == []


def test_last_of_several_stopped_versions_is_left_out(two):
    returned = posted(line(*two, 2, SPRING, key=1), source_number=8)
    return_report(returned.pk, "A board is missing", acting=acting(officer()))
    held_report = posted(
        *(line(*two, 2, SPRING, key=key) for key in (1, 2)), source_number=8
    )
    hold_report(held_report.pk, "Odd", acting=acting(officer()))

    assert found() == [(2, 0)]


def test_returned_version_is_left_out_after_the_next_is_withdrawn(two):
    returned = posted(line(*two, 2, SPRING, key=1), source_kind="x", source_number=8)
    return_report(returned.pk, "A board is missing", acting=acting(officer()))
    later = posted(line(*two, 2, SPRING, key=1), source_kind="x", source_number=8)
    recall_report(later.pk, acting=acting(officer()))

    assert found() == [(1, 0)]


def held_reports(two, numbers):
    for number in numbers:
        report = posted(line(*two, 2, SPRING), source_number=number)
        hold_report(report.pk, "Odd", acting=acting(officer()))


def test_query_count_does_not_depend_on_number_of_reports(
    two, django_assert_num_queries, django_assert_max_num_queries
):
    held_reports(two, [1])
    of = Period.objects.select_related("pool").get(pk=period(SPRING).pk)
    with django_assert_max_num_queries(10) as one:
        assert len(left_out_of(of, TODAY)) == 1
    held_reports(two, [2, 3, 4])
    with django_assert_num_queries(len(one)):
        assert len(left_out_of(of, TODAY)) == 4
