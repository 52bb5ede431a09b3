"""Words for ratings that are levels."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from federation.formats import figures
from ratings.rules.protocol import HasLevels

GRADES: Mapping[str, Promise] = {
    "kyu": _("%(number)d kyu"),
    "dan": _("%(number)d dan"),
}


def level_words(levels: HasLevels, value: figures.Number) -> str:
    """Return the name of a number's level: the system's own name if its grade has no
    words here. A number that is not a level is returned as it is, since a page about an
    error has to show it.
    """
    try:
        index = _whole(value)
        number, grade = levels.level_parts(index)
    except ValueError:
        return figures.plain(value)
    if grade not in GRADES:
        return levels.level_text(index)
    return str(GRADES[grade] % {"number": number})


def rating_words(levels: HasLevels | None, value: figures.Number | None) -> str:
    """Return a rating: as a level, or as a number where there are no levels."""
    if levels is None or value is None:
        return figures.plain(value)
    return level_words(levels, value)


def level_name(levels: HasLevels | None, value: figures.Number | None) -> str | None:
    """Return a level's name for programs and files, which have one language; None for a
    number.
    """
    try:
        return (
            levels.level_text(_whole(value)) if levels and value is not None else None
        )
    except ValueError:
        return None


def no_such_level(level: str, levels: HasLevels) -> str:
    """Return the error for a text that is not the name of a level."""
    lowest, highest = (level_words(levels, levels.levels[end]) for end in (0, -1))
    return gettext(
        "There is no level “%(said)s”. The lowest is %(lowest)s, the highest"
        " %(highest)s."
    ) % {"said": level, "lowest": lowest, "highest": highest}


def change_words(levels: HasLevels | None, value: figures.Number | None) -> str:
    """Return a change as it is written in a sentence: −50, or +1 level."""
    if levels is None or value is None:
        return figures.signed(value)
    level = ngettext("%(change)s level", "%(change)s levels", abs(int(value)))
    return level % {"change": figures.signed(value)}


def level_choices(levels: HasLevels) -> list[tuple[int, str]]:
    """Return every level to choose from, the highest first."""
    return [(each, level_words(levels, each)) for each in reversed(levels.levels)]


def _whole(value: figures.Number) -> int:
    """Return the level of a number; raises ValueError for a number between two levels."""
    if value != int(value):
        raise ValueError(f"{value} is no level.")
    return int(value)
