"""From ratings and scores to changes, exactly, in whole hundredths (8.3).

Columns have length n, a row being one player's side of one game. Ratings are whole
points, from 0 to 4000, in signed integers: int16 is the fastest.
"""

import numpy as np

from ratings.rules.elo.k_rules import HIGHEST_RATING
from ratings.rules.elo.parameters import EloParameters
from ratings.rules.elo.tables import HUNDRED, expectation_table, expectations
from ratings.rules.step import BoolArray, IntArray

HALF_POINT = HUNDRED // 2
WIN = 2
"""Half points."""


def _within(name: str, column: IntArray, highest: int) -> None:
    """Refuse a column that is not whole numbers from 0 to highest, naming the row."""
    if not np.issubdtype(column.dtype, np.signedinteger):
        raise ValueError(f"{name}: signed integers are needed, not {column.dtype}.")
    if column.size and not 0 <= int(column.min()) <= int(column.max()) <= highest:
        row = int(np.flatnonzero((column < 0) | (column > highest))[0])
        raise ValueError(f"{name}, row {row}: {column[row]} is not 0 to {highest}.")


def upgraded_games(difference: IntArray, event: IntArray, cap: int) -> BoolArray:
    """The one game of each event for which a higher-rated player has the cap.

    `difference` (n) is own minus opponent's rating; `event` (n, integers) has the same
    number for the games of one player in one tournament and different ones else. That
    game is the one in which the player is ahead by the most, if by more than the cap;
    of several the first (8.3.1 of 2022).
    """
    over = np.flatnonzero(difference > cap)
    order = over[np.lexsort((over, -difference[over], event[over]))]
    first = np.ones(len(order), np.bool_)
    first[1:] = event[order[1:]] != event[order[:-1]]
    upgraded = np.zeros(len(difference), np.bool_)
    upgraded[order[first]] = True
    return upgraded


def counted_differences(
    own: IntArray,
    opponent: IntArray,
    parameters: EloParameters,
    event: IntArray | None = None,
) -> IntArray:
    """The difference D of every game as it is counted: own minus opponent's (8.3.1).

    `event` (n), as in `upgraded_games`, is needed where the edition grants the cap
    once a tournament, and is not looked at elsewhere. Raises ValueError, naming the
    column and the row, for what is not a rating.
    """
    _within("own", own, HIGHEST_RATING)
    _within("opponent", opponent, HIGHEST_RATING)
    whole = own - opponent
    cap = parameters.cap
    if cap is None:
        return whole
    counted: IntArray = np.clip(whole, -cap, cap)
    if parameters.cap_exempt_from is not None:
        exempt = own >= parameters.cap_exempt_from
        np.copyto(counted, whole, where=exempt)
    if parameters.cap_once:
        _take_back(counted, whole, cap, event)
    return counted


def _take_back(
    counted: IntArray, whole: IntArray, cap: int, event: IntArray | None
) -> None:
    """Count the games whole in which a higher-rated player has no upgrade."""
    if event is None:
        raise ValueError("event: this edition needs to know the tournaments.")
    upgraded = upgraded_games(whole, event, cap)
    np.copyto(counted, whole, where=(whole > cap) & ~upgraded)


def expected_hundredths(difference: IntArray) -> IntArray:
    """PD (n, int8), 0 to 100, by table 8.1.2 (8.3.2 a).

    `difference` (n) is D as `counted_differences` gives it.
    """
    widest = expectation_table().widest
    place = np.clip(difference, -widest, widest)
    place += widest
    expected: IntArray = expectations().take(place)
    return expected


def change_hundredths(score: IntArray, expected: IntArray) -> IntArray:
    """Score minus PD (n, int8), in hundredths from -100 to 100 (8.3.2 b).

    `score` (n, int8) is half points, 0, 1 or 2; `expected` is PD in hundredths.
    Raises ValueError for any other score, naming the row.
    """
    _within("score", score, WIN)
    change: IntArray = score.astype(np.int8) * np.int8(HALF_POINT) - expected
    return change


def sum_by_player(
    player: IntArray, change: IntArray, k: IntArray, players: int
) -> IntArray:
    """Each player's exact change (players, int64) in hundredths of points (8.3.2 c, d).

    `player` (n) is the row of the player, `change` (n) as `change_hundredths` gives
    it, `k` (n) the coefficient of each game.
    """
    points = change.astype(np.int32) * k
    # Whole numbers this small are exact in the float64 that bincount sums in.
    total: IntArray = np.bincount(player, points, players).astype(np.int64)
    return total


def round_half_away(hundredths: IntArray) -> IntArray:
    """The nearest whole points, halves away from zero (8.3.4).

    -150 hundredths are -2 points, 150 are 2.
    """
    rounded: IntArray = np.sign(hundredths) * (
        (np.abs(hundredths) + HALF_POINT) // HUNDRED
    )
    return rounded
