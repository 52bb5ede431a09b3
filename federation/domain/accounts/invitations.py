"""Invitations: how a person gets an account, a role, or a player's account.

The letter carries a secret of which only the digest is stored; the holder of the letter
may accept it once, within a fortnight.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from federation.agreements import Matter
from federation.domain.accounts.account import account_with, accounts_that_had
from federation.domain.accounts.appointments import (
    needs_agreement,
    refuse_own_appointment,
)
from federation.domain.accounts.invitation_letters import (
    HOLDS_FOR,
    InvitationUrl,
    digest,
    open_with_secret,
    send_invitation,
    unknown_secret,
)
from federation.domain.accounts.roles import RoleScope, end_office_of, grant_role, holds
from federation.domain.authorship import ActionContext, written_by
from federation.domain.cards import lock_remaining_card
from federation.domain.four_eyes import alone, closes, starts
from federation.domain.refusal import RegisterRefusal
from federation.enums import FEDERATION_ROLES, RoleKind
from federation.models import Erasure, Invitation, User
from federation.models.roles import InvitationQuerySet


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationOffer:
    """What a person is invited to: an office, a player's account, or both.

    `hands_over` ends the inviter's own role in that office when the invitation is
    accepted; `language` is that of the letter.
    """

    email: str
    office: RoleScope | None = None
    player_id: int | None = None
    hands_over: bool = False
    language: str = "sv"
    reason: str = ""

    @property
    def columns(self) -> dict[str, Any]:
        """The offer as columns of an invitation's row."""
        office = self.office.columns if self.office else {}
        nothing = {"kind": "", "club_id": None, "district_id": None}
        return nothing | office | {"player_id": self.player_id}


@transaction.atomic
@starts(Matter.APPOINTMENT)
@alone(Matter.CLUB_ROLE)
def invite(
    offer: InvitationOffer, *, acting: ActionContext, url_of: InvitationUrl
) -> Invitation:
    """Store the invitation and write its letter. An earlier invitation of the same
    address to the same role is withdrawn, so that only the newest letter is valid. The
    letter of a role for the whole federation waits until another person has agreed.

    Refuses with `scope`, with `own_role` when the inviter invites themselves to such an
    office, with `holds_role` when the address's account has the office already, with
    `nothing_to_hand_over` when the inviter does not hold it, with `player_has_account`,
    and with `invited_meanwhile` when another person has just sent the same invitation.
    """
    _refuse_pointless(offer, acting)
    with written_by(acting.person_id):
        _earlier(offer).update(withdrawn_at=acting.at)
        invitation = _write(offer, acting)
        if needs_agreement(invitation):
            return invitation
        send_invitation(invitation, None, acting.at, url_of)
    return invitation


@transaction.atomic
@alone(Matter.COMMAND)
def invite_first_administrator(
    email: str, name: str, *, at: datetime, url_of: InvitationUrl
) -> str:
    """Create the account of an installation's first administrator, who chooses a
    password at the returned URL; no letter is written. An earlier URL is no longer
    valid.
    """
    user = account_with(email) or User.objects.create_user(email, None, name=name)
    offer = InvitationOffer(email=user.email, office=RoleScope(RoleKind.ADMINISTRATOR))
    _earlier(offer).update(withdrawn_at=at)
    invitation = _write(offer, ActionContext(user.pk, at))
    invitation.by_one = True
    return url_of(open_with_secret(invitation, at))


def open_invitation(secret: str, at: datetime) -> Invitation | None:
    """Return the invitation that the secret opens at this moment, or None."""
    return (
        Invitation.objects.open(at)
        .agreed()
        .filter(token_digest=digest(secret))
        .select_related("club", "district", "player", "invited_by")
        .first()
    )


def needs_password(invitation: Invitation) -> bool:
    """Return whether accepting creates the account, or gives it its first password."""
    account = account_with(invitation.email)
    return account is None or not account.has_usable_password()


@transaction.atomic
def accept_with_password(
    secret: str, *, name: str, password: str, at: datetime
) -> User:
    """Create an account for the invited address and give it what was offered.

    Refuses with `account_exists` when the address has an account with a password (its
    owner signs in first), and as `accept_signed_in` does.
    """
    invitation = _locked(secret, at)
    if not needs_password(invitation):
        raise RegisterRefusal("account_exists")
    user = _account(invitation.email, name, password)
    _answer(invitation, user, at)
    return user


@transaction.atomic
def accept_signed_in(secret: str, *, acting: ActionContext) -> User:
    """Give the signed-in account what was offered.

    Refuses with `not_open`; with `own_role` for a role in the whole federation when the
    account's owner sent the invitation or agreed to it; and with `account_has_player`,
    `account_leaves` or `player_has_account` when the account cannot be linked to the
    player.
    """
    invitation = _locked(secret, acting.at)
    user = User.objects.select_for_update().get(pk=acting.person_id)
    _answer(invitation, user, acting.at)
    return user


