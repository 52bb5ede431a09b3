"""Acts about an existing row on which two people agree: one proposes, another agrees,
and then the act is carried out on the row as it is by that time.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.db import transaction
from django.db.models import Model

from federation.agreements import Matter
from federation.domain.authorship import ActionContext, written_by
from federation.domain.four_eyes import agrees, closes, starts
from federation.domain.reasons import require_reason
from federation.domain.refusal import Refusal, refusing_taken
from ratings.enums import ProposedKind
from ratings.four_eyes.domain.settling import (
    refuse_own,
    reject_or_withdraw,
    sign,
    waiting_locked,
)
from ratings.models import Merge, Pool, ProposedAct

MATTERS = tuple(Matter(kind) for kind in ProposedKind)


class ActNotPossible(Refusal):
    """The act cannot be proposed, or its proposal cannot be settled."""


@dataclass(frozen=True, slots=True)
class ProposableAct:
    """An act for which two people are needed: the model of the row that it is about,
    and the function that carries it out.
    """

    subject: type[Model]
    carry_out: Callable[[ProposedAct, ActionContext], object]


PROPOSABLE: dict[ProposedKind, ProposableAct] = {}
"""Every kind of act; `ratings/proposable_acts.py` adds them when the office starts,
since each belongs to another subject.
"""


@dataclass(frozen=True, slots=True)
class ActDraft:
    """A proposed act on the row `subject`, with the values that a pool is to have
    afterwards and, where the act is public, the public reason.
    """

    kind: ProposedKind
    subject: int
    reason: str
    last_day: date | None = None
    fide_tempo: str = ""
    public_reason: str = ""


@transaction.atomic
@starts(*MATTERS)
def propose_act(draft: ActDraft, *, acting: ActionContext) -> ProposedAct:
    """Store the proposal of an act. Nothing changes until another person agrees; the
    act is carried out at once where the federation has waived four eyes.

    Refusals: `reason`; `act_waits` while the same act is proposed; and the act's own
    refusals, which are found by carrying it out and rolling it back.
    """
    reason = require_reason(draft.reason, ActNotPossible)
    with refusing_taken(lambda: _refuse_waiting(draft)), written_by(acting.user_id):
        proposal = ProposedAct.objects.create(
            kind=draft.kind,
            subject=draft.subject,
            pool_id=_pool_of(draft),
            last_day=draft.last_day,
            fide_tempo=draft.fide_tempo,
            reason=reason,
            public_reason=draft.public_reason.strip(),
            made_by_id=acting.person_id,
            made_at=acting.at,
        )
    if not settings.FOUR_EYES:
        return approve_act(proposal.pk, acting=acting)
    _raise_refusals(proposal, acting)
    return proposal


@transaction.atomic
@agrees(*MATTERS)
def approve_act(proposal_id: int, *, acting: ActionContext) -> ProposedAct:
    """Agree to a proposal as another person than its maker, and carry out the act.
    Refusals: `settled`, `four_eyes`, or the act's own refusals now.
    """
    proposal = waiting_locked(ProposedAct.objects.all(), proposal_id, ActNotPossible)
    refuse_own(Matter(proposal.kind), proposal, acting, ActNotPossible)
    sign(proposal, acting)
    # Its last statement takes a posting number, after which nothing may follow.
    PROPOSABLE[ProposedKind(proposal.kind)].carry_out(proposal, acting)
    return proposal


@transaction.atomic
@closes(*MATTERS)
def reject_act(proposal_id: int, *, answer: str, acting: ActionContext) -> ProposedAct:
    """Reject a proposal; see `reject_or_withdraw`. Refusals: `settled` or `answer`."""
    proposal = waiting_locked(ProposedAct.objects.all(), proposal_id, ActNotPossible)
    reject_or_withdraw(proposal, answer, acting, ActNotPossible)
    return proposal


class _OnlyTriedError(Exception):
    """Raised to roll back an act that was only tried."""


def _raise_refusals(proposal: ProposedAct, acting: ActionContext) -> None:
    """Carry out the act and roll it back, so that it raises its refusals but changes
    nothing and sends nothing after the commit.
    """
    with suppress(_OnlyTriedError), transaction.atomic():
        PROPOSABLE[ProposedKind(proposal.kind)].carry_out(proposal, acting)
        raise _OnlyTriedError


def _refuse_waiting(draft: ActDraft) -> None:
    waiting = ProposedAct.objects.waiting().about(draft.kind, draft.subject)
    if waiting.exists():
        raise ActNotPossible("act_waits")


def _pool_of(draft: ActDraft) -> int | None:
    """Return the pool that the draft is about, None for a merge, which concerns all
    pools.
    """
    model = PROPOSABLE[draft.kind].subject
    if model is Merge:
        return None
    field = "pk" if model is Pool else "pool_id"
    rows = model._default_manager.filter(pk=draft.subject)  # noqa: SLF001
    pool_id: int = rows.values_list(field, flat=True).get()
    return pool_id
