"""What LASK remembers of a player: the season, and the ledger games in it (6)."""

from typing import Final

import numpy as np

from ratings.rules.calendar import date_of, day_number
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.season import season_games, season_of
from ratings.rules.step import BoolArray, FloatArray, Lines, Span, State

MEMORY: Final = ("season", "season_games")
"""The first day (a day number) of the season, and the ledger games in it so far."""
SEASON, GAMES = range(2)


def season_so_far(
    lines: Lines, state: State, span: Span, parameters: LaskParameters
) -> tuple[int, FloatArray]:
    """Return the first day of the season that contains the step's first day, and each
    player's games in that season so far (p).
    """
    season = season_of(date_of(span.first_day), parameters)
    first = day_number(season.first_date)
    games = season_games(lines, len(state.rating), season, parameters)
    if state.memory is None:
        return first, games.astype(np.float64)
    same = state.memory[:, SEASON] == first
    before = np.where(same, state.memory[:, GAMES], np.float64(0))
    return first, before + games


def remembered(
    state: State, season: int, games: FloatArray, touched: BoolArray
) -> FloatArray:
    """Return what is remembered of each player (p, 2) after a step: updated for the
    `touched` players.
    """
    if state.memory is None:
        return np.column_stack((np.full(len(games), float(season)), games))
    memory = state.memory.copy()
    rows = np.flatnonzero(touched)
    memory[rows, SEASON] = season
    memory[rows, GAMES] = games.take(rows)
    return memory
