"""The new volatility by the Illinois algorithm (Glicko-2, step 5).

Every column has one row for each player with games (m), on the Glicko-2 scale.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np

from ratings.rules.step import BoolArray, FloatArray, IntArray

TOLERANCE = 0.000001
"""ε: how close the two ends of a bracket are when the search stops (step 5.1)."""


@dataclass(frozen=True, slots=True)
class VolatilityCurve:
    """f, which is 0 at the logarithm of the new volatility squared (step 5.1)."""

    start: FloatArray
    """a, the logarithm of the old volatility squared."""
    spread: FloatArray
    """φ² + v."""
    improved: FloatArray
    """Δ²."""
    tau: float

    @classmethod
    def of(
        cls,
        volatility: FloatArray,
        phi: FloatArray,
        variance: FloatArray,
        delta: FloatArray,
        tau: float,
    ) -> Self:
        """Return the curves of players with these numbers (m): σ, φ, v and Δ."""
        return cls(2 * np.log(volatility), phi**2 + variance, delta**2, tau)

    def at(self, x: FloatArray) -> FloatArray:
        """Return f(x) of every player."""
        squared = np.exp(x)
        total = self.spread + squared
        pull = squared * (self.improved - total) / (2 * total**2)
        held: FloatArray = pull - (x - self.start) / self.tau**2
        return held

    def take(self, rows: IntArray) -> Self:
        """Return the curves of some players only."""
        start, spread, improved = self.start, self.spread, self.improved
        return type(self)(start[rows], spread[rows], improved[rows], self.tau)


@dataclass(frozen=True, slots=True)
class VolatilityBracket:
    """A and B, between which f is 0 (steps 5.2 to 5.4), and f there."""

    a: FloatArray
    b: FloatArray
    at_a: FloatArray
    at_b: FloatArray

    @property
    def is_wide(self) -> BoolArray:
        """The players whose ends are still further apart than the tolerance."""
        wide: BoolArray = np.abs(self.b - self.a) > TOLERANCE
        return wide

    def take(self, rows: IntArray) -> Self:
        """Return the brackets of some players only."""
        columns = (self.a, self.b, self.at_a, self.at_b)
        return type(self)(*(column[rows] for column in columns))


def first_bracket(curve: VolatilityCurve) -> VolatilityBracket:
    """Return where the search begins (steps 5.2 and 5.3)."""
    a, b = curve.start, _below(curve)
    beyond = curve.improved > curve.spread
    b[beyond] = np.log(curve.improved[beyond] - curve.spread[beyond])
    return VolatilityBracket(a, b, curve.at(a), curve.at(b))


def _below(curve: VolatilityCurve) -> FloatArray:
    """Return the first of a - τ, a - 2τ, … at which f is not below 0 (step 5.2)."""
    below = curve.start - curve.tau
    while (short := curve.at(below) < 0).any():
        below[short] -= curve.tau
    return below


def narrowed(bracket: VolatilityBracket, curve: VolatilityCurve) -> VolatilityBracket:
    """Return the bracket after one round of step 5.4.

    By the edition of 2022: a round that hits 0 exactly counts as having crossed it;
    otherwise the search would never end.
    """
    a, b, at_a, at_b = bracket.a, bracket.b, bracket.at_a, bracket.at_b
    c = a + (a - b) * at_a / (at_b - at_a)
    at_c = curve.at(c)
    crossed = at_c * at_b <= 0
    return VolatilityBracket(
        np.where(crossed, b, a), c, np.where(crossed, at_b, at_a / 2), at_c
    )


def brackets(curve: VolatilityCurve) -> Iterator[VolatilityBracket]:
    """Yield every bracket of one player's search, from the first to the last (m =
    1).
    """
    bracket = first_bracket(curve)
    yield bracket
    while bracket.is_wide.any():
        bracket = narrowed(bracket, curve)
        yield bracket


def volatility_at(a: FloatArray) -> FloatArray:
    """Return σ': the volatility at the A of the last bracket (step 5.5)."""
    volatility: FloatArray = np.exp(a / 2)
    return volatility


def new_volatility(curve: VolatilityCurve) -> FloatArray:
    """Return σ' of every player (m): each search runs to its own end."""
    bracket = first_bracket(curve)
    result = bracket.a.copy()
    rows = np.flatnonzero(bracket.is_wide)
    curve, bracket = curve.take(rows), bracket.take(rows)
    while rows.size:
        bracket = narrowed(bracket, curve)
        result[rows] = bracket.a
        wide = np.flatnonzero(bracket.is_wide)
        rows, curve, bracket = rows[wide], curve.take(wide), bracket.take(wide)
    return volatility_at(result)
