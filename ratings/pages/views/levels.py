"""How a page writes its ratings: as its pool does."""

from datetime import date

from federation.formats import figures
from ratings.pages.level_words import rating_words
from ratings.pools.queries.systems import SystemsOfPool, systems_of


def write_as_pool(pool_id: int, day: date) -> None:
    """From here on ratings are written as the pool's system of the day writes them."""
    write_by(systems_of(pool_id), day)


def write_by(systems: SystemsOfPool, day: date) -> None:
    """From here on ratings are written as the system of the day writes them, and those
    that name a day of their own as the system of that day does.
    """
    figures.write_ratings_by(_writer(systems, day) if systems.has_levels else None)


def _writer(systems: SystemsOfPool, today: date) -> figures.Writer:
    def write(value: figures.Number, day: date | None) -> str:
        return rating_words(systems.levels_on(day or today), value)

    return write
