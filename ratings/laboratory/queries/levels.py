"""Ratings of an experiment's candidates, which may be levels."""

from collections.abc import Mapping, Sequence
from datetime import date
from math import floor
from typing import Any

from django.template.defaultfilters import floatformat

from ratings.pages.level_words import level_choices, level_words
from ratings.pools.queries.systems import SystemsOfPool
from ratings.rules.protocol import HasLevels
from ratings.rules.systems import systems


def systems_of_candidate(candidate: Mapping[str, Any]) -> SystemsOfPool:
    """Return a candidate's systems; the first holds from the beginning."""
    return SystemsOfPool(
        tuple(
            (date.fromisoformat(each["from"]) if each["from"] else date.min, name)
            for each in candidate["stretches"]
            if (name := each["system"]) in systems()
        )
    )


def levels_of_all(candidates: Sequence[SystemsOfPool]) -> HasLevels | None:
    """Return the levels if every candidate always rates by the same ones, otherwise
    None.
    """
    first, *others = (None if each.has_numbers else each.levels for each in candidates)
    return first if all(each is first for each in others) else None


def names_of(levels: HasLevels | None) -> dict[int, str]:
    """Return the name of every level by its number, to label an axis."""
    return {} if levels is None else dict(level_choices(levels))


def rated(levels: HasLevels | None, rating: float) -> str:
    """Format a rating, rounded to a whole number or to the nearest level."""
    return _nearest(levels, rating) if levels else str(floatformat(rating, 0))


def mean_text(levels: HasLevels | None, number: str, mean: float) -> str:
    """Format a mean; where it is of levels, as the nearest one with the number."""
    return f"{_nearest(levels, mean)} ({number})" if levels else number


def _nearest(levels: HasLevels, rating: float) -> str:
    return level_words(levels, floor(rating + 0.5))
