"""The closed lists of the ledger."""

from django.db.models import IntegerChoices, TextChoices
from django.utils.translation import gettext_lazy as _


class ReportState(TextChoices):
    SUBMITTED = "submitted", _("Submitted")
    ACCEPTED = "accepted", _("Accepted")
    HELD = "held", _("Held")
    RETURNED = "returned", _("Returned")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    SUPERSEDED = "superseded", _("Superseded")


COUNTING = frozenset({ReportState.SUBMITTED, ReportState.ACCEPTED})
# A list may be approved only when no report of its period waits for anybody.
SETTLED = frozenset(ReportState) - {ReportState.SUBMITTED}


class Act(TextChoices):
    """What takes a posting number: everything that can change a rating."""

    SUBMIT = "submit", _("Report submitted")
    HOLD = "hold", _("Report held")
    RELEASE = "release", _("Report released")
    RETURN = "return", _("Report returned")
    WITHDRAW = "withdraw", _("Report withdrawn")
    DECIDE = "decide", _("Decision")
    REVOKE = "revoke", _("Decision revoked")
    EDITION = "edition", _("Edition")
    OPEN_PERIOD = "open", _("Period opened")
    CARRY = "carry", _("Corrections carried forward")


class DecisionKind(TextChoices):
    START = "start", _("Start rating")
    ADJUSTMENT = "adjustment", _("Deduction or raise")
    ASSESSED = "assessed", _("Rating set after assessment")
    WITHHOLD_BONUS = "withhold", _("Bonus withheld")


class RunState(TextChoices):
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")


class StartFrom(IntegerChoices):
    """Where a player's base rating in a step came from."""

    RATING = 0, _("Rating")
    DECISION = 1, _("Decision")
    OUTSIDE = 2, _("FIDE rating or estimate")
    DEFAULT = 3, _("Default by age")


class OutsideKind(TextChoices):
    NONE = "", _("None")
    FIDE = "fide", _("FIDE rating")
    ESTIMATE = "estimate", _("Estimate")


class ApprovalState(TextChoices):
    REQUESTED = "requested", _("Being built")
    PUBLISHED = "published", _("Published")
    REFUSED = "refused", _("Refused: the proposal moved")


class ClaimKind(TextChoices):
    """What somebody says is wrong with one game."""

    RESULT = "result", _("The result is wrong")
    FORFEIT = "forfeit", _("It was a forfeit, or it was played after all")
    COLOUR = "colour", _("The colours are exchanged")
    OPPONENT = "opponent", _("One of the players is somebody else")
    DATE = "date", _("The day is wrong")
    NOT_RATED = "not_rated", _("It should not be rated")


class ClaimScope(TextChoices):
    """How far a correction reaches."""

    STANDINGS = "standings", _("Standings and rating")
    RATING = "rating", _("Rating only")


class ClaimState(TextChoices):
    OPEN = "open", _("Open")
    ALLOWED = "allowed", _("Allowed")
    REFUSED = "refused", _("Refused")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    MENDED = "mended", _("Mended by the organiser")
    GONE = "gone", _("Closed: the game is gone")
