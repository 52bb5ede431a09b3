"""The rated sides of games, and the change by each (SSF rating, 3 to 7).

A game has two sides, White's and Black's; each is rated, or not, separately.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np

from ratings.rules.played import refuse_lines
from ratings.rules.rating_table import rating_table
from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.step import (
    BoolArray,
    CannotCompute,
    FloatArray,
    IntArray,
    Lines,
    SideColumns,
)
from ratings.rules.step_ratings import SideRatings, StepRatings


@dataclass(frozen=True, slots=True)
class RatedSides:
    """Rated sides of games, columns of equal length."""

    line: IntArray
    """intp: row of the played lines, which gives the order of play."""
    player: IntArray
    """intp: row of State."""
    doubled: IntArray
    """int16: twice the change, so that half points are whole numbers."""
    score: IntArray
    """int8: the player's half points."""
    adopts: BoolArray

    def __len__(self) -> int:
        """Return the number of sides."""
        return len(self.line)

    def take(self, places: IntArray) -> Self:
        """Return the sides at these positions, in their order."""
        return type(self)(
            self.line.take(places),
            self.player.take(places),
            self.doubled.take(places),
            self.score.take(places),
            self.adopts.take(places),
        )

    def where(self, chosen: BoolArray) -> Self:
        """Return the chosen sides."""
        # Faster than indexing five columns with an irregular mask.
        return self.take(np.flatnonzero(chosen))

    def join(self, other: Self) -> Self:
        """Return these sides followed by the others."""
        return type(self)(
            np.concatenate((self.line, other.line)),
            np.concatenate((self.player, other.player)),
            np.concatenate((self.doubled, other.doubled)),
            np.concatenate((self.score, other.score)),
            np.concatenate((self.adopts, other.adopts)),
        )


def find_rated_sides(
    rows: IntArray, lines: Lines, ratings: StepRatings, parameters: SsfParameters
) -> tuple[RatedSides, RatedSides]:
    """Return White's and Black's rated sides of played games, with their changes.

    `rows` (n, intp) are the rows that CannotCompute names. It is raised for rated sides
    whose opponent has neither a rating nor an estimate (point 7), and for lines with
    the same player on both sides.
    """
    refuse_lines(CannotCompute.PLAYS_SELF, rows, lines.white == lines.black)
    white, black = lines.sides
    white_rated, black_rated = which_are_rated(lines, ratings, parameters)
    if not ratings.all_known:
        unknown = _meets_unknown(white_rated, ratings.black)
        unknown |= _meets_unknown(black_rated, ratings.white)
        refuse_lines(CannotCompute.OPPONENT_UNKNOWN, rows, unknown)
    white_doubled, black_doubled = doubled_changes(lines, ratings, parameters)
    line = np.arange(len(lines))
    whites = RatedSides(line, white.player, white_doubled, white.score, white.adopts)
    blacks = RatedSides(line, black.player, black_doubled, black.score, black.adopts)
    return (
        whites if white_rated is None else whites.where(white_rated),
        blacks if black_rated is None else blacks.where(black_rated),
    )


def which_are_rated(
    lines: Lines, ratings: StepRatings, parameters: SsfParameters
) -> tuple[BoolArray | None, BoolArray | None]:
    """Return which of White's and Black's sides are rated, bool (n); None if all are."""
    white, black = lines.sides
    if (lines.minutes >= parameters.minutes).all():
        return _unless_all(white.member), _unless_all(black.member)
    return (
        white.member & long_enough(lines.minutes, white, ratings.white, parameters),
        black.member & long_enough(lines.minutes, black, ratings.black, parameters),
    )


def long_enough(
    minutes: IntArray,
    side: SideColumns,
    ratings: SideRatings,
    parameters: SsfParameters,
) -> BoolArray:
    """Return where the thinking time is long enough for that side, bool (n) (point
    6).
    """
    is_enough: BoolArray = minutes >= required_minutes(
        ratings.base, side.adopts, parameters
    )
    return is_enough


def required_minutes(
    base: FloatArray, adopts: BoolArray, parameters: SsfParameters
) -> IntArray:
    """Return the least thinking time for players by base ratings, minutes (n),
    depending on what their districts have adopted (point 6).
    """
    low = adopts & (base < parameters.common_from)
    return np.where(low, parameters.low_minutes, parameters.minutes)


def doubled_changes(
    lines: Lines, ratings: StepRatings, parameters: SsfParameters
) -> tuple[IntArray, IntArray]:
    """Return twice the change by each game for White and for Black, int16 (n).

    Points 3 and 4. Meaningless where a rating is missing.
    """
    table = rating_table(parameters.table)
    white, black = ratings.white, ratings.black
    if ratings.all_known:
        # Before halving, one player wins what the other loses.
        white_won = table.doubled_changes(white.base - black.base, lines.score)
        black_won = -white_won
    else:
        white_ahead = np.nan_to_num(white.base - black.counts_as)
        black_ahead = np.nan_to_num(black.base - white.counts_as)
        white_won = table.doubled_changes(white_ahead, lines.score)
        black_won = table.doubled_changes(black_ahead, 2 - lines.score)
    return (
        _halve(white_won, is_halved(white.base, parameters)),
        _halve(black_won, is_halved(black.base, parameters)),
    )


def is_halved(base: FloatArray, parameters: SsfParameters) -> BoolArray:
    """Return whose changes count half, by base ratings (point 4)."""
    return base >= parameters.halving_from


def _halve(doubled: IntArray, high: BoolArray) -> IntArray:
    rows = np.flatnonzero(high)
    doubled[rows] //= 2
    return doubled


def _unless_all(side: BoolArray) -> BoolArray | None:
    return None if side.all() else side


def _meets_unknown(rated: BoolArray | None, opponent: SideRatings) -> BoolArray:
    unknown = np.isnan(opponent.counts_as)
    return unknown if rated is None else unknown & rated
