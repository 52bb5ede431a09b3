"""The input of a rating period under Glicko-2, as columns."""

from dataclasses import dataclass, fields
from typing import Self

import numpy as np

from ratings.rules.glicko2.parameters import MOST_RATING, MOST_VOLATILITY
from ratings.rules.step import BoolArray, FloatArray, IntArray

WIN = 2
"""Half points."""


@dataclass(frozen=True, slots=True)
class GlickoPlayers:
    """The three numbers of each player, float64 columns of length p."""

    rating: FloatArray
    """In rating points; NaN for an unrated player."""
    rd: FloatArray
    """Rating deviation in rating points, NaN where unknown."""
    volatility: FloatArray
    """σ, NaN where unknown."""

    def __post_init__(self) -> None:
        """Refuse columns of unequal length with ValueError."""
        _refuse_unequal(self)

    def __len__(self) -> int:
        """p, the number of players."""
        return len(self.rating)

    @classmethod
    def unrated(cls, players: int) -> Self:
        """Return columns of players without a rating."""
        return cls(*(np.full(players, np.nan) for _ in fields(cls)))

    def refuse_unknown(self) -> None:
        """Refuse missing or impossible numbers with ValueError, naming the row."""
        refuse_out_of_range("rating", self.rating)
        refuse_not_positive("rd", self.rd, MOST_RATING)
        refuse_not_positive("volatility", self.volatility, MOST_VOLATILITY)


@dataclass(frozen=True, slots=True)
class GlickoSides:
    """Games, each seen from one side, columns of length n.

    The opponent needs no row among the players: the two numbers may be those of a
    rating from elsewhere.
    """

    player: IntArray
    """intp: row in the columns of `GlickoPlayers`."""
    opponent_rating: FloatArray
    opponent_rd: FloatArray
    """NaN where unknown."""
    score: IntArray
    """int8: the player's half points, 0, 1 or 2."""

    def __post_init__(self) -> None:
        """Refuse columns of unequal length and impossible scores with ValueError."""
        _refuse_unequal(self)
        _refuse_scores(self.score)


def refuse_rows(rows: IntArray, players: int) -> None:
    """Refuse with ValueError the first row that is not the row of a player."""
    beyond = (rows < 0) | (rows >= players)
    _refuse_first(beyond, f"Game {{row}} names a player beyond the {players} rows.")


def refuse_out_of_range(name: str, rating: FloatArray) -> None:
    """Refuse with ValueError the first rating that is NaN or too far from 0."""
    within = np.abs(rating) <= MOST_RATING
    _refuse_first(~within, f"{name} of row {{row}} is not within ±{MOST_RATING}.")


def refuse_not_positive(name: str, column: FloatArray, most: int) -> None:
    """Refuse with ValueError the first number that is NaN, not above 0 or above
    most.
    """
    within = (column > 0) & (column <= most)
    _refuse_first(~within, f"{name} of row {{row}} is not above 0 and up to {most}.")


def _refuse_scores(score: IntArray) -> None:
    if not np.issubdtype(score.dtype, np.integer):
        raise ValueError("score is counted in half points: whole numbers only.")
    beyond = (score < 0) | (score > WIN)
    _refuse_first(beyond, "score of game {row} is not 0, 1 or 2 half points.")


def _refuse_first(wrong: BoolArray, message: str) -> None:
    if wrong.any():
        raise ValueError(message.format(row=int(np.argmax(wrong))))


def _refuse_unequal(columns: GlickoPlayers | GlickoSides) -> None:
    lengths = {len(getattr(columns, column.name)) for column in fields(columns)}
    if len(lengths) != 1:
        raise ValueError(f"The columns of {type(columns).__name__} differ in length.")
