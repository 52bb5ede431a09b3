"""Proposed acts, and the rows that they are about."""

from collections.abc import Iterable

from federation.agreements import AGREEMENTS, Matter
from federation.permissions import Actor, Permission, may
from ratings.enums import ProposedKind
from ratings.models import ProposedAct

PEOPLE = ("made_by", "approved_by", "rejected_by", "pool")


def permission_to_agree(kind: str) -> Permission:
    """Return the permission needed to agree to a kind of act."""
    agrees = AGREEMENTS[Matter(kind)].agrees
    if agrees is None:
        raise ValueError(f"{kind}: nobody has to agree to it.")
    return agrees


def waiting_act(kind: ProposedKind, subject: int) -> ProposedAct | None:
    """Return the waiting proposal about this row, or None."""
    return waiting_acts(kind, [subject]).get(subject)


def waiting_acts(kind: ProposedKind, subjects: Iterable[int]) -> dict[int, ProposedAct]:
    """Return the waiting proposals, by the row that they are about."""
    waiting = ProposedAct.objects.waiting().filter(kind=kind, subject__in=subjects)
    return {each.subject: each for each in waiting.select_related(*PEOPLE)}


def acts_waiting_for(actor: Actor) -> tuple[ProposedAct, ...]:
    """Return the acts that the reader may agree to and has not proposed, the oldest
    first.
    """
    kinds = [kind for kind in ProposedKind if may(actor, permission_to_agree(kind))]
    if not kinds:
        return ()
    waiting = ProposedAct.objects.waiting().filter(kind__in=kinds)
    others = waiting.exclude(made_by=actor.user_id).select_related(*PEOPLE)
    return tuple(others.order_by("made_at", "pk"))
