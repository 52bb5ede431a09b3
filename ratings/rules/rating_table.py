"""The rating table: what a difference of rating is worth (SSF rating, point 3).

For every range of the absolute difference the table has a compensation k. The
higher-rated player gets 16 - k for a win, -k for a draw and -(16 + k) for a loss,
the lower-rated player the same with +k.
"""

import json
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from ratings.rules.step import FloatArray, IntArray

WIN = 16
"""Points for a win between equals (SSF rating, point 3)."""
Rows: TypeAlias = tuple[tuple[int, int], ...]
"""(lowest difference, compensation) of each row."""
RESULTS = 3
"""Loss, draw, win: 0, 1, 2 half points."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One printed row: differences from low to high, both inclusive."""

    low: int
    high: int | None
    """None for the last row, which is open."""
    compensation: int


@dataclass(frozen=True)
class RatingTable:
    """A rating table, rows ascending and without gaps from 0 up."""

    rows: tuple[TableRow, ...]

    def __post_init__(self) -> None:
        """Refuse gaps, overlaps, empty rows and a closed last row with ValueError."""
        lows = [row.low for row in self.rows]
        highs = [*(low - 1 for low in lows[1:]), None]
        ascends = lows[0] == 0 and all(low < high for low, high in pairwise(lows))
        if not ascends or [row.high for row in self.rows] != highs:
            raise ValueError("The rows of a rating table must follow one another.")

    @property
    def widest(self) -> int:
        """The difference beyond which nothing changes."""
        return self.rows[-1].low

    def row_of(self, difference: int) -> TableRow:
        """Return the row that contains an absolute difference."""
        return next(row for row in reversed(self.rows) if row.low <= difference)

    def doubled_changes(self, difference: FloatArray, score: IntArray) -> IntArray:
        """Return twice what games are worth to one side, before any halving.

        `difference` (n) is own minus opponent's rating in whole points, not NaN;
        `score` (n, int8) the own half points. Returns int16 (n), from -64 to 64:
        because of the doubling, half points are whole numbers.
        """
        # int16 halves the memory traffic; 6 * widest fits.
        place = np.clip(difference, -self.widest, self.widest).astype(np.int16)
        place += self.widest
        place *= RESULTS
        place += score
        doubled: IntArray = self._doubled.take(place)
        return doubled

    @cached_property
    def _doubled(self) -> IntArray:
        """Doubled changes by RESULTS * (difference + widest) + half points."""
        ahead = np.arange(-self.widest, self.widest + 1)
        lows = np.array([row.low for row in self.rows])
        compensation = np.array([row.compensation for row in self.rows])
        k = compensation[np.searchsorted(lows, abs(ahead), side="right") - 1]
        by_result = WIN * np.array([-1, 0, 1])
        points = by_result[np.newaxis, :] - (np.sign(ahead) * k)[:, np.newaxis]
        doubled: IntArray = 2 * points.ravel().astype(np.int16)
        return doubled


@cache
def rating_table(table: str | Rows) -> RatingTable:
    """Return the table with a name, KeyError if there is none; or the one with these
    rows, ValueError if their differences do not ascend from 0.
    """
    if not isinstance(table, str):
        return _of_rows(table)
    if table not in table_names():
        raise KeyError(table)
    data = json.loads((_tables() / f"{table}.json").read_text("utf-8"))
    return RatingTable(tuple(TableRow(**row) for row in data["rows"]))


def _of_rows(rows: Rows) -> RatingTable:
    highs = [*(low - 1 for low, _ in rows[1:]), None]
    return RatingTable(
        tuple(
            TableRow(low, high, compensation)
            for (low, compensation), high in zip(rows, highs, strict=True)
        )
    )


@cache
def table_names() -> frozenset[str]:
    """Return the names of all tables that come with the rules."""
    names = (entry.name for entry in _tables().iterdir())
    return frozenset(name[:-5] for name in names if name.endswith(".json"))


def _tables() -> Any:
    return files("ratings.rules") / "tables"
