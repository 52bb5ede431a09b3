"""The part of a list that a request asks for, and how it is found: a short list is sorted
as it is asked for, of a long one its facets tell.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.forms import Form
from django.utils.translation import gettext as _

from federation.requests import OfficeRequest
from federation.views.lists import nearest_page
from ratings.lists.queries.facet_pages import PageAsked, turn_by_facets
from ratings.lists.queries.facets import Facets
from ratings.lists.queries.list_pages import (
    PER_PAGE,
    Cursor,
    ListPage,
    Order,
    list_page_of,
    numbered,
    turn,
)
from ratings.lists.queries.lists import Entries
from ratings.lists.queries.selections import Selection
from ratings.people.queries.fide_ratings import FideHeld

HIGHEST = 2**31 - 1
SORTED_AS_ASKED = 1_000
"""The length of a list up to which the database sorts all of it for a page."""


@dataclass(frozen=True, slots=True)
class ListRequest:
    """The part of a list that a request asks for, and what of it was not possible.
    `entries`: those that the filters leave, of the `whole` list; `selection`: the same
    filters as the `facets` of the list know them; `form` holds the filters;
    `fide` is FIDE's list shown next to it.
    """

    entries: Entries
    whole: Entries
    selection: Callable[[], Selection]
    facets: Callable[[], Facets]
    form: Form
    order: Order
    narrowed: bool
    refused: tuple[str, ...]
    fide: FideHeld | None
    per_page: int = PER_PAGE


def turned_page(
    request: OfficeRequest, asked: ListRequest
) -> tuple[ListPage, list[str]]:
    if asked.narrowed or not asked.order.by_place:
        return _from_cursor(request, asked)
    pages = numbered(asked.entries, asked.order, asked.per_page)
    page, refused = nearest_page(
        request.GET.get("page", "1"), pages.page, lambda: pages.num_pages
    )
    return list_page_of(page), refused


def _from_cursor(
    request: OfficeRequest, asked: ListRequest
) -> tuple[ListPage, list[str]]:
    cursor = _cursor(request, "after") or _cursor(request, "before") or Cursor()
    found = part_of_list(asked, cursor)
    if found.lines or cursor == Cursor():
        return found, []
    return part_of_list(asked, Cursor()), [
        _("That place in the list no longer exists; here is its beginning.")
    ]


def part_of_list(asked: ListRequest, cursor: Cursor) -> ListPage:
    """Sort a short list as it is asked for; of a long one read the facets."""
    if asked.whole.total > SORTED_AS_ASKED:
        return turn_by_facets(
            PageAsked(
                asked.whole,
                asked.facets(),
                asked.selection(),
                asked.order,
                cursor,
                asked.per_page,
            )
        )
    return sorted_part(asked, cursor)


def sorted_part(asked: ListRequest, cursor: Cursor) -> ListPage:
    """Return the part as the database sorts it."""
    return turn(
        asked.entries, asked.order, cursor, asked.per_page, narrowed=asked.narrowed
    )


def _cursor(request: OfficeRequest, name: str) -> Cursor | None:
    """Read a position, or one with the number of its row."""
    position, *numbers = request.GET.get(name, "").split("-")
    if not all(map(_is_number, (position, *numbers))) or len(numbers) > 1:
        return None
    number = int(numbers[0]) if numbers else None
    return Cursor(**{name: min(int(position), HIGHEST)}, number=number)


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= len(str(HIGHEST))
