"""Every column with texts written by users, and who reads them.

A new column is listed here before it is used in a form: texts that are not public are
searched for on every public page.
"""

from enum import StrEnum, auto

from django.apps import apps
from django.db import models
from django.db.models import Field

APPS = ("federation", "ratings", "tournaments")
WORDS = ("reason", "why", "answer", "comment", "refusal")
LONG = 100
"""A shorter text column without such a word in its name is a name or a code."""


class Reader(StrEnum):
    EVERYBODY = auto()
    CONCERNED = auto()
    """The office and those concerned: sender, player, organiser, club."""
    OFFICE = auto()
    """The users who decide together with the writer, and the audit log."""
    NO_REASON = auto()
    """Not a reason: a name, a title, a message of the office's own programs."""


ALL, THOSE = Reader.EVERYBODY, Reader.CONCERNED
OFFICE, NONE = Reader.OFFICE, Reader.NO_REASON
READ_BY = {
    "federation.User.password": NONE,
    "federation.User.name": NONE,
    "federation.User.closed_reason": OFFICE,
    "federation.Erasure.reason": OFFICE,
    "federation.Backup.file_name": NONE,
    "federation.TaskFailure.part": NONE,
    "federation.TaskFailure.error": NONE,
    "federation.JoiningRequest.name": NONE,
    "federation.JoiningRequest.reason": THOSE,
    "federation.OutboxMail.subject": NONE,
    "federation.OutboxMail.body": NONE,
    "federation.OutboxMail.error": NONE,
    "federation.ClassMembership.cause": NONE,
    "federation.Suspension.reason": THOSE,
    "federation.Invitation.reason": OFFICE,
    "federation.Invitation.refusal": OFFICE,
    "ratings.Edition.reason": OFFICE,
    "ratings.Report.name": NONE,
    "ratings.Report.reason": THOSE,
    "ratings.Report.public_reason": ALL,
    "ratings.ReportWarning.answer": OFFICE,
    "ratings.Claim.text": THOSE,
    "ratings.Claim.reason": THOSE,
    "ratings.Claim.public_reason": ALL,
    "ratings.Claim.lifted_reason": THOSE,
    "ratings.Claim.public_lifted_reason": ALL,
    "ratings.ClaimAnswer.text": THOSE,
    "ratings.Decision.reason": THOSE,
    "ratings.Decision.public_reason": ALL,
    "ratings.Decision.rejected_reason": OFFICE,
    "ratings.EditionProposal.reason": OFFICE,
    "ratings.EditionProposal.answer": OFFICE,
    "ratings.PolicyProposal.reason": OFFICE,
    "ratings.PolicyProposal.answer": OFFICE,
    "ratings.ProposedAct.reason": OFFICE,
    "ratings.ProposedAct.public_reason": ALL,
    "ratings.ProposedAct.answer": OFFICE,
    "ratings.EarlierLists.name": NONE,
    "ratings.EarlierLists.reason": ALL,
    "ratings.EarlierLists.answer": OFFICE,
    "ratings.Experiment.name": NONE,
    "ratings.Experiment.error": NONE,
    "ratings.FideList.file_name": NONE,
    "ratings.FideRating.name": NONE,
    "ratings.FideLine.name": NONE,
    "ratings.FideUpload.file_name": NONE,
    "ratings.ImportFile.name": NONE,
    "ratings.ImportFile.why": OFFICE,
    "ratings.ImportFile.answer": OFFICE,
    "ratings.ImportFile.why_undone": OFFICE,
    "ratings.ImportEvent.name": NONE,
    "ratings.ImportEvent.member": NONE,
    "ratings.ImportPlayer.member": NONE,
    "ratings.ImportFault.member": NONE,
    "ratings.ImportFault.text": NONE,
    "ratings.Merge.reason": OFFICE,
    "ratings.Merge.answer": OFFICE,
    "ratings.Posting.reason": OFFICE,
    "ratings.Approval.comment": ALL,
    "ratings.RatingList.comment": ALL,
    "ratings.ClubReturn.reason": THOSE,
    "ratings.Run.error": NONE,
    "tournaments.Tournament.name": NONE,
    "tournaments.ConditionsSent.text": THOSE,
    "tournaments.RoundPairing.change_reason": ALL,
    "tournaments.KeptApart.reason": THOSE,
    "tournaments.Sanction.arbiter": NONE,
    "tournaments.Sanction.prizes": THOSE,
    "tournaments.Sanction.reason": THOSE,
    "tournaments.Sanction.internal_reason": OFFICE,
    "tournaments.SanctionTerms.pay_to": THOSE,
    "tournaments.EntryRequest.reason": THOSE,
    "tournaments.Section.mean_reason": THOSE,
    "tournaments.Section.rounds_reason": ALL,
    "tournaments.Entry.estimate_reason": THOSE,
    "tournaments.Team.withdrawal_reason": ALL,
    "tournaments.TeamMatch.objection": ALL,
    "tournaments.TeamMatch.decision": ALL,
    "tournaments.LineUp.order_reason": ALL,
    "tournaments.ClassMovement.reason": OFFICE,
    "tournaments.ClassMovement.public_reason": ALL,
    "tournaments.ClassMovement.looked_reason": OFFICE,
    "tournaments.StepDown.reason": OFFICE,
}
COPIED = {
    "ratings.ProposedAct.public_reason": "ratings.Claim.public_lifted_reason",
    "ratings.Approval.comment": "ratings.RatingList.comment",
    "ratings.EarlierLists.reason": "ratings.RatingList.comment",
}
"""Columns that become public after the agreement, copied to another column."""


def written_columns() -> dict[str, Field]:
    """Return every column that may contain text written by a user."""
    return {
        f"{model._meta.label}.{field.name}": field  # noqa: SLF001
        for label in APPS
        for model in apps.get_app_config(label).get_models()
        if not hasattr(model, "pgh_tracked_model")
        for field in model._meta.get_fields()  # noqa: SLF001
        if _holds_words(field)
    }


def _holds_words(field: Field) -> bool:
    if not isinstance(field, models.CharField | models.TextField) or field.choices:
        return False
    if isinstance(field, models.EmailField | models.SlugField):
        return False
    if any(word in field.name for word in WORDS):
        return True
    return field.max_length is None or field.max_length >= LONG
