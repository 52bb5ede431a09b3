"""A list by name: along the register's index of names, from where the last page ended.

No list has a stored order by name. It would be that of the day of publication, and would
give away players who have hidden or changed their name since.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import connection

from federation.enums import Visibility
from federation.models import Player
from federation.permissions import Actor, Permission
from federation.queries.members import seen_although_hidden

FIRST_LOOK = 300
MOST_AT_ONCE = 20_000
"""Players of the register that one query looks at, at most."""

Placed = tuple[str, int]
"""A player's sort key, and the place on the list."""


@dataclass(frozen=True, slots=True)
class ListedPositions:
    """The rows of a list as SQL for FROM, with its parameters."""

    rows: str
    parameters: dict[str, Any]


@dataclass(frozen=True, slots=True)
class NameWalk:
    """The direction and the start (`edge`; None: the first name in that direction)."""

    edge: Placed | None
    falls: bool
    backward: bool
    reader: Actor
    today: date

    @property
    def down(self) -> bool:
        """Whether the names descend on the way."""
        return self.falls != self.backward

    def is_beyond(self, placed: Placed) -> bool:
        if self.edge is None:
            return True
        (key, place), (from_key, from_place) = placed, self.edge
        if key != from_key:
            return (key < from_key) == self.down
        return place < from_place if self.backward else place > from_place

    def in_order(self, placed: list[Placed]) -> list[Placed]:
        by_position = sorted(placed, key=lambda each: each[1], reverse=self.backward)
        return sorted(by_position, key=lambda each: each[0], reverse=self.down)


_CHUNK = """
SELECT player.id, player.key, entry.position FROM (
  SELECT id, {key} AS key FROM federation_player WHERE {from_here}
  ORDER BY {key} {direction} FETCH FIRST %(at_once)s ROWS WITH TIES
) AS player LEFT JOIN LATERAL (
  SELECT position FROM {rows} AS listed
  WHERE listed.player_id = player.id AND position IS NOT NULL OFFSET 0
) AS entry ON true
"""


def walk(
    listed: ListedPositions, way: NameWalk, size: int, is_chosen: Callable[[int], bool]
) -> list[int]:
    """Return `size` places, the nearest first; fewer at the end of the list."""
    found: list[Placed] = []
    for stretch in _stretches(listed, way):
        beyond = [
            each for each in stretch if way.is_beyond(each) and is_chosen(each[1])
        ]
        found += way.in_order(beyond)
        if len(found) >= size:
            break
    return [place for _key, place in found[:size]]


def _stretches(listed: ListedPositions, way: NameWalk) -> Iterator[list[Placed]]:
    """Yield the players with a place, a stretch of the register at a time: all of one
    stretch are sorted before all of the next.
    """
    sees_all = way.reader.everywhere(Permission.SEE_MEMBERS)
    column = "sort_key" if sees_all else "shown_key"
    own = {} if sees_all else _shown_to_reader_alone(listed, way)
    waiting = list(own.values())
    here, at_once, ended = way.edge and way.edge[0], FIRST_LOOK, False
    compare = "<=" if way.down else ">="
    while not ended:
        rows = _chunk(
            listed, way, column, f"{column} {compare} %(here)s", here, at_once
        )
        ended = len(rows) < at_once
        stretch = [(key, place) for pk, key, place in rows if place and pk not in own]
        here = rows[-1][1] if rows else None
        passed = [
            each
            for each in waiting
            if ended
            or here is None
            or (each[0] >= here if way.down else each[0] <= here)
        ]
        waiting = [each for each in waiting if each not in passed]
        yield [*stretch, *passed]
        compare, at_once = compare[0], min(2 * at_once, MOST_AT_ONCE)


def _chunk(
    listed: ListedPositions,
    way: NameWalk,
    column: str,
    from_here: str,
    here: str | None,
    at_once: int,
) -> list[tuple[int, str, int | None]]:
    statement = _CHUNK.format(
        key=column,
        from_here="true" if here is None else from_here,
        direction="DESC" if way.down else "ASC",
        rows=listed.rows,
    )
    with connection.cursor() as cursor:
        cursor.execute(
            statement, {**listed.parameters, "here": here, "at_once": at_once}
        )
        return list(cursor.fetchall())


def _shown_to_reader_alone(listed: ListedPositions, way: NameWalk) -> dict[int, Placed]:
    """Return the listed players whose hidden name this reader may see."""
    seen = seen_although_hidden(way.reader, way.today)
    if not seen:
        return {}
    hidden = Player.objects.filter(seen).exclude(visibility=Visibility.PUBLIC)
    keys = dict(hidden.values_list("pk", "sort_key"))
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT player_id, position FROM {listed.rows} AS listed"
            " WHERE player_id = ANY(%(own)s) AND position IS NOT NULL",
            {**listed.parameters, "own": list(keys)},
        )
        return {pk: (keys[pk], place) for pk, place in cursor.fetchall()}
