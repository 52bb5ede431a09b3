"""The places of a list grouped by one of its columns (facets): the places with the same
value, in the order of the list, are one slice of packed numbers, whose length is known.

The facets of a published list are stored (`ListFacet`), uncompressed, so that PostgreSQL
reads no more than a slice.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection

from federation.enums import Gender, PlayerClass
from federation.models import District
from ratings.ledger.queries.packed_rows import Column, packed_row
from ratings.lists.queries.listing import AGE_GROUPS

PLAYERS = "player"
"""The facet without keys: the player at each place."""
NONE = -1
"""The key of players who have no club or district."""
SIZE = 4
"""Bytes of a place."""

# Keys are stored: a code never changes its number, and new codes are added at the end.
GENDERS = (Gender.FEMALE.value, Gender.MALE.value)
AGES = tuple(AGE_GROUPS)
CLASSES = tuple(each.value for each in PlayerClass)


def numbered(column: str, codes: Sequence[str], other: int) -> str:
    """Return SQL for a code's number among these, from 1; `other` for any other code."""
    named = ", ".join(f"'{code}'" for code in codes)
    return f"coalesce(array_position(ARRAY[{named}], {column}::text), {other})"


KEYS = {
    "change": "coalesce(change, 0)",
    "games": "coalesce(games, 0)",
    "player_class": numbered("player_class", CLASSES, len(CLASSES) + 1),
    "club": f"coalesce(club_id, {NONE})",
    "district": f"coalesce(district_id, {NONE})",
    "age": numbered("age_group", AGES, 0),
    "gender": numbered("gender", GENDERS, 0),
}
"""SQL for the value of each facet in a line of a published list."""
_FRACTIONS = frozenset({"change"})
_CODES = {"player_class": CLASSES, "age": AGES, "gender": GENDERS}


@dataclass(frozen=True, slots=True)
class Facet:
    """The values that occur, ascending, and how many players have each."""

    name: str
    keys: Column
    counts: Column

    @property
    def starts(self) -> Column:
        """Return the index at which the places of each value begin."""
        return np.asarray(np.cumsum(self.counts) - self.counts)

    def group_of(self, key: float) -> int | None:
        """Return the group number of a value, None if no player has it."""
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


def kind_of(name: str) -> tuple[str, str]:
    """Return the type of a facet's keys, as PostgreSQL and as NumPy call it."""
    return ("float8", "f8") if name in _FRACTIONS else ("int4", "i4")


def key_of(name: str, chosen: str) -> float:
    """Return the key of a value chosen in a form; a district is chosen by its code."""
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


class Facets(ABC):
    """The facets of one list."""

    @abstractmethod
    def read(self, names: list[str]) -> dict[str, Facet]:
        """Return facets without their places."""

    @abstractmethod
    def read_cuts(self, cuts: list[FacetSlice]) -> list[Column]:
        """Return the places in each cut."""

    @abstractmethod
    def group_at(self, facet: Facet, place: int) -> int | None:
        """Return the group of the player at a place, None if there is no player."""


@dataclass(frozen=True, slots=True)
class PublishedFacets(Facets):
    """The facets of a published list, each method with one query."""

    pool_id: int
    list_id: int

    def read(self, names: list[str]) -> dict[str, Facet]:
        if not names:
            return {}
        columns = ", ".join(
            f"(SELECT {part} {_OF_LIST} AND facet = '{name}')"
            for name in names
            for part in ("keys", "counts")
        )
        row = packed_row(f"SELECT {columns}", {"list": self.list_id})
        return {
            name: Facet(
                name,
                np.frombuffer(row[2 * place], ">f8").astype("f8"),
                np.frombuffer(row[2 * place + 1], ">i4").astype("i8"),
            )
            for place, name in enumerate(names)
        }

    def read_cuts(self, cuts: list[FacetSlice]) -> list[Column]:
        """Return the places in each cut; neighbours are read together."""
        wide = _joined(cuts)
        if not wide:
            return []
        columns = ", ".join(
            f"(SELECT substring(places FROM {SIZE * each.start + 1}"
            f" FOR {SIZE * each.count}) {_OF_LIST} AND facet = '{each.facet}')"
            for each in wide
        )
        row = packed_row(f"SELECT {columns}", {"list": self.list_id})
        read = dict(zip(wide, row, strict=True))
        return [_within(read, each) for each in cuts]

    def group_at(self, facet: Facet, place: int) -> int | None:
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT ({KEYS[facet.name]})::float8 FROM ratings_listentry WHERE"
                " pool_id = %s AND list_id = %s AND position = %s",
                [self.pool_id, self.list_id, place],
            )
            found = cursor.fetchone()
        return facet.group_of(found[0]) if found else None


_OF_LIST = "FROM ratings_listfacet WHERE list_id = %(list)s"


def _joined(cuts: Iterable[FacetSlice]) -> list[FacetSlice]:
    """Return the slices, adjacent ones joined."""
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
