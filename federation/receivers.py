"""Receivers of allauth's signals: each event of an account is noted."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import (
    email_added,
    email_changed,
    password_changed,
    password_reset,
    password_set,
)
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import (
    authentication_failed,
    authenticator_added,
    authenticator_removed,
    authenticator_reset,
)
from django.contrib.auth.signals import (
    user_logged_in,
    user_logged_out,
    user_login_failed,
)
from django.dispatch import Signal

from federation.domain.accounts.account import account_with
from federation.enums import AccountEventKind
from federation.sign_in.account_log import note_of
from federation.sign_in.known_browsers import remember_browser
from federation.sign_in.session_limits import begin_session

EVENTS: dict[Signal, AccountEventKind] = {
    user_logged_in: AccountEventKind.SIGNED_IN,
    user_logged_out: AccountEventKind.SIGNED_OUT,
    password_set: AccountEventKind.PASSWORD_CHANGED,
    password_changed: AccountEventKind.PASSWORD_CHANGED,
    password_reset: AccountEventKind.PASSWORD_RESET,
    email_added: AccountEventKind.ADDRESS_ASKED,
    email_changed: AccountEventKind.ADDRESS_CHANGED,
    authentication_failed: AccountEventKind.CODE_FAILED,
}
FACTOR_EVENTS: dict[Signal, AccountEventKind] = {
    authenticator_added: AccountEventKind.FACTOR_ADDED,
    authenticator_removed: AccountEventKind.FACTOR_REMOVED,
}


def note(sender: Any, *, signal: Signal, request: Any, user: Any, **_: Any) -> None:
    """Note an event of an account; signing out without being signed in is none."""
    if user is not None:
        note_of(EVENTS[signal], request, user)


def note_factor(
    sender: Any,
    *,
    signal: Signal,
    request: Any,
    user: Any,
    authenticator: Authenticator,
    **_: Any,
) -> None:
    spare = authenticator.type == Authenticator.Type.RECOVERY_CODES
    if not spare:
        note_of(FACTOR_EVENTS[signal], request, user)
    elif signal is authenticator_added:
        note_of(AccountEventKind.CODES_MADE, request, user)


def note_codes(sender: Any, *, request: Any, user: Any, **_: Any) -> None:
    note_of(AccountEventKind.CODES_MADE, request, user)


def note_failure(
    sender: Any, *, credentials: dict[str, Any], request: Any = None, **_: Any
) -> None:
    owner = account_with(credentials.get("email", ""))
    note_of(AccountEventKind.SIGN_IN_FAILED, request, owner)


def remember(sender: Any, *, request: Any, user: Any, **_: Any) -> None:
    """Remember the browser as the owner's when a user signs in, or chooses a password
    by the link of a letter.
    """
    remember_browser(request, user.email)


def begin(sender: Any, *, request: Any, **_: Any) -> None:
    begin_session(request)


def remember_new_address(
    sender: Any, *, request: Any, to_email_address: EmailAddress, **_: Any
) -> None:
    remember_browser(request, to_email_address.email)


for each in EVENTS:
    each.connect(note, dispatch_uid="federation.note")
for each in FACTOR_EVENTS:
    each.connect(note_factor, dispatch_uid="federation.note_factor")
authenticator_reset.connect(note_codes, dispatch_uid="federation.note_codes")
user_login_failed.connect(note_failure, dispatch_uid="federation.note_failure")
for each in (user_logged_in, password_reset):
    each.connect(remember, dispatch_uid="federation.remember")
user_logged_in.connect(begin, dispatch_uid="federation.begin_session")
email_changed.connect(remember_new_address, dispatch_uid="federation.remember_address")
