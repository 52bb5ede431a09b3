"""Approving several lists of a pool in one act: a correction far back moves them all."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction

from federation.agreements import Matter
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import alone
from ratings.lists.domain.publishing import ApprovalNotPossible, approve_list
from ratings.lists.queries.left_out import LeftOutGames
from ratings.lists.queries.listing import ListProposalSeen
from ratings.lists.queries.proposals import uncompared_periods
from ratings.models import Approval, Period
from ratings.pools.domain.computation_lock import lock_computation_if_free


@dataclass(frozen=True, slots=True)
class ListToApprove:
    """A period's proposal as an officer saw it, and what they know it leaves out."""

    period_id: int
    seen: ListProposalSeen
    left_out: Sequence[LeftOutGames] = ()


class ChainNotPossible(ApprovalNotPossible):
    """No list of the chain is approved, since that of one period cannot be. The codes
    are those of `ApprovalNotPossible`, and `busy`: the pool is being computed, or its
    lists are being compared, approved or built.
    """

    def __init__(self, code: str, period_id: int) -> None:
        """Store the code of the refusal and the period whose list is refused."""
        super().__init__(code)
        self.period_id = period_id


@transaction.atomic
@alone(Matter.LIST)
def approve_chain(
    lists: Sequence[ListToApprove], *, comment: str, today: date, acting: ActionContext
) -> list[Approval]:
    """Approve the proposals of several periods of one pool, each with `approve_list`,
    in the order of the periods: all of them or none. Workers publish them in that
    order. Raises ChainNotPossible.
    """
    requested = {each.period_id: each for each in lists}
    # Computations change several periods at once and lock the pool, and so does this:
    # otherwise each could wait for a period that the other has locked.
    periods = Period.objects.filter(pk__in=requested).order_by("end_date")
    missing = requested.keys() - {each.pk for each in periods}
    if missing:
        raise ChainNotPossible("gone", min(missing))
    pool_ids = {each.pool_id for each in periods}
    if len(pool_ids) != 1:
        raise ValueError("A chain is of one pool.")
    pool_id = pool_ids.pop()
    if lock_computation_if_free(pool_id) is None or _is_compared(pool_id, periods):
        raise ChainNotPossible("busy", periods[0].pk)
    approvals = []
    for period in periods:
        each = requested[period.pk]
        try:
            approval = approve_list(
                period.pk,
                seen=each.seen,
                comment=comment,
                today=today,
                acting=acting,
                left_out=each.left_out,
            )
        except ApprovalNotPossible as error:
            raise ChainNotPossible(error.code, period.pk) from None
        approvals.append(approval)
    return approvals


def _is_compared(pool_id: int, periods: Iterable[Period]) -> bool:
    """Return whether lists up to the last of these periods are still to be compared
    with the published ones.
    """
    last = max(each.end_date for each in periods)
    return bool(uncompared_periods().filter(pool=pool_id, end_date__lte=last).exists())
