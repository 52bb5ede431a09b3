"""A district with its clubs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class DistrictSums:
    """Totals of the clubs of a district; a member of two clubs counts in each."""

    clubs: int
    members: int
    rated: int
    mean: float | None


def sums_of(clubs: Sequence[Any]) -> DistrictSums:
    """Return the totals of clubs annotated by `clubs_with_ratings`."""
    rated = sum(club.rated for club in clubs)
    points = sum(club.rated * club.mean for club in clubs if club.rated)
    return DistrictSums(
        clubs=len(clubs),
        members=sum(club.members for club in clubs),
        rated=rated,
        mean=points / rated if rated else None,
    )
