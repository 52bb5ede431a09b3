"""A rule by which the rounds of a section get their days."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.forms.fields import required_when
from tournaments.forms.fields import day_field
from tournaments.rules.round_days import DayRule

A_YEAR = timedelta(days=366)


class DayRuleForm(forms.Form):
    """A rule such as “every Tuesday from 7 October, not 24–31 December”."""

    weekday = forms.TypedChoiceField(
        label=gettext_lazy("Play on"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", gettext_lazy("every day")), *WEEKDAYS.items()],
    )
    every = forms.TypedChoiceField(
        label=gettext_lazy("How often"),
        coerce=int,
        choices=[
            (1, gettext_lazy("every week")),
            (2, gettext_lazy("every second week")),
            (3, gettext_lazy("every third week")),
            (4, gettext_lazy("every fourth week")),
        ],
    )
    rounds_a_day = forms.TypedChoiceField(
        label=gettext_lazy("Rounds a day"),
        coerce=int,
        choices=[(number, str(number)) for number in range(1, 6)],
    )
    first = day_field(gettext_lazy("From"))
    pause_from = required_when(
        gettext_lazy("needed with a last day"), day_field(gettext_lazy("No play from"))
    )
    pause_to = required_when(
        gettext_lazy("needed with a first day"),
        day_field(gettext_lazy("No play until")),
    )

    def __init__(self, *args: Any, start: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {"first": start, "weekday": start.weekday()}
        self.start = start

    def clean_first(self) -> date:
        first: date = self.cleaned_data["first"]
        if abs(first - self.start) > A_YEAR:
            raise ValidationError(
                _("That is more than a year from the tournament’s first day.")
            )
        return first

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        first, last = cleaned.get("pause_from"), cleaned.get("pause_to")
        if bool(first) != bool(last):
            name = "pause_to" if first else "pause_from"
            if name not in self.errors:
                self.add_error(name, _("Give the first and the last day without play."))
        elif first and not timedelta() <= last - first < A_YEAR:
            self.add_error(
                "pause_to", _("It must be after the first day, within a year.")
            )
        return cleaned

    def days(self, rounds: int) -> list[date]:
        """Return the days of `rounds` rounds by the rule as it is filled in."""
        cleaned = self.cleaned_data
        pause = (
            (cleaned["pause_from"], cleaned["pause_to"])
            if cleaned["pause_from"]
            else None
        )
        rule = DayRule(
            cleaned["first"],
            cleaned["weekday"],
            cleaned["every"],
            cleaned["rounds_a_day"],
            pause,
        )
        return rule.days(rounds)
