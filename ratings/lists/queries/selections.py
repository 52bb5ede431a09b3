"""Which places of a list are asked for: by its filters, each of which is a
slice of a facet, and by people whom the register names.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

import numpy as np
from django.db import connection
from django.db.models.query import QuerySet

from federation.models import Player
from federation.permissions import Actor
from federation.queries.members import shown_in_full
from ratings.ledger.queries.packed_rows import Column, packed_row
from ratings.lists.queries.facets import PLAYERS, Facets, FacetSlice
from ratings.people.queries.fide_ratings import FideHeld, with_rating
from ratings.people.queries.names import searchable

TOLD_BY_HIDING = frozenset(("age", "gender"))
"""Facets that tell something of a player who hides the name."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What a list is narrowed to. `keys`: the value asked for, by facet; `text`: a name
    or number; `on_fide`: with or without a rating on FIDE's list.
    """

    reader: Actor
    today: date
    keys: Mapping[str, float] = field(default_factory=dict)
    text: str = ""
    fide: FideHeld | None = None
    on_fide: bool | None = None

    @property
    def is_whole(self) -> bool:
        return not self.keys and not self.text and self.on_fide is None

    @property
    def names_people(self) -> bool:
        """Return whether the register decides about single players."""
        told = self.keys.keys() & TOLD_BY_HIDING
        return bool(told or self.text or self.on_fide is not None)


def chosen_places(facets: Facets, listed: int, selection: Selection) -> Column:
    """Return the places that a selection leaves, ascending."""
    found = facets.read(list(selection.keys))
    groups = {name: found[name].group_of(key) for name, key in selection.keys.items()}
    if None in groups.values():
        return np.empty(0, "i4")
    cuts = [
        found[name].cut(group) for name, group in groups.items() if group is not None
    ]
    if selection.names_people:
        cuts.append(FacetSlice(PLAYERS, 0, listed))
    read = facets.read_cuts(cuts)
    players = read.pop() if selection.names_people else np.empty(0, "i4")
    chosen = _in_all(read, listed)
    return _named(chosen, players, selection) if selection.names_people else chosen


def _in_all(places: list[Column], listed: int) -> Column:
    if not places:
        return np.arange(1, listed + 1, dtype="i4")
    chosen, *others = sorted(places, key=len)
    for each in others:
        inside = np.zeros(listed + 1, np.bool_)
        inside[each] = True
        chosen = chosen[inside[chosen]]
    return chosen


def _named(chosen: Column, players: Column, selection: Selection) -> Column:
    """Keep those whom the reader may find by what was asked."""
    reader, today = selection.reader, selection.today
    shown = shown_in_full(reader, today)
    if selection.text:
        found = searched(selection.text, players, reader, today)
        chosen = chosen[np.isin(players[chosen - 1], found)]
    if shown and selection.keys.keys() & TOLD_BY_HIDING:
        hidden = _ids(Player.objects.exclude(shown))
        chosen = chosen[~np.isin(players[chosen - 1], hidden)]
    if selection.on_fide is not None and selection.fide is not None:
        rated = _ids(with_rating(selection.fide).filter(shown))
        having = np.isin(players[chosen - 1], rated)
        chosen = chosen[having if selection.on_fide else ~having]
    return chosen


def searched(text: str, players: Column, reader: Actor, today: date) -> Column:
    """Return who of a list's players is found: whose name is written so or, where
    nobody's is, close to it.
    """
    found = _ids(searchable(text, reader, today))
    if np.isin(players, found).any():
        return found
    return _ids(searchable(text, reader, today, mistyped=True))


def _ids(players: "QuerySet[Player]") -> Column:
    """Return the keys of these players, packed: a common name is that of thousands."""
    statement, parameters = players.values("pk").query.sql_with_params()
    with connection.cursor() as cursor:
        asked = cursor.mogrify(statement, parameters)
    (packed,) = packed_row(
        f"SELECT string_agg(int4send(id::int4), ''::bytea) FROM ({asked}) AS found (id)"
    )
    return np.frombuffer(packed or b"", ">i4").astype("i4")
