"""Sanctions that wait for a user: applications to answer, fees that are not paid."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from federation.permissions import Actor, Permission
from tournaments.enums import SanctionState, TournamentState
from tournaments.models import Sanction
from tournaments.models.sanctions import SanctionQuerySet
from tournaments.queries.deadlines import BEGUN
from tournaments.rules.sanctions.application import RESULTS_WITHIN

RELATED = ("tournament__organiser", "tournament__district")


@dataclass(frozen=True, slots=True)
class SanctionDesk:
    """What waits for an actor.

    `to_endorse` wait for the actor's districts, `to_decide` for the federation;
    `returned` were returned to the actor's clubs or districts, `to_pay` are their
    invoices, `unpaid` are fees that were due before today.
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
    """Return the sanctions that wait for the actor."""
    decides = actor.everywhere(Permission.SANCTION_TOURNAMENTS)
    waiting = (
        Sanction.objects.select_related(*RELATED)
        .exclude(tournament__state=TournamentState.CANCELLED)
        .order_by("applied_at", "pk")
    )
    districts = actor.district_ids(Permission.ENDORSE_TOURNAMENTS)
    own = list(_own(waiting, actor))
    return SanctionDesk(
        to_endorse=tuple(
            waiting.for_districts().filter(tournament__district__in=districts)
            if districts
            else ()
        ),
        to_decide=tuple(waiting.for_federation() if decides else ()),
        returned=tuple(each for each in own if each.state == SanctionState.RETURNED),
        to_pay=tuple(each for each in own if each.state == SanctionState.SANCTIONED),
        unpaid=tuple(_unpaid(waiting, today) if decides else ()),
    )


def _own(rows: SanctionQuerySet, actor: Actor) -> SanctionQuerySet:
    """Return returned applications and unpaid invoices of the actor's own clubs and of
    the districts themselves.
    """
    act = Permission.RUN_TOURNAMENT
    clubs, districts = actor.club_ids(act), actor.district_ids(act)
    if not clubs and not districts:
        return rows.none()
    came_back = Q(
        state=SanctionState.RETURNED,
        tournament__state__in=(TournamentState.DRAFT, TournamentState.RUNNING),
    )
    to_pay = Q(state=SanctionState.SANCTIONED, invoice_date__isnull=False, paid_at=None)
    theirs = Q(tournament__organiser__in=clubs) | Q(
        tournament__organiser=None, tournament__district__in=districts
    )
    return rows.filter(came_back | to_pay, theirs)


def _unpaid(rows: SanctionQuerySet, today: date) -> SanctionQuerySet:
    """Return the sanctions whose fee was due (`fee_due`) before today."""
    since = today - RESULTS_WITHIN
    return rows.sanctioned().filter(
        Q(invoice_date=None) | Q(invoice_date__lt=since),
        fee_each__gt=0,
        paid_at=None,
        tournament__state__in=BEGUN,
        tournament__end_date__lt=since,
    )
