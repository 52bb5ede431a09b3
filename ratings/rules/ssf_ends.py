"""Which ends of the games are rated, and what each is worth (SSF rating, 3 to 7).

A game has two ends, White's and Black's, and each is rated or not by itself.
"""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from ratings.rules.rating_table import rating_table
from ratings.rules.ssf_numbers import Numbers, SideNumbers
from ratings.rules.ssf_parameters import SsfParameters
from ratings.rules.step import (
    BoolArray,
    CannotCompute,
    FloatArray,
    IntArray,
    Lines,
    Side,
)


@dataclass(frozen=True, slots=True)
class Ends:
    """Rated ends of games, columns of equal length."""

    line: IntArray
    """intp: row of the played lines, which tells the order of play."""
    player: IntArray
    """intp: row of State."""
    change: FloatArray
    """float64: points, not halved as long as nothing else is said."""
    score: IntArray
    """int8: the player's half points."""
    adopts: BoolArray

    def __len__(self) -> int:
        """The number of ends."""
        return len(self.line)

    def take(self, chosen: BoolArray | IntArray) -> Self:
        """The chosen ends."""
        return type(self)(
            self.line[chosen],
            self.player[chosen],
            self.change[chosen],
            self.score[chosen],
            self.adopts[chosen],
        )

    def join(self, other: Self) -> Self:
        """These ends and the other ones."""
        return type(self)(
            np.concatenate((self.line, other.line)),
            np.concatenate((self.player, other.player)),
            np.concatenate((self.change, other.change)),
            np.concatenate((self.score, other.score)),
            np.concatenate((self.adopts, other.adopts)),
        )


def played_lines(lines: Lines) -> tuple[IntArray, Lines]:
    """Rows and columns of the games that were played (point 6: no forfeits)."""
    if lines.played.all():
        return np.arange(len(lines)), lines
    rows = np.flatnonzero(lines.played)
    return rows, lines.take(rows)


def find_ends(
    rows: IntArray, lines: Lines, numbers: Numbers, parameters: SsfParameters
) -> tuple[Ends, Ends]:
    """White's and Black's rated ends of played games, with unhalved changes.

    `rows` (n, intp) are what CannotCompute calls the lines, which is raised for
    rated ends whose opponent has neither a rating nor an estimate (point 7), and for
    a player who meets the same player.
    """
    _refuse(CannotCompute.PLAYS_SELF, rows, lines.white == lines.black)
    white, black = lines.sides
    white_rated, black_rated = rated_sides(lines, numbers, parameters)
    if not numbers.all_known:
        unknown = _meets_unknown(white_rated, numbers.black)
        unknown |= _meets_unknown(black_rated, numbers.white)
        _refuse(CannotCompute.OPPONENT_UNKNOWN, rows, unknown)
    white_change, black_change = changes(lines, numbers, parameters)
    return (
        _rated_ends(white, white_change, white_rated),
        _rated_ends(black, black_change, black_rated),
    )


def rated_sides(
    lines: Lines, numbers: Numbers, parameters: SsfParameters
) -> tuple[BoolArray | None, BoolArray | None]:
    """For White and for Black: which ends are rated, bool (n); None when all are."""
    white, black = lines.sides
    if (lines.minutes >= parameters.minutes).all():
        return _unless_all(white.member), _unless_all(black.member)
    return (
        white.member & long_enough(lines.minutes, white, numbers.white, parameters),
        black.member & long_enough(lines.minutes, black, numbers.black, parameters),
    )


def long_enough(
    minutes: IntArray, side: Side, numbers: SideNumbers, parameters: SsfParameters
) -> BoolArray:
    """Where the thinking time is enough for that side, bool (n) (point 6)."""
    low = side.adopts & (numbers.base < parameters.common_from)
    return (minutes >= parameters.minutes) | (low & (minutes >= parameters.low_minutes))


def changes(
    lines: Lines, numbers: Numbers, parameters: SsfParameters
) -> tuple[FloatArray, FloatArray]:
    """What each game is worth to White and to Black, unhalved, float64 (n).

    Means nothing where a number is missing.
    """
    table = rating_table(parameters.table)
    white, black = numbers.white, numbers.black
    if numbers.all_known:
        # Between two base ratings the one wins what the other loses.
        points = table.changes(white.base - black.base, lines.score)
        return points, -points
    return (
        table.changes(np.nan_to_num(white.base - black.counts_as), lines.score),
        table.changes(np.nan_to_num(black.base - white.counts_as), 2 - lines.score),
    )


def halve_high(
    points: FloatArray, base: FloatArray, parameters: SsfParameters
) -> FloatArray:
    """Points (changes, or sums of them) halved where the base is high (point 4).

    Writes into `points`, float64, and gives it back.
    """
    high = np.flatnonzero(base >= parameters.halving_from)
    points[high] /= 2
    return points


def halved(ends: Ends, base: FloatArray, parameters: SsfParameters) -> Ends:
    """The same ends with every change halved that is to be; `base` (p)."""
    change = halve_high(ends.change.copy(), base.take(ends.player), parameters)
    return replace(ends, change=change)


def _rated_ends(side: Side, change: FloatArray, rated: BoolArray | None) -> Ends:
    line = np.arange(len(side.player))
    ends = Ends(line, side.player, change, side.score, side.adopts)
    return ends if rated is None else ends.take(rated)


def _unless_all(side: BoolArray) -> BoolArray | None:
    return None if side.all() else side


def _meets_unknown(rated: BoolArray | None, opponent: SideNumbers) -> BoolArray:
    unknown = np.isnan(opponent.counts_as)
    return unknown if rated is None else unknown & rated


def _refuse(reason: str, rows: IntArray, wrong: BoolArray) -> None:
    if wrong.any():
        raise CannotCompute(reason, tuple(rows[wrong].tolist()))
