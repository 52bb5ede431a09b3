"""The texts of the inbox and of a report's page."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ratings.enums import ReportState
from ratings.ledger.domain.reports import ReportNotPossible

REFUSALS = {
    "four_eyes": gettext_lazy(
        "You sent this report yourself: another officer has to accept it."
    ),
    "uncleared": gettext_lazy(
        "It has warnings that nobody has cleared yet. Open it and look at them first."
    ),
    "reason": gettext_lazy("A reason is missing."),
    "kept": gettext_lazy(
        "Take it back on the tournament's own page, where its results open again."
    ),
    "gone": gettext_lazy("That report no longer exists."),
}


def sentence_of(refused: ReportNotPossible) -> str:
    """Return why an act on a report was not possible, for the officer who tried it."""
    if refused.code != "state":
        return str(REFUSALS[refused.code])
    return _("This has changed since you opened the page: it is now %(state)s.") % {
        "state": ReportState(refused.state).label.lower()
    }
