"""The levels of the renju correspondence ranking (Renju 1 §1 and 2 §2b).

A level is stored as its ranking index: 10 kyu is 1, 1 kyu 10, 1 dan 11, 10 dan 20.
"""

import re
from typing import Final, Literal, TypeAlias

Grade: TypeAlias = Literal["kyu", "dan"]

PER_GRADE: Final = 10
"""Ten levels of kyu, ten of dan (Renju 1 §1)."""
LOWEST: Final = 1
"""10 kyu."""
HIGHEST: Final = 2 * PER_GRADE
"""10 dan."""
LEVELS: Final = range(LOWEST, HIGHEST + 1)
"""Every index, ascending."""
BOARD_FROM: Final = PER_GRADE + 3
"""3 dan (Renju 1 §5)."""

_SPELLING = re.compile(r"(10|[1-9])\s*(k|kyu|d|dan)", re.ASCII | re.IGNORECASE)
_INDEX = re.compile(r"1[0-9]|20|[1-9]", re.ASCII)
_WRITTEN = re.compile(r"(10|[1-9])\s+(kyu|dan)", re.ASCII | re.IGNORECASE)


class UnknownLevel(ValueError):
    """There is no such level; the message shows what was given."""


def check_level(index: object) -> int:
    """Return the index itself if it is a whole number from 1 to 20; otherwise
    UnknownLevel.
    """
    if isinstance(index, bool) or not isinstance(index, int) or index not in LEVELS:
        raise UnknownLevel(f"There is no ranking index {index!r}.")
    return index


def level_of(number: int, grade: Grade) -> int:
    """Return the index of, say, (3, "kyu"); UnknownLevel if there is no such level."""
    if grade not in ("kyu", "dan") or number not in range(1, PER_GRADE + 1):
        raise UnknownLevel(f"There is no level {number!r} {grade!r}.")
    index = PER_GRADE + 1 - number if grade == "kyu" else PER_GRADE + number
    return check_level(index)


def level_parts(index: int) -> tuple[int, Grade]:
    """Return number and grade of a level, for each language to combine in its own way.

    UnknownLevel for an index that is not from 1 to 20.
    """
    above_kyu = check_level(index) - PER_GRADE
    return (above_kyu, "dan") if above_kyu > 0 else (1 - above_kyu, "kyu")


def level_text(index: int) -> str:
    """Return the level in English, such as `3 kyu`; UnknownLevel as `level_parts`."""
    number, grade = level_parts(index)
    return f"{number} {grade}"


def read_level(text: object) -> int:
    """Return the index of a level as `level_text` writes it, in lower or upper case.

    Surrounding space is allowed, other spellings are not: UnknownLevel.
    """
    written = _WRITTEN.fullmatch(text.strip()) if isinstance(text, str) else None
    if written is None:
        raise UnknownLevel(f"There is no level {text!r}.")
    number, grade = written.groups()
    return level_of(int(number), "kyu" if grade.lower() == "kyu" else "dan")


def parse_level(text: str) -> int:
    """Return the index of a level as people and other programs write it: `3 kyu`,
    `3kyu`, `3k`, `1 dan`, `1d`, in lower or upper case, or the index itself (2 §2b).

    UnknownLevel for everything else.
    """
    stripped = text.strip()
    if _INDEX.fullmatch(stripped):
        return int(stripped)
    written = _SPELLING.fullmatch(stripped)
    if written is None:
        raise UnknownLevel(f"There is no level {text!r}.")
    number, grade = written.groups()
    return level_of(int(number), "kyu" if grade[0] in "kK" else "dan")


def needs_board(level: int) -> bool:
    """Return whether the board finally decides about the level: from 3 dan (Renju 1
    §5).
    """
    return level >= BOARD_FROM
