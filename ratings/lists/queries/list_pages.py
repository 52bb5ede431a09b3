"""One page of a list: by the stored positions if it is whole and in their order, and
otherwise from the row where the last page ended. No page is found by an OFFSET.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, Subquery, Value
from django.db.models.query import QuerySet

from ratings.lists.queries.lists import Entries, ListLine

PER_PAGE = 100
FOR_PRINT = 2_000
"""Rows of a page for printing: a list up to this length is on it as a whole."""
BY_PLACE = {"rank": False, "rating": True}
"""Columns sorted like the positions; True if in the opposite direction."""


@dataclass(frozen=True, slots=True)
class Order:
    """By which column a list is sorted."""

    column: str = "rank"
    descending: bool = False

    @property
    def by_position(self) -> bool:
        return self.column in BY_PLACE

    @property
    def key(self) -> str:
        return "position" if self.by_position else "key"

    @property
    def falls(self) -> bool:
        """Whether the key descends from row to row."""
        return self.descending != BY_PLACE.get(self.column, False)


@dataclass(frozen=True, slots=True)
class Cursor:
    """The position after or before which the page begins; at most one is set.
    `number`: the row number of that position, if the address contains it.
    """

    after: int | None = None
    before: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class ListPage:
    """A page. `first` is its first row's number among the `total` rows of the selection,
    None if it would have to be counted. `page` is set if pages have numbers, `cursors`
    (before, after) if they have none. `ranks`: rank within the selection, by player;
    `is_walked`: the next page gets its row number from this one.
    """

    lines: tuple[ListLine, ...]
    total: int
    first: int | None = 1
    page: "Page[Any] | None" = None
    cursors: Cursor = Cursor()
    ranks: dict[int, int] | None = None
    is_walked: bool = False

    @property
    def last(self) -> int | None:
        return None if self.first is None else self.first + len(self.lines) - 1

    @property
    def after(self) -> str:
        """The value in the address of the next page."""
        return self._address(self.cursors.after, self.last)

    @property
    def before(self) -> str:
        """The value in the address of the previous page."""
        return self._address(self.cursors.before, self.first)

    def _address(self, position: int | None, number: int | None) -> str:
        if position is None:
            return ""
        return f"{position}-{number}" if self.is_walked and number else str(position)


class ByPosition:
    """The rows of a list as a sequence that can be sliced by place in the list."""

    def __init__(self, entries: Entries, *, falls: bool) -> None:
        self.entries, self.falls = entries, falls

    def __len__(self) -> int:
        return self.entries.total

    def __getitem__(self, cut: slice) -> list[ListLine]:
        low, high = cut.start, cut.stop
        if self.falls:
            low, high = len(self) - cut.stop, len(self) - cut.start
        rows = self.entries.rows.filter(position__gt=low, position__lte=high)
        order = "-position" if self.falls else "position"
        return _lines(rows.order_by(order).values_list(*self.entries.columns))


def numbered(entries: Entries, order: Order, per_page: int) -> "Paginator[Any]":
    """Return the pages of a whole list in the order of places."""
    return Paginator(ByPosition(entries, falls=order.falls), per_page)  # type: ignore[arg-type]


def list_page_of(page: "Page[Any]") -> ListPage:
    """Return a numbered page of the paginator as a list page."""
    lines = tuple(page.object_list)
    return ListPage(lines, page.paginator.count, max(1, page.start_index()), page)


def read_list_page(
    entries: Entries, order: Order, cursor: Cursor, per_page: int, *, narrowed: bool
) -> ListPage:
    """Return the page after (or before) the cursor; an empty one if the cursor is no
    longer in the list.
    """
    rows = _keyed(entries, order)
    backward = cursor.before is not None
    edge = cursor.before if backward else cursor.after
    found = _beside(rows, order, edge, backward=backward)[: per_page + 1]
    raw = list(found.values_list(*entries.columns, order.key))
    more, raw = len(raw) > per_page, raw[:per_page]
    if backward:
        raw.reverse()
    if not raw:
        return ListPage((), 0)
    lines = tuple(_lines(row[:-1] for row in raw))
    counts = rows.aggregate(**_counts(order, lines, raw[0][-1], narrowed=narrowed))
    first = counts["in_front"] + 1
    behind = more if not backward else True
    return ListPage(
        lines,
        counts["total"],
        first,
        cursors=Cursor(
            after=lines[-1].position if behind else None,
            before=lines[0].position if first > 1 else None,
        ),
        ranks=_ranks(order, lines, counts) if narrowed else None,
    )


def _lines(rows: Iterable[tuple[Any, ...]]) -> list[ListLine]:
    return [ListLine(*row) for row in rows]


def _keyed(entries: Entries, order: Order) -> QuerySet[Any]:
    if order.by_position:
        return entries.rows
    keyed: QuerySet[Any] = entries.rows.annotate(key=entries.keys[order.column])
    return keyed


def _beside(
    rows: QuerySet[Any], order: Order, edge: int | None, *, backward: bool
) -> QuerySet[Any]:
    """Return the rows after a position, or before it, the nearest first."""
    falls = order.falls != backward
    tie = "-position" if backward else "position"
    ordered = rows.order_by(f"-{order.key}" if falls else order.key, tie)
    if edge is None:
        return ordered
    if order.by_position:
        return ordered.filter(**{f"position__{'lt' if falls else 'gt'}": edge})
    key = Subquery(rows.filter(position=edge).values("key")[:1])
    return ordered.filter(_beyond(key, edge, falls=falls, backward=backward))


def _beyond(key: Any, edge: int, *, falls: bool, backward: bool) -> Q:
    further = Q(key__lt=key) if falls else Q(key__gt=key)
    return further | Q(key=key, **{f"position__{'lt' if backward else 'gt'}": edge})


def _counts(
    order: Order, lines: tuple[ListLine, ...], key: Any, *, narrowed: bool
) -> dict[str, Count]:
    first = lines[0].position
    if order.by_position:
        in_front = Q(**{f"position__{'gt' if order.falls else 'lt'}": first})
    else:
        in_front = _beyond(Value(key), first, falls=not order.falls, backward=True)
    ranks = _ranks_to_count(order, lines) if narrowed else set()
    return {
        "total": Count("player_id"),
        "in_front": Count("player_id", filter=in_front),
        **{
            f"over_{rank}": Count("player_id", filter=Q(rank__lt=rank))
            for rank in ranks
        },
    }


def _ranks_to_count(order: Order, lines: tuple[ListLine, ...]) -> set[int]:
    """Return the ranks to count. Down the list one is enough: the others follow."""
    if _goes_down(order):
        return {lines[0].rank}
    return {line.rank for line in lines}


def _goes_down(order: Order) -> bool:
    return order.by_position and not order.falls


def _ranks(
    order: Order, lines: tuple[ListLine, ...], counts: dict[str, int]
) -> dict[int, int]:
    """Return each player's rank within the selection."""
    if not _goes_down(order):
        return {line.player_id: counts[f"over_{line.rank}"] + 1 for line in lines}
    place_of = {lines[0].rank: counts[f"over_{lines[0].rank}"] + 1}
    for number, line in enumerate(lines, start=counts["in_front"] + 1):
        place_of.setdefault(line.rank, number)
    return {line.player_id: place_of[line.rank] for line in lines}
