"""The facets of the live list: made when a page needs them, and cached until the list
or the register changes.
"""

from dataclasses import dataclass, field
from datetime import date

import numpy as np
from django.core.cache import cache

from federation.context import build_number
from federation.shared_pages.memory import PageMakingLock
from federation.shared_pages.numbers import numbers_key
from ratings.ledger.queries.current_rows import CHANGES, LIVE_PLACES
from ratings.ledger.queries.packed_rows import Column, packed_row, unpack
from ratings.lists.queries.facets import (
    AGES,
    CLASSES,
    GENDERS,
    NONE,
    PLAYERS,
    Facet,
    Facets,
    FacetSlice,
    grouped,
    kind_of,
    numbered,
)
from ratings.lists.queries.listing import AGE, CLASS_HELD, MAIN_CLUB, age_group_case
from ratings.people.queries.register_epoch import register_epoch
from ratings.pools.queries.publications import Publication

KEPT = 3600
"""Seconds for which a facet stays in the cache unless a newer one replaces it."""

_OFFICIAL = """
LEFT JOIN ratings_listentry AS official ON official.pool_id = %(pool)s
  AND official.list_id = %(list)s AND official.player_id = live.player_id
"""
_PLAYED = f"""
LEFT JOIN (
  SELECT player_id, sum(games) AS games FROM {CHANGES} AS change
  WHERE ended_on > %(after)s GROUP BY player_id
) AS since ON since.player_id = live.player_id
"""
_PLAYER = "JOIN federation_player AS player ON player.id = live.player_id"
# Does not join the register, which would take as long as everything else.
_PLAYER_ID = "CROSS JOIN LATERAL (SELECT live.player_id AS id) AS player"
_AGE_NUMBERS = {code: str(number) for number, code in enumerate(AGES, start=1)}

LIVE_KEYS = {
    PLAYERS: ("live.player_id", ""),
    "change": ("live.rating - coalesce(official.rating, live.base)", _OFFICIAL),
    "games": (
        "CASE WHEN %(list)s::int IS NULL THEN live.games"
        " ELSE coalesce(since.games, 0) END",
        _PLAYED,
    ),
}
"""SQL for the value of each facet in a line, and what has to be joined for it."""
REGISTER_KEYS = {
    "player_class": (
        numbered("register.player_class", CLASSES, len(CLASSES) + 1),
        _PLAYER_ID + CLASS_HELD,
    ),
    "club": (f"coalesce(main.club_id, {NONE})", _PLAYER_ID + MAIN_CLUB),
    "district": (f"coalesce(club.district_id, {NONE})", _PLAYER_ID + MAIN_CLUB),
    "age": (age_group_case(_AGE_NUMBERS, other="0"), _PLAYER + AGE),
    "gender": (numbered("player.gender", GENDERS, 0), _PLAYER),
}
"""The same, for facets that are read from the register as of today."""

_MOMENT = """
SELECT live.numbered_by, live.placed, computation.computed, computation.slot
FROM ratings_livelist AS live JOIN ratings_computation AS computation
  ON computation.pool_id = live.pool_id
WHERE live.pool_id = %(pool)s
"""

making = PageMakingLock()


@dataclass(frozen=True, slots=True)
class LiveFacets(Facets):
    """The facets of a pool's live list, whose changes and games are counted since the
    newest published list. Must be used within one snapshot of the database, so that the
    cached facets are consistent.

    `register`: the number of the register's book (`shared_pages.numbers`), read before
    that snapshot, since changes of the register may be committed in another order than
    they are numbered in. None if it is not known: then nothing is cached.
    """

    pool_id: int
    newest: Publication | None
    today: date
    register: tuple[str, str] | None
    _held: dict[str, tuple[Facet, Column]] = field(default_factory=dict, init=False)

    def read(self, names: list[str]) -> dict[str, Facet]:
        return {name: self._facet(name)[0] for name in names}

    def read_cuts(self, cuts: list[FacetSlice]) -> list[Column]:
        return [
            self._facet(cut.facet)[1][cut.start : cut.start + cut.count] for cut in cuts
        ]

    def group_at(self, facet: Facet, place: int) -> int | None:
        at = np.flatnonzero(self._facet(facet.name)[1] == place)
        if not len(at):
            return None
        return int(np.searchsorted(np.cumsum(facet.counts), at[0], "right"))

    def _facet(self, name: str) -> tuple[Facet, Column]:
        if name not in self._held:
            self._held[name] = self._kept_or_made(name)
        return self._held[name]

    def _kept_or_made(self, name: str) -> tuple[Facet, Column]:
        """Return a facet from the cache, or make it. Only the newest of each is cached,
        about four bytes a player, since the cache also holds the office's messages.
        """
        if self.register is None:
            return self._made(name)
        key = f"{numbers_key()}:live-facet:{self.pool_id}:{name}"
        moment = self._moment(name)
        with making.first(f"{key}:{moment}"):
            kept = cache.get(key)
            if kept and kept[0] == moment:
                return _unpacked(name, kept[1:])
            made = self._made(name)
            cache.set(key, (moment, *_packed(*made)), KEPT)
            return made

    def _moment(self, name: str) -> str:
        """Return the state that the facet depends on, as text."""
        numbered_by, placed, *computed = packed_row(_MOMENT, {"pool": self.pool_id})
        since = self.newest.pk if self.newest else 0
        parts = [build_number(), self.today, numbered_by, placed, since]
        if name == "games":
            parts += computed
        if name in REGISTER_KEYS:
            parts += [*(self.register or ()), register_epoch()]
        return " ".join(map(str, parts))

    def _made(self, name: str) -> tuple[Facet, Column]:
        key, joined = (LIVE_KEYS | REGISTER_KEYS)[name]
        sql_type, kind = kind_of(name)
        position, value = packed_row(
            f"SELECT array_send(array_agg(live.position)),"
            f" array_send(array_agg(({key})::{sql_type}))"
            f" FROM {LIVE_PLACES} AS live {joined}",
            {
                "pool": self.pool_id,
                "valid_from": self.today,
                "list": self.newest.pk if self.newest else None,
                "after": self.newest.end_date if self.newest else date.max,
            },
        )
        values = unpack(value, kind)[np.argsort(unpack(position, "i4"))]
        if name == PLAYERS:
            return Facet(PLAYERS, np.empty(0, kind), np.empty(0, "i4")), values
        facet, places = grouped(name, values)
        return facet, places.astype("i4")


def _packed(facet: Facet, places: Column) -> tuple[bytes, bytes, bytes]:
    """Return the columns as plain bytes, which any release of the code can read."""
    return (
        facet.keys.tobytes(),
        facet.counts.astype("i4").tobytes(),
        places.tobytes(),
    )


def _unpacked(name: str, packed: tuple[bytes, bytes, bytes]) -> tuple[Facet, Column]:
    keys, counts, places = packed
    return (
        Facet(
            name,
            np.frombuffer(keys, kind_of(name)[1]),
            np.frombuffer(counts, "i4").astype("i8"),
        ),
        np.frombuffer(places, "i4"),
    )
