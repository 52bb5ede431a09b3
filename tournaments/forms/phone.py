"""Forms for phone codes: for whom, for which boards and until when."""

import secrets
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.forms.fields import LineField, required_when
from tournaments.domain.phone.codes import PhoneCodeDraft
from tournaments.enums import PhoneCodeKind

MOST_BOARDS = 2000


def _board(label: Any, **kwargs: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=1, max_value=MOST_BOARDS, required=False, **kwargs
    )


class PhoneCodeForm(forms.Form):
    label = LineField(
        label=gettext_lazy("For whom?"),
        max_length=40,
        help_text=gettext_lazy(
            "It is shown beside every result that is entered with the code. For "
            "example: Anna, hall 2, boards 1–20."
        ),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("What may they do?"),
        choices=PhoneCodeKind,
        initial=PhoneCodeKind.HELPER,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "A helper enters results as they were played, forfeits and adjourned games."
            " A deputy also sets what needs a decision: adjudicated, not rated, one or"
            " no point to both."
        ),
    )
    first_board = _board(
        gettext_lazy("From board"), help_text=gettext_lazy("Empty for all boards.")
    )
    last_board = required_when(
        gettext_lazy("needed with a first board"), _board(gettext_lazy("To board"))
    )
    expires_at = forms.DateTimeField(
        label=gettext_lazy("Valid until"),
        widget=forms.DateTimeInput(
            attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
        ),
        error_messages={
            "invalid": gettext_lazy("Enter the day and the time as 2026-05-31 23:00.")
        },
    )

    key = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    """A reloaded page sends the same key again, so that no second code is made."""

    def __init__(self, *args: Any, until: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"].initial = secrets.token_urlsafe()[:40]
        self.fields["label"].initial = _("Helper")
        self.fields["expires_at"].initial = until

    def clean(self) -> dict[str, Any]:
        first, last = (self.cleaned_data.get(n) for n in ("first_board", "last_board"))
        if first and last and first > last:
            self.add_error("last_board", _("The last board comes before the first."))
        if bool(first) != bool(last) and not self.errors:
            empty = "last_board" if first else "first_board"
            self.add_error(empty, _("Give both boards, or neither for all of them."))
        return self.cleaned_data

    @property
    def draft(self) -> PhoneCodeDraft:
        data = self.cleaned_data
        return PhoneCodeDraft(
            label=data["label"],
            expires_at=data["expires_at"],
            first_board=data["first_board"],
            last_board=data["last_board"],
            kind=PhoneCodeKind(data["kind"]),
        )


class TypedCodeForm(forms.Form):
    """The code, typed as it is printed on the card."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters"}
        ),
        help_text=gettext_lazy("As shown on the card, such as ABCDE-23456."),
    )
