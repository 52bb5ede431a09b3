"""A month of the calendar: which tournament is played on which day."""

from calendar import Calendar
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Q

from tournaments.models import Round, Tournament
from tournaments.models.tournaments import TournamentQuerySet

MONDAY = 0
SHORT = timedelta(days=4)
"""A tournament whose last day is at most this long after its first is assumed to be
played on each of its days.
"""


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day with its tournaments; days of other months complete the weeks."""

    date: date
    is_of_month: bool
    tournaments: tuple[Tournament, ...]


@dataclass(frozen=True, slots=True)
class Month:
    """Whole weeks, from a Monday to a Sunday."""

    first: date
    weeks: tuple[tuple[CalendarDay, ...], ...]

    @property
    def before(self) -> date:
        return (self.first - timedelta(days=1)).replace(day=1)

    @property
    def after(self) -> date:
        return (self.first + timedelta(days=31)).replace(day=1)

    @property
    def is_empty(self) -> bool:
        days = (day for week in self.weeks for day in week)
        return not any(day.is_of_month and day.tournaments for day in days)


def month_of(rows: TournamentQuerySet, day: date) -> Month:
    """Return the month of a day, in two queries.

    A tournament is listed on the days of its rounds if they are known, otherwise on
    each day of a short one and on the first and the last of a long one.
    """
    weeks = Calendar(MONDAY).monthdatescalendar(day.year, day.month)
    first, last = weeks[0][0], weeks[-1][-1]
    shown = list(
        rows.filter(start_date__lte=last, end_date__gte=first)
        .order_by("start_date", "name", "pk")
        .distinct()
    )
    played = _played(shown, first, last)
    return Month(
        first=day.replace(day=1),
        weeks=tuple(
            tuple(
                CalendarDay(each, each.month == day.month, tuple(played[each]))
                for each in week
            )
            for week in weeks
        ),
    )


def _played(
    tournaments: Sequence[Tournament], first: date, last: date
) -> dict[date, list[Tournament]]:
    rounds = defaultdict(set)
    of_these = Q(section__tournament__in=[each.pk for each in tournaments])
    days = Round.objects.filter(of_these).values_list("section__tournament", "date")
    for tournament_id, day in days:
        rounds[tournament_id].add(day)
    played = defaultdict(list)
    for each in tournaments:
        for day in sorted(rounds[each.pk] or _presumed(each)):
            if first <= day <= last:
                played[day].append(each)
    return played


def _presumed(tournament: Tournament) -> set[date]:
    length = tournament.end_date - tournament.start_date
    if length > SHORT:
        return {tournament.start_date, tournament.end_date}
    return {
        tournament.start_date + timedelta(days=number)
        for number in range(length.days + 1)
    }
