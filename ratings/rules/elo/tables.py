"""The two tables of the FIDE rating system (B.02, 8.1.1 and 8.1.2).

8.1.1 turns a fractional score p into a rating difference dp, 8.1.2 a rating
difference D into a scoring probability PD. Probabilities and fractional scores are
whole hundredths throughout.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from ratings.rules.step import IntArray

HUNDRED = 100
"""A whole point of score, or certainty, in hundredths."""


@dataclass(frozen=True, slots=True)
class ExpectationRow:
    """One printed row of 8.1.2: differences from low to high, both inclusive."""

    low: int
    high: int | None
    """None for the last row, which is open."""
    higher: int
    """PD of the higher-rated player, in hundredths."""
    lower: int
    """PD of the lower-rated player, in hundredths."""


@dataclass(frozen=True, slots=True)
class ExpectationTable:
    """Table 8.1.2, rows ascending and without gaps from 0 up."""

    rows: tuple[ExpectationRow, ...]

    def __post_init__(self) -> None:
        """Refuse with ValueError rows with gaps, and pairs that do not add up to 1."""
        following = [*(row.low for row in self.rows[1:]), None]
        highs = [None if low is None else low - 1 for low in following]
        if self.rows[0].low != 0 or [row.high for row in self.rows] != highs:
            raise ValueError("The rows of table 8.1.2 must follow one another.")
        if any(row.higher + row.lower != HUNDRED for row in self.rows):
            raise ValueError("The two probabilities of a row must make 1.")

    @property
    def widest(self) -> int:
        """The difference beyond which nothing changes."""
        return self.rows[-1].low

    def row_of(self, difference: int) -> ExpectationRow:
        """Return the row that contains an absolute difference."""
        return next(row for row in reversed(self.rows) if row.low <= difference)

    def by_difference(self) -> IntArray:
        """Return PD in hundredths, int8, by `widest` plus own minus opponent's rating.

        Contains differences from -widest to widest; beyond them nothing changes.
        """
        ahead = np.arange(-self.widest, self.widest + 1)
        lows = np.array([row.low for row in self.rows])
        row = np.searchsorted(lows, abs(ahead), side="right") - 1
        higher = np.array([row.higher for row in self.rows], np.int8)[row]
        lower = np.array([row.lower for row in self.rows], np.int8)[row]
        return np.where(ahead >= 0, higher, lower)


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Table 8.1.1: dp for every hundredth of p."""

    differences: tuple[int, ...]
    """dp by p in hundredths, from 0 to 100."""

    def __post_init__(self) -> None:
        """Refuse with ValueError a table that does not have 101 symmetric rows."""
        mirrored = tuple(-dp for dp in reversed(self.differences))
        if len(self.differences) != HUNDRED + 1 or mirrored != self.differences:
            raise ValueError("Table 8.1.1 must have 101 rows that mirror one another.")


@cache
def expectation_table() -> ExpectationTable:
    """Return table 8.1.2, the same in every edition from 2022 on."""
    rows = _rows("difference_to_score")
    return ExpectationTable(tuple(ExpectationRow(**row) for row in rows))


@cache
def expectations() -> IntArray:
    """Return `ExpectationTable.by_difference` of table 8.1.2, read-only."""
    column = expectation_table().by_difference()
    column.flags.writeable = False
    return column


@cache
def score_table() -> ScoreTable:
    """Return table 8.1.1, the same in every edition from 2022 on."""
    by_score = {row["p"]: row["dp"] for row in _rows("score_to_difference")}
    return ScoreTable(tuple(by_score[p] for p in sorted(by_score)))


def _rows(name: str) -> Any:
    table = files("ratings.rules.elo") / "data" / f"{name}.json"
    return json.loads(table.read_text("utf-8"))["rows"]
