"""Hold a report that the rules cannot compute, with the reason in words."""

from datetime import datetime

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from federation.domain.authorship import ActionContext
from ratings.engine.domain.report_faults import ReportAtFault
from ratings.ledger.domain.reports import ReportNotPossible, hold_report
from ratings.models import Game


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
    words = _REASONS.get(fault.reason)
    return _("The rules cannot compute these games (%(reason)s): %(rows)s") % {
        "reason": words() if words else fault.reason.replace("_", " "),
        "rows": named,
    }


_REASONS = {
    "opponent_without_rating_or_estimate": lambda: _(
        "a player from outside has neither rating nor estimate"
    ),
    "player_meets_themself": lambda: _("a player is paired against themselves"),
    "no_such_level": lambda: _(
        "a number that counts in it is not a level: levels go from 1, which is 10 kyu,"
        " to 20"
    ),
    "entry_levels_never_settle": lambda: _(
        "the entry levels of new players never settle, so the committee has to decide"
        " the start level of one of them, dated within the tournament"
    ),
}
