"""The part of a list that a request asks for, and how it is found: a short list is sorted
by the database, a long one is read by its facets.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.forms import Form
from django.http import QueryDict
from django.utils.translation import gettext as _

from federation.requests import OfficeRequest
from federation.views.lists import nearest_page
from ratings.lists.queries.facet_pages import FacetPageRequest, read_page_by_facets
from ratings.lists.queries.facets import Facets
from ratings.lists.queries.list_pages import (
    PER_PAGE,
    Cursor,
    ListPage,
    Order,
    list_page_of,
    numbered,
    read_list_page,
)
from ratings.lists.queries.lists import Entries
from ratings.lists.queries.selections import Selection
from ratings.pages.views.pool_context import PoolContext
from ratings.people.queries.fide_ratings import FideListInForce

HIGHEST = 2**31 - 1
SORTED_AS_ASKED = 1_000
"""The length of a list up to which the database sorts all of it for each page."""


@dataclass(frozen=True, slots=True)
class ListRequest:
    """The part of a list that a request asks for. `entries`: those of the `whole` list
    that match the filters; `selection`: the same filters as keys of the list's
    `facets`; `form` has the filters; `refused`: messages about what was not possible;
    `fide` is FIDE's list shown next to this one.
    """

    entries: Entries
    whole: Entries
    selection: Callable[[], Selection]
    facets: Callable[[], Facets]
    form: Form
    order: Order
    narrowed: bool
    refused: tuple[str, ...]
    fide: FideListInForce | None
    per_page: int = PER_PAGE


def requested_page(
    request: OfficeRequest, list_request: ListRequest
) -> tuple[ListPage, list[str]]:
    if list_request.narrowed or not list_request.order.by_position:
        return _from_cursor(request, list_request)
    pages = numbered(list_request.entries, list_request.order, list_request.per_page)
    page, refused = nearest_page(
        request.GET.get("page", "1"), pages.page, lambda: pages.num_pages
    )
    return list_page_of(page), refused


def _from_cursor(
    request: OfficeRequest, list_request: ListRequest
) -> tuple[ListPage, list[str]]:
    cursor = _cursor(request, "after") or _cursor(request, "before") or Cursor()
    found = part_of_list(list_request, cursor)
    if found.lines or cursor == Cursor():
        return found, []
    return part_of_list(list_request, Cursor()), [
        _("That place in the list no longer exists; here is its beginning.")
    ]


def query_of_filters(
    request: OfficeRequest, pool_context: PoolContext, list_request: ListRequest
) -> str:
    """Return the query string of links to another list of the pool, with the filters
    and the order of this one.
    """
    cleaned = getattr(list_request.form, "cleaned_data", {})
    kept = QueryDict(pool_context.query.removeprefix("?"), mutable=True)
    for name in list_request.form.fields:
        if cleaned.get(name) not in (None, ""):
            kept[name] = request.GET[name]
    if list_request.order != Order():
        kept["sort"] = request.GET["sort"]
    return f"?{kept.urlencode()}" if kept else ""


def part_of_list(list_request: ListRequest, cursor: Cursor) -> ListPage:
    """Return the page after the cursor: sort a short list, read a long one's facets."""
    if list_request.whole.total > SORTED_AS_ASKED:
        return read_page_by_facets(
            FacetPageRequest(
                list_request.whole,
                list_request.facets(),
                list_request.selection(),
                list_request.order,
                cursor,
                list_request.per_page,
            )
        )
    return sorted_part(list_request, cursor)


def sorted_part(list_request: ListRequest, cursor: Cursor) -> ListPage:
    """Return the page after the cursor, sorted by the database."""
    return read_list_page(
        list_request.entries,
        list_request.order,
        cursor,
        list_request.per_page,
        narrowed=list_request.narrowed,
    )


def _cursor(request: OfficeRequest, name: str) -> Cursor | None:
    """Read a position from the query, or a position with the number of its row."""
    position, *numbers = request.GET.get(name, "").split("-")
    if not all(map(_is_number, (position, *numbers))) or len(numbers) > 1:
        return None
    number = int(numbers[0]) if numbers else None
    return Cursor(**{name: min(int(position), HIGHEST)}, number=number)


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= len(str(HIGHEST))
