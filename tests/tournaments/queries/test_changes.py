"""The changes of a report as shown to its sender."""

from datetime import date

import pytest

from federation.permissions import NOBODY
from ratings.ledger.domain.reports import accept_report, hold_report
from ratings.models import Pool
from ratings.pools.queries.numbers import computed_number
from tests.factories import acting, computed, officer
from tests.ratings.rating_lists import published, rated
from tests.tournaments.tournaments_made import (
    FIRST_DAY,
    played,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.report_points import points_of_report
from tournaments.queries.changes import changes_shown

pytestmark = pytest.mark.django_db

TODAY = date(2026, 6, 15)


def shown(report):
    report.refresh_from_db()
    return changes_shown(report, NOBODY, TODAY)


def changes(of):
    return [row.change.change for row in of.rows]


def test_changes_are_shown_when_everything_is_computed():
    report = submitted(played(started(size=2), "1-0"))
    before = shown(report)
    assert (before.is_computed, changes(before)) == (False, [None, None])
    computed()
    after = shown(report)
    # SSF rating, point 3: equal ratings, so 16 points for the winner.
    assert (after.is_computed, sorted(changes(after))) == (True, [-16, 16])
    assert after.counts
    hold_report(report.pk, "Who?", acting=acting(officer()))
    shown_changes = shown(report)
    assert (shown_changes.is_computed, shown_changes.counts) == (False, False)


@pytest.mark.parametrize(("rule", "several"), [("by_date", True), ("first_day", False)])
def test_games_before_and_after_a_base_date_are_changes_of_two_periods(rule, several):
    # Rounds on 20 April, 27 April and 4 May; a period ends with April.
    made = tournament(
        start_date=date(2026, 4, 20), end_date=date(2026, 5, 11), period_rule=rule
    )
    report = submitted(played(started(section(made), size=4), "1-0"))
    computed()
    assert shown(report).several_periods is several


def test_late_report_shows_no_points_of_its_own_in_the_period_that_books_it():
    players = rated(1500), rated(1500)
    on_list = played(started(size=2), "1-0")
    late = played(started(players=players), "1-0")
    accept_report(submitted(on_list).pk, acting=acting(officer()))
    Pool.objects.update(carries_from=0)
    published(FIRST_DAY)
    report = submitted(late)
    computed()

    of = shown(report)
    number = computed_number(report.pool_id)
    assert sorted(changes(of)) == [-16, 16]
    assert {row.change.start_date for row in of.rows} == {date(2026, 9, 1)}
    assert points_of_report(report, number) == {}
