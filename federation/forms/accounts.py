"""Forms for one's own account."""

from typing import Any

from allauth.account.fields import EmailField
from allauth.account.forms import AddEmailForm, ResetPasswordForm
from allauth.account.internal.flows.password_reset import request_password_reset
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from federation.domain.accounts.account import account_with
from federation.enums import AccountEventKind
from federation.forms.fields import NameField
from federation.forms.reasons import ReasonField
from federation.models import User
from federation.sign_in.account_log import note_of
from federation.sign_in.reset_links import ResetLinks

LONGEST_ADDRESS = 254


class NewAccountForm(forms.Form):
    """The name and the first password of an account."""

    name = NameField(
        label=_("Your name"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    password = forms.CharField(
        label=_("Choose a password"),
        max_length=128,
        help_text=_(
            "At least eight characters, not only digits. A few words are good."
        ),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.email = email

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if "password" in cleaned:
            user = User(email=self.email, name=cleaned.get("name", ""))
            try:
                validate_password(cleaned["password"], user)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return cleaned


class MyNameForm(forms.Form):
    name = NameField(label=_("Your name"), max_length=120)


class CloseAccountForm(forms.Form):
    reason = ReasonField(
        label=_("Why the account is closed"),
        readers=_("Administrators can read it here and in the audit log."),
        rows=2,
        max_length=200,
    )


class NewAddressForm(AddEmailForm):
    """Requests another address to sign in with."""

    email = EmailField(max_length=LONGEST_ADDRESS)


class ResetForm(ResetPasswordForm):
    """Requests a link to choose a new password.

    For an address without an account the same letter is written to a user who does not
    exist, and rolled back: neither the answer nor its timing reveals which addresses
    have accounts.
    """

    email = EmailField(max_length=LONGEST_ADDRESS)

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].strip().lower()
        found = account_with(email)
        self.owner = found if found and found.is_active else None
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        email: str = self.cleaned_data["email"]
        with transaction.atomic():
            note_of(AccountEventKind.RESET_ASKED, request, self.owner)
            self._write_letter(request, email)
        return email

    def _write_letter(self, request: HttpRequest, email: str) -> None:
        reader = self.owner or User(pk=0, email=email, password="!")  # noqa: S106
        before = transaction.savepoint()
        request_password_reset(request, email, [reader], ResetLinks())
        if self.owner is None:
            transaction.savepoint_rollback(before)
        else:
            transaction.savepoint_commit(before)
