"""Hold a report that the rules cannot compute, with the reason in words."""

from datetime import datetime

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from federation.domain.authorship import ActionContext
from ratings.engine.domain.report_faults import ReportAtFault
from ratings.ledger.domain.reports import ReportNotPossible, hold_report
from ratings.models import Game
from ratings.system_words.lookup import refusal_words


def hold_report_at_fault(fault: ReportAtFault, *, at: datetime) -> None:
    """Hold a report that the rules cannot compute, as the office. Does nothing if the
    report can no longer be held, for example because an officer has stopped it.
    """
    with translation.override(settings.LANGUAGE_CODE):
        reason = _reason(fault)
    try:
        hold_report(
            fault.report_id,
            reason,
            acting=ActionContext(None, at),
            public_reason=reason,
        )
    except ReportNotPossible:
        return


def _reason(fault: ReportAtFault) -> str:
    """Return the reason without names: it is public, and players may hide their names."""
    rows = Game.objects.filter(report_id=fault.report_id, key__in=fault.keys)
    named = "; ".join(
        _("round %(round)d, board %(board)d") % {"round": round_, "board": board}
        for round_, board in rows.order_by("round", "board").values_list(
            "round", "board"
        )
    )
    words = refusal_words(fault.reason)
    return _("The rules cannot compute these games (%(reason)s): %(rows)s") % {
        "reason": words.clause if words else fault.reason.replace("_", " "),
        "rows": named,
    }
