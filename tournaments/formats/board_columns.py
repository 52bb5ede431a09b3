"""The columns of a table of boards, by their headers in English, Swedish and Norwegian."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from ratings.files.column_names import own_name
from ratings.files.text_tables import written_names

MOST_ABOVE = 10
"""Number of lines above the header that may hold titles."""

COLOURS = ("white", "black")
FACTS = ("", "_number", "_id", "_fide_id", "_name", "_birth_year")
"""Suffixes of the columns that identify the player of a colour; the column without a
suffix holds a number or a name.
"""
REQUIRED = ("round",)
OPTIONAL = (
    "board", "date", "finished", "result", "withdrew",
    *(f"{colour}{fact}" for colour in COLOURS for fact in FACTS),
)  # fmt: skip
_ALSO = {"score": "result", "bord": "board", "brett": "board", "day": "date",
         "dag": "date", "finished_on": "finished", "färdigspelat": "finished", "rd": "round", "rd.": "round", "bo.": "board",
         "withdrew_after_round": "withdrew", "lämnade_efter_rond": "withdrew",
         "trakk_seg_etter_runde": "withdrew"}  # fmt: skip
_OF_COLOURS = {"white": ("white", "vit", "vits", "hvit", "hvits"),
               "black": ("black", "svart", "svarts", "sort", "sorts")}  # fmt: skip
_WORDS = {
    "_number": ("number", "no", "no.", "nr", "nr.", "start_number", "startnummer",
                "startnr"),
    "_id": ("id", "player_number", "spelarnummer", "spillernummer", "spelar_id",
            "spiller_id"),
    "_fide_id": ("fide_number", "fide-number", "fide-id", "fide-nummer", "fidenummer"),
    "_birth_year": ("year_of_birth", "birth_year", "födelseår", "fødselsår"),
}  # fmt: skip


def _all() -> Iterator[tuple[str, str]]:
    for colour, words in _OF_COLOURS.items():
        for fact, those in _WORDS.items():
            for word in words:
                for spelling in those:
                    yield f"{word}_{spelling}", f"{colour}{fact}"
                    yield f"{word}’s_{spelling}", f"{colour}{fact}"


_NAMES = MappingProxyType(_ALSO | dict(_all()))


def board_columns(written: Sequence[str]) -> tuple[str, ...]:
    """Return the columns of a header by the names that Rankbok uses for them."""
    return tuple(_name(each) for each in written)


def header_in(lines: Sequence[str]) -> int | None:
    """Return the index of the first line that names columns of boards; None if there is
    none.
    """
    known = {*REQUIRED, *OPTIONAL}
    for place, line in enumerate(lines[: MOST_ABOVE + 1]):
        names = board_columns(written_names(line, known))
        if len(known.intersection(names)) > 1:
            return place
    return None


def _name(written: str) -> str:
    name = own_name(written.replace("'", "’"))
    return _NAMES.get(name, name)
