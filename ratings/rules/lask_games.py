"""What a game is worth under LASK (Rankingregel 1, tables 3 and 5).

The table of the SSF system read without its halving: +16, 0 or -16, and the
compensation k to the weaker from the stronger player. Both numbers are base
ratings (Rankingregel 2), so that games may be taken in any order.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.rules.lask_numbers import check_rating, check_score
from ratings.rules.lask_parameters import LaskParameters
from ratings.rules.rating_table import RESULTS, WIN, TableRow, rating_table
from ratings.rules.step import (
    BoolArray,
    CannotCompute,
    FloatArray,
    IntArray,
    Lines,
)

CHANGE: Final = "LASK Rankingregel 1"


@dataclass(frozen=True, slots=True)
class GameWorth:
    """One game as one of its players reads it from the table."""

    own: int
    opponent: int
    half_points: int
    difference: int
    """Absolute."""
    row: TableRow
    compensation: int
    """The row's k as it counts for this player: minus for the stronger."""
    change: int
    paragraph: str = CHANGE


@dataclass(frozen=True, slots=True)
class RatedGames:
    """Games to rate, columns of length n."""

    white: IntArray
    """intp: row of White among the players."""
    black: IntArray
    score: IntArray
    """int8: White's half points."""
    white_number: FloatArray
    """White's base rating, or what White counts as; NaN where nobody knows."""
    black_number: FloatArray
    white_rated: BoolArray
    """Does White get the change: somebody from outside does not (8)."""
    black_rated: BoolArray


@dataclass(frozen=True, slots=True)
class Totals:
    """What games add up to, columns of length p, int32."""

    change: IntArray
    games: IntArray
    score: IntArray
    """Half points."""


def long_games(lines: Lines, parameters: LaskParameters) -> BoolArray:
    """Which lines are entered in the ledger, bool (n): long games that were played.

    Rules 4 and 5: about three minutes a move, and no forfeits.
    """
    long: BoolArray = lines.minutes >= parameters.minutes
    return long & lines.played


def game_changes(
    own: FloatArray, opponent: FloatArray, score: IntArray, parameters: LaskParameters
) -> IntArray:
    """What games are worth to one side in whole points, int16 (n), -31 to 31.

    `own` and `opponent` (n) are base ratings in whole points, not NaN; `score`
    (n, int8) holds the own half points.
    """
    changes = rating_table(parameters.table).doubled_changes(own - opponent, score)
    changes >>= 1
    return changes


def total_changes(
    games: RatedGames, players: int, parameters: LaskParameters
) -> Totals:
    """Everybody's changes, games and half points in some games.

    BadEntry for a score that is none. Raises CannotCompute, with the rows of `games`, where somebody meets the same
    player, and where a game that is rated lacks one of its two numbers (8: the
    committee gives one to everybody from outside).
    """
    _check_scores(games.score)
    _refuse(CannotCompute.PLAYS_SELF, games.white == games.black)
    _refuse(CannotCompute.OPPONENT_UNKNOWN, _unknown(games))
    white, black = np.nan_to_num(games.white_number), np.nan_to_num(games.black_number)
    changes = game_changes(white, black, games.score, parameters)
    totals = Totals(*(np.zeros(players, np.int32) for _ in range(3)))
    _add(totals, games.white, games.white_rated, changes, games.score)
    _add(totals, games.black, games.black_rated, -changes, 2 - games.score)
    return totals


def worth_of_game(
    own: int, opponent: int, half_points: int, parameters: LaskParameters
) -> GameWorth:
    """The same for one game, with the way there.

    BadEntry for own, opponent or score: ratings are whole and not below 0, half
    points 0, 1 or 2.
    """
    check_rating("own", own)
    check_rating("opponent", opponent)
    check_score("score", half_points, 1)
    row, compensation = find_compensation(own, opponent, parameters)
    return GameWorth(
        own=own,
        opponent=opponent,
        half_points=half_points,
        difference=abs(own - opponent),
        row=row,
        compensation=compensation,
        change=WIN * (half_points - 1) + compensation,
    )


def find_compensation(
    own: int, other: int, parameters: LaskParameters
) -> tuple[TableRow, int]:
    """The row for two ratings, and its k as it counts for the first of them.

    Plus for the lower rating, minus for the higher (Rankingregel 1, formula 1).
    """
    row = rating_table(parameters.table).row_of(abs(own - other))
    return row, row.compensation if own < other else -row.compensation


def _check_scores(score: IntArray) -> None:
    for row in np.flatnonzero((score < 0) | (score > RESULTS - 1))[:1]:
        check_score(f"score[{row}]", int(score[row]), 1)


def _unknown(games: RatedGames) -> BoolArray:
    unknown: BoolArray = np.isnan(games.white_number) | np.isnan(games.black_number)
    return unknown & (games.white_rated | games.black_rated)


def _refuse(reason: str, wrong: BoolArray) -> None:
    if wrong.any():
        raise CannotCompute(reason, tuple(np.flatnonzero(wrong).tolist()))


def _add(
    totals: Totals,
    player: IntArray,
    rated: BoolArray,
    change: IntArray,
    score: IntArray,
) -> None:
    """Adds one side of the games; np.add.at is fast only where the types agree."""
    at = np.flatnonzero(rated)
    rows = player.take(at)
    np.add.at(totals.change, rows, change.take(at).astype(np.int32))
    np.add.at(totals.games, rows, np.int32(1))
    np.add.at(totals.score, rows, score.take(at).astype(np.int32))
