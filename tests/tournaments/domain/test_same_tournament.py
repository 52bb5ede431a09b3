"""Concurrent acts of officers, correction requests and the organiser on a tournament."""

import pytest

from federation.domain.authorship import ActionContext
from ratings.corrections.domain.claim_decisions import allow_claim
from ratings.corrections.domain.claims import ClaimNotPossible
from ratings.enums import ClaimScope
from ratings.ledger.domain.reports import (
    ReportNotPossible,
    accept_report,
    hold_report,
    withdraw_report,
)
from ratings.ledger.domain.sources import SourceRefused
from tests.factories import acting, officer
from tests.races import second_waits
from tests.same_event import errors_of_pairs
from tests.tournaments.domain.test_correcting import LATER, filed, newest, sent_in
from tests.tournaments.tournaments_made import board, result, submitted
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.submitting import correct_results, recall_results

pytestmark = pytest.mark.django_db(transaction=True)
ACTS = (
    "accept", "hold", "withdraw", "allow for the rating", "allow for the standings",
    "recall", "resubmit",
)  # fmt: skip


def scene():
    """Return the source of a submitted report that is not accepted, and acts by name;
    only `resubmit` recalls and corrects it.
    """
    group = sent_in(size=3, accepted=False)
    claim = filed(group, board(group, 1, 2), score=2)
    report, judge = newest(group), ActionContext(officer().pk, LATER)

    def allow(scope):
        return allow_claim(claim.pk, scope, "yes", seen=report.pk, acting=judge)

    def resubmit():
        recall_results(group.tournament_id, acting=acting())
        result(board(group, 1, 3), "1-0")
        submitted(group)

    return report.source_kind, report.source_number, {
        "accept": lambda: accept_report(report.pk, acting=judge),
        "hold": lambda: hold_report(report.pk, "look", acting=judge),
        "withdraw": lambda: withdraw_report(report.pk, "gone", acting=judge),
        "allow for the rating": lambda: allow(ClaimScope.RATING),
        "allow for the standings": lambda: allow(ClaimScope.STANDINGS),
        "recall": lambda: recall_results(group.tournament_id, acting=acting()),
        "resubmit": resubmit,
    }  # fmt: skip


def test_concurrent_acts_on_one_tournament_are_answered_and_leave_the_ledger_consistent():
    answers = (ReportNotPossible, ClaimNotPossible, SourceRefused, TournamentRefusal)
    assert errors_of_pairs(scene, ACTS, answers) == {}


def test_report_being_held_is_not_superseded_by_the_next_version():
    group = sent_in(size=3)
    correct_results(group.tournament_id, acting=acting())
    result(board(group, 1, 3), "1-0")
    report, judge = newest(group), ActionContext(officer().pk, LATER)

    answer = second_waits(
        lambda: hold_report(report.pk, "look", acting=judge), lambda: submitted(group)
    )

    assert isinstance(answer, TournamentRefusal)
    assert (answer.code, newest(group)) == ("held", report)
