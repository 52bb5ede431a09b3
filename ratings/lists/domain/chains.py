"""Approving several lists of a pool in one act: a correction far back moves them all."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction

from federation.agreements import Matter
from federation.domain.agreement import alone
from federation.domain.authorship import ActionContext
from ratings.lists.domain.publishing import ApprovalNotPossible, approve_list
from ratings.lists.queries.left_out import LeftOut
from ratings.lists.queries.listing import ListProposalSeen
from ratings.lists.queries.proposals import uncompared
from ratings.models import Approval, Period
from ratings.pools.domain.claiming import claim_free_pool


@dataclass(frozen=True, slots=True)
class ListToApprove:
    """A period's proposal as somebody saw it, and what they know it leaves out."""

    period_id: int
    seen: ListProposalSeen
    left_out: Sequence[LeftOut] = ()


class ChainNotPossible(ApprovalNotPossible):
    """None of the lists is approved, since that of a period cannot be: as
    `ApprovalNotPossible`, or the pool is being computed or its lists are being
    compared, approved or built (`busy`).
    """

    def __init__(self, code: str, period_id: int) -> None:
        """Store the code of the refusal and whose list it is about."""
        super().__init__(code)
        self.period_id = period_id


@transaction.atomic
@alone(Matter.LIST)
def approve_chain(
    lists: Sequence[ListToApprove], *, comment: str, today: date, acting: ActionContext
) -> list[Approval]:
    """Approve the proposals of several periods of one pool, as `approve_list` does with
    each, in the order of the periods: all of them or none. Workers publish them in that
    order. Raises ChainNotPossible.
    """
    asked = {each.period_id: each for each in lists}
    # Computations move several periods at once: they hold the pool, so that nobody
    # waits for a period that the other has while holding one that the other wants.
    periods = Period.objects.filter(pk__in=asked).order_by("end_date")
    gone = asked.keys() - {each.pk for each in periods}
    if gone:
        raise ChainNotPossible("gone", min(gone))
    pool_ids = {each.pool_id for each in periods}
    if len(pool_ids) != 1:
        raise ValueError("A chain is of one pool.")
    pool_id = pool_ids.pop()
    if claim_free_pool(pool_id) is None or _is_compared(pool_id, periods):
        raise ChainNotPossible("busy", periods[0].pk)
    approvals = []
    for period in periods:
        each = asked[period.pk]
        try:
            approval = approve_list(
                period.pk,
                seen=each.seen,
                comment=comment,
                today=today,
                acting=acting,
                left_out=each.left_out,
            )
        except ApprovalNotPossible as answer:
            raise ChainNotPossible(answer.code, period.pk) from None
        approvals.append(approval)
    return approvals


def _is_compared(pool_id: int, periods: Iterable[Period]) -> bool:
    """Return whether it is not known yet which lists up to the last of these have
    moved.
    """
    last = max(each.end_date for each in periods)
    return bool(uncompared().filter(pool=pool_id, end_date__lte=last).exists())
