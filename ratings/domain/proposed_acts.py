"""Acts about a row that is there, on which two people agree: one proposes, another
agrees, and then the act is carried out as things stand by that time.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.db import transaction
from django.db.models import Model

from federation.agreements import Matter
from federation.domain.agreement import agrees, closes, starts
from federation.domain.authorship import written_by
from federation.domain.refusal import Refused, refusing_again
from ratings.domain.decisions import revoke_decision
from ratings.domain.edition_proposals import withdraw_edition
from ratings.domain.lifting import lift_correction
from ratings.domain.merges import undo_merge
from ratings.domain.numbering import Hand
from ratings.domain.pools import end_pool, show_fide_beside
from ratings.domain.proposals import put_aside, refuse_own, sign, waiting_locked
from ratings.enums import ProposedKind
from ratings.models import Claim, Decision, Edition, Merge, Pool, ProposedAct

MATTERS = tuple(Matter(kind) for kind in ProposedKind)
REVOCATION, LIFTING = ProposedKind.REVOCATION, ProposedKind.LIFTING
UNDOING_MERGE, WITHDRAWAL = ProposedKind.UNDOING_MERGE, ProposedKind.WITHDRAWAL
LAST_DAY, FIDE_BESIDE = ProposedKind.LAST_DAY, ProposedKind.FIDE_BESIDE


@dataclass(frozen=True, slots=True)
class ActDraft:
    """What somebody proposes to do to the row `subject`; what a pool is to have
    then.
    """

    kind: ProposedKind
    subject: int
    reason: str
    last_day: date | None = None
    fide_tempo: str = ""


@transaction.atomic
@starts(*MATTERS)
def propose_act(draft: ActDraft, *, hand: Hand) -> ProposedAct:
    """Writes the proposal down; nothing changes until somebody else agrees (at once
    where the federation has waived four eyes).

    Refused `reason`; `act_waits` while the same is proposed; and whatever the act
    itself refuses, which is tried and undone.
    """
    if not draft.reason.strip():
        raise Refused("reason")
    _refuse_waiting(draft)
    with refusing_again(lambda: _refuse_waiting(draft)), written_by(hand.user_id):
        proposal = ProposedAct.objects.create(
            kind=draft.kind,
            subject=draft.subject,
            pool_id=_pool_of(draft),
            last_day=draft.last_day,
            fide_tempo=draft.fide_tempo,
            reason=draft.reason.strip(),
            made_by_id=hand.person_id,
            made_at=hand.at,
        )
    if not settings.FOUR_EYES:
        return approve_act(proposal.pk, hand=hand)
    _try(proposal, hand)
    return proposal


@transaction.atomic
@agrees(*MATTERS)
def approve_act(proposal_id: int, *, hand: Hand) -> ProposedAct:
    """Somebody else agrees, and the act is carried out. Refused `settled`,
    `four_eyes`, or what the act refuses as things stand now.
    """
    proposal = waiting_locked(ProposedAct.objects.all(), proposal_id, Refused)
    refuse_own(Matter(proposal.kind), proposal, hand, Refused)
    sign(proposal, hand)
    # Its last statement takes a posting number: nothing may follow it.
    CARRY_OUT[ProposedKind(proposal.kind)](proposal, hand)
    return proposal


@transaction.atomic
@closes(*MATTERS)
def reject_act(proposal_id: int, *, answer: str, hand: Hand) -> ProposedAct:
    """Puts a proposal aside; see `put_aside`. Refused `settled` or `answer`."""
    proposal = waiting_locked(ProposedAct.objects.all(), proposal_id, Refused)
    put_aside(proposal, answer, hand, Refused)
    return proposal


class _OnlyTriedError(Exception):
    """Takes back what was only tried."""


def _try(proposal: ProposedAct, hand: Hand) -> None:
    """Refuses what the act would refuse, and leaves nothing behind, not even what it
    would tell after the commit.
    """
    with suppress(_OnlyTriedError), transaction.atomic():
        CARRY_OUT[ProposedKind(proposal.kind)](proposal, hand)
        raise _OnlyTriedError


def _revoke(proposal: ProposedAct, hand: Hand) -> None:
    revoke_decision(proposal.subject, hand=hand, reason=proposal.reason)


def _lift(proposal: ProposedAct, hand: Hand) -> None:
    lift_correction(proposal.subject, proposal.reason, hand=hand)


def _undo_merge(proposal: ProposedAct, hand: Hand) -> None:
    undo_merge(proposal.subject, reason=proposal.reason, hand=hand)


def _withdraw(proposal: ProposedAct, hand: Hand) -> None:
    withdraw_edition(proposal.subject, reason=proposal.reason, hand=hand)


def _end(proposal: ProposedAct, hand: Hand) -> None:
    end_pool(proposal.subject, proposal.last_day, hand=hand)


def _show_fide(proposal: ProposedAct, hand: Hand) -> None:
    show_fide_beside(proposal.subject, proposal.fide_tempo, hand=hand)


CARRY_OUT: Mapping[ProposedKind, Callable[[ProposedAct, Hand], None]] = {
    REVOCATION: _revoke,
    LIFTING: _lift,
    UNDOING_MERGE: _undo_merge,
    WITHDRAWAL: _withdraw,
    LAST_DAY: _end,
    FIDE_BESIDE: _show_fide,
}
SUBJECTS: Mapping[ProposedKind, type[Model]] = {
    REVOCATION: Decision,
    LIFTING: Claim,
    UNDOING_MERGE: Merge,
    WITHDRAWAL: Edition,
    LAST_DAY: Pool,
    FIDE_BESIDE: Pool,
}


def _refuse_waiting(draft: ActDraft) -> None:
    waiting = ProposedAct.objects.waiting().about(draft.kind, draft.subject)
    if waiting.exists():
        raise Refused("act_waits")


def _pool_of(draft: ActDraft) -> int | None:
    """The pool that it is about; a merge is about all of them."""
    model = SUBJECTS[draft.kind]
    if model is Merge:
        return None
    field = "pk" if model is Pool else "pool_id"
    rows = model._default_manager.filter(pk=draft.subject)  # noqa: SLF001
    pool_id: int = rows.values_list(field, flat=True).get()
    return pool_id
