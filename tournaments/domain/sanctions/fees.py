"""The terms of sanctions, and the fee: noting a payment, and deleting the note."""

from dataclasses import asdict, dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction
from django.utils import timezone

from federation.domain.authorship import ActionContext, written_by
from tournaments.domain.locking import lock_tournament
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.sanctions.applying import locked_sanction, write_sanction
from tournaments.enums import SanctionState
from tournaments.models import Sanction, SanctionTerms
from tournaments.queries.sanctions.invoices import invoice_of


@dataclass(frozen=True, slots=True)
class TermsDraft:
    """The terms of tournaments that begin on `from_date` or later."""

    from_date: date
    fee_each: Decimal
    pay_to: str = ""


@transaction.atomic
def set_terms(draft: TermsDraft, *, acting: ActionContext) -> SanctionTerms:
    """Set the terms from a day on; tournaments sanctioned before keep their fee.

    Refusal: `terms_past` for a past day or today, unless terms are valid on it already:
    tournaments that have begun without terms would lose their movements.
    """
    today = timezone.localdate(acting.at)
    if draft.from_date <= today and SanctionTerms.objects.on(draft.from_date) is None:
        raise TournamentRefusal("terms_past")
    terms = SanctionTerms(**asdict(draft), set_by_id=acting.person_id, set_at=acting.at)
    terms.full_clean()
    with written_by(acting.user_id):
        terms.save()
    return terms


@transaction.atomic
def note_payment(
    tournament_id: int, amount: Decimal, *, acting: ActionContext
) -> Sanction:
    """Note that the fee is paid; `amount` is the sum that the page showed.

    Refusals: `no_fee` if none is due, `paid` if it is noted already, and
    `application_moved` if the sum has changed in the meantime.
    """
    lock_tournament(tournament_id)
    sanction = _sanctioned(tournament_id)
    invoice = invoice_of(sanction)
    if invoice is None:
        raise TournamentRefusal("no_fee")
    if sanction.paid_at is not None:
        raise TournamentRefusal("paid")
    if invoice.total != amount:
        raise TournamentRefusal("application_moved")
    sanction.paid_amount = amount
    sanction.paid_by_id, sanction.paid_at = acting.person_id, acting.at
    write_sanction(sanction, acting)
    return sanction


@transaction.atomic
def take_back_payment(tournament_id: int, *, acting: ActionContext) -> Sanction:
    """Delete the note of a payment; the audit log keeps it. Refusal: `not_paid`."""
    lock_tournament(tournament_id)
    sanction = _sanctioned(tournament_id)
    if sanction.paid_at is None:
        raise TournamentRefusal("not_paid")
    sanction.paid_amount = sanction.paid_by_id = sanction.paid_at = None
    write_sanction(sanction, acting)
    return sanction


def _sanctioned(tournament_id: int) -> Sanction:
    sanction = locked_sanction(tournament_id)
    if sanction is None or sanction.state != SanctionState.SANCTIONED:
        raise TournamentRefusal("no_fee")
    return sanction
