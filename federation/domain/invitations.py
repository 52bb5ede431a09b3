"""Invitations: how somebody comes to an account, a role, or a player's account.

The letter carries a secret of which only the digest is kept; whoever holds the
letter may accept it once, within a fortnight.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from federation.context import this_house
from federation.domain.accounts import account_with
from federation.domain.authorship import written_by
from federation.domain.mail import write_letter
from federation.domain.refusal import Refused
from federation.domain.roles import Office, end_office_of, grant_role, holds
from federation.enums import RoleKind
from federation.models import Invitation, Player, User
from federation.models.roles import InvitationQuerySet

HOLDS_FOR = timedelta(days=14)
AddressOf = Callable[[str], str]
"""Makes the address of the answering page from the secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What somebody is invited to: an office, a player's account, or both.

    `hands_over` ends the inviter's own role in that office when it is accepted;
    `language` is that of the letter.
    """

    email: str
    office: Office | None = None
    player_id: int | None = None
    hands_over: bool = False
    language: str = "sv"

    @property
    def columns(self) -> dict[str, Any]:
        """The offer as an invitation's row holds it."""
        office = self.office.columns if self.office else {}
        nothing = {"kind": "", "club_id": None, "district_id": None}
        return nothing | office | {"player_id": self.player_id}


@transaction.atomic
def invite(
    offer: Offer, *, user_id: int, at: datetime, address_of: AddressOf
) -> Invitation:
    """Writes the invitation and its letter; one that is still open to the same
    address for the same is withdrawn, so that only the newest letter holds.

    Refuses with `scope`, with `holds_role` when the address's account has the
    office already, with `nothing_to_hand_over` when the inviter does not hold
    it, and with `player_has_account`.
    """
    _refuse_pointless(offer, user_id, at)
    with written_by(user_id):
        _same(offer).open(at).update(withdrawn_at=at)
        invitation, secret = _written(offer, user_id, at)
        _send(invitation, offer.language, address_of(secret), at)
    return invitation


@transaction.atomic
def invite_first_administrator(
    email: str, name: str, *, at: datetime, address_of: AddressOf
) -> str:
    """Makes the account of an installation's first administrator, who chooses a
    password by the address that is returned; no letter is written.
    """
    user = account_with(email) or User.objects.create_user(email, None, name=name)
    office = Office(RoleKind.ADMINISTRATOR)
    secret = _written(Offer(email=user.email, office=office), user.pk, at)[1]
    return address_of(secret)


def open_invitation(secret: str, at: datetime) -> Invitation | None:
    """The invitation that the secret opens at this moment, if any."""
    return (
        Invitation.objects.open(at)
        .filter(token_digest=digest(secret))
        .select_related("club", "district", "player", "invited_by")
        .first()
    )


def needs_password(invitation: Invitation) -> bool:
    """Whether accepting makes the account, or gives it its first password."""
    account = account_with(invitation.email)
    return account is None or not account.has_usable_password()


@transaction.atomic
def accept_with_password(
    secret: str, *, name: str, password: str, at: datetime
) -> User:
    """Makes an account for the invited address and gives it what was offered.

    Refuses with `not_open`, and with `account_exists` when the address has an
    account with a password: its owner signs in first.
    """
    invitation = _locked(secret, at)
    if not needs_password(invitation):
        raise Refused("account_exists")
    user = _account(invitation.email, name, password)
    EmailAddress.objects.update_or_create(
        user=user,
        email=invitation.email,
        defaults={"verified": True, "primary": invitation.email == user.email.lower()},
    )
    _answer(invitation, user, at)
    return user


@transaction.atomic
def accept_signed_in(secret: str, *, user_id: int, at: datetime) -> User:
    """Gives the signed-in account what was offered.

    Refuses with `not_open`, `account_has_player` or `player_has_account`.
    """
    invitation = _locked(secret, at)
    user = User.objects.select_for_update().get(pk=user_id)
    _answer(invitation, user, at)
    return user


