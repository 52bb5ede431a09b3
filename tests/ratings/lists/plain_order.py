"""Pages made of facets, compared with the same rows sorted by a plain ORDER BY."""

from dataclasses import replace

from ratings.lists.queries.facet_pages import FacetPageRequest, read_page_by_facets
from ratings.lists.queries.list_pages import Cursor
from ratings.lists.queries.lists import ListLine

MOST_PAGES = 10
"""More pages than any list here has, so that pages linking in a circle end."""


def in_plain_order(entries, order):
    rows = entries.rows
    if order.by_position:
        ordered = rows.order_by("-position" if order.falls else "position")
    else:
        keyed = rows.annotate(key=entries.keys[order.column])
        ordered = keyed.order_by("-key" if order.falls else "key", "position")
    return [ListLine(*row) for row in ordered.values_list(*entries.columns)]


def at(text, name):
    """Return what a page's address requests, as the view parses it."""
    position, *number = map(int, text.split("-"))
    return Cursor(**{name: position}, number=number[0] if number else None)


def forth_and_back(page_request):
    forth = [read_page_by_facets(page_request)]
    while forth[-1].after and len(forth) < MOST_PAGES:
        forth.append(
            read_page_by_facets(
                replace(page_request, cursor=at(forth[-1].after, "after"))
            )
        )
    back = forth[-1:]
    while back[-1].before and len(back) < MOST_PAGES:
        back.append(
            read_page_by_facets(
                replace(page_request, cursor=at(back[-1].before, "before"))
            )
        )
    return forth, back[::-1]


def check_pages(entries, facets, filters, order, size):
    """Turn to every page of the filtered list, forwards and backwards, and compare it
    with the same rows sorted.
    """
    expected = in_plain_order(replace(entries, rows=filters.qs), order)
    selection = filters.selection()
    forth, back = forth_and_back(
        FacetPageRequest(entries, facets, selection, order, Cursor(), size)
    )
    pages = [expected[at : at + size] for at in range(0, len(expected), size)] or [[]]
    assert [list(each.lines) for each in forth] == pages
    assert [list(each.lines) for each in back] == pages
    if expected:
        firsts = [1 + size * number for number in range(len(pages))]
        assert [each.first for each in forth] == firsts
        assert [each.first for each in back] == firsts
        assert {each.total for each in forth} == {len(expected)}
    better = sorted(line.rank for line in expected)
    for each in forth:
        assert each.ranks == (
            {line.player_id: better.index(line.rank) + 1 for line in each.lines}
            if not selection.is_whole and each.lines
            else None
        )
