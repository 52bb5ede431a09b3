"""Merging two cards of one person: the merged card leads to the remaining one.

The merged card gives the remaining one its FIDE number and rating, its account if that
has none, and the clubs' requests that wait for an answer; both hide as much of the name
as either did. Its memberships and suspensions remain as they were, also for results
that were entered under it; the remaining card gets copies of those that it lacks. The
class is that of the remaining card. Undoing the merge gives back what was taken over;
the name remains hidden on both cards.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from django.db import transaction

from federation.domain.accounts.suspensions import days_outside
from federation.domain.authorship import ActionContext, written_by
from federation.domain.joining import (
    give_back_requests,
    lock_requests_for,
    pass_on_requests,
)
from federation.domain.memberships import later_parts
from federation.domain.refusal import RegisterRefusal
from federation.enums import Visibility
from federation.models import Membership, Player, Suspension, User

FROM_OPEN_TO_HIDDEN: list[str] = [
    Visibility.PUBLIC,
    Visibility.INITIALS,
    Visibility.HIDDEN,
]


@dataclass(frozen=True, slots=True)
class TakenOver:
    """What the remaining card got from the merged one: a FIDE number with its rating,
    an account (the user's id), copies of memberships and suspensions (their ids), and
    the waiting requests of clubs to join them (their ids).
    """

    fide_id: int | None = None
    fide_rating: int | None = None
    user_id: int | None = None
    memberships: tuple[int, ...] = ()
    suspensions: tuple[int, ...] = ()
    joining_requests: tuple[int, ...] = ()


@transaction.atomic
def merge_players(
    gone_id: int, stays_id: int, *, on: date, acting: ActionContext
) -> TakenOver:
    """Let one card lead to the other, and return what the other took over: FIDE number
    and account where it had none, the memberships of the day and later in clubs to
    which it does not belong, and the suspensions of the day and later, for the days on
    which it is not suspended. If either hides part of the name, both do afterwards.

    Refuses with `same_player`, with `merged_already` when either leads to another card
    (so that merges never form a cycle), and with `two_fide_ids` when both have one.
    """
    lock_requests_for(gone_id)
    merged, remaining = _pair(gone_id, stays_id)
    if merged.merged_into_id or remaining.merged_into_id:
        raise RegisterRefusal("merged_already")
    if merged.fide_id and remaining.fide_id:
        raise RegisterRefusal("two_fide_ids")
    with written_by(acting.user_id):
        taken = TakenOver(
            *_take_fide_number(merged, remaining),
            user_id=_take_account(merged, remaining),
            memberships=_take_memberships(merged, remaining, on),
            suspensions=_take_suspensions(merged, remaining, on),
            joining_requests=pass_on_requests(merged, remaining),
        )
        _hide_as_much(merged, remaining)
        merged.merged_into = remaining
        merged.save(update_fields=["merged_into"])
    return taken


@transaction.atomic
def separate_players(
    gone_id: int, stays_id: int, taken: TakenOver, *, acting: ActionContext
) -> None:
    """Undo a merge: the card is a player of its own again, and gets back what was taken
    over, as far as it still exists. Its own memberships are again what they were, also
    if a copy was ended earlier in the meantime.

    Refuses with `not_merged`, and with `merged_on` while the remaining card leads to
    another card itself: that merge has to be undone first.
    """
    lock_requests_for(stays_id)
    merged, remaining = _pair(gone_id, stays_id)
    if merged.merged_into_id != stays_id:
        raise RegisterRefusal("not_merged")
    if remaining.merged_into_id:
        raise RegisterRefusal("merged_on")
    with written_by(acting.user_id):
        merged.merged_into = None
        merged.save(update_fields=["merged_into"])
        if taken.fide_id and remaining.fide_id == taken.fide_id:
            _move_fide_number(remaining, merged)
        User.objects.filter(pk=taken.user_id, player=remaining).update(player=merged)
        _remove_copies(taken.memberships, remaining)
        Suspension.objects.filter(pk__in=taken.suspensions, player=remaining).delete()
        give_back_requests(taken.joining_requests, remaining, merged)


def _pair(gone_id: int, stays_id: int) -> tuple[Player, Player]:
    """Return both, locked in the order of their keys as in all acts."""
    if gone_id == stays_id:
        raise RegisterRefusal("same_player")
    both = Player.objects.select_for_update(of=("self",)).order_by("pk")
    found = {player.pk: player for player in both.filter(pk__in=(gone_id, stays_id))}
    return found[gone_id], found[stays_id]


def _take_fide_number(
    merged: Player, remaining: Player
) -> tuple[int | None, int | None]:
    number, rating = merged.fide_id, merged.fide_rating
    if not number:
        return None, None
    _move_fide_number(merged, remaining)
    return number, rating


def _move_fide_number(giver: Player, taker: Player) -> None:
    number, rating = giver.fide_id, giver.fide_rating
    giver.fide_id = giver.fide_rating = None
    giver.save(update_fields=["fide_id", "fide_rating"])
    taker.fide_id, taker.fide_rating = number, rating
    taker.save(update_fields=["fide_id", "fide_rating"])


def _hide_as_much(merged: Player, remaining: Player) -> None:
    """Hide on the remaining card what either hides; a trigger does so on the merged
    card. Both are kept when the merge is undone.
    """
    visibility = max(
        merged.visibility, remaining.visibility, key=FROM_OPEN_TO_HIDDEN.index
    )
    if remaining.visibility != visibility:
        remaining.visibility = visibility
        remaining.save(update_fields=["visibility"])


def _take_account(merged: Player, remaining: Player) -> int | None:
    if User.objects.filter(player=remaining).exists():
        return None
    user = User.objects.filter(player=merged).first()
    if user is None:
        return None
    user.player = remaining
    user.save(update_fields=["player"])
    return user.pk


def _take_memberships(merged: Player, remaining: Player, on: date) -> tuple[int, ...]:
    """Copy the memberships of clubs to which the remaining card does not belong; a
    second main club becomes a further one. Returns the ids of the new memberships.
    """
    held = list(Membership.objects.filter(player=remaining).reaching(on))
    taken = [
        Membership(
            player=remaining,
            club_id=each.club_id,
            from_date=max(each.from_date, on),
            to_date=each.to_date,
            is_main=each.is_main and not any(own.is_main for own in held),
        )
        for each in Membership.objects.filter(player=merged).reaching(on).order_by("pk")
        if each.club_id not in {own.club_id for own in held}
    ]
    return _create(taken)


def _remove_copies(copies: Collection[int], remaining: Player) -> None:
    """Delete these memberships with their later parts, into which a change of the main
    club has divided them: each is main where the one before is not. Another one was
    entered after the copy had ended.
    """
    for copy in Membership.objects.filter(pk__in=copies, player=remaining):
        parts = [copy]
        for part in later_parts(copy):
            if part.is_main == parts[-1].is_main:
                break
            parts.append(part)
        for part in parts:
            part.delete()


def _take_suspensions(merged: Player, remaining: Player, on: date) -> tuple[int, ...]:
    """Copy the suspensions for the days on which the remaining card is not suspended:
    as otherwise in the register, no two suspensions of a player share a day, so that
    ending one leaves no other in force. Returns the ids of the new suspensions.
    """
    own = Suspension.objects.filter(player=remaining).order_by("from_date")
    suspended = list(own.values_list("from_date", "to_date"))
    taken = [
        Suspension(
            player=remaining,
            from_date=first,
            to_date=last,
            reason=each.reason,
            decided_by_id=each.decided_by_id,
        )
        for each in Suspension.objects.filter(player=merged, to_date__gte=on)
        for first, last in days_outside(suspended, each.from_date, each.to_date)
        if last >= on
    ]
    return _create(taken)


def _create(rows: Iterable[Membership | Suspension]) -> tuple[int, ...]:
    created = []
    for row in rows:
        row.save()
        created.append(row.pk)
    return tuple(created)
