"""Roles for the whole federation need two people: one invites, another agrees."""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.db import transaction

from federation.agreements import Matter
from federation.domain.accounts.account import accounts_that_had
from federation.domain.accounts.invitation_letters import InvitationUrl, send_invitation
from federation.domain.authorship import ActionContext, written_by
from federation.domain.four_eyes import agrees, closes, is_one_of, refuse_same_person
from federation.domain.refusal import RegisterRefusal
from federation.enums import FEDERATION_ROLES
from federation.models import Invitation, Role


@transaction.atomic
@agrees(Matter.APPOINTMENT)
def agree_to_invitation(
    invitation_id: int, *, acting: ActionContext, url_of: InvitationUrl
) -> Invitation:
    """Agree to an invitation as another person than the inviter, and send its letter.
    Refuses with `settled`, and with `four_eyes` for the inviter and for the person
    invited, also under another address.
    """
    invitation = _waiting(invitation_id, acting.at)
    behind = {invitation.invited_by_id} | accounts_that_had(invitation.email)
    invitation.by_one = refuse_same_person(
        Matter.APPOINTMENT, behind, acting.person_id, RegisterRefusal
    )
    with written_by(acting.person_id):
        send_invitation(invitation, acting.person_id, acting.at, url_of)
    return invitation


@transaction.atomic
@closes(Matter.APPOINTMENT)
def refuse_invitation(
    invitation_id: int, answer: str, *, acting: ActionContext
) -> Invitation:
    """Refuse an invitation, with a reason; the inviter needs none. Refuses with
    `settled` or `answer`.
    """
    invitation = _waiting(invitation_id, acting.at)
    if not answer.strip() and invitation.invited_by_id != acting.person_id:
        raise RegisterRefusal("answer")
    invitation.withdrawn_at, invitation.refused_by_id = acting.at, acting.person_id
    invitation.refusal = answer.strip()
    with written_by(acting.person_id):
        invitation.save(update_fields=["withdrawn_at", "refused_by", "refusal"])
    return invitation


def needs_agreement(invitation: Invitation) -> bool:
    """Return whether another person has to agree first: to a role for the whole
    federation, as soon as anyone but the inviter has ever held one. If one person may
    do it alone the invitation notes that.
    """
    if invitation.kind not in FEDERATION_ROLES:
        return False
    # A role that begins and ends on one day is found only in the audit log.
    logged = Role.pgh_event_model.objects  # type: ignore[attr-defined]
    others = any(
        held.exclude(user=invitation.invited_by_id).exists()
        for held in (
            Role.objects.filter(kind__in=FEDERATION_ROLES),
            logged.filter(kind__in=FEDERATION_ROLES),
        )
    )
    invitation.by_one = not (others and settings.FOUR_EYES)
    return not invitation.by_one


def refuse_own_appointment(user_id: int, invited: Iterable[int]) -> None:
    """Refuse with `own_role` to give oneself a role for the whole federation, with any
    account, unless the federation has waived four eyes.
    """
    if settings.FOUR_EYES and is_one_of(user_id, invited):
        raise RegisterRefusal("own_role")


def _waiting(invitation_id: int, at: datetime) -> Invitation:
    waiting = Invitation.objects.waiting(at).select_for_update(of=("self",))
    invitation = waiting.filter(pk=invitation_id).first()
    if invitation is None:
        raise RegisterRefusal("settled")
    return invitation
