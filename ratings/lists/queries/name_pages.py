"""One page of a long list by name: sorted if few players are selected, else along the
register's index of names (`name_walk`).
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from federation.models import Player
from ratings.ledger.queries.packed_rows import Column
from ratings.lists.queries.list_pages import Cursor, ListPage
from ratings.lists.queries.lists import Entries, lines_at, ranks_among
from ratings.lists.queries.name_walk import NameWalk, Placed, walk
from ratings.people.queries.names import shown_order

SORTED_AT_ONCE = 5_000
"""Up to this many selected players are sorted. With more, walking along the index is
quicker.
"""
AFTER_ALL_NAMES = "\U0010ffff"
"""Sorts after every name: the key of a player who is not in the register."""


def page_by_name(
    entries: Entries,
    cursor: Cursor,
    per_page: int,
    *,
    falls: bool,
    chosen: Column | None,
) -> ListPage:
    """Return the page after (or before) the cursor, of the `chosen` places or the whole
    list. If the register's index is used, the number of the first row is only known if
    the cursor contains it or the list begins here.
    """
    backward = cursor.before is not None
    edge = cursor.before if backward else cursor.after
    total = entries.total if chosen is None else len(chosen)
    if edge is not None and not _is_chosen(chosen, edge):
        return ListPage((), 0)
    placed = None if edge is None else _placed(entries, edge)
    if edge is not None and placed is None:
        return ListPage((), 0)
    way = NameWalk(placed, falls, backward, entries.reader, entries.today)
    if chosen is not None and len(chosen) <= SORTED_AT_ONCE:
        return _sorted(entries, chosen, way, per_page)
    is_chosen = _all if chosen is None else _among(chosen, entries.total)
    places = walk(entries.listed, way, per_page + 1, is_chosen)
    more = len(places) > per_page
    places = places[:per_page]
    if backward:
        places.reverse()
    lines = lines_at(entries, places)
    if not lines:
        return ListPage((), 0)
    begins = edge is None or (backward and not more)
    first = 1 if begins else _first_number(cursor, len(lines))
    behind = backward or more
    return ListPage(
        lines,
        total,
        first,
        cursors=Cursor(
            after=lines[-1].position if behind else None,
            before=None if begins else lines[0].position,
        ),
        ranks=None if chosen is None else ranks_among(chosen, lines),
        is_walked=True,
    )


def _sorted(entries: Entries, chosen: Column, way: NameWalk, per_page: int) -> ListPage:
    ordered = _all_in_order(entries, chosen, way)
    start = 0
    if way.edge is not None:
        at = ordered.index(way.edge[1])
        start = max(0, at - per_page) if way.backward else at + 1
    stop = at if way.edge is not None and way.backward else start + per_page
    lines = lines_at(entries, ordered[start:stop])
    if not lines:
        return ListPage((), 0)
    return ListPage(
        lines,
        len(chosen),
        start + 1,
        cursors=Cursor(
            after=lines[-1].position if start + len(lines) < len(chosen) else None,
            before=lines[0].position if start else None,
        ),
        ranks=ranks_among(chosen, lines),
    )


def _all_in_order(entries: Entries, chosen: Column, way: NameWalk) -> list[int]:
    places = chosen.tolist()
    player_at = dict(
        entries.rows.filter(position__in=places).values_list("position", "player_id")
    )
    players = Player.objects.filter(pk__in=list(player_at.values()))
    key = shown_order(entries.reader, entries.today)
    keys = dict(players.annotate(key=key).values_list("pk", "key"))
    placed = [(keys.get(player_at[place], AFTER_ALL_NAMES), place) for place in places]
    forward = replace(way, edge=None, backward=False)
    return [place for _key, place in forward.in_order(placed)]


def _placed(entries: Entries, place: int) -> Placed | None:
    """Return the sort key of the player at a place, with the place."""
    rows = entries.rows.filter(position=place).annotate(key=entries.keys["name"])
    found = rows.values_list("key", flat=True).first()
    return None if found is None else (found, place)


def _is_chosen(chosen: Column | None, place: int) -> bool:
    if chosen is None:
        return True
    at = int(np.searchsorted(chosen, place))
    return at < len(chosen) and bool(chosen[at] == place)


def _all(_place: int) -> bool:
    return True


def _among(chosen: Column, total: int) -> Callable[[int], bool]:
    inside = np.zeros(total + 1, np.bool_)
    inside[chosen] = True
    return lambda place: bool(inside[place])


def _first_number(cursor: Cursor, lines: int) -> int | None:
    if cursor.number is None:
        return None
    if cursor.after is not None:
        return cursor.number + 1
    return max(1, cursor.number - lines)
