"""Levels in words, for pages and letters."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.formats import figures
from ratings.queries.systems import LevelParts, level_parts_of
from ratings.rules.systems import system

GRADES: Mapping[str, Promise] = {
    "kyu": _("%(number)d kyu"),
    "dan": _("%(number)d dan"),
}


def writer(parts: LevelParts) -> figures.Writer:
    """Writes a number as the level that it stands for."""

    def write(value: figures.Number) -> str:
        number, grade = parts(int(value))
        return str(GRADES[grade] % {"number": number})

    return write


def level_in_words(name: str, level: float) -> str:
    """A rating as the system of that name writes it."""
    parts = level_parts_of(system(name))
    return writer(parts)(level) if parts else figures.plain(level)
