"""The small tables of LASK: scoring percentages, deductions and classes.

The rating table, tables 3 and 5 of the text, is that of `rating_table`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from ratings.rules.lask.whole_numbers import BadEntry

PERCENT = 100
EVEN = 50


@dataclass(frozen=True, slots=True)
class ClassLimit:
    """A class and the lowest rating in it."""

    name: str
    lowest: int


@dataclass(frozen=True, slots=True)
class LaskTables:
    """The tables of one edition of the text."""

    differences: tuple[int, ...]
    """Table 2, upper half: the rating difference for 50, 51, … 99 per cent."""
    deductions: tuple[int, ...]
    """Table 4: points for 0, 1, … games; the last also applies to more games."""
    class_averages: Mapping[str, int]
    """The known part of table 1: the average rating of each class."""
    class_limits: tuple[ClassLimit, ...]
    """The classes proposed for SM, strongest first; the last begins at 0."""

    def difference_for(self, percent: int) -> int:
        """Return the rating difference of a scoring percentage, 1 to 99 (table 2).

        Below 50 it is the opponent's difference with the opposite sign. BadEntry with
        the code no_difference for anything else: no player is infinitely stronger.
        """
        if not 0 < percent < PERCENT:
            raise BadEntry("percentage", "no_difference")
        if percent < EVEN:
            return -self.differences[EVEN - percent]
        return self.differences[percent - EVEN]

    def deduction_for(self, games: int) -> int:
        """Return the points for a number of games from September to May, 0 or below
        (table 4).
        """
        if games < 0:
            raise BadEntry("games", "too_low")
        return self.deductions[min(games, len(self.deductions) - 1)]

    def class_average(self, name: str) -> int:
        """Return the average rating of a class (table 1); BadEntry with
        unknown_class.
        """
        if name not in self.class_averages:
            raise BadEntry("class", "unknown_class")
        return self.class_averages[name]


@cache
def lask_tables(name: str) -> LaskTables:
    """Return the tables with a name; KeyError if there are none."""
    if name not in lask_table_names():
        raise KeyError(name)
    data = json.loads((_folder() / f"{name}.json").read_text("utf-8"))
    return LaskTables(
        differences=_column(data["differences"], "percent", "difference", EVEN),
        deductions=_column(data["deductions"], "games", "points", 0),
        class_averages=MappingProxyType(data["class_averages"]),
        class_limits=tuple(
            ClassLimit(row["name"], row["from"]) for row in data["class_limits"]
        ),
    )


@cache
def lask_table_names() -> frozenset[str]:
    """Return the names of all sets of tables that come with the rules."""
    names = (entry.name for entry in _folder().iterdir())
    return frozenset(name[:-5] for name in names if name.endswith(".json"))


def _column(rows: Any, key: str, value: str, first: int) -> tuple[int, ...]:
    keys = [int(row[key]) for row in rows]
    if keys != list(range(first, first + len(keys))):
        raise ValueError(f"The rows of {key} must follow one another from {first}.")
    return tuple(int(row[value]) for row in rows)


def _folder() -> Any:
    return files("ratings.rules.lask") / "data"
