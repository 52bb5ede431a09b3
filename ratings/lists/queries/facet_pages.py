"""One page of a long list in any order and with any filter, from its facets: they have
the counts already, and only the lines on the page are read.
"""

from dataclasses import dataclass

import numpy as np

from federation.models import Club
from ratings.ledger.queries.packed_rows import Column
from ratings.lists.queries.facets import Facet, Facets, FacetSlice
from ratings.lists.queries.list_pages import Cursor, ListPage, Order
from ratings.lists.queries.lists import LAST, Entries, lines_at, ranks_among
from ratings.lists.queries.name_pages import page_by_name
from ratings.lists.queries.selections import Selection, chosen_positions


@dataclass(frozen=True, slots=True)
class FacetPageRequest:
    """The page of a list to build; `entries` are those of the whole list."""

    entries: Entries
    facets: Facets
    selection: Selection
    order: Order
    cursor: Cursor
    per_page: int


def read_page_by_facets(page_request: FacetPageRequest) -> ListPage:
    """Return the page after (or before) the cursor, as `list_pages.read_list_page`."""
    order, whole = page_request.order, page_request.selection.is_whole
    if order.column == "name":
        return _by_name(page_request)
    if whole and not order.by_position:
        arranged = _arranged(page_request)
        if not arranged.mixed:
            return _of_whole(page_request, arranged)
    chosen = chosen_positions(
        page_request.facets, page_request.entries.total, page_request.selection
    )
    start, stop, ordered = (
        _cut_by_place(page_request, chosen)
        if order.by_position
        else _cut_by_facet(page_request, chosen)
    )
    return _page(
        page_request, ordered[start:stop], start, None if whole else chosen, len(chosen)
    )


def _by_name(page_request: FacetPageRequest) -> ListPage:
    entries, selection = page_request.entries, page_request.selection
    chosen = None
    if not selection.is_whole:
        chosen = chosen_positions(page_request.facets, entries.total, selection)
    return page_by_name(
        entries,
        page_request.cursor,
        page_request.per_page,
        falls=page_request.order.falls,
        chosen=chosen,
    )


# --- orders by a facet ------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class OrderedFacet:
    """A facet and the number of each of its groups in the requested order. `mixed`: some
    groups share a number, as clubs that are sorted by the same name.
    """

    facet: Facet
    numbers: Column
    mixed: bool


def _arranged(page_request: FacetPageRequest) -> OrderedFacet:
    name = page_request.order.column
    facet = page_request.facets.read([name])[name]
    numbers = np.arange(len(facet.keys))
    if name == "club":
        names = dict(Club.objects.values_list("pk", "sort_key"))
        sorted_by = [names.get(int(key), LAST) for key in facet.keys]
        number_of = {key: place for place, key in enumerate(sorted(set(sorted_by)))}
        numbers = np.array([number_of[key] for key in sorted_by], "i8")
    if page_request.order.falls:
        numbers = numbers.max(initial=0) - numbers
    return OrderedFacet(facet, numbers, len(np.unique(numbers)) < len(numbers))


def _of_whole(page_request: FacetPageRequest, arranged: OrderedFacet) -> ListPage:
    facet = arranged.facet
    groups = np.argsort(arranged.numbers)
    ends = np.cumsum(facet.counts[groups])
    edge = _edge(page_request.cursor)
    at = None
    if edge is not None:
        group = page_request.facets.group_at(facet, edge)
        if group is None:
            return ListPage((), 0)
        (places,) = page_request.facets.read_cuts([facet.cut(group)])
        before = ends[arranged.numbers[group]] - facet.counts[group]
        at = int(before + np.searchsorted(places, edge))
    start, stop = _beside(page_request, at, page_request.entries.total)
    cuts, reached = [], start
    for turn in range(int(np.searchsorted(ends, start, "right")), len(groups)):
        if reached >= stop:
            break
        cut, begin = (
            facet.cut(groups[turn]),
            int(ends[turn]) - int(facet.counts[groups[turn]]),
        )
        until = min(stop, int(ends[turn]))
        cuts.append(FacetSlice(cut.facet, cut.start + reached - begin, until - reached))
        reached = until
    read = page_request.facets.read_cuts(cuts)
    page = np.concatenate(read) if read else np.empty(0, "i4")
    return _page(page_request, page, start, None, page_request.entries.total)


def _cut_by_facet(
    page_request: FacetPageRequest, chosen: Column
) -> tuple[int, int, Column]:
    arranged, total = _arranged(page_request), page_request.entries.total
    (places,) = page_request.facets.read_cuts(
        [FacetSlice(arranged.facet.name, 0, total)]
    )
    # NumPy uses radix sort for two-byte numbers, which is several times as fast.
    kind = "u2" if len(arranged.numbers) < 2**16 else "i4"
    number_at = np.empty(total + 1, kind)
    number_at[places] = np.repeat(arranged.numbers, arranged.facet.counts)
    ordered = chosen[np.argsort(number_at[chosen], kind="stable")]
    edge, at = _edge(page_request.cursor), None
    if edge is not None:
        found = np.flatnonzero(ordered == edge)
        if not len(found):
            return 0, 0, ordered
        at = int(found[0])
    return (*_beside(page_request, at, len(ordered)), ordered)


# --- the order of the list ----------------------------------------------------------
def _cut_by_place(
    page_request: FacetPageRequest, chosen: Column
) -> tuple[int, int, Column]:
    """Cut by place; the cursor's own place need not be among the chosen ones."""
    ordered = chosen[::-1] if page_request.order.falls else chosen
    edge = _edge(page_request.cursor)
    if edge is None:
        return (*_beside(page_request, None, len(chosen)), ordered)
    backward = page_request.cursor.before is not None
    beyond = chosen < edge if page_request.order.falls != backward else chosen > edge
    count = int(np.count_nonzero(beyond))
    if backward:
        return max(0, count - page_request.per_page), count, ordered
    start = len(chosen) - count
    return start, start + page_request.per_page, ordered


def _edge(cursor: Cursor) -> int | None:
    return cursor.before if cursor.before is not None else cursor.after


def _beside(
    page_request: FacetPageRequest, at: int | None, total: int
) -> tuple[int, int]:
    """Return start and stop of the page after or before the row number `at`."""
    if at is None:
        return 0, min(page_request.per_page, total)
    if page_request.cursor.before is not None:
        return max(0, at - page_request.per_page), at
    return at + 1, min(at + 1 + page_request.per_page, total)


def _page(
    page_request: FacetPageRequest,
    page: Column,
    start: int,
    chosen: Column | None,
    total: int,
) -> ListPage:
    lines = lines_at(page_request.entries, page.tolist())
    if not lines:
        return ListPage((), 0)
    return ListPage(
        lines,
        total,
        start + 1,
        cursors=Cursor(
            after=lines[-1].position if start + len(lines) < total else None,
            before=lines[0].position if start else None,
        ),
        ranks=None if chosen is None else ranks_among(chosen, lines),
    )