@transaction.atomic
def withdraw_invitation(
    invitation_id: int, *, at: datetime, user_id: int
) -> Invitation:
    """The letter's secret no longer opens anything. Refuses with `not_open`."""
    invitation = (
        Invitation.objects.open(at)
        .select_for_update(of=("self",))
        .filter(pk=invitation_id)
        .first()
    )
    if invitation is None:
        raise Refused("not_open")
    invitation.withdrawn_at = at
    with written_by(user_id):
        invitation.save(update_fields=["withdrawn_at"])
    return invitation


def digest(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode(errors="replace")).hexdigest()


def office_of(invitation: Invitation) -> Office | None:
    """The office that is offered, if one is."""
    if not invitation.kind:
        return None
    return Office(RoleKind(invitation.kind), invitation.club_id, invitation.district_id)


def _refuse_pointless(offer: Offer, user_id: int, at: datetime) -> None:
    today = timezone.localdate(at)
    invited = account_with(offer.email)
    if offer.office is not None:
        if not offer.office.fits:
            raise Refused("scope")
        if invited is not None and holds(invited.pk, offer.office, today):
            raise Refused("holds_role")
        if offer.hands_over and not holds(user_id, offer.office, today):
            raise Refused("nothing_to_hand_over")
    if User.objects.filter(player_id=offer.player_id or 0).exists():
        raise Refused("player_has_account")


def _same(offer: Offer) -> InvitationQuerySet:
    return Invitation.objects.filter(email__iexact=offer.email.strip(), **offer.columns)


def _written(offer: Offer, user_id: int, at: datetime) -> tuple[Invitation, str]:
    secret = secrets.token_urlsafe(32)
    invitation = Invitation.objects.create(
        email=offer.email.strip().lower(),
        hands_over=offer.hands_over,
        token_digest=digest(secret),
        invited_by_id=user_id,
        invited_at=at,
        expires_at=at + HOLDS_FOR,
        **offer.columns,
    )
    return invitation, secret


def _send(invitation: Invitation, language: str, address: str, at: datetime) -> None:
    house = this_house().name
    with translation.override(language):
        body = render_to_string(
            "federation/letters/invitation.txt",
            {"invitation": invitation, "address": address, "house": house},
        )
        subject = _("Invitation to %(house)s") % {"house": house}
    write_letter(to=invitation.email, subject=subject, body=body, at=at)


def _locked(secret: str, at: datetime) -> Invitation:
    invitation = (
        Invitation.objects.open(at)
        .select_for_update(of=("self",))
        .filter(token_digest=digest(secret))
        .first()
    )
    if invitation is None:
        raise Refused("not_open")
    return invitation


def _account(email: str, name: str, password: str) -> User:
    known = account_with(email)
    name = " ".join(name.split())
    if known is None:
        try:
            with transaction.atomic():
                return User.objects.create_user(email, password, name=name)
        except IntegrityError as taken:
            # Two letters to one address were accepted at the same moment.
            raise Refused("account_exists") from taken
    user = User.objects.select_for_update().get(pk=known.pk)
    user.name = name
    user.set_password(password)
    user.save(update_fields=["name", "password"])
    return user


def _answer(invitation: Invitation, user: User, at: datetime) -> None:
    today = timezone.localdate(at)
    office = office_of(invitation)
    with written_by(user.pk):
        invitation.answered_at = at
        invitation.answered_by = user
        invitation.save(update_fields=["answered_at", "answered_by"])
        if invitation.player_id is not None:
            _link(user, invitation.player_id)
        if office is not None:
            grant_role(user.pk, office, from_date=today, by_id=user.pk)
            if invitation.hands_over and invitation.invited_by_id != user.pk:
                end_office_of(invitation.invited_by_id, office, at=at)


def _link(user: User, player_id: int) -> None:
    Player.objects.select_for_update().get(pk=player_id)
    if user.player_id is not None:
        raise Refused("account_has_player")
    if User.objects.filter(player_id=player_id).exists():
        raise Refused("player_has_account")
    user.player_id = player_id
    user.save(update_fields=["player"])
