"""A tournament's sanction as its page shows it."""

from dataclasses import dataclass
from decimal import Decimal

from tournaments.enums import SanctionState
from tournaments.models import Sanction, SanctionSection, SanctionTerms, Tournament


@dataclass(frozen=True, slots=True)
class Endorsement:
    """What the district wrote when it endorsed: `reason` is read by the organiser,
    `internal_reason` by the district and the federation.
    """

    reason: str
    internal_reason: str


@dataclass(frozen=True, slots=True)
class SanctionShown:
    """A sanction as shown.

    `moved` names what of the tournament has changed since the application;
    `endorsement` is the district's answer, once the federation has answered too. A
    withdrawn application has none.
    """

    sanction: Sanction
    sections: tuple[SanctionSection, ...]
    moved: tuple[str, ...]
    endorsement: Endorsement | None


def sanction_of(tournament: Tournament) -> SanctionShown | None:
    """Return the application of a tournament, withdrawn or not; None without one."""
    sanction = (
        Sanction.objects.select_related(
            "applied_by", "endorsed_by", "decided_by", "paid_by"
        )
        .filter(tournament=tournament)
        .first()
    )
    if sanction is None:
        return None
    sanction.tournament = tournament
    sections = sanction.sections.select_related("section").order_by("section__number")
    moved = tuple(
        name
        for name in ("start_date", "end_date", "minutes")
        if getattr(sanction, name) != getattr(tournament, name)
    )
    return SanctionShown(sanction, tuple(sections), moved, _endorsement_of(sanction))


def _endorsement_of(sanction: Sanction) -> Endorsement | None:
    """Return the endorsement, from the audit log: on the sanction itself the
    federation's reasons replace the district's.
    """
    unanswered = (SanctionState.ENDORSED, SanctionState.NONE)
    if sanction.endorsed_at is None or sanction.state in unanswered:
        return None
    versions = Sanction.pgh_event_model.objects.filter(  # type: ignore[attr-defined]
        pgh_obj=sanction.pk,
        state=SanctionState.ENDORSED,
        endorsed_at=sanction.endorsed_at,
    )
    kept = versions.order_by("pgh_id").first()
    return Endorsement(kept.reason, kept.internal_reason) if kept else None


def fee_on(tournament: Tournament) -> Decimal | None:
    """Return what each participant would cost if the tournament were sanctioned as it
    is planned now; None if no fee is due.
    """
    terms = SanctionTerms.objects.on(tournament.start_date)
    return terms.fee_each if terms and terms.fee_each else None


def moves_need_sanction(tournament: Tournament) -> bool:
    """Return whether class movements of the tournament need a sanction that was applied
    for here: since the board set the first terms, for tournaments that begin under
    them.
    """
    return SanctionTerms.objects.on(tournament.start_date) is not None


def has_class_movements(section_id: int, tournament: Tournament) -> bool:
    """Return whether players can move between classes in a section with `gives_titles`:
    the sanction is for it, or need not be applied for here.
    """
    if not moves_need_sanction(tournament):
        return True
    return SanctionSection.objects.filter(
        section=section_id, sanction__state=SanctionState.SANCTIONED
    ).exists()
