"""Parts of JSON answers: scores in points, table rows, no dataclasses."""

from fractions import Fraction
from typing import TypeAlias

from ratings.rules.rating_table import TableRow

Json: TypeAlias = dict[str, object]


def points(half_points: int | None) -> float | None:
    """Return half points as points; None stays None."""
    return None if half_points is None else half_points / 2


def table_row(row: TableRow) -> Json:
    """Return a row of a rating table: its lowest and highest difference, null if open."""
    return {"low": row.low, "high": row.high}


def decimal(number: Fraction | None) -> float | None:
    """Return the number closest to an exact fraction that JSON can hold."""
    return None if number is None else float(number)
