"""The LASK year: who keeps the ledger, and the deductions of 1 June.

A season runs from 1 September to 31 May (2) and is followed by its summer (3). The
base dates are a calendar like any other (`calendar`, Rankingregel 2).
"""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

import numpy as np

from ratings.rules.calendar import date_of, day_number
from ratings.rules.lask.games import long_games
from ratings.rules.lask.parameters import DayOfYear, LaskParameters
from ratings.rules.lask.whole_numbers import BadEntry
from ratings.rules.step import IntArray, Lines, Span

_DAY = timedelta(days=1)


class Keeper(StrEnum):
    """Who keeps the ledger."""

    CLUB = "club"
    COMMITTEE = "committee"


@dataclass(frozen=True, slots=True)
class Season:
    """A season and its summer; all days are inclusive."""

    first_date: date
    """1 September."""
    last_date: date
    """31 May."""
    summer_first: date
    """1 June, when the deductions are computed."""
    summer_last: date
    """31 August."""
    return_due: date
    """15 June, the last day for a club's return."""


def season_of(day: date, parameters: LaskParameters) -> Season:
    """Return the season that contains a day, or whose summer does."""
    start = parameters.season_starts
    year = day.year if (day.month, day.day) >= start else day.year - 1
    first, following = date(year, *start), date(year + 1, *start)
    summer = _next(parameters.summer_starts, first)
    return Season(
        first_date=first,
        last_date=summer - _DAY,
        summer_first=summer,
        summer_last=following - _DAY,
        return_due=summer + (parameters.return_days - 1) * _DAY,
    )


def ledger_keeper(day: date, parameters: LaskParameters) -> Keeper:
    """Return who keeps the ledger on a day: the club in the season (2), the central
    rating committee in the summer (3).
    """
    in_season = day <= season_of(day, parameters).last_date
    return Keeper.CLUB if in_season else Keeper.COMMITTEE


def season_games(
    lines: Lines, players: int, season: Season, parameters: LaskParameters
) -> IntArray:
    """Return each player's ledger games in a season, int32 (p) (6 and table 4).

    Long games that were played and finished from its first day to its last, against any
    opponent.
    """
    within = lines.day >= day_number(season.first_date)
    within &= lines.day <= day_number(season.last_date)
    rows = np.flatnonzero(within & long_games(lines, parameters))
    games = np.zeros(players, np.int32)
    for player in (lines.white, lines.black):
        np.add.at(games, player.take(rows), np.int32(1))
    return games


def deductions(games: IntArray, parameters: LaskParameters) -> IntArray:
    """Return the points for a number of games in the season, int16 (p), 0 or below (6,
    table 4).

    BadEntry for a number of games below 0.
    """
    if games.min(initial=0) < 0:
        raise BadEntry("games", "too_low")
    points = np.array(parameters.tables.deductions, np.int16)
    deducted: IntArray = points.take(games, mode="clip")
    return deducted


def books_deductions(span: Span, parameters: LaskParameters) -> bool:
    """Return whether a closed step ends with the deductions: the day after its last is
    1 June.
    """
    return span.closed and _next_day(span) == parameters.summer_starts


def books_bonus(span: Span, parameters: LaskParameters) -> bool:
    """Return whether a closed step ends with the bonus: the day after its last is 1
    September.
    """
    return span.closed and _next_day(span) == parameters.season_starts


def _next_day(span: Span) -> DayOfYear:
    following = date_of(span.last_day + 1)
    return following.month, following.day


def _next(start: DayOfYear, after: date) -> date:
    """Return the first date after `after` that is this day of the year."""
    this_year = date(after.year, *start)
    return this_year if this_year > after else date(after.year + 1, *start)
