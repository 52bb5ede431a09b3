"""Forms for suspensions, which the administrator enters for the board."""

from datetime import date
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
    """Asks for the last day, and for a tick if the suspension would never begin."""

    use_required_attribute = False
    last_date = DayField(label=_("Last day of the suspension"))
    removes = forms.BooleanField(
        label=_("Remove the suspension altogether"),
        required=False,
        error_messages={
            "required": _(
                "The suspension would never begin. Tick this if you mean that."
            )
        },
    )

    def __init__(self, *args: Any, first_day: date, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["last_date"].initial = today
        self.first_day = first_day
        removes = self.fields["removes"]
        removes.required = self.never_begins
        removes.help_text = _(
            "It begins on %(first)s. With an earlier last day it never applies and is "
            "removed; the audit log keeps it."
        ) % {"first": first_day.isoformat()}
        if today >= first_day and not self.never_begins:
            del self.fields["removes"]

    @property
    def never_begins(self) -> bool:
        """Whether the day that was sent is before the first."""
        if not self.is_bound:
            return False
        try:
            last = self.fields["last_date"].clean(self["last_date"].data)
        except forms.ValidationError:
            return False
        return bool(last < self.first_day)
