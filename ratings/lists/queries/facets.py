"""The places of a published list grouped by one of its columns (`ListFacet`): who has a
value, in the order of the list, is one slice of packed numbers, whose length is stored.

What a slice is read from is stored uncompressed, so that PostgreSQL reads no more than
the slice.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from federation.enums import Gender, PlayerClass
from federation.models import District
from ratings.ledger.queries.packed_rows import Column, packed_row

PLAYERS = "player"
"""The facet without keys: who stands at each place."""
NONE = -1
"""The key of those who have no club or district."""
SIZE = 4
"""Bytes of a place."""

# Keys are stored: a code keeps its number for ever, a new one comes at the end.
GENDERS = (Gender.FEMALE.value, Gender.MALE.value)
AGES = ("U13", "U16", "U20", "V60")
CLASSES = tuple(each.value for each in PlayerClass)


def _numbered(column: str, codes: Sequence[str], other: int) -> str:
    named = ", ".join(f"'{code}'" for code in codes)
    return f"coalesce(array_position(ARRAY[{named}], {column}::text), {other})"


KEYS = {
    "change": "coalesce(change, 0)",
    "games": "coalesce(games, 0)",
    "player_class": _numbered("player_class", CLASSES, len(CLASSES) + 1),
    "club": f"coalesce(club_id, {NONE})",
    "district": f"coalesce(district_id, {NONE})",
    "age": _numbered("age_group", AGES, 0),
    "gender": _numbered("gender", GENDERS, 0),
}
"""What a line of a list has of each facet, in SQL."""
_CODES = {"player_class": CLASSES, "age": AGES, "gender": GENDERS}


@dataclass(frozen=True, slots=True)
class Facet:
    """The values that occur, ascending, and how many have each."""

    name: str
    keys: Column
    counts: Column

    @property
    def starts(self) -> Column:
        """Return where the places of each value begin."""
        return np.asarray(np.cumsum(self.counts) - self.counts)

    def group_of(self, key: float) -> int | None:
        """Return the number of a value, None where nobody has it."""
        group = int(np.searchsorted(self.keys, key))
        return group if group < len(self.keys) and self.keys[group] == key else None

    def cut(self, group: int) -> "FacetSlice":
        return FacetSlice(self.name, int(self.starts[group]), int(self.counts[group]))


@dataclass(frozen=True, slots=True)
class FacetSlice:
    """A slice of a facet's places."""

    facet: str
    start: int
    count: int


def key_of(name: str, chosen: str) -> float:
    """Return the key of what somebody chose in a form; a district by its code."""
    if name in _CODES:
        return _CODES[name].index(chosen) + 1
    if name == "district":
        code = District.objects.filter(code=chosen)
        return code.values_list("pk", flat=True).first() or NONE - 1
    return int(chosen)


def grouped(name: str, values: Column) -> tuple[Facet, Column]:
    """Return the facet of these values, which are in the order of the list, and its
    places.
    """
    order = np.argsort(values, kind="stable")
    keys, counts = np.unique(values[order], return_counts=True)
    return Facet(name, keys, counts), order + 1


def read_facets(list_id: int, names: Iterable[str]) -> dict[str, Facet]:
    """Return facets of a list without their places, in one query."""
    asked = list(names)
    if not asked:
        return {}
    columns = ", ".join(
        f"(SELECT {part} {_OF_LIST} AND facet = '{name}')"
        for name in asked
        for part in ("keys", "counts")
    )
    row = packed_row(f"SELECT {columns}", {"list": list_id})
    return {
        name: Facet(
            name,
            np.frombuffer(row[2 * place], ">f8").astype("f8"),
            np.frombuffer(row[2 * place + 1], ">i4").astype("i8"),
        )
        for place, name in enumerate(asked)
    }


def read_cuts(list_id: int, cuts: Sequence[FacetSlice]) -> list[Column]:
    """Return the places in each cut, in one query; neighbours are read together."""
    wide = _joined(cuts)
    if not wide:
        return []
    columns = ", ".join(
        f"(SELECT substring(places FROM {SIZE * each.start + 1}"
        f" FOR {SIZE * each.count}) {_OF_LIST} AND facet = '{each.facet}')"
        for each in wide
    )
    row = packed_row(f"SELECT {columns}", {"list": list_id})
    read = dict(zip(wide, row, strict=True))
    return [_within(read, each) for each in cuts]


_OF_LIST = "FROM ratings_listfacet WHERE list_id = %(list)s"


def _joined(cuts: Iterable[FacetSlice]) -> list[FacetSlice]:
    """Return the cuts with those that touch each other made one."""
    wide: list[FacetSlice] = []
    for each in sorted(cuts, key=lambda cut: (cut.facet, cut.start)):
        last = wide[-1] if wide else None
        if last and last.facet == each.facet and each.start <= last.start + last.count:
            end = max(last.start + last.count, each.start + each.count)
            wide[-1] = FacetSlice(last.facet, last.start, end - last.start)
        else:
            wide.append(each)
    return wide


def _within(read: Mapping[FacetSlice, Any], cut: FacetSlice) -> Column:
    for wide, packed in read.items():
        inside = cut.start - wide.start
        if wide.facet == cut.facet and 0 <= inside <= wide.count - cut.count:
            places = np.frombuffer(packed, ">i4", cut.count, inside * SIZE)
            return places.astype("i4")
    raise LookupError(cut)
