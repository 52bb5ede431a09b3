"""The value of a game under LASK (Rankingregel 1, tables 3 and 5).

The table of the SSF system without its halving: +16, 0 or -16, and the compensation k
to the weaker from the stronger player. Both numbers are base ratings (Rankingregel 2),
so that games may be computed in any order.
"""

from dataclasses import dataclass
from typing import Final

from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.whole_numbers import check_rating, check_score
from ratings.rules.rating_table import WIN, TableRow, rating_table
from ratings.rules.step import BoolArray, FloatArray, IntArray, Lines

CHANGE: Final = "LASK Rankingregel 1"


@dataclass(frozen=True, slots=True)
class GameWorth:
    """One game from the side of one of its players, as read from the table."""

    own: int
    opponent: int
    half_points: int
    difference: int
    """Absolute."""
    row: TableRow
    compensation: int
    """The row's k as it counts for this player: negative for the stronger."""
    change: int
    paragraph: str = CHANGE


def long_games(lines: Lines, parameters: LaskParameters) -> BoolArray:
    """Return which lines are entered in the ledger, bool (n): long games that were
    played.

    Rules 4 and 5: about three minutes a move, and no forfeits.
    """
    long: BoolArray = lines.minutes >= parameters.minutes
    return long & lines.played


def game_changes(
    own: FloatArray, opponent: FloatArray, score: IntArray, parameters: LaskParameters
) -> IntArray:
    """Return the changes of games for one side in whole points, int16 (n), -32 to 32.

    `own` and `opponent` (n) are base ratings in whole points, not NaN; `score`
    (n, int8) contains the own half points.
    """
    changes = rating_table(parameters.table).doubled_changes(own - opponent, score)
    changes >>= 1
    return changes


def worth_of_game(
    own: int, opponent: int, half_points: int, parameters: LaskParameters
) -> GameWorth:
    """Return the change of one game with its working.

    BadEntry for own, opponent or score: ratings are whole, also below 0
    (`check_rating`), half points 0, 1 or 2.
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
    """Return the row for two ratings, and its k as it counts for the first of them.

    Positive for the lower rating, negative for the higher (Rankingregel 1, formula 1).
    """
    row = rating_table(parameters.table).row_of(abs(own - other))
    return row, row.compensation if own < other else -row.compensation
