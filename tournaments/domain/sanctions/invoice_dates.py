"""The date of the invoice of a sanction."""

from django.utils import timezone

from federation.domain.authorship import ActionContext
from tournaments.domain.sanctions.applying import locked_sanction, write_sanction
from tournaments.enums import SanctionState
from tournaments.models import Sanction


def date_invoice(tournament_id: int, acting: ActionContext) -> None:
    """Date the invoice of a sanctioned tournament once the last of its sections has
    started.

    Remove the date when that start is undone, unless the invoice is paid. The caller
    holds the tournament's lock.
    """
    sanction = locked_sanction(tournament_id)
    if sanction is None or sanction.state != SanctionState.SANCTIONED:
        return
    date_before = sanction.invoice_date
    set_invoice_date(sanction, acting)
    if sanction.invoice_date != date_before:
        write_sanction(sanction, acting)


def set_invoice_date(sanction: Sanction, acting: ActionContext) -> None:
    """Set or remove the invoice date of a sanction that the caller saves. Without a fee
    there is no date.
    """
    waits = sanction.sections.filter(section__started_at=None).exists()
    if waits and sanction.paid_at is None:
        sanction.invoice_date = None
    elif not waits and sanction.fee_each and sanction.invoice_date is None:
        sanction.invoice_date = timezone.localdate(acting.at)
