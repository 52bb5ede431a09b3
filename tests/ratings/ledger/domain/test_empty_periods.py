"""Periods removed with the results that opened them: `remove_empty_periods`."""

from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from ratings.ledger.domain.periods import remove_empty_periods
from ratings.ledger.domain.reports import (
    accept_report,
    hold_report,
    recall_report,
    return_report,
    withdraw_report,
)
from ratings.models import CurrentRating, Period, Posting, Report
from tests.factories import NOON, chess_pool, computed, line, member, posted
from tests.ratings.rating_lists import decided

pytestmark = pytest.mark.django_db


def spans(pool):
    periods = Period.objects.filter(pool=pool).order_by("start_date")
    return list(periods.values_list("start_date", "end_date"))


OFFICE = ActionContext(None, NOON)


def hold_and_withdraw(report):
    hold_report(report.pk, "Which year?", acting=OFFICE)
    withdraw_report(report.pk, "Another year", acting=OFFICE)


def return_and_withdraw(report):
    return_report(report.pk, "Which year?", acting=OFFICE)
    withdraw_report(report.pk, "Another year", acting=OFFICE)


def hold_and_recall(report):
    hold_report(report.pk, "Which year?", acting=OFFICE)
    recall_report(report.pk, acting=OFFICE, by_source_adapter=True)


@pytest.mark.parametrize(
    "take_out", [hold_and_withdraw, return_and_withdraw, hold_and_recall]
)
def test_period_is_removed_with_its_last_results_even_if_held_before(take_out):
    posted(line(member(), member(), 2, date(2026, 6, 20)))
    wrong = posted(line(member(), member(), 2, date(2024, 6, 20)), source_number=8)
    computed()

    take_out(wrong)
    computed()

    assert spans(chess_pool()) == [(date(2026, 5, 1), date(2026, 8, 31))]
    assert CurrentRating.objects.count() == 2
    assert chess_pool().computation.computed == chess_pool().posted


def test_withdrawing_a_stopped_report_posts_nothing_unless_a_period_is_removed():
    posted(line(member(), member(), 2, date(2026, 6, 20)))
    report = posted(line(member(), member(), 2, date(2026, 7, 20)), source_number=8)

    hold_and_withdraw(report)

    acts = Posting.objects.order_by("number").values_list("act", flat=True)
    assert list(acts) == ["submit", "submit", "hold"]


def test_accepted_version_still_counts_after_a_held_correction_is_withdrawn():
    """The period that only the correction had opened is removed."""
    players = member(), member()
    first = posted(line(*players, 2, date(2026, 6, 20)), source_number=8)
    accept_report(first.pk, acting=OFFICE)
    second = posted(line(*players, 2, date(2024, 6, 20)), source_number=8)

    hold_and_withdraw(second)

    assert spans(chess_pool()) == [(date(2026, 5, 1), date(2026, 8, 31))]
    assert first.countings.get(span__endswith=None).span.lower == 3


@pytest.mark.parametrize("year", [2026, 2020])
def test_empty_periods_are_found_in_one_query(year, django_assert_num_queries):
    posted(line(member(), member(), 2, date(2026, 6, 20)))
    wrong = posted(line(member(), member(), 2, date(year, 1, 20)), source_number=8)
    Report.objects.filter(pk=wrong.pk).update(state="withdrawn")
    pool = chess_pool()

    # Two to find them, the others to delete them.
    with django_assert_num_queries(6):
        remove_empty_periods(pool.pk)

    assert spans(pool) == [(date(2026, 5, 1), date(2026, 8, 31))]


@pytest.mark.parametrize(("was_accepted", "first"), [(True, 2024), (False, 2026)])
def test_period_is_kept_for_an_accepted_version_that_may_count_again(
    was_accepted, first
):
    players = member(), member()
    older = posted(line(*players, 2, date(2024, 6, 20)), source_number=8)
    if was_accepted:
        accept_report(older.pk, acting=OFFICE)
    posted(line(*players, 2, date(2026, 6, 20)), source_number=8)
    wrong = posted(line(member(), member(), 2, date(2023, 6, 20)), source_number=9)

    withdraw_report(wrong.pk, "Another year", acting=OFFICE)

    assert spans(chess_pool())[0] == (date(first, 5, 1), date(first, 8, 31))


@pytest.mark.parametrize(
    ("day", "stays"),
    [
        (date(2024, 4, 30), False),
        (date(2024, 5, 1), True),
        (date(2024, 8, 31), True),
    ],
)
def test_period_is_kept_for_decisions_about_its_days(day, stays):
    posted(line(member(), member(), 2, date(2026, 6, 20)))
    wrong = posted(line(member(), member(), 2, date(2024, 6, 20)), source_number=8)
    decided(member(), 1500, on=day)

    withdraw_report(wrong.pk, "Another year", acting=OFFICE)

    year = 2024 if stays else 2026
    assert spans(chess_pool())[0] == (date(year, 5, 1), date(year, 8, 31))
