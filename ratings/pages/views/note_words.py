"""Words for the notes of a system's working: those of its rules if there are any,
otherwise the note's own name. A new system needs no words here, and may have some.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from django.utils.functional import Promise

from federation.formats import figures
from ratings.pages.views.renju_words import STEPS, step_words
from ratings.rules.explained import Note

BY_RULES: Final[Mapping[str, Mapping[str, Promise]]] = MappingProxyType(
    {"Renju": STEPS}
)
"""The codes that have words, by the rules that contain the note's paragraph."""


def note_words(note: Note) -> str:
    """Return a note in words, with levels formatted as the page formats ratings."""
    level = None if note.level is None else figures.rating_text(note.level)
    rules, _space, _place = note.paragraph.partition(" ")
    if note.code in BY_RULES.get(rules, ()):
        return step_words(
            {"code": note.code, "level": level, "count": note.count, "days": note.days}
        )
    name = note.code.replace("_", " ")
    parts = (level, note.count, *note.days)
    figures_read = ", ".join(str(part) for part in parts if part is not None)
    return f"{name}: {figures_read}" if figures_read else name
