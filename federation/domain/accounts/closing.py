"""Closing an account, and opening it again.

The owner of a closed account is signed out everywhere and can neither sign in nor
request a new password. Letters of invitation sent from it can no longer be used, since
it may have been closed for what was done with it: where an invitation was right, a
colleague sends it again. The roles end with it: reopening the account does not restore
an office that another person may hold in the meantime.
"""

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from federation.domain.accounts.roles import end_role
from federation.domain.authorship import ActionContext, written_by
from federation.domain.refusal import RegisterRefusal
from federation.models import Invitation, Role, User


@transaction.atomic
def close_account(user_id: int, *, reason: str, acting: ActionContext) -> None:
    """Sign the account out at once, end its roles, withdraw its open invitations,
    and prevent anyone from signing in with it.

    Refuses with `own_account`, `closed_already`, and with `last_administrator` when no
    other administrator would be left.
    """
    if user_id == acting.person_id:
        raise RegisterRefusal("own_account")
    held = Role.objects.reaching(timezone.localdate(acting.at)).filter(user_id=user_id)
    for role_id in list(held.order_by("pk").values_list("pk", flat=True)):
        end_role(role_id, acting=acting)
    user = User.objects.select_for_update().get(pk=user_id)
    if not user.is_active:
        raise RegisterRefusal("closed_already")
    user.is_active = False
    user.closed_at = acting.at
    user.closed_reason = " ".join(reason.split())
    user.session_version = F("session_version") + 1
    _write(user, acting.person_id)
    _withdraw_invitations(user, acting)


@transaction.atomic
def reopen_account(user_id: int, *, acting: ActionContext) -> None:
    """Let the owner sign in again, without any role. Refuses with `open_already`."""
    user = User.objects.select_for_update().get(pk=user_id)
    if user.is_active:
        raise RegisterRefusal("open_already")
    user.is_active = True
    user.closed_at = None
    user.closed_reason = ""
    _write(user, acting.person_id)


def _withdraw_invitations(user: User, acting: ActionContext) -> None:
    # A locked invitation is being accepted right now; the acceptance takes precedence.
    letters = Invitation.objects.open(acting.at).select_for_update(skip_locked=True)
    with written_by(acting.person_id):
        for letter in letters.filter(invited_by=user):
            letter.withdrawn_at = acting.at
            letter.save(update_fields=["withdrawn_at"])


def _write(user: User, by_id: int) -> None:
    with written_by(by_id):
        user.save(
            update_fields=["is_active", "closed_at", "closed_reason", "session_version"]
        )
