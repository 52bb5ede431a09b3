"""The form for uploading FIDE's list."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class MonthOfListField(forms.DateField):
    """A month as browsers send it, such as 2026-11; the value is its first day."""

    widget = forms.DateInput(
        format="%Y-%m",
        attrs={"type": "month", "placeholder": "2026-11", "autocomplete": "off"},
    )
    input_formats = ("%Y-%m", "%Y-%m-%d")
    default_error_messages = {"invalid": _("Enter the month as 2026-11.")}

    def to_python(self, value: Any) -> date | None:
        day = super().to_python(value)
        return day.replace(day=1) if day else None


class FideListForm(forms.Form):
    """A FIDE file and the month of its list."""

    file = forms.FileField(
        label=_("File"),
        help_text=_(
            "FIDE's own file as it is: players_list.zip, or the TXT or XML in it."
        ),
        allow_empty_file=True,
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,.txt,.xml"}),
        error_messages={"required": _("Choose the file.")},
    )
    month = MonthOfListField(
        label=_("Month"),
        help_text=_("The list applies from the first day of this month."),
        error_messages={"required": _("Give the month.")},
    )
