"""A player's ledger, the rankingprotokoll (LASK text, point 5).

One line per game, with the difference from the base rating (Rankingregel 2); the
running rating is only summed, and becomes the new base on the next base date.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from ratings.rules.calendar import CalendarPeriod, periods_between
from ratings.rules.lask.games import worth_of_game
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.whole_numbers import BadEntry, check_rating, check_score


class RowKind(StrEnum):
    """The kind of a line of the ledger."""

    BASE = "base"
    GAME = "game"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class LedgerGame:
    """A long game that was played, on the day on which it was finished (4, 5)."""

    day: date
    event: str
    opponent: str
    opponent_rating: int
    """The opponent's base rating in that period."""
    half_points: int


@dataclass(frozen=True, slots=True)
class LedgerPoints:
    """Points that do not come from a game, such as a deduction or the bonus (6, 11)."""

    day: date
    """A base date: the points are included in that day's base."""
    event: str
    points: int


@dataclass(frozen=True, slots=True)
class LedgerSheet:
    """The data of a ledger; the order of the games within a day is preserved."""

    base: int
    """The base rating on the first day."""
    first_day: date
    last_day: date
    games: Sequence[LedgerGame] = ()
    points: Sequence[LedgerPoints] = ()


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One line; fields that its kind does not use are None."""

    kind: RowKind
    day: date
    running: int
    """The base rating, for a line of kind BASE."""
    event: str | None = None
    opponent: str | None = None
    opponent_rating: int | None = None
    difference: int | None = None
    """Absolute, from the base rating."""
    half_points: int | None = None
    change: int | None = None


def write_ledger(
    sheet: LedgerSheet, parameters: LaskParameters
) -> tuple[LedgerRow, ...]:
    """Return the lines of a sheet: a base for every period that it touches, followed by
    the period's games.

    Points come before the base of their day. BadEntry, with its row, for a game outside
    the days of the sheet (outside_the_sheet), for points on any day other than a base
    date after the first (not_a_base_date), and for invalid ratings and scores.
    """
    periods = periods_between(sheet.first_day, sheet.last_day, parameters.period_starts)
    _check(sheet, {period.first_date for period in periods[1:]})
    rows: list[LedgerRow] = []
    for period in periods:
        running = rows[-1].running if rows else sheet.base
        rows += _period_rows(sheet, period, running, parameters)
    return tuple(rows)


def _period_rows(
    sheet: LedgerSheet, period: CalendarPeriod, running: int, parameters: LaskParameters
) -> Iterator[LedgerRow]:
    for added in sheet.points:
        if added.day == period.first_date:
            running += added.points
            yield _points_row(added, running)
    day = max(period.first_date, sheet.first_day)
    yield LedgerRow(RowKind.BASE, day, running)
    games = (game for game in sheet.games if period.first_date <= game.day)
    own = [game for game in games if game.day <= period.last_date]
    yield from _game_rows(own, running, parameters)


def _game_rows(
    games: Sequence[LedgerGame], base: int, parameters: LaskParameters
) -> Iterator[LedgerRow]:
    running = base
    for game in sorted(games, key=lambda game: game.day):
        worth = worth_of_game(base, game.opponent_rating, game.half_points, parameters)
        running += worth.change
        yield LedgerRow(
            kind=RowKind.GAME,
            day=game.day,
            running=running,
            event=game.event,
            opponent=game.opponent,
            opponent_rating=game.opponent_rating,
            difference=worth.difference,
            half_points=game.half_points,
            change=worth.change,
        )


def _points_row(added: LedgerPoints, running: int) -> LedgerRow:
    return LedgerRow(
        kind=RowKind.POINTS,
        day=added.day,
        running=running,
        event=added.event,
        change=added.points,
    )


def _check(sheet: LedgerSheet, later_bases: set[date]) -> None:
    check_rating("base", sheet.base)
    if sheet.last_day < sheet.first_day:
        raise BadEntry("last_day", "too_low")
    for row, game in enumerate(sheet.games):
        if not sheet.first_day <= game.day <= sheet.last_day:
            raise BadEntry(f"games[{row}].day", "outside_the_sheet")
        check_rating(f"games[{row}].opponent_rating", game.opponent_rating)
        check_score(f"games[{row}].score", game.half_points, 1)
    for row, added in enumerate(sheet.points):
        if added.day not in later_bases:
            raise BadEntry(f"points[{row}].day", "not_a_base_date")
