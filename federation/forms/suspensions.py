"""Forms for suspensions, which the administrator enters for the board."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.forms.fields import DayField
from federation.forms.reasons import ReasonField


class SuspensionForm(forms.Form):
    from_date = DayField(label=_("First day"))
    to_date = DayField(label=_("Last day"))
    reason = ReasonField(
        label=_("The board's decision"),
        help_text=_("Date and section of the minutes, and why."),
        readers=_(
            "Administrators can read it, and so can the club or district that looks "
            "after the player’s details. It is not public."
        ),
        rows=2,
        max_length=200,
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        first, last = cleaned.get("from_date"), cleaned.get("to_date")
        if first and last and last < first:
            self.add_error("to_date", _("The last day is before the first."))
        return cleaned


class EndSuspensionForm(forms.Form):
    last_date = DayField(
        label=_("Last day of the suspension"),
        help_text=_("A day before the first day lifts it altogether."),
    )
