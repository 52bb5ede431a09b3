"""What a system expects of single games between players with known ratings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ratings.rules.prediction import predictions
from ratings.rules.protocol import System
from ratings.rules.step import (
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    Span,
    StartFrom,
    State,
)


@dataclass(frozen=True, slots=True)
class KnownRating:
    """A player's rating, where it comes from, and what the system remembers besides it
    (the columns of `State.memory`; None if nothing).
    """

    rating: float
    comes_from: StartFrom = StartFrom.RATING
    memory: Sequence[float | None] | None = None


def expected_of_pairs(
    system: System[Any],
    parameters: Any,
    people: Sequence[KnownRating],
    pairs: Sequence[Sequence[int]],
    day: int,
) -> FloatArray:
    """Return the expected score of the first of each pair in one game on the day,
    float64 (n), from 0 to 1; NaN if the system gives none. The pairs are positions
    among `people`.
    """
    prediction = predictions().get(system.name)
    if prediction is None or not pairs:
        return np.full(len(pairs), np.nan)
    arguments = (_lines(people, np.array(pairs), day), *_known(system, people))
    scores = prediction.expected_scores(*arguments, Span(day, day), parameters)
    return np.clip(scores.astype(np.float64), 0, 1)


def _known(
    system: System[Any], people: Sequence[KnownRating]
) -> tuple[State, Decisions]:
    state = State.unknown(len(people), system.memory, fractional=system.fractional)
    state.rating[:] = _ratings(people, StartFrom.RATING)
    if state.memory is not None:
        for row, person in enumerate(people):
            state.memory[row] = np.array(person.memory or np.nan, np.float64)
    # For the opponents a default start rating is the same as a decided one.
    started = _ratings(people, StartFrom.DECISION, StartFrom.DEFAULT)
    return state, replace(Decisions.none(len(people)), start=started)


def _lines(people: Sequence[KnownRating], pairs: IntArray, day: int) -> Lines:
    size = len(pairs)
    white, black = pairs[:, 0], pairs[:, 1]
    outside = _ratings(people, StartFrom.OUTSIDE)
    no, yes = np.zeros(size, np.bool_), np.ones(size, np.bool_)
    nothing = np.zeros(size, np.int16)
    return Lines(
        white=white,
        black=black,
        score=nothing,
        played=yes,
        minutes=nothing,
        white_member=yes,
        black_member=yes,
        white_outside=outside.take(white),
        black_outside=outside.take(black),
        white_adopts=no,
        black_adopts=no,
        white_birth_year=nothing,
        black_birth_year=nothing,
        day=np.full(size, day, np.int32),
    )


def _ratings(people: Sequence[KnownRating], *origins: StartFrom) -> FloatArray:
    """Return the ratings (p) that have one of these origins, NaN for all others."""
    return np.array(
        [each.rating if each.comes_from in origins else np.nan for each in people],
        np.float64,
    )
