"""The office's message about a report that the rules cannot compute."""

from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from ratings.engine.domain.holding import hold_report_at_fault
from ratings.engine.domain.report_faults import ReportAtFault
from ratings.ledger.domain.reports import withdraw_report
from ratings.models import Report
from tests.factories import NOON, PlayerFactory, computed, line, member, posted, side

pytestmark = pytest.mark.django_db

DAY = date(2026, 2, 1)
OUTSIDE = "a player from outside has neither rating nor estimate"


def stranger():
    return side(PlayerFactory(), is_member=False)


def test_message_names_the_games_at_fault_in_order_of_rounds():
    first = posted(
        line(member(), stranger(), 2, DAY, key=1, round=3, board=1),
        line(member(), member(), 2, DAY, key=2, round=1, board=1),
        line(stranger(), member(), 2, DAY, key=3, round=1, board=2),
    )
    second = posted(line(member(), stranger(), 2, DAY, key=1, round=5, board=4))
    right = posted(line(member(), member(), 2, DAY))

    computed()

    found = {each.pk: each for each in Report.objects.all()}
    assert [found[each.pk].state for each in (first, second, right)] == [
        "held",
        "held",
        "submitted",
    ]
    assert found[first.pk].reason == (
        f"The rules cannot compute these games ({OUTSIDE}): round 1, board 2;"
        " round 3, board 1"
    )
    assert found[second.pk].reason == (
        f"The rules cannot compute these games ({OUTSIDE}): round 5, board 4"
    )
    assert found[first.pk].public_reason == found[first.pk].reason
    assert found[first.pk].decided_by is None


def test_reason_without_text_is_shown_by_its_code():
    report = posted(line(member(), member(), 2, DAY, key=1))

    hold_report_at_fault(ReportAtFault(report.pk, "too_odd", (1,)), at=NOON)

    stored = Report.objects.get()
    assert stored.reason == (
        "The rules cannot compute these games (too odd): round 1, board 1"
    )


def test_report_withdrawn_in_the_meantime_is_not_held():
    report = posted(line(member(), member(), 2, DAY, key=1))
    withdraw_report(report.pk, "Wrong", acting=ActionContext(None, NOON))

    hold_report_at_fault(ReportAtFault(report.pk, "too_odd", (1,)), at=NOON)

    stored = Report.objects.get()
    assert (stored.state, stored.reason) == ("withdrawn", "Wrong")
