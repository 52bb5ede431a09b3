"""Roles: who holds which office, from day to day.

An ended role is no longer held from the moment it is ended: a person whose role ends at
noon can do nothing with it at one o'clock, nor can anyone use a letter that they wrote
at eleven.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from federation.agreements import Matter
from federation.domain.authorship import ActionContext, written_by
from federation.domain.four_eyes import alone, carries_out
from federation.domain.mail import link_to, write_signed_letter
from federation.domain.refusal import RegisterRefusal
from federation.enums import CLUB_ROLES, DISTRICT_ROLES, RoleKind
from federation.models import Invitation, Role, User
from federation.permissions import actor_of, may_invite_to

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class RoleScope:
    """A kind of role and the club or district for which it is held."""

    kind: RoleKind
    club_id: int | None = None
    district_id: int | None = None

    @property
    def columns(self) -> dict[str, Any]:
        """The office as columns of a role's or an invitation's row."""
        return {
            "kind": self.kind,
            "club_id": self.club_id,
            "district_id": self.district_id,
        }

    @property
    def fits(self) -> bool:
        """Whether club and district are given exactly when the kind requires them."""
        return ((self.club_id is not None) == (self.kind in CLUB_ROLES)) and (
            self.district_id is not None
        ) == (self.kind in DISTRICT_ROLES)


@transaction.atomic
@carries_out(Matter.APPOINTMENT, Matter.CLUB_ROLE)
def grant_role(
    user_id: int, office: RoleScope, *, from_date: date, acting: ActionContext
) -> Role:
    """Give an account a role from a day on; if it has the role on that day or later,
    nothing changes. Refuses with `scope` when the club or district does not fit.
    """
    if not office.fits:
        raise RegisterRefusal("scope")
    User.objects.select_for_update().get(pk=user_id)
    held = _held(user_id, office, from_date)
    if held is not None:
        return held
    with written_by(acting.user_id):
        return Role.objects.create(
            user_id=user_id, from_date=from_date, **office.columns
        )


@transaction.atomic
@alone(Matter.END_OF_ROLE)
def end_role(role_id: int, *, acting: ActionContext) -> None:
    """End a role so that it is no longer held on the day of the act; a role that began
    that day or later is deleted, and remains in the audit log. The holder's open
    invitations to roles that no other role lets them offer are withdrawn.

    Refuses with `ended_already`, and with `last_administrator` when no other
    administrator would be left.
    """
    on = timezone.localdate(acting.at)
    # If two administrators end each other's role concurrently, the lock on both rows
    # makes the second see that the first role has ended.
    list(
        Role.objects.select_for_update()
        .filter(kind=RoleKind.ADMINISTRATOR)
        .order_by("pk")
    )
    role = Role.objects.select_for_update().filter(pk=role_id).first()
    if role is None or (role.to_date is not None and role.to_date < on):
        raise RegisterRefusal("ended_already")
    if role.kind == RoleKind.ADMINISTRATOR and not _other_holders(role, on):
        raise RegisterRefusal("last_administrator")
    with written_by(acting.user_id):
        _end(role, on)
        _withdraw_letters(role.user, acting.at)


@transaction.atomic
def unlink_account(player_id: int, *, acting: ActionContext) -> None:
    """Unlink the account from the player; its roles remain, and its owner gets a
    letter.

    Refuses with `no_account` when the player has none, and with `own_account`: the
    player linked to an account decides what its owner may not agree to.
    """
    user = User.objects.select_for_update().filter(player_id=player_id).first()
    if user is None:
        raise RegisterRefusal("no_account")
    if user.pk == acting.user_id:
        raise RegisterRefusal("own_account")
    with written_by(acting.user_id):
        user.player_id = None
        user.save(update_fields=["player"])
    _notify_unlinked(user, acting.at)


def _notify_unlinked(user: User, at: datetime) -> None:
    if not user.is_active:
        return
    with translation.override(settings.LANGUAGE_CODE):
        says = _(
            "The office or your club has unlinked your account from the player: "
            "you no longer see that player’s own pages. You keep your roles. Is "
            "this a mistake? Then write to your club or to the office, who can "
            "invite you again."
        )
        write_signed_letter(
            to=user.email,
            name=user.name,
            subject=_("Your account is no longer linked to a player"),
            parts=(says, link_to("federation:my_account")),
            at=at,
        )


def holds(user_id: int, office: RoleScope, on: date) -> bool:
    """Return whether the user holds the office on the day or later."""
    return _held(user_id, office, on) is not None


@carries_out(Matter.END_OF_ROLE)
def end_office_of(user_id: int, office: RoleScope, *, at: datetime) -> None:
    """End the user's role in the office, if it is held now or later."""
    held = _held(user_id, office, timezone.localdate(at))
    if held is not None:
        end_role(held.pk, acting=ActionContext(None, at))


def _held(user_id: int, office: RoleScope, on: date) -> Role | None:
    return (
        Role.objects.filter(user_id=user_id, **office.columns)
        .reaching(on)
        .order_by("from_date")
        .first()
    )


def _other_holders(role: Role, on: date) -> bool:
    return (
        Role.objects.on(on)
        .filter(kind=RoleKind.ADMINISTRATOR, to_date=None, user__is_active=True)
        .exclude(user_id=role.user_id)
        .exists()
    )


def _end(role: Role, on: date) -> None:
    if role.from_date >= on:
        role.delete()
        return
    role.to_date = on - DAY
    role.save(update_fields=["to_date"])


def _withdraw_letters(user: User, at: datetime) -> None:
    actor = actor_of(user, timezone.localdate(at))
    # A locked invitation is being accepted right now; the acceptance takes precedence.
    letters = (
        Invitation.objects.open(at)
        .select_for_update(skip_locked=True)
        .filter(invited_by=user)
        .exclude(kind="")
    )
    for letter in letters:
        if not may_invite_to(actor, RoleKind(letter.kind), letter.club_id):
            letter.withdrawn_at = at
            letter.save(update_fields=["withdrawn_at"])
