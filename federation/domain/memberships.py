"""Memberships: who belongs to which club from day to day.

Joining, leaving and changing the main club lock the player first, so that two
secretaries who act on the same player concurrently see one another's changes. They
refuse with `merged_card` when the card has been merged into another one.
"""

from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone

from federation.domain.authorship import ActionContext, written_by
from federation.domain.cards import lock_card
from federation.domain.refusal import RegisterRefusal
from federation.enums import PlayerStatus
from federation.models import Membership, Player

DAY = timedelta(days=1)


@transaction.atomic
def join_club(
    player_id: int,
    club_id: int,
    *,
    from_date: date,
    acting: ActionContext,
    is_main: bool | None = None,
) -> Membership:
    """Make the player a member from a day on.

    If `is_main` is None the club becomes the main club when the player has none from
    that day on. A player who had left is active again. Refuses with `already_member`
    when the player is a member of the club on that day or later, with `has_main_club`
    when a second main club would overlap the first, and with `deceased`.
    """
    player = lock_card(player_id)
    if player.status == PlayerStatus.DECEASED:
        raise RegisterRefusal("deceased")
    ahead = list(Membership.objects.filter(player_id=player_id).reaching(from_date))
    if any(each.club_id == club_id for each in ahead):
        raise RegisterRefusal("already_member")
    has_main = any(each.is_main for each in ahead)
    if is_main and has_main:
        raise RegisterRefusal("has_main_club")
    with written_by(acting.user_id):
        _welcome_back(player)
        return Membership.objects.create(
            player_id=player_id,
            club_id=club_id,
            from_date=from_date,
            is_main=not has_main if is_main is None else is_main,
        )


@transaction.atomic
def leave_club(
    player_id: int, club_id: int, *, last_date: date, acting: ActionContext
) -> Membership:
    """End the membership on its last day, which may be earlier than one set before. Its
    later parts, split off because the main club was to change, are deleted; a
    membership of the club that begins after a gap remains.

    A player who leaves the main club and belongs to only one other has that one as main
    club from the next day. Refuses with `not_member` when there is no membership that
    reaches the day, and with `before_joining` when it began later.
    """
    lock_card(player_id)
    membership = _reaching(player_id, club_id, last_date)
    if membership.from_date > last_date:
        raise RegisterRefusal("before_joining")
    continued = later_parts(membership)
    with written_by(acting.user_id):
        for piece in continued:
            piece.delete()
        membership.to_date = last_date
        membership.save(update_fields=["to_date"])
        for piece in (membership, *continued):
            if piece.is_main:
                _pass_on_main(player_id, max(piece.from_date, last_date + DAY))
    return membership


@transaction.atomic
def change_main_club(
    player_id: int, club_id: int, *, from_date: date, acting: ActionContext
) -> Membership:
    """Make one of the player's clubs the main club from a day on; the previous one
    remains as a further club. The days before are unchanged.

    Refuses with `not_member` when the player is not a member on that day, and with
    `already_main` when it is the main club already.
    """
    lock_card(player_id)
    held = Membership.objects.filter(player_id=player_id).reaching(from_date)
    chosen = held.of_club(club_id).on(from_date).first()
    if chosen is None:
        raise RegisterRefusal("not_member")
    if chosen.is_main:
        raise RegisterRefusal("already_main")
    with written_by(acting.user_id):
        for former in held.main():
            _from_then(former, from_date, is_main=False)
        return _from_then(chosen, from_date, is_main=True)


def end_memberships(player_id: int, *, last_date: date, acting: ActionContext) -> None:
    """End all memberships of the player; those that begin later are deleted. The caller
    has locked the player's card.

    Refuses with `before_joining` when all memberships that have begun would be deleted:
    such a day is a typing error.
    """
    held = Membership.objects.filter(player_id=player_id)
    begun = held.filter(from_date__lte=timezone.localdate(acting.at))
    if begun.exists() and not begun.filter(from_date__lte=last_date).exists():
        raise RegisterRefusal("before_joining")
    with written_by(acting.user_id):
        held.filter(from_date__gt=last_date).delete()
        for membership in held.reaching(last_date + DAY):
            membership.to_date = last_date
            membership.save(update_fields=["to_date"])


def _welcome_back(player: Player) -> None:
    if player.status == PlayerStatus.LEFT:
        player.status = PlayerStatus.ACTIVE
        player.save(update_fields=["status"])


def _reaching(player_id: int, club_id: int, day: date) -> Membership:
    """Return the first membership of the club that has not ended before the day."""
    held = Membership.objects.filter(player_id=player_id).of_club(club_id)
    membership = held.reaching(day).order_by("from_date").first()
    if membership is None:
        raise RegisterRefusal("not_member")
    return membership


def later_parts(membership: Membership) -> list[Membership]:
    """Return the later parts of a membership, which follow it without a gap."""
    later = Membership.objects.filter(
        player_id=membership.player_id, from_date__gt=membership.from_date
    ).of_club(membership.club_id)
    pieces = [membership]
    for piece in later.order_by("from_date"):
        ends = pieces[-1].to_date
        if ends is None or piece.from_date != ends + DAY:
            break
        pieces.append(piece)
    return pieces[1:]


def _pass_on_main(player_id: int, from_date: date) -> None:
    held = Membership.objects.filter(player_id=player_id).reaching(from_date)
    remaining = list(held.on(from_date))
    if len(remaining) != 1:
        return
    if not held.main().exclude(club_id=remaining[0].club_id).exists():
        _from_then(remaining[0], from_date, is_main=True)


def _from_then(membership: Membership, day: date, *, is_main: bool) -> Membership:
    """Split a membership on the day; change all of it if it begins then or later."""
    if membership.from_date >= day:
        membership.is_main = is_main
        membership.save(update_fields=["is_main"])
        return membership
    to_date = membership.to_date
    membership.to_date = day - DAY
    membership.save(update_fields=["to_date"])
    return Membership.objects.create(
        player_id=membership.player_id,
        club_id=membership.club_id,
        from_date=day,
        to_date=to_date,
        is_main=is_main,
    )
