"""Words for the notes of a system's working: the system's own if there are any,
otherwise the note's name.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.utils.functional import Promise

from federation.formats import figures
from ratings.rules.explained import Note
from ratings.system_words.lookup import note_pattern
from ratings.system_words.renju import NOTES


def note_words(note: Note) -> str:
    """Return a note in words, with levels formatted as the page formats ratings."""
    level = None if note.level is None else figures.rating_text(note.level)
    if pattern := note_pattern(note.code, note.paragraph):
        return _filled(pattern, level, note.count, note.days)
    name = note.code.replace("_", " ")
    parts = (level, note.count, *note.days)
    figures_read = ", ".join(str(part) for part in parts if part is not None)
    return f"{name}: {figures_read}" if figures_read else name


def step_words(step: Mapping[str, Any]) -> str:
    """Return one step of the renju calculator's working in words, such as "the norm of
    2 dan is met".
    """
    pattern, days = NOTES[step["code"]], step.get("days", ())
    return _filled(pattern, step["level"], step["count"], days)


def _filled(
    pattern: Promise, level: object, count: object, days: Iterable[date]
) -> str:
    written = (day.isoformat() for day in days)
    named = dict(zip(("day", "since"), written, strict=False))
    return str(pattern) % {"level": level, "count": count, **named}
