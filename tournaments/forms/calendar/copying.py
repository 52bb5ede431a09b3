"""What users enter when they copy a tournament to next year."""

from datetime import date, timedelta

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.forms.fields import DayField, LineField
from tournaments.models import Tournament

HALF_A_WEEK = 3


def _years_later(day: date, years: int) -> date:
    """Return the same weekday that is nearest to the date `years` years later."""
    year = day.year + years
    is_leap_day = (day.month, day.day) == (2, 29)
    wanted = date(year, 2, 28) if is_leap_day else day.replace(year=year)
    away = (day.weekday() - wanted.weekday() + HALF_A_WEEK) % 7 - HALF_A_WEEK
    return wanted + timedelta(days=away)


class CopyForm(forms.Form):
    name = LineField(label=_("The tournament's name"), max_length=120)
    first_day = DayField(
        label=_("First day"),
        help_text=_(
            "The same day of the week as last time: all days are moved by whole weeks."
        ),
    )

    @staticmethod
    def initial_of(tournament: Tournament, today: date) -> dict[str, object]:
        """Return the initial values: a year later, or as many years later as it takes
        to come after today; a year in the name is adapted.
        """
        last_time = tournament.start_date
        years = 1
        while (first := _years_later(last_time, years)) <= today:
            years += 1
        name = tournament.name
        for year in (tournament.start_date.year + 1, tournament.start_date.year):
            name = name.replace(str(year), str(year + years))
        return {"name": name, "first_day": first}
