"""Second factors as they are stored in the database, and turning off a lost one."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import translation
from django.utils.translation import gettext as _

from federation.domain.accounts.events import note_event
from federation.domain.authorship import ActionContext
from federation.domain.mail import link_to, write_signed_letter
from federation.domain.refusal import RegisterRefusal
from federation.enums import AccountEventKind
from federation.models import User
from federation.sealing import seal, unseal


@transaction.atomic
def turn_off_lost_factor(user_id: int, *, acting: ActionContext) -> None:
    """Turn two-step sign-in off for a person who has lost phone and spare codes.

    The account is signed out everywhere, and its owner gets a letter. If a role of
    theirs needs two steps, the next sign-in leads to setting them up.

    Refuses with `own_account` and `no_second_factor`.
    """
    if user_id == acting.person_id:
        raise RegisterRefusal("own_account")
    user = User.objects.select_for_update().get(pk=user_id)
    factors = Authenticator.objects.filter(user=user)
    if not factors.filter(type=Authenticator.Type.TOTP).exists():
        raise RegisterRefusal("no_second_factor")
    factors.delete()
    User.objects.filter(pk=user.pk).update(session_version=F("session_version") + 1)
    note_event(
        AccountEventKind.FACTOR_LOST,
        user_id=user.pk,
        address="",
        at=acting.at,
        by_id=acting.person_id,
    )
    _notify(user, acting)


def _notify(user: User, acting: ActionContext) -> None:
    if not user.is_active:
        return
    with translation.override(settings.LANGUAGE_CODE):
        says = _(
            "An administrator has turned two-step sign-in off for your account, because"
            " the phone and the spare codes were said to be lost: the password alone is"
            " now enough to sign in. Turn it on again with your new phone."
        )
        warns = _(
            "Did you not ask for this? Then choose another password at once, and write"
            " to the office."
        )
        write_signed_letter(
            to=user.email,
            name=user.name,
            subject=_("Two-step sign-in was turned off"),
            parts=(says, warns, link_to("federation:my_account")),
            at=acting.at,
        )


@transaction.atomic
def seal_second_factors() -> int:
    """Encrypt every second factor with the newest key and return how many there are.
    Raises `federation.sealing.SealUnreadable` when the key of one is missing; nothing
    is changed then.
    """
    factors = Authenticator.objects.select_for_update().order_by("pk")
    for factor in factors:
        factor.data = {
            name: _resealed(name, held) for name, held in factor.data.items()
        }
        factor.save(update_fields=["data"])
    return len(factors)


def _resealed(name: str, held: Any) -> Any:
    if name in {"secret", "seed"}:
        return seal(unseal(held))
    if name == "migrated_codes":
        return [seal(unseal(code)) for code in held]
    return held
