"""Entry rankings of new players, found by iteration (Renju article 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import TypeAlias

from ratings.rules.renju.levels import HIGHEST, LOWEST
from ratings.rules.renju.norms import highest_met
from ratings.rules.renju.records import Cycle, InputPlayer
from ratings.rules.renju.table import ResultTable

Round: TypeAlias = tuple[int, ...]
"""The levels of all new players in one round of the iteration."""

NO_LEVEL = 0
"""Used for the level of a player who has none."""


@dataclass(frozen=True, slots=True)
class RenjuNewcomer:
    """A new player's finished games, those against ranked players separately."""

    row: int
    games: int
    score: int
    """Half points in all of them."""
    ranked_games: int
    ranked_score: int
    """Half points in the games against ranked players."""
    ranked_total: int
    """The sum of the ranked opponents' indexes."""
    unranked: tuple[int, ...]
    """The new opponent in each of the other games, by position among the newcomers."""


@dataclass(frozen=True, slots=True)
class RenjuEntries:
    """The level that each player counts as in a tournament."""

    levels: tuple[int, ...]
    """By row; NO_LEVEL for a new player without a finished game."""
    newcomers: Mapping[int, RenjuNewcomer]
    """The players whose entry ranking was computed, by row."""
    rounds: int
    """The number of rounds, R0 included, before one was repeated."""
    cycle: Cycle | None
    """Set if the levels never settle; `levels` is then meaningless for its players."""


def find_entries(players: Sequence[InputPlayer], table: ResultTable) -> RenjuEntries:
    """Return the levels at the start of ranked players, and entry rankings of new
    players (4 §§1-3).

    A new player about whom the committee has decided counts as ranked from then on.
    """
    levels = [player.level or player.decided or NO_LEVEL for player in players]
    newcomers = find_newcomers(levels, table)
    rounds, first = iterate(newcomers)
    for newcomer, level in zip(newcomers, rounds[-1], strict=True):
        levels[newcomer.row] = level
    return RenjuEntries(
        levels=tuple(levels),
        newcomers={newcomer.row: newcomer for newcomer in newcomers},
        rounds=len(rounds),
        cycle=_find_cycle(players, newcomers, rounds[first:]),
    )


def find_newcomers(
    levels: Sequence[int], table: ResultTable
) -> tuple[RenjuNewcomer, ...]:
    """Return all players without a level who have finished a game, in order of rows."""
    rows = [
        row
        for row, meetings in enumerate(table.meetings)
        if meetings and levels[row] == NO_LEVEL
    ]
    place_of = {row: place for place, row in enumerate(rows)}
    return tuple([_newcomer(row, place_of, levels, table) for row in rows])


def _newcomer(
    row: int, place_of: Mapping[int, int], levels: Sequence[int], table: ResultTable
) -> RenjuNewcomer:
    meetings = table.meetings[row]
    ranked = [
        (levels[opponent], score)
        for opponent, score in meetings
        if opponent not in place_of
    ]
    return RenjuNewcomer(
        row=row,
        games=len(meetings),
        score=sum([score for _, score in meetings]),
        ranked_games=len(ranked),
        ranked_score=sum([score for _, score in ranked]),
        ranked_total=sum([level for level, _ in ranked]),
        unranked=tuple([place_of[row] for row, _ in meetings if row in place_of]),
    )


def rough_estimate(newcomer: RenjuNewcomer) -> int:
    """Return R0: the level that the results against ranked players suggest (4 §2).

    Their mean index plus (share of points - 0.5) / 0.15, rounded half up, within 10
    kyu and 10 dan; 10 kyu for a player who has met no ranked opponent.
    """
    games = newcomer.ranked_games
    if not games:
        return LOWEST
    # With h half points from n games the index is (3 total + 10 (h - n)) / 3 n.
    above_even = newcomer.ranked_score - games
    sixths = 2 * (3 * newcomer.ranked_total + 10 * above_even)
    return _within((sixths + 3 * games) // (6 * games))


def next_level(newcomer: RenjuNewcomer, levels: Round) -> int:
    """Return R1: the highest level whose obtain-norm is met, given all levels R0 (4
    §2).

    Over all finished games and without 2 §2c. 10 kyu if no norm is met; a norm is at
    least half a point, so that a player who has scored nothing meets none.
    """
    if not newcomer.score:
        return LOWEST
    total = newcomer.ranked_total + sum([levels[at] for at in newcomer.unranked])
    return _within(highest_met(newcomer.score, newcomer.games, total))


def iterate(newcomers: Sequence[RenjuNewcomer]) -> tuple[list[Round], int]:
    """Compute the rounds from R0 until one repeats; return each of them once, and the
    position of the repeated one.

    Only if that is the last round have the levels settled. There are finitely many
    rounds, so the iteration ends.
    """
    levels = tuple([rough_estimate(newcomer) for newcomer in newcomers])
    place_of: dict[Round, int] = {}
    while levels not in place_of:
        place_of[levels] = len(place_of)
        levels = tuple([next_level(newcomer, levels) for newcomer in newcomers])
    return list(place_of), place_of[levels]


def _find_cycle(
    players: Sequence[InputPlayer],
    newcomers: Sequence[RenjuNewcomer],
    rounds: Sequence[Round],
) -> Cycle | None:
    swings = [len(set(levels)) > 1 for levels in zip(*rounds, strict=True)]
    if not any(swings):
        return None
    return Cycle(
        players=tuple(players[moving.row].id for moving in compress(newcomers, swings)),
        rounds=tuple(tuple(compress(levels, swings)) for levels in rounds),
    )


def _within(level: int) -> int:
    return max(LOWEST, min(HIGHEST, level))
