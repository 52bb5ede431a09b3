"""The account's own forms."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from federation.forms.fields import NameField
from federation.models import User


class NewAccountForm(forms.Form):
    """The first name and password of an account."""

    name = NameField(
        label=_("Your name"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    password = forms.CharField(
        label=_("Choose a password"),
        max_length=128,
        help_text=_("At least eight signs, not only figures. A few words are good."),
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
