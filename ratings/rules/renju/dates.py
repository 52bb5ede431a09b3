"""Deadlines, and which games count as finished (Renju 1 §§3-4, 3 §3)."""

from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

CONDITIONS_WITHIN: Final = timedelta(weeks=3)
COMPUTATION_WITHIN: Final = timedelta(weeks=2)
RUNNING_MONTHS: Final = 3
"""A game that is still running after this number of months counts, however it ends (3
§3)."""

_YEAR = 12


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How and when a game ended."""

    played: bool
    """Really won, or agreed drawn; False for a forfeit, and while the game is
    running."""
    ended: date | None = None
    """None for a game that was still running when the tournament ended."""


def months_after(day: date, months: int) -> date:
    """Return the same day this many months later, or the last one of a shorter
    month.
    """
    year, month = divmod(day.year * _YEAR + day.month - 1 + months, _YEAR)
    last = monthrange(year, month + 1)[1]
    return date(year, month + 1, min(day.day, last))


def conditions_due(start: date) -> date:
    """Return the last day to send rules and conditions to the participants (1 §3)."""
    return start + CONDITIONS_WITHIN


def computation_due(end: date) -> date:
    """Return the last day for the judge's results and preliminary computation (1
    §4).
    """
    return end + COMPUTATION_WITHIN


def three_months_after(start: date) -> date:
    """Return the day from which running games count, which is also that of P0 (3 §3, 2
    §4).
    """
    return months_after(start, RUNNING_MONTHS)


def counting_games(ends: Iterable[GameEnd], start: date, end: date) -> tuple[bool, ...]:
    """Return which games count as finished for both, in the order given (3 §3).

    These are the games that were really played, also against a player who withdrew
    later, and those that had not ended before the day three months after the
    tournament's start. ValueError names the position of a game that ended outside the
    tournament's days.
    """
    if end < start:
        raise ValueError("The tournament ends before it starts.")
    running_from = three_months_after(start)
    counting = []
    for place, game in enumerate(ends):
        last_day = game.ended or end
        if not start <= last_day <= end:
            raise ValueError(f"games[{place}].ended lies outside the tournament.")
        counting.append(game.played or last_day >= running_from)
    return tuple(counting)
