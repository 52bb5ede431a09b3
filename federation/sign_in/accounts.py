from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.internal.ratelimit import consume, get_ip
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from federation.context import office_settings
from federation.domain.accounts.account import account_with
from federation.domain.mail import link_to
from federation.enums import AccountEventKind
from federation.models import User
from federation.requests import client_ip
from federation.sign_in.account_log import note_of
from federation.sign_in.known_browsers import browser_of

ADDRESS_CHANGED = "account/email/email_changed"
ONE_NOTE_IN = 60


class InvitationOnlyAdapter(DefaultAccountAdapter):
    """Accounts are created by invitation only: there is no sign-up.

    How often a password may be tried depends on the client: each browser that the
    account knows, and each network address, has a limit of its own, and all unknown
    browsers together have another. So guessing is slow, and no stranger can lock the
    owner out.
    """

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": _("The email address or the password is wrong."),
        "too_many_login_attempts": _(
            "There were too many attempts, so sign-in is paused. Wait five minutes."
        ),
        "too_many_passwords": _(
            "There were too many attempts with this address, so sign-in is paused. "
            "Wait five minutes, or choose “Forgotten password”: the link that we "
            "send lets you in at once."
        ),
        "email_taken": _("This address belongs to another account."),
        "enter_current_password": _("The current password is wrong."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Return the page of what waits for the user, if the user holds a role or
        something waits for them.
        """
        user = request.user
        has_duties = import_string(settings.HAS_DUTIES)
        if isinstance(user, User) and has_duties(user, timezone.now()):
            return resolve_url(settings.DUTIES_URL)
        return resolve_url(settings.LOGIN_REDIRECT_URL)

    def populate_username(self, request: HttpRequest, user: Any) -> None:
        """Do nothing: users have no user names."""

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        email = credentials.get("email", "").strip().lower()
        self._login_failed_rl_usage = _usage(request, email)
        if self._login_failed_rl_usage is None:
            _note_refusal(request, email)
            raise self.validation_error("too_many_passwords")

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address; refused if another user signs in with it, even
        unconfirmed.
        """
        others = User.objects.exclude(pk=email_address.user_id)
        if others.with_email(email_address.email).exists():
            return False
        return bool(super().confirm_email(request, email_address))

    def send_notification_mail(
        self,
        template_prefix: str,
        user: Any,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Send a notification; that of a change of address to both addresses."""
        super().send_notification_mail(template_prefix, user, context, email)
        if template_prefix == ADDRESS_CHANGED and context:
            new = context["to_email"]
            super().send_notification_mail(template_prefix, user, context, new)

    def send_mail(
        self, template_prefix: str, email: str, context: dict[str, Any]
    ) -> None:
        facts = {
            "office": office_settings().name,
            "reset_page": link_to("account_reset_password"),
            "days": settings.PASSWORD_RESET_TIMEOUT // 86400,
        }
        super().send_mail(template_prefix, email, facts | context)


def _usage(request: HttpRequest, email: str) -> Any:
    """Consume one of the remaining attempts; return nothing if none is left. It is
    given back when the password is right.
    """
    browser = browser_of(request, email)
    if browser:
        return _one_of(request, "login_failed_known", f"{email}:{browser}")
    usage = _one_of(request, "login_failed", f"{email}:{get_ip(request)}")
    all_strangers = usage and _one_of(request, "login_failed_strangers", email)
    if all_strangers is None:
        return None
    usage.usage.extend(all_strangers.usage)
    return usage


def _one_of(request: HttpRequest, action: str, key: str) -> Any:
    """Consume one attempt of those that `ACCOUNT_RATE_LIMITS` allows; return nothing
    if none is left.
    """
    return consume(request, app="allauth.account", action=action, key=key)


def _note_refusal(request: HttpRequest, email: str) -> None:
    """Note a refusal at most once a minute, so that continued attempts do not fill the
    log.
    """
    if cache.add(
        f"refusal-noted:{client_ip(request)}", value=True, timeout=ONE_NOTE_IN
    ):
        note_of(AccountEventKind.SIGN_IN_REFUSED, request, account_with(email))
