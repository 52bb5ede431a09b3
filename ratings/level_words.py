"""Ratings that are levels, in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from federation.formats import figures
from ratings.rules.protocol import HasLevels

GRADES: Mapping[str, Promise] = {
    "kyu": _("%(number)d kyu"),
    "dan": _("%(number)d dan"),
}


def level_words(levels: HasLevels, value: figures.Number) -> str:
    """The level for which a number stands. What is none is written as the number that
    it is: a page about a mistake shows it.
    """
    try:
        number, grade = levels.level_parts(int(value) if value == int(value) else -1)
    except ValueError:
        return figures.plain(value)
    return str(GRADES[grade] % {"number": number})


def rating_words(levels: HasLevels | None, value: figures.Number | None) -> str:
    """A rating: as a level, or as a number where there are no levels."""
    if levels is None or value is None:
        return figures.plain(value)
    return level_words(levels, value)


def change_words(levels: HasLevels | None, value: figures.Number | None) -> str:
    """A change in a sentence: −50, or +1 level."""
    if levels is None or value is None:
        return figures.signed(value)
    said = ngettext("%(change)s level", "%(change)s levels", abs(int(value)))
    return said % {"change": figures.signed(value)}


def level_choices(levels: HasLevels) -> list[tuple[int, str]]:
    """Every level to choose from, the highest first."""
    return [(each, level_words(levels, each)) for each in reversed(levels.levels)]
