"""Letters to the senders of reports, written in the transaction that they report on."""

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.domain.authorship import ActionContext
from federation.domain.mail import link_to, write_signed_letter
from ratings.enums import ReportState
from ratings.models import Report

_SUBJECTS = {
    ReportState.ACCEPTED: gettext_lazy("Accepted: %(event)s"),
    ReportState.HELD: gettext_lazy("On hold until it is cleared up: %(event)s"),
    ReportState.RETURNED: gettext_lazy("Please correct and send again: %(event)s"),
    ReportState.SUBMITTED: gettext_lazy("Counts again: %(event)s"),
    ReportState.WITHDRAWN: gettext_lazy("Withdrawn: %(event)s"),
}
_MEANINGS = {
    ReportState.ACCEPTED: gettext_lazy(
        "It is in the ledger. There is nothing left to do."
    ),
    ReportState.HELD: gettext_lazy(
        "It does not count for any rating until this is cleared up. You need not"
        " send it again unless the office asks for it."
    ),
    ReportState.RETURNED: gettext_lazy(
        "It does not count for any rating. Correct what is named above and send "
        "the results again: they become the next version of the same report."
    ),
    ReportState.SUBMITTED: gettext_lazy(
        "It counts again and is waiting to be accepted. There is nothing left to do."
    ),
    ReportState.WITHDRAWN: gettext_lazy("It no longer counts for any rating."),
}


def notify_sender_of_report(report: Report, *, acting: ActionContext) -> None:
    """Write to the sender of the report what has become of it and why, in the
    federation's language, unless the sender did it.
    """
    sender = report.sent_by
    if sender is None or sender.pk == acting.user_id or not sender.is_active:
        return
    state = ReportState(report.state)
    with translation.override(settings.LANGUAGE_CODE):
        write_signed_letter(
            to=sender.email,
            name=sender.name,
            subject=_SUBJECTS[state] % {"event": report.name},
            parts=_parts(report, state),
            at=acting.at,
        )


def _parts(report: Report, state: ReportState) -> list[str]:
    return [
        _("%(event)s, version %(version)d, %(start)s–%(end)s: %(state)s.")
        % {
            "event": report.name,
            "version": report.version,
            "start": report.start_date.isoformat(),
            "end": report.end_date.isoformat(),
            "state": state.label.lower(),
        },
        _("Reason: %(reason)s") % {"reason": report.reason} if report.reason else "",
        str(_MEANINGS[state]),
        _where(report),
    ]


def _where(report: Report) -> str:
    """Return a link to the tournament's own page, where its results are corrected. A
    report that was imported from a file has none; its link is to the list of files.
    """
    if report.source_kind != "tournament":
        return link_to("ratings:imports")
    return link_to("tournaments:tournament", report.source_number)
