"""Ratings that are levels, written as such."""

from collections.abc import Mapping
from datetime import date

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.formats import figures
from ratings.queries.systems import LevelParts, level_parts_of, systems_on

GRADES: Mapping[str, Promise] = {
    "kyu": _("%(number)d kyu"),
    "dan": _("%(number)d dan"),
}


def write_as_pool(pool_id: int, today: date) -> None:
    """From here on ratings are written as the pool's system writes them."""
    write_with(level_parts_of(systems_on([pool_id], today).get(pool_id)))


def write_with(parts: LevelParts | None) -> None:
    """From here on ratings are written as these levels, or as numbers."""
    figures.write_ratings_by(writer(parts) if parts else None)


def writer(parts: LevelParts) -> figures.Writer:
    """Writes a number as the level that it stands for."""

    def write(value: figures.Number) -> str:
        number, grade = parts(int(value))
        return str(GRADES[grade] % {"number": number})

    return write
