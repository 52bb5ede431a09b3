"""Set how a page formats its ratings: as the rating system of its pool does."""

from datetime import date

from federation.formats import figures
from ratings.pages.level_words import rating_words
from ratings.pools.queries.systems import SystemsOfPool, systems_of


def format_as_pool(pool_id: int, day: date) -> SystemsOfPool:
    """Format the ratings of this page as the pool's system of the day does; return the
    pool's systems.
    """
    systems = systems_of(pool_id)
    set_rating_format(systems, day)
    return systems


def set_rating_format(systems: SystemsOfPool, day: date) -> None:
    """Format the ratings of this page as the system of the day does; a rating formatted
    with a day of its own, as the system of that day does.
    """
    figures.set_rating_writer(_writer(systems, day) if systems.has_levels else None)


def _writer(systems: SystemsOfPool, today: date) -> figures.Writer:
    def write(value: figures.Number, day: date | None) -> str:
        return rating_words(systems.levels_on(day or today), value)

    return write
