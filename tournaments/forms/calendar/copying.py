"""What users enter when they copy a tournament to next year."""

import re
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


def _move_years(name: str, year: int, years: int) -> str:
    """Return a tournament's name with its year, or the season that it belongs to
    (2025/26, 2025–2026 or 25/26), moved by `years`.
    """
    parts = [part for first in (year - 1, year, year + 1) for part in _seasons(first)]
    known = "|".join((*parts, str(year), str(year + 1)))

    def move(number: re.Match[str]) -> str:
        size = len(number[0])
        return str(int(number[0]) + years)[-size:].zfill(size)

    return re.sub(
        rf"(?<!\d)(?:{known})(?!\d)",
        lambda found: re.sub(r"\d+", move, found[0]),
        name,
    )


def _seasons(first: int) -> tuple[str, str]:
    """Return the patterns of the season that begins in the year `first`."""
    short, next_short = f"{first % 100:02}", f"{(first + 1) % 100:02}"
    return rf"{first}[/–-](?:{first + 1}|{next_short})", f"{short}/{next_short}"


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
        to come after today; a year or season in the name is adapted.
        """
        last_time = tournament.start_date
        years = 1
        while (first := _years_later(last_time, years)) <= today:
            years += 1
        name = _move_years(tournament.name, last_time.year, years)
        return {"name": name, "first_day": first}
