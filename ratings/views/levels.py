"""Ratings that are levels, written as such."""

from datetime import date

from federation.formats import figures
from ratings.queries.level_words import writer
from ratings.queries.systems import LevelParts, level_parts_of, systems_on


def write_as_pool(pool_id: int, today: date) -> None:
    """From here on ratings are written as the pool's system writes them."""
    write_with(level_parts_of(systems_on([pool_id], today).get(pool_id)))


def write_with(parts: LevelParts | None) -> None:
    """From here on ratings are written as these levels, or as numbers."""
    figures.write_ratings_by(writer(parts) if parts else None)
