"""Merges of two cards of the register that belong to one person: proposed by one
officer, confirmed by another, undone by a posting. Games are never rewritten; the
engine counts them for the player to whom each card leads as of the posting number.
"""

from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.backends.postgresql.psycopg_any import NumericRange
from django.utils import timezone

from federation.agreements import Matter
from federation.domain.authorship import ActionContext, written_by
from federation.domain.four_eyes import agrees, carries_out, closes, starts
from federation.domain.merging import TakenOver, merge_players, separate_players
from federation.domain.reasons import require_reason
from federation.domain.refusal import Refusal, RegisterRefusal
from federation.models import Player
from ratings.enums import PostingType
from ratings.four_eyes.domain.settling import (
    refuse_own,
    reject_or_withdraw,
    waiting_locked,
)
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.merges.queries.against_merging import games_at_once, games_between
from ratings.models import Game, Merge, MergeSpan, Pool
from ratings.pools.domain.merge_spans import lock_merges
from ratings.pools.domain.postings import post


@dataclass(frozen=True, slots=True)
class MergeDraft:
    """A proposed merge: the card `gone_id` belongs to the same person as `stays_id`."""

    gone_id: int
    stays_id: int
    reason: str


class MergeNotPossible(Refusal):
    """A merge is refused: `code` is the reason; `games` are those that contradict the
    merge.
    """

    def __init__(self, code: str, games: tuple[Game, ...] = ()) -> None:
        """Store the code of the refusal and the games that prove it."""
        super().__init__(code)
        self.games = games


@transaction.atomic
@starts(Matter.MERGE)
def propose_merge(draft: MergeDraft, *, acting: ActionContext) -> Merge:
    """Store the proposal of a merge. It changes no rating until another officer
    confirms it; it is carried out at once where the federation has waived four eyes.

    Raises MergeNotPossible `reason`, `waits` (a proposal for the two waits already), or
    a code of `refuse_impossible`.
    """
    lock_merges()
    reason = require_reason(draft.reason, MergeNotPossible)
    refuse_impossible(draft.gone_id, draft.stays_id)
    waiting = Merge.objects.waiting().about(draft.gone_id)
    if waiting.about(draft.stays_id).exists():
        raise MergeNotPossible("waits")
    with written_by(acting.user_id):
        merge = Merge.objects.create(
            gone_id=draft.gone_id,
            stays_id=draft.stays_id,
            reason=reason,
            made_by_id=acting.person_id,
            made_at=acting.at,
        )
    if not settings.FOUR_EYES:
        return confirm_merge(merge.pk, acting=acting)
    return merge


@transaction.atomic
@agrees(Matter.MERGE)
def confirm_merge(merge_id: int, *, acting: ActionContext) -> Merge:
    """Confirm a merge as another officer: from this posting on, in every pool, the
    games of one card count for the other. Everything is checked again, since more games
    may have been played since the proposal.

    Raises MergeNotPossible `settled`, `four_eyes` or a code of `refuse_impossible`.
    """
    lock_merges()
    merge = waiting_locked(Merge.objects.all(), merge_id, MergeNotPossible)
    refuse_own(Matter.MERGE, merge, acting, MergeNotPossible)
    refuse_impossible(merge.gone_id, merge.stays_id)
    _confirm(merge, acting)
    return merge


@transaction.atomic
@closes(Matter.MERGE)
def reject_merge(merge_id: int, *, answer: str, acting: ActionContext) -> Merge:
    """Reject a proposal; see `reject_or_withdraw`. Raises MergeNotPossible `settled` or
    `answer`.
    """
    merge = waiting_locked(Merge.objects.all(), merge_id, MergeNotPossible)
    reject_or_withdraw(merge, answer, acting, MergeNotPossible)
    return merge


