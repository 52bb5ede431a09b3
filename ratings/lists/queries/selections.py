"""The places of a list that its filters select: each filter is a slice of a facet, or
a search for players in the register.
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
from ratings.people.queries.fide_ratings import FideListInForce, with_rating
from ratings.people.queries.names import searchable

REVEALING_FACETS = frozenset(("age", "gender"))
"""Facets that would reveal something of a player who hides the name."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The filters of a list. `keys`: the chosen value by facet; `text`: a name or number
    to search for; `on_fide`: with or without a rating on FIDE's list.
    """

    reader: Actor
    today: date
    keys: Mapping[str, float] = field(default_factory=dict)
    text: str = ""
    fide: FideListInForce | None = None
    on_fide: bool | None = None

    @property
    def is_whole(self) -> bool:
        return not self.keys and not self.text and self.on_fide is None

    @property
    def needs_register(self) -> bool:
        """Whether single players have to be looked up in the register."""
        revealing = self.keys.keys() & REVEALING_FACETS
        return bool(revealing or self.text or self.on_fide is not None)


def chosen_positions(facets: Facets, listed: int, selection: Selection) -> Column:
    """Return the places that match the selection, ascending."""
    found = facets.read(list(selection.keys))
    groups = {name: found[name].group_of(key) for name, key in selection.keys.items()}
    if None in groups.values():
        return np.empty(0, "i4")
    cuts = [
        found[name].cut(group) for name, group in groups.items() if group is not None
    ]
    if selection.needs_register:
        cuts.append(FacetSlice(PLAYERS, 0, listed))
    read = facets.read_cuts(cuts)
    players = read.pop() if selection.needs_register else np.empty(0, "i4")
    chosen = _in_all(read, listed)
    return _named(chosen, players, selection) if selection.needs_register else chosen


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
    """Return the places of the players whom the reader may find by the selection."""
    reader, today = selection.reader, selection.today
    shown = shown_in_full(reader, today)
    if selection.text:
        found = searched(selection.text, players, reader, today)
        chosen = chosen[np.isin(players[chosen - 1], found)]
    if shown and selection.keys.keys() & REVEALING_FACETS:
        hidden = _ids(Player.objects.exclude(shown))
        chosen = chosen[~np.isin(players[chosen - 1], hidden)]
    if selection.on_fide is not None and selection.fide is not None:
        rated = _ids(with_rating(selection.fide).filter(shown))
        having = np.isin(players[chosen - 1], rated)
        chosen = chosen[having if selection.on_fide else ~having]
    return chosen


def searched(text: str, players: Column, reader: Actor, today: date) -> Column:
    """Return the ids of players found by a text: those with exactly this name or, if
    none of the list's players has it, those with a similar one.
    """
    found = _ids(searchable(text, reader, today))
    if np.isin(players, found).any():
        return found
    return _ids(searchable(text, reader, today, mistyped=True))


def _ids(players: "QuerySet[Player]") -> Column:
    """Return the ids of these players, packed: thousands may share a common name."""
    statement, parameters = players.values("pk").query.sql_with_params()
    with connection.cursor() as cursor:
        query = cursor.mogrify(statement, parameters)
    (packed,) = packed_row(
        f"SELECT string_agg(int4send(id::int4), ''::bytea) FROM ({query}) AS found (id)"
    )
    return np.frombuffer(packed or b"", ">i4").astype("i4")
