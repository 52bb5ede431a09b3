"""Every check of a submission, from the page that shows its findings to the submitted
report.
"""

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from ratings.models import Report
from tests.tournaments.finding_cases import CASES
from tournaments.enums import ERRORS, FindingKind
from tournaments.models import Section

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
SEND = "main form button:has-text('Send in')"
ANSWER = "We have looked at it: it is right."


def opened(window: Page, group: Section, query: str = "") -> Page:
    window.goto(reverse("tournaments:submit", args=[group.tournament_id]) + query)
    return window


@pytest.mark.parametrize("kind", [kind for kind in FindingKind if kind in ERRORS])
def test_error_is_shown_and_corrected_results_can_be_submitted(window, club, kind):
    provoked = CASES[kind](club)
    group = next(provoked)
    before = Report.objects.count()
    is_interim = kind == FindingKind.WHOLE_INTERIM

    opened(window, group, "?interim=1" if is_interim else "")

    expect(titled(window, kind)).to_be_visible()
    expect(window.get_by_text("To be corrected first")).to_be_visible()
    expect(window.locator(SEND)).to_have_count(0)

    next(provoked, None)
    opened(window, group)
    expect(titled(window, kind)).to_have_count(0)
    send(window)
    assert Report.objects.count() == before + 1


@pytest.mark.parametrize("kind", [kind for kind in FindingKind if kind not in ERRORS])
def test_warning_is_answered_and_submitted_with_its_answer(window, club, kind):
    group = next(CASES[kind](club))
    opened(window, group)

    question = window.locator(".question", has_text=str(kind.label))
    expect(question).to_have_count(1)
    # Only this kind, so that no case is found by accident.
    expect(window.locator(".question")).to_have_count(1)
    question.locator("textarea").fill(" ")
    window.locator(SEND).click()
    expect(window.get_by_text("Write an answer")).to_be_visible()

    send(window)

    warning = newest(group).warnings.get()
    assert (warning.kind, warning.answer) == (kind, ANSWER)


def titled(window: Page, kind: FindingKind) -> Locator:
    return window.get_by_text(str(kind.label), exact=True)


def send(window: Page) -> None:
    for box in window.locator("main form textarea").all():
        box.fill(ANSWER)
    window.locator(SEND).click()
    window.wait_for_url("**/changes/")


def newest(group: Section) -> Report:
    return Report.objects.get(source_number=group.tournament_id)