@transaction.atomic
@closes(Matter.APPOINTMENT, Matter.CLUB_ROLE)
def withdraw_invitation(invitation_id: int, *, acting: ActionContext) -> Invitation:
    """Withdraw the invitation, so that the letter's secret is no longer valid. Refuses
    with `not_open`, and with `refuse_instead` when it waits for agreement and another
    person has proposed it.
    """
    invitation = (
        Invitation.objects.open(acting.at)
        .select_for_update(of=("self",))
        .filter(pk=invitation_id)
        .first()
    )
    if invitation is None:
        raise RegisterRefusal("not_open")
    if invitation.agreed_at is None and invitation.invited_by_id != acting.person_id:
        raise RegisterRefusal("refuse_instead")
    invitation.withdrawn_at = acting.at
    with written_by(acting.person_id):
        invitation.save(update_fields=["withdrawn_at"])
    return invitation


def office_of(invitation: Invitation) -> RoleScope | None:
    """Return the office that is offered, or None."""
    if not invitation.kind:
        return None
    return RoleScope(
        RoleKind(invitation.kind), invitation.club_id, invitation.district_id
    )


def _refuse_pointless(offer: InvitationOffer, acting: ActionContext) -> None:
    today = timezone.localdate(acting.at)
    invited = account_with(offer.email)
    if offer.office is not None:
        if not offer.office.fits:
            raise RegisterRefusal("scope")
        if invited is not None and holds(invited.pk, offer.office, today):
            raise RegisterRefusal("holds_role")
        if offer.office.kind in FEDERATION_ROLES:
            refuse_own_appointment(acting.person_id, accounts_that_had(offer.email))
        if offer.hands_over and not holds(acting.person_id, offer.office, today):
            raise RegisterRefusal("nothing_to_hand_over")
    if User.objects.filter(player_id=offer.player_id or 0).exists():
        raise RegisterRefusal("player_has_account")


def _earlier(offer: InvitationOffer) -> InvitationQuerySet:
    same = Invitation.objects.filter(email__iexact=offer.email.strip(), **offer.columns)
    return same.filter(answered_at=None, withdrawn_at=None)


def _write(offer: InvitationOffer, acting: ActionContext) -> Invitation:
    """Create the invitation, with a secret that no one knows yet."""
    try:
        with transaction.atomic():
            return Invitation.objects.create(
                email=offer.email.strip().lower(),
                hands_over=offer.hands_over,
                language=offer.language,
                reason=offer.reason.strip(),
                token_digest=unknown_secret(),
                invited_by_id=acting.person_id,
                invited_at=acting.at,
                expires_at=acting.at + HOLDS_FOR,
                **offer.columns,
            )
    except IntegrityError as taken:
        if "invitation_open_once" not in str(taken):
            raise
        raise RegisterRefusal("invited_meanwhile") from taken


def _locked(secret: str, at: datetime) -> Invitation:
    invitation = (
        Invitation.objects.open(at)
        .agreed()
        .select_for_update(of=("self",))
        .filter(token_digest=digest(secret))
        .first()
    )
    if invitation is None:
        raise RegisterRefusal("not_open")
    return invitation


def _account(email: str, name: str, password: str) -> User:
    known = account_with(email)
    name = " ".join(name.split())
    if known is None:
        try:
            with transaction.atomic():
                return User.objects.create_user(email, password, name=name)
        except IntegrityError as taken:
            # Two letters to one address were accepted concurrently.
            raise RegisterRefusal("account_exists") from taken
    user = User.objects.select_for_update().get(pk=known.pk)
    user.name = name
    user.set_password(password)
    user.save(update_fields=["name", "password"])
    return user


def _answer(invitation: Invitation, user: User, at: datetime) -> None:
    today = timezone.localdate(at)
    office = office_of(invitation)
    _refuse_inviters(invitation, user)
    with written_by(user.pk):
        invitation.answered_at = at
        invitation.answered_by = user
        invitation.save(update_fields=["answered_at", "answered_by"])
        if invitation.player_id is not None:
            _link(user, invitation.player_id)
        if office is not None:
            acting = ActionContext(user.pk, at)
            grant_role(user.pk, office, from_date=today, acting=acting)
            if invitation.hands_over and invitation.invited_by_id != user.pk:
                end_office_of(invitation.invited_by_id, office, at=at)


def _refuse_inviters(invitation: Invitation, user: User) -> None:
    """Refuse the office to those who invited or agreed, with any of their accounts.
    Only a command on the machine may invite an administrator in that person's own name.
    """
    owner = account_with(invitation.email)
    by_machine = (
        owner is not None
        and owner.pk == invitation.invited_by_id
        and invitation.agreed_by_id is None
    )
    if invitation.kind in FEDERATION_ROLES and not by_machine:
        for each in (invitation.invited_by_id, invitation.agreed_by_id):
            if each is not None:
                refuse_own_appointment(user.pk, [each])


def _link(user: User, player_id: int) -> None:
    # The card may have been merged since the letter was written.
    card = lock_remaining_card(player_id)
    if user.player_id is not None:
        raise RegisterRefusal("account_has_player")
    # An erasure that is already agreed to must not come to include another person.
    if Erasure.objects.open().of_person((), (user.pk,)).exists():
        raise RegisterRefusal("account_leaves")
    if User.objects.filter(player=card).exists():
        raise RegisterRefusal("player_has_account")
    user.player = card
    user.save(update_fields=["player"])