@transaction.atomic
@carries_out(Matter.UNDOING_MERGE)
def undo_merge(merge_id: int, *, reason: str, acting: ActionContext) -> Merge:
    """End a merge that holds: ratings are computed as if it had not been made, and what
    was moved in the register is moved back. Published lists stay as they are.

    Raises MergeNotPossible `reason`, `settled`, or `merged_on`: the card that stayed is
    itself merged into another, and that merge has to be undone first.
    """
    lock_merges()
    reason = require_reason(reason, MergeNotPossible)
    merge = Merge.objects.select_for_update().get(pk=merge_id)
    if not merge.is_in_force:
        raise MergeNotPossible("settled")
    with written_by(acting.user_id):
        _separate(merge, acting)
        merge.undone_by_id = acting.user_id
        merge.undone_at = acting.at
        merge.answer = reason
        merge.save(update_fields=["undone_by", "undone_at", "answer"])
    for pool_id in _pools():
        end = partial(_end_span, merge, pool_id)
        post(
            pool_id,
            PostingType.UNDO_MERGE,
            acting,
            merge,
            effect=end,
            reason=merge.answer,
        )
    return merge


def refuse_impossible(gone_id: int, stays_id: int) -> None:
    """Raise MergeNotPossible where the two cannot be one person: `same_player`;
    `merged_already`, one of them is merged into another card; `two_fide_ids`; `met`,
    they met in a game that counts; `at_once`, they played in the same round of one
    event.
    """
    if gone_id == stays_id:
        raise MergeNotPossible("same_player")
    gone, stays = Player.objects.in_bulk([gone_id, stays_id]).values()
    if gone.merged_into_id or stays.merged_into_id:
        raise MergeNotPossible("merged_already")
    if gone.fide_id and stays.fide_id:
        raise MergeNotPossible("two_fide_ids")
    aliases = aliases_now()
    both = aliases.cards([gone_id]), aliases.cards([stays_id])
    for code, games in (("met", games_between), ("at_once", games_at_once)):
        if against := games(*both):
            raise MergeNotPossible(code, tuple(against))


def _confirm(merge: Merge, acting: ActionContext) -> None:
    with written_by(acting.user_id):
        merge.taken_over = asdict(_joined(merge, acting))
        merge.confirmed_by_id = acting.user_id
        merge.confirmed_at = acting.at
        fields = ["taken_over", "confirmed_by", "confirmed_at", "by_one"]
        merge.save(update_fields=fields)
    # The pools' posting numbers are taken in the order of their keys, so that two
    # merges wait for one another instead of deadlocking. This must be the last step.
    for pool_id in _pools():
        begin = partial(_begin_span, merge, pool_id)
        post(
            pool_id, PostingType.MERGE, acting, merge, effect=begin, reason=merge.reason
        )


def _joined(merge: Merge, acting: ActionContext) -> TakenOver:
    try:
        return merge_players(
            merge.gone_id,
            merge.stays_id,
            on=timezone.localdate(acting.at),
            acting=acting,
        )
    except RegisterRefusal as refused:
        raise MergeNotPossible(refused.code) from refused


def _separate(merge: Merge, acting: ActionContext) -> None:
    taken = TakenOver(**{name: _tuple(value) for name, value in _kept(merge).items()})
    try:
        separate_players(merge.gone_id, merge.stays_id, taken, acting=acting)
    except RegisterRefusal as refused:
        raise MergeNotPossible(refused.code) from refused


def _kept(merge: Merge) -> dict[str, Any]:
    return dict(merge.taken_over)


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _pools() -> list[int]:
    return list(Pool.objects.order_by("pk").values_list("pk", flat=True))


def _begin_span(merge: Merge, pool_id: int, number: int) -> None:
    MergeSpan.objects.create(
        merge=merge, pool_id=pool_id, span=NumericRange(number, None)
    )


def _end_span(merge: Merge, pool_id: int, number: int) -> None:
    held = MergeSpan.objects.get(merge=merge, pool_id=pool_id)
    held.span = NumericRange(held.span.lower, number)
    held.save(update_fields=["span"])
