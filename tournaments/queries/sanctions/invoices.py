"""What a sanctioned tournament owes the federation."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from tournaments.enums import SanctionState, TournamentState
from tournaments.models import Entry, Sanction, SanctionTerms
from tournaments.rules.sanctions.application import sanction_fee


@dataclass(frozen=True, slots=True)
class InvoiceLine:
    """The participants of one section."""

    section: str
    participants: int
    total: Decimal


@dataclass(frozen=True, slots=True)
class Invoice:
    """A fee for each player entered in the sections that the sanction is for, whether
    they played to the end or not.
    """

    sanction: Sanction
    lines: tuple[InvoiceLine, ...]
    each: Decimal
    due_date: date
    pay_to: str
    is_final: bool
    """Whether every section has started; until then more players can be entered."""

    @property
    def dated(self) -> date | None:
        """The day since which it is final; None as long as it is preliminary."""
        return self.sanction.invoice_date

    @property
    def participants(self) -> int:
        return sum(line.participants for line in self.lines)

    @property
    def total(self) -> Decimal:
        return sanction_fee(self.participants, self.each)

    @property
    def is_paid(self) -> bool:
        return self.sanction.paid_at is not None

    @property
    def difference(self) -> Decimal:
        """What is still owed, or was paid too much (below zero), once it is paid."""
        return self.total - (self.sanction.paid_amount or Decimal(0))


def invoice_of(sanction: Sanction) -> Invoice | None:
    """Return the invoice of a tournament whose sanction is valid and has a fee; of a
    cancelled one only if it was paid.
    """
    tournament = sanction.tournament
    is_owed = (
        tournament.state != TournamentState.CANCELLED or sanction.paid_at is not None
    )
    if (
        sanction.state != SanctionState.SANCTIONED
        or not sanction.fee_each
        or not is_owed
    ):
        return None
    terms = SanctionTerms.objects.on(sanction.start_date)
    lines = []
    sections = list(
        sanction.sections.select_related("section").order_by("section__number")
    )
    for each in sections:
        entered = Entry.objects.filter(section=each.section_id).count()
        lines.append(
            InvoiceLine(
                each.section.name, entered, sanction_fee(entered, sanction.fee_each)
            )
        )
    return Invoice(
        sanction=sanction,
        lines=tuple(lines),
        each=sanction.fee_each,
        due_date=sanction.fee_due_date,
        pay_to=terms.pay_to if terms else "",
        is_final=all(each.section.started_at for each in sections),
    )
