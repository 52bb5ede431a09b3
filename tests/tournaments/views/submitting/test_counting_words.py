"""No page says both that the results of a tournament count and that they do not."""

import re

import pytest
from django.urls import reverse

from ratings.ledger.domain.reports import (
    accept_report,
    hold_report,
    release_report,
    return_report,
    withdraw_report,
)
from tests.factories import acting, computed, officer
from tests.ratings.page_text import text
from tests.tournaments.tournaments_made import played, section, started, submitted
from tests.tournaments.tournaments_made import tournament as planned
from tournaments.domain.submitting import correct_results

pytestmark = pytest.mark.django_db
COUNTS = re.compile(r"already count\b|counts already|counted already|\bcounts until")
COUNTS_NOT = re.compile(
    r"not counted|not count\b|no longer counts?\b(?! and can be changed)"
)


def accepted(report, by):
    return accept_report(report.pk, acting=by)


def held(report, by):
    hold_report(report.pk, "Look at it.", acting=by)


def released(report, by):
    held(report, by)
    release_report(report.pk, acting=by)


def returned(report, by):
    return_report(report.pk, "Round 3 is missing.", acting=by)


def withdrawn(report, by):
    withdraw_report(report.pk, "Not ours.", acting=by)


def sent_again(group):
    correct_results(group.tournament_id, acting=acting())
    return submitted(group)


@pytest.mark.parametrize("before", [None, "accepted"])
@pytest.mark.parametrize(
    "becomes", [None, accepted, held, released, returned, withdrawn]
)
def test_counting_results_are_never_said_not_to_count(
    client, secretary, club, before, becomes
):
    group = played(started(section(planned(club)), size=2))
    report, by = submitted(group), acting(officer())
    if before:
        accepted(report, by)
        report = sent_again(group)
    if becomes:
        becomes(report, by)
    computed()

    for page in ("tournament", "changes", "rating_changes"):
        address = reverse(f"tournaments:{page}", args=[group.tournament_id])
        shown = text(client.get(address))
        found = {*COUNTS.findall(shown)}, {*COUNTS_NOT.findall(shown)}
        assert not all(found), (page, found)


def test_both_wordings_are_recognised():
    expected_text = (
        "It is counted already. The results already count. This counts until then."
    )
    denied = "It is not counted until then. They do not count now."
    assert [
        len(COUNTS.findall(expected_text)),
        len(COUNTS_NOT.findall(expected_text)),
    ] == [3, 0]
    assert [len(COUNTS.findall(denied)), len(COUNTS_NOT.findall(denied))] == [0, 2]
