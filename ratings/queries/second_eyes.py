"""What somebody has proposed and somebody else has to look at."""

from dataclasses import dataclass

from federation.permissions import Act, Actor, may
from ratings.models import Decision, EditionProposal, Merge, PolicyProposal


@dataclass(frozen=True, slots=True)
class SecondEyes:
    """What waits for this reader: how many decisions and merges, and which editions
    and policies for corrections.
    """

    decisions: int = 0
    merges: int = 0
    editions: tuple[EditionProposal, ...] = ()
    policies: tuple[PolicyProposal, ...] = ()


def waiting_for(actor: Actor) -> SecondEyes:
    """What the reader may confirm and has not proposed; nothing for others."""
    keeps_pools = may(actor, Act.KEEP_POOLS)
    return SecondEyes(
        decisions=_decisions(actor) if may(actor, Act.DECIDE_RATINGS) else 0,
        merges=_merges(actor) if may(actor, Act.MERGE_PLAYERS) else 0,
        editions=_editions(actor) if keeps_pools else (),
        policies=_policies(actor) if keeps_pools else (),
    )


def _decisions(actor: Actor) -> int:
    waiting = Decision.objects.filter(confirmed_at=None, rejected_at=None)
    return waiting.exclude(made_by=actor.user_id).count()


def _merges(actor: Actor) -> int:
    return Merge.objects.waiting().exclude(made_by=actor.user_id).count()


def _editions(actor: Actor) -> tuple[EditionProposal, ...]:
    waiting = EditionProposal.objects.waiting().exclude(made_by=actor.user_id)
    return tuple(waiting.select_related("pool").order_by("made_at", "pk"))


def _policies(actor: Actor) -> tuple[PolicyProposal, ...]:
    waiting = PolicyProposal.objects.waiting().exclude(made_by=actor.user_id)
    return tuple(waiting.select_related("pool").order_by("made_at", "pk"))
