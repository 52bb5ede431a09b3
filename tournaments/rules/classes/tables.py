"""The promotion and relegation tables of SSF Bilaga 1, and limits of pure sections."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import floor
from typing import TypedDict

from tournaments.rules.classes.ranks import ClassRank

FEWEST_ROUNDS = 7
MOST_ROUNDS = 13


class TableKind(StrEnum):
    """Which of the two tables."""

    PROMOTION = "promotion"
    RELEGATION = "relegation"


@dataclass(frozen=True, slots=True)
class ClassTableRow:
    """A row: the half points it requires if `lower` < d ≤ `upper`.

    An end that is None is open. The last row of the relegation table, the full score,
    is not printed: it applies above the last printed limit.
    """

    half_points: int
    lower: int | None
    upper: int | None


@dataclass(frozen=True, slots=True)
class Requirement:
    """The requirements for so many rounds at the difference d.

    The rows are None if the class has no class above or below it.
    """

    rounds: int
    difference: int
    promotion: ClassTableRow | None
    staying: ClassTableRow | None


class _PrintedRow(TypedDict):
    score: float
    upper: int | None


def class_difference(player_class: ClassRank, opponents_mean: Fraction) -> int:
    """Return d = Rk − Rm, rounded down to a whole number (SSF Bilaga 1, e and i)."""
    return floor(player_class.mean_rating - opponents_mean)


def is_in_tables(rounds: int) -> bool:
    """Return whether the tables cover so many rounds: seven to thirteen."""
    return FEWEST_ROUNDS <= rounds <= MOST_ROUNDS


def find_row(kind: TableKind, rounds: int, difference: int) -> ClassTableRow | None:
    """Return the row for d; None outside seven to thirteen rounds (SSF Bilaga 1, a, b).

    A shared boundary belongs to the lower requirement.
    """
    if not is_in_tables(rounds):
        return None
    rows = read_table(kind, rounds)
    return next(row for row in rows if row.upper is None or difference <= row.upper)


def find_requirement(
    player_class: ClassRank, rounds: int, difference: int
) -> Requirement | None:
    """Return the requirements for promotion and staying; None outside seven to thirteen
    rounds.
    """
    if not is_in_tables(rounds):
        return None
    promotion = find_row(TableKind.PROMOTION, rounds, difference)
    staying = find_row(TableKind.RELEGATION, rounds, difference)
    return Requirement(
        rounds=rounds,
        difference=difference,
        promotion=promotion if player_class.above else None,
        staying=staying if player_class.below else None,
    )


@cache
def read_table(kind: TableKind, rounds: int) -> tuple[ClassTableRow, ...]:
    """Return all rows for the number of rounds, lowest requirement first."""
    printed = _printed_tables()[kind][str(rounds)]
    uppers = [row["upper"] for row in printed]
    rows = [
        ClassTableRow(round(2 * row["score"]), lower, row["upper"])
        for lower, row in zip([None, *uppers], printed, strict=False)
    ]
    if uppers[-1] is not None:
        rows.append(ClassTableRow(2 * rounds, uppers[-1], None))
    return tuple(rows)


@cache
def _printed_tables() -> dict[str, dict[str, Sequence[_PrintedRow]]]:
    path = files("tournaments.rules.classes").joinpath("tables.json")
    tables = json.loads(path.read_text(encoding="utf-8"))
    return {kind.value: tables[kind] for kind in TableKind}


def eighty_percent(games: int) -> int:
    """Return the fewest half points that are at least 80 % of the games (SSF §7.2a)."""
    return -(-8 * games // 5)


def half_score(games: int) -> int:
    """Return the half points that are 50 %: what M must have in the Mästarklass
    (§7.3a).
    """
    return games


def half_score_less_half_a_point(games: int) -> int:
    """Return the half points that keep I and II in a pure section (SSF §7.3b)."""
    return games - 1
