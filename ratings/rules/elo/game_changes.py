"""From ratings and scores to changes, in exact hundredths (8.3).

Columns have length n, a row being one player's side of one game. Ratings are whole
points, from 0 to 4000, in signed integers: int16 is the fastest. If an edition uses
decimals they are float64, and so are expectations by the exact logistic curve.
"""

from typing import TypeAlias, cast

import numpy as np

from ratings.rules.elo.k_rules import HIGHEST_RATING
from ratings.rules.elo.parameters import EloParameters
from ratings.rules.elo.tables import HUNDRED, expectation_table, expectations
from ratings.rules.step import BoolArray, FloatArray, IntArray

NumberArray: TypeAlias = IntArray | FloatArray
"""Whole numbers, or fractions if an edition is exact."""

HALF_POINT = HUNDRED // 2
WIN = 2
"""Half points."""
SURE_DECIMALS = 6
"""The number of reliable decimals of a sum of fractions, before it is rounded."""


def _within(
    name: str, column: NumberArray, highest: int, *, fractions: bool = False
) -> None:
    """Refuse a column that does not contain whole numbers from 0 to highest (or
    `fractions` in that range), naming the row.
    """
    whole = np.issubdtype(column.dtype, np.signedinteger)
    if not whole and not (fractions and np.issubdtype(column.dtype, np.floating)):
        raise ValueError(f"{name}: signed integers are needed, not {column.dtype}.")
    if column.size and not 0 <= column.min() <= column.max() <= highest:
        row = int(np.flatnonzero((column < 0) | (column > highest))[0])
        raise ValueError(f"{name}, row {row}: {column[row]} is not 0 to {highest}.")


def upgraded_games(difference: NumberArray, event: IntArray, cap: int) -> BoolArray:
    """Return the one game of each event in which a higher-rated player has the cap.

    `difference` (n) is own minus opponent's rating; `event` (n, integers) has the same
    number for all games of one player in one tournament, and otherwise different ones.
    It is the game in which the player is ahead by the most, if by more than the cap;
    the first if there are several (8.3.1 of 2022).
    """
    over = np.flatnonzero(difference > cap)
    order = over[np.lexsort((over, -difference[over], event[over]))]
    first = np.ones(len(order), np.bool_)
    first[1:] = event[order[1:]] != event[order[:-1]]
    upgraded = np.zeros(len(difference), np.bool_)
    upgraded[order[first]] = True
    return upgraded


def counted_differences(
    own: NumberArray,
    opponent: NumberArray,
    parameters: EloParameters,
    event: IntArray | None = None,
) -> NumberArray:
    """Return the difference D of every game as it is counted: own minus opponent's
    (8.3.1).

    `event` (n), as in `upgraded_games`, is needed if the edition grants the cap once a
    tournament, and is otherwise ignored. Raises ValueError if it is missing then, and,
    naming the column and the row, for an invalid rating.
    """
    fractions = parameters.decimals > 0
    _within("own", own, HIGHEST_RATING, fractions=fractions)
    _within("opponent", opponent, HIGHEST_RATING, fractions=fractions)
    whole = own - opponent
    cap = parameters.cap
    if cap is None:
        return whole
    counted: NumberArray = np.clip(whole, -cap, cap)
    if parameters.cap_exempt_from is not None:
        exempt = own >= parameters.cap_exempt_from
        np.copyto(counted, whole, where=exempt)
    if parameters.cap_once:
        _take_back(counted, whole, cap, event)
    return counted


def _take_back(
    counted: NumberArray, whole: NumberArray, cap: int, event: IntArray | None
) -> None:
    """Restore the whole difference in games of higher-rated players without upgrade."""
    if event is None:
        raise ValueError("event: this edition needs to know the tournaments.")
    upgraded = upgraded_games(whole, event, cap)
    np.copyto(counted, whole, where=(whole > cap) & ~upgraded)


def expected_scores(
    difference: NumberArray, parameters: EloParameters, roots: FloatArray | None = None
) -> NumberArray:
    """Return a player's expected score in hundredths (n): PD by the table, whole, or by
    the exact logistic curve of the edition, float64.

    `difference` (n) is D as returned by `counted_differences`; `roots` (n) the square
    roots of the lengths of matches, None if every game is one.
    """
    if parameters.logistic is None:
        return expected_hundredths(nearest_whole(difference))
    times = difference if roots is None else difference * roots
    expected: FloatArray = HUNDRED / (1 + 10.0 ** (-times / parameters.logistic))
    return expected


def nearest_whole(difference: NumberArray) -> IntArray:
    """Return differences (n) as the table takes them: the nearest whole number, halves
    away from zero.
    """
    if not np.issubdtype(difference.dtype, np.integer):
        difference = np.trunc(difference + np.copysign(0.5, difference))
        return difference.astype(np.int64)
    return cast("IntArray", difference)


def expected_hundredths(difference: IntArray) -> IntArray:
    """Return PD (n, int8), 0 to 100, by table 8.1.2 (8.3.2 a).

    `difference` (n) is D as returned by `counted_differences`.
    """
    widest = expectation_table().widest
    place = np.clip(difference, -widest, widest)
    place += widest
    expected: IntArray = expectations().take(place)
    return expected


def change_hundredths(score: IntArray, expected: NumberArray) -> NumberArray:
    """Return score minus PD (n), in hundredths from -100 to 100 (8.3.2 b), int8 if PD
    is.

    `score` (n, int8) is half points, 0, 1 or 2; `expected` is PD in hundredths.
    Raises ValueError for any other score, naming the row.
    """
    _within("score", score, WIN)
    change: NumberArray = score.astype(np.int8) * np.int8(HALF_POINT) - expected
    return change


def points_of_games(change: NumberArray, k: IntArray) -> NumberArray:
    """Return K times the change of each game (n), in hundredths of points (8.3.2 d):
    whole if the changes are.
    """
    if np.issubdtype(change.dtype, np.integer):
        return change.astype(np.int32) * k
    return change * k


def sum_by_player(player: IntArray, points: NumberArray, players: int) -> NumberArray:
    """Return each player's exact change (players) in hundredths of points (8.3.2 c, d).

    `player` (n) is the row of the player, `points` (n) as returned by
    `points_of_games`.
    """
    total = np.bincount(player, points, players)
    if np.issubdtype(points.dtype, np.integer):
        # Whole numbers this small are exact in the float64 in which bincount sums.
        return total.astype(np.int64)
    return total


def rounded_changes(hundredths: NumberArray, decimals: int) -> FloatArray:
    """Return changes in points with this many decimals, halves away from zero
    (8.3.4).
    """
    if np.issubdtype(hundredths.dtype, np.integer) and not decimals:
        return round_half_away(cast("IntArray", hundredths)).astype(np.float64)
    # Floating-point errors of sums of fractions must not decide how a half is rounded.
    units = np.round(hundredths / HUNDRED * 10.0**decimals, SURE_DECIMALS)
    whole: FloatArray = np.trunc(units + np.copysign(0.5, units))
    return with_decimals(whole / 10.0**decimals, decimals)


def with_decimals(rating: FloatArray, decimals: int) -> FloatArray:
    """Return ratings with this many decimals, without the error from adding them up."""
    return np.round(rating, decimals) + 0.0


def round_half_away(hundredths: IntArray) -> IntArray:
    """Return the nearest whole points, halves away from zero (8.3.4).

    -150 hundredths are -2 points, 150 are 2.
    """
    rounded: IntArray = np.sign(hundredths) * (
        (np.abs(hundredths) + HALF_POINT) // HUNDRED
    )
    return rounded
