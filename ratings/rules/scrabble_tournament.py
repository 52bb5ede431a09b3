"""A tournament under the rules of Svenska Scrabbleförbundet.

Everything is reckoned in whole ten-thousandths, on the ratings from before the whole
tournament, and rounded once, at the new rating.
"""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from ratings.rules.scrabble_expected import DECIMALS, expected_wins
from ratings.rules.scrabble_parameters import HIGHEST, ScrabbleParameters
from ratings.rules.step import BoolArray, FloatArray, IntArray

WIN = 2
"""Half points; a draw is half a win."""
HALF_WIN = DECIMALS // WIN

N = TypeVar("N", int, IntArray)


@dataclass(frozen=True, slots=True)
class ScrabbleResult:
    """What a tournament did to its players, columns of length p."""

    before: FloatArray
    """float64: whole ratings, the start rating for a newcomer who played, else NaN."""
    change: IntArray
    """int64: change in ten-thousandths of a rating point, before rounding."""
    after: FloatArray
    """float64: new whole ratings; `before` where there was no game."""
    games: IntArray
    """int64: games played."""
    score: IntArray
    """int64: half points in them."""


def change_of(score: N, expected: N, parameters: ScrabbleParameters) -> N:
    """What wins beyond the expected are worth, in ten-thousandths of a rating point.

    `score` is in half points, `expected` the sum of expected wins in ten-thousandths
    of a win (Hur ratingen fungerar).
    """
    return parameters.factor * (HALF_WIN * score - expected)


def new_rating(rating: N, change: N) -> N:
    """The new rating: a whole number, half a point upwards (Avrundning).

    `change` is in ten-thousandths of a rating point.
    """
    return (rating * DECIMALS + change + DECIMALS // 2) // DECIMALS


def rate_tournament(
    rating: FloatArray,
    white: IntArray,
    black: IntArray,
    score: IntArray,
    parameters: ScrabbleParameters,
) -> ScrabbleResult:
    """New ratings after a tournament of games that were really played.

    `rating` (p) holds whole numbers, NaN for a new player, who enters with the first
    game; `white` and `black` (n, intp) are rows of it; `score` (n, int8) is White's
    half points, 0, 1 or 2. Raises ValueError for a number or row that cannot be, and
    names it.
    """
    _refuse_ratings(rating)
    _refuse_games(white, black, score, len(rating))
    entered = np.where(np.isnan(rating), parameters.start, rating).astype(np.int64)
    expected = expected_wins(
        entered.take(white), entered.take(black), parameters.spread
    )
    in_all = len(rating)
    games = _add_up(in_all, (white, 1), (black, 1))
    halves = _add_up(in_all, (white, score), (black, WIN - score))
    hoped = _add_up(in_all, (white, expected), (black, DECIMALS - expected))
    change = change_of(halves, hoped, parameters)
    played = games > 0
    before = np.where(played, entered, rating)
    after = np.where(played, new_rating(entered, change), rating)
    return ScrabbleResult(before, change, after, games, halves)


def _add_up(players: int, *sides: tuple[IntArray, IntArray | int]) -> IntArray:
    """Sums over the rows of either side, int64 (p), which nothing here overflows."""
    total = np.zeros(players, np.int64)
    for rows, what in sides:
        # np.add.at is fast only where the types agree to the letter.
        np.add.at(total, rows, np.asarray(what, np.int64))
    return total


def _refuse_ratings(rating: FloatArray) -> None:
    known = np.isnan(rating) | (np.abs(rating) <= HIGHEST) & (
        np.floor(rating) == rating
    )
    _refuse_first(~known, f"rating of row {{row}} is not whole and within ±{HIGHEST}.")


def _refuse_games(
    white: IntArray, black: IntArray, score: IntArray, players: int
) -> None:
    if not len(white) == len(black) == len(score):
        raise ValueError("The columns white, black and score differ in length.")
    if not np.issubdtype(score.dtype, np.integer):
        raise ValueError("score is counted in half points: whole numbers only.")
    _refuse_first(white == black, "Game {row}: a player meets themself.")
    _refuse_first((score < 0) | (score > WIN), "score of game {row} is not 0, 1 or 2.")
    for rows in (white, black):
        beyond = (rows < 0) | (rows >= players)
        _refuse_first(beyond, f"Game {{row}} names a player beyond {players} rows.")


def _refuse_first(wrong: BoolArray, message: str) -> None:
    if wrong.any():
        raise ValueError(message.format(row=int(np.argmax(wrong))))
