"""Sanctions that wait for somebody: applications to answer, fees that are not paid."""

from dataclasses import dataclass
from datetime import date

from federation.permissions import Actor, Permission
from tournaments.enums import SanctionState, TournamentState
from tournaments.models import Sanction
from tournaments.models.sanctions import SanctionQuerySet
from tournaments.queries.deadlines import BEGUN
from tournaments.rules.sanctions.application import RESULTS_WITHIN

RELATED = ("tournament__organiser", "tournament__district")


@dataclass(frozen=True, slots=True)
class SanctionDesk:
    """`to_endorse` wait for the actor's districts, `to_decide` for the federation;
    `returned` came back to the actor's clubs or districts, `to_pay` are invoices of
    theirs, `unpaid` are fees that were due before today.
    """

    to_endorse: tuple[Sanction, ...] = ()
    to_decide: tuple[Sanction, ...] = ()
    returned: tuple[Sanction, ...] = ()
    to_pay: tuple[Sanction, ...] = ()
    unpaid: tuple[Sanction, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (
            self.to_endorse
            or self.to_decide
            or self.returned
            or self.to_pay
            or self.unpaid
        )


def sanction_desk(actor: Actor, today: date) -> SanctionDesk:
    """What of the sanctions waits for the actor."""
    decides = actor.everywhere(Permission.SANCTION_TOURNAMENTS)
    waiting = (
        Sanction.objects.select_related(*RELATED)
        .exclude(tournament__state=TournamentState.CANCELLED)
        .order_by("applied_at", "pk")
    )
    districts = actor.district_ids(Permission.ENDORSE_TOURNAMENTS)
    return SanctionDesk(
        to_endorse=tuple(
            waiting.for_districts().filter(tournament__district__in=districts)
            if districts
            else ()
        ),
        to_decide=tuple(waiting.for_federation() if decides else ()),
        returned=tuple(_returned(_own(waiting, actor))),
        to_pay=tuple(_to_pay(_own(waiting, actor))),
        unpaid=tuple(_unpaid(waiting, today) if decides else ()),
    )


def _own(rows: SanctionQuerySet, actor: Actor) -> SanctionQuerySet:
    """Those of the actor's own clubs, and of the districts themselves."""
    act = Permission.RUN_TOURNAMENT
    clubs, districts = actor.club_ids(act), actor.district_ids(act)
    if not clubs and not districts:
        return rows.none()
    return rows.filter(tournament__organiser__in=clubs) | rows.filter(
        tournament__organiser=None, tournament__district__in=districts
    )


def _returned(rows: SanctionQuerySet) -> SanctionQuerySet:
    return rows.filter(
        state=SanctionState.RETURNED,
        tournament__state__in=(TournamentState.DRAFT, TournamentState.RUNNING),
    )


def _to_pay(rows: SanctionQuerySet) -> SanctionQuerySet:
    return rows.filter(invoice_date__isnull=False, paid_at=None)


def _unpaid(rows: SanctionQuerySet, today: date) -> SanctionQuerySet:
    return rows.sanctioned().filter(
        fee_each__gt=0,
        paid_at=None,
        tournament__state__in=BEGUN,
        tournament__end_date__lt=today - RESULTS_WITHIN,
    )
