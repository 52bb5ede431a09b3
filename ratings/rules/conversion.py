"""How ratings are carried over when an edition of a pool begins: by pieces or a table.

A conversion is defined once, by the person who changes the system or adjusts its
numbers, and is a function: a definition that gives a rating two results, or leaves a
gap, is refused before it is used. No regulation prescribes conversions, except FIDE's
adjustment of 1 March 2024.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, TypeAlias

import numpy as np

from ratings.rules.parameters import BadParameters, read_whole
from ratings.rules.step import BoolArray, FloatArray

FURTHEST = 100_000
"""No number of a conversion is further than this from 0."""
MOST_PIECES = 20
MOST_ROWS = 2000
MOST_DECIMALS = 4
NOISE = 8
"""Decimals beyond which a product shows floating-point error: 0.7 x 45 gives
31.499999999999996 instead of 31.5."""

Between: TypeAlias = Literal["none", "line"]


class NotConverted(ValueError):
    """The conversion is undefined for some ratings; `ratings` holds them, each once."""

    def __init__(self, ratings: Sequence[float]) -> None:
        """Store the ratings, ascending."""
        super().__init__(f"not converted: {', '.join(f'{each:g}' for each in ratings)}")
        self.ratings = tuple(ratings)


@dataclass(frozen=True, slots=True)
class FormulaPiece:
    """plus + times x rating, for ratings from `first` on and below `below`."""

    times: float
    plus: float
    first: float | None = None
    """The lowest rating, inclusive; None: there is no lowest."""
    below: float | None = None
    """The rating from which the piece no longer applies; None: no upper limit."""

    @property
    def low(self) -> float:
        """`first` as a number."""
        return -math.inf if self.first is None else self.first

    @property
    def high(self) -> float:
        """`below` as a number."""
        return math.inf if self.below is None else self.below

    def overlaps(self, other: "FormulaPiece") -> bool:
        """Return whether both pieces apply to some rating."""
        return max(self.low, other.low) < min(self.high, other.high)


@dataclass(frozen=True, slots=True)
class Conversion:
    """A function from old ratings to new ones: by pieces or by a table, never both."""

    pieces: tuple[FormulaPiece, ...] = ()
    """Ascending, each beginning where the one before it ends."""
    table: tuple[tuple[float, float], ...] = ()
    """(old, new), old ascending."""
    between: Between = "none"
    """What applies between two rows of the table: nothing, or a straight line."""
    decimals: int = 0
    """The new rating is rounded to this many decimals, halves up."""

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Conversion":
        """Read what an edition stores.

        Raises BadParameters with a code by path, such as `pieces[1].below`: not_object,
        unknown_field, not_number, too_low, too_high, not_whole, not_pieces, not_table,
        too_many, one_way (both pieces and a table, or neither), empty_piece (no rating
        lies in it), overlaps (with the previous piece), gap (after the previous piece),
        twice (an old rating on two rows), not_choice.
        """
        return _Reader().conversion(data)

    def to_json(self) -> dict[str, object]:
        """Return the conversion in the form that `from_json` reads."""
        if self.table:
            rows = [list(row) for row in self.table]
            return {"table": rows, "between": self.between, "decimals": self.decimals}
        pieces = [
            {
                "first": piece.first,
                "below": piece.below,
                "times": piece.times,
                "plus": piece.plus,
            }
            for piece in self.pieces
        ]
        return {"pieces": pieces, "decimals": self.decimals}

    @property
    def is_total(self) -> bool:
        """Whether the conversion is defined for every possible rating."""
        return bool(self.pieces) and (self.pieces[0].low, self.pieces[-1].high) == (
            -math.inf,
            math.inf,
        )

    def undefined(self, ratings: FloatArray) -> BoolArray:
        """Return for which ratings (p) the conversion is undefined, bool (p); never for
        NaN, which is not a rating.
        """
        known = ~np.isnan(ratings)
        if self.pieces:
            low, high = self.pieces[0].low, self.pieces[-1].high
            return _beyond(known, (ratings >= low) & (ratings < high))
        old = np.array([row[0] for row in self.table])
        if self.between == "line":
            return _beyond(known, (ratings >= old[0]) & (ratings <= old[-1]))
        return _beyond(known, np.isin(ratings, old))

    def convert(self, ratings: FloatArray) -> FloatArray:
        """Return new ratings, float64 (p); NaN (no rating) stays NaN.

        Raises NotConverted with the ratings for which the conversion is undefined.
        """
        exact = ratings.astype(np.float64)
        missing = self.undefined(exact)
        if missing.any():
            raise NotConverted(np.unique(exact[missing]).tolist())
        return _rounded(self._raw(exact), self.decimals)

    def turns_around(self, ratings: FloatArray) -> bool:
        """Return whether any of these players overtakes one who was rated higher.

        Raises NotConverted as `convert` does.
        """
        old = np.unique(ratings[~np.isnan(ratings)])
        return bool((np.diff(self.convert(old)) < 0).any())

    def _raw(self, ratings: FloatArray) -> FloatArray:
        if self.pieces:
            return self._by_piece(ratings)
        old, new = np.array(self.table).T
        known = ~np.isnan(ratings)
        raw = np.full(len(ratings), np.nan)
        raw[known] = np.interp(ratings[known], old, new)
        return raw

    def _by_piece(self, ratings: FloatArray) -> FloatArray:
        begins = np.array([piece.low for piece in self.pieces])
        place = np.searchsorted(begins, np.nan_to_num(ratings), side="right") - 1
        place = np.clip(place, 0, None)
        times = np.array([piece.times for piece in self.pieces]).take(place)
        plus = np.array([piece.plus for piece in self.pieces]).take(place)
        raw: FloatArray = plus + times * ratings
        return raw


def _beyond(known: BoolArray, held: BoolArray) -> BoolArray:
    missing: BoolArray = known & ~held
    return missing


def _rounded(raw: FloatArray, decimals: int) -> FloatArray:
    scale = 10.0**decimals
    whole: FloatArray = np.floor(np.round(raw * scale, NOISE - decimals) + 0.5)
    return whole / scale


class _Reader:
    """Continues reading after an error, so that all errors are reported at once."""

    def __init__(self) -> None:
        self.errors: dict[str, str] = {}

    def conversion(self, data: object) -> Conversion:
        known = {"pieces", "table", "between", "decimals"}
        if not isinstance(data, Mapping):
            raise BadParameters({"conversion": "not_object"})
        self.errors = {name: "unknown_field" for name in data if name not in known}
        if bool(data.get("pieces")) == bool(data.get("table")):
            self.errors["conversion"] = "one_way"
        pieces = self._pieces(data.get("pieces") or ())
        table = self._table(data.get("table") or ())
        between = data.get("between", "none")
        if between not in ("none", "line"):
            self.errors["between"] = "not_choice"
        decimals = self._decimals(data.get("decimals", 0))
        if self.errors:
            raise BadParameters(self.errors)
        return Conversion(pieces, table, between, decimals)

    def _decimals(self, value: object) -> int:
        try:
            return read_whole(value, 0, MOST_DECIMALS)
        except ValueError as error:
            self.errors["decimals"] = str(error)
            return 0

    def _pieces(self, value: object) -> tuple[FormulaPiece, ...]:
        if not isinstance(value, list | tuple) or len(value) > MOST_PIECES:
            self.errors["pieces"] = "not_pieces"
            return ()
        read = [self._piece(f"pieces[{row}]", each) for row, each in enumerate(value)]
        if self.errors:
            return ()
        order = sorted(range(len(read)), key=lambda row: (read[row].low, row))
        for before, after in pairwise(order):
            self._check_neighbours(f"pieces[{after}]", read[before], read[after])
        return tuple(read[row] for row in order)

    def _check_neighbours(
        self, path: str, before: FormulaPiece, after: FormulaPiece
    ) -> None:
        if before.overlaps(after):
            self.errors[path] = "overlaps"
        elif before.high < after.low:
            self.errors[path] = "gap"

    def _piece(self, path: str, value: object) -> FormulaPiece:
        names = {"first", "below", "times", "plus"}
        if not isinstance(value, Mapping) or value.keys() - names:
            self.errors[path] = "not_pieces"
            return FormulaPiece(1, 0)
        piece = FormulaPiece(
            times=self._number(f"{path}.times", value.get("times", 1)),
            plus=self._number(f"{path}.plus", value.get("plus", 0)),
            first=self._limit(f"{path}.first", value.get("first")),
            below=self._limit(f"{path}.below", value.get("below")),
        )
        if not piece.low < piece.high:
            self.errors[path] = "empty_piece"
        return piece

    def _table(self, value: object) -> tuple[tuple[float, float], ...]:
        if not isinstance(value, list | tuple):
            self.errors["table"] = "not_table"
            return ()
        if len(value) > MOST_ROWS:
            self.errors["table"] = "too_many"
            return ()
        rows = [self._row(f"table[{row}]", each) for row, each in enumerate(value)]
        seen: set[float] = set()
        for place, (old, _new) in enumerate(rows):
            if old in seen and f"table[{place}]" not in self.errors:
                self.errors[f"table[{place}]"] = "twice"
            seen.add(old)
        return tuple(sorted(rows))

    def _row(self, path: str, value: object) -> tuple[float, float]:
        match value:
            case [old, new]:
                return self._number(path, old), self._number(path, new)
            case _:
                self.errors[path] = "not_table"
                return math.nan, math.nan

    def _limit(self, path: str, value: object) -> float | None:
        return None if value is None else self._number(path, value)

    def _number(self, path: str, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.errors[path] = "not_number"
            return math.nan
        if not -FURTHEST <= value <= FURTHEST:
            self.errors[path] = "too_low" if value < 0 else "too_high"
            return math.nan
        return value


FIDE_2024: Final = Conversion(
    pieces=(FormulaPiece(0.6, 800, below=2000), FormulaPiece(1, 0, first=2000))
)
"""The one-time adjustment of 1 March 2024: a rating below 2000 is raised by 0.40 x
(2000 - rating), which is 800 + 0.6 x rating."""
