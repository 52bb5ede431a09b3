"""The rating lists: the one that holds, the live one, and every earlier one."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.core.paginator import EmptyPage, PageNotAnInteger
from django.forms import Form
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.queries.members import shown_in_full
from federation.requests import OfficeRequest
from federation.views.lists import Listing, is_narrowed, refusals, render_listing
from ratings.domain.editions import EditionsOfPool
from ratings.filters import ListFilters, LiveFilters
from ratings.queries.board import waiting_for_board
from ratings.queries.courses import two_years_before
from ratings.queries.fide_ratings import FideHeld, held_beside
from ratings.queries.lists import Entries, Line, live_entries, published_entries
from ratings.queries.names import people
from ratings.queries.places import Places, places
from ratings.queries.publications import Publication
from ratings.queries.rating_rows import (
    RatingRow,
    Surroundings,
    pinned_lines,
    rating_rows,
    read_courses,
)
from ratings.queries.turning import (
    PER_PAGE,
    Cursor,
    Order,
    Turned,
    numbered,
    turn,
    turned_to,
)
from ratings.rules.protocol import LeavesToBoard, NamesClasses
from ratings.tables import rating_table
from ratings.views.conditional import kept_by_browsers
from ratings.views.desk import Desk, levels_of_list, open_desk, write_as_of
from ratings.views.pins import pins_of

HIGHEST = 2**31 - 1
COLUMNS = frozenset(
    ("rank", "name", "club", "player_class", "rating", "change", "games")
)


@require_safe
def current_list(request: OfficeRequest) -> HttpResponse:
    """The newest approved list; the live one until there is any."""
    desk = open_desk(request)
    return _answer(request, desk, desk.shelf.newest)


@require_safe
def live_list(request: OfficeRequest) -> HttpResponse:
    return _answer(request, open_desk(request), None)


@require_safe
def published_list(request: OfficeRequest, number: int) -> HttpResponse:
    desk = open_desk(request)
    return _answer(request, desk, desk.publication(number))


@dataclass(frozen=True, slots=True)
class Asked:
    """The part of a list that a request asks for, and what of it was not
    possible. `form` holds the filters; `fide` is the list of FIDE's beside it.
    """

    entries: Entries
    form: Form
    order: Order
    narrowed: bool
    refused: tuple[str, ...]
    fide: FideHeld | None


def read_asked(
    request: OfficeRequest,
    desk: Desk,
    this: Publication | None,
    where: Places,
    fide: FideHeld | None,
) -> Asked:
    entries = (
        published_entries(this, request.today, request.actor)
        if this
        else live_entries(desk.pool.pk, desk.shelf.newest, request.today, request.actor)
    )
    filters = (ListFilters if this else LiveFilters)(
        request.GET, queryset=entries.rows, request=request, places=where, fide=fide
    )
    order, refused = _order(request)
    return Asked(
        entries=replace(entries, rows=filters.qs),
        form=filters.form,
        order=order,
        narrowed=is_narrowed(filters.form),
        refused=(*refusals(filters.form), *refused),
        fide=fide,
    )


def fide_beside(desk: Desk, this: Publication | None) -> FideHeld | None:
    """FIDE's list that held when this one began to, or holds today."""
    now = desk.pool.fide
    return held_beside(now, this.valid_from) if this else now


def _answer(
    request: OfficeRequest, desk: Desk, this: Publication | None
) -> HttpResponse:
    write_as_of(desk, this)
    stands_on = moves_with(desk, this)
    fide = fide_beside(desk, this)
    return kept_by_browsers(
        request, stands_on, lambda: _page(request, desk, this, fide)
    )


def moves_with(desk: Desk, this: Publication | None) -> tuple[object, ...]:
    """What a page or file of the list stands on beside the register."""
    pool, shelf = desk.pool, desk.shelf
    moves = (pool.posted, pool.computed, pool.placed) if this is None else ()
    fide = fide_beside(desk, this)
    offered = [(each.code, each.name) for each in desk.offered]
    return (pool.pk, this and this.pk, len(shelf.lists), *offered, fide, *moves)


def _page(
    request: OfficeRequest,
    desk: Desk,
    this: Publication | None,
    fide: FideHeld | None,
) -> HttpResponse:
    where = places()
    asked = read_asked(request, desk, this, where, fide)
    turned, refused = _turned(request, asked)
    rows, pinned = _rows(request, desk, this, asked, turned, where)
    sort = f"{'-' if asked.order.descending else ''}{asked.order.column}"
    listing = Listing(
        table=rating_table(rows, sort),
        count=turned.total,
        form=asked.form,
        refused=(*asked.refused, *refused),
        narrowed=asked.narrowed,
    )
    return render_listing(
        request,
        "ratings/list.html",
        listing,
        fragment="ratings/_list.html",
        turned=turned,
        pinned=pinned,
        fide=asked.fide,
        **context_of(desk, this),
    )


def context_of(desk: Desk, this: Publication | None) -> dict[str, Any]:
    return {
        "desk": desk,
        "this": this,
        "beside": desk.shelf.beside(this) if this else [],
        "is_fresh": this is not None or desk.pool.is_placed,
        "has_levels": levels_of_list(desk, this) is not None,
    }


def _rows(
    request: OfficeRequest,
    desk: Desk,
    this: Publication | None,
    asked: Asked,
    turned: Turned,
    where: Places,
) -> tuple[list[RatingRow], list[RatingRow]]:
    """The page's rows and those that the reader has pinned."""
    pins = pins_of(request)
    shown = shown_in_full(request.actor, request.today)
    pinned = [] if asked.narrowed else pinned_lines(asked.entries, pins.players, shown)
    lines = [*turned.lines, *pinned]
    since = two_years_before(this.valid_from if this else request.today)
    lists = tuple(desk.shelf.course(this, since))
    around = Surroundings(
        people=people(
            {line.player_id for line in lines}, request.actor, request.today, asked.fide
        ),
        club_names=where.club_names,
        courses=read_courses(lines, lists),
        lists=lists,
        previous=desk.shelf.before(this) if this else desk.shelf.newest,
        live=this is None,
        pinned_players=pins.players,
        pinned_clubs=pins.clubs,
        for_board=_for_board(desk, this, lines),
        class_by_rating=_class_by_rating(desk, this),
    )
    return (
        rating_rows(turned.lines, turned.places, around),
        rating_rows(pinned, None, around),
    )


def _class_by_rating(
    desk: Desk, this: Publication | None
) -> Callable[[float], str] | None:
    """By the edition that the list was computed by; nothing of one that was not."""
    day = this.end_date if this else desk.pool.today
    system = desk.pool.systems.on(day)
    if not isinstance(system, NamesClasses) or (this and this.brought_in):
        return None
    parameters = EditionsOfPool.of(desk.pool.pk).holding(day).parameters
    return lambda rating: system.class_by_rating(rating, parameters)


def _for_board(
    desk: Desk, this: Publication | None, lines: list[Line]
) -> frozenset[int]:
    """Whose rating on the live list waits for the board; none of a published one does."""
    if this is not None or not isinstance(desk.pool.rated_by, LeavesToBoard):
        return frozenset()
    players = [line.player_id for line in lines]
    waiting = waiting_for_board([desk.pool.pk], players=players)
    return frozenset(each.player_id for each in waiting)


def _turned(request: OfficeRequest, asked: Asked) -> tuple[Turned, list[str]]:
    if asked.narrowed or not asked.order.by_place:
        return _from_cursor(request, asked)
    pages = numbered(asked.entries, asked.order, PER_PAGE)
    text = request.GET.get("page", "1")
    try:
        return turned_to(pages.page(text)), []
    except PageNotAnInteger:
        return turned_to(pages.page(1)), [
            _("“%(page)s” is not the number of a page.") % {"page": text[:20]}
        ]
    except EmptyPage:
        last = pages.num_pages
        return turned_to(pages.page(last)), [
            _("There is no page %(page)s; this is the last one, page %(last)d.")
            % {"page": text[:20], "last": last}
        ]


def _from_cursor(request: OfficeRequest, asked: Asked) -> tuple[Turned, list[str]]:
    cursor = Cursor(_position(request, "after"), _position(request, "before"))
    if cursor.after is not None:
        cursor = Cursor(after=cursor.after)
    narrowed = asked.narrowed
    found = turn(asked.entries, asked.order, cursor, PER_PAGE, narrowed=narrowed)
    if found.lines or cursor == Cursor():
        return found, []
    start = turn(asked.entries, asked.order, Cursor(), PER_PAGE, narrowed=narrowed)
    return start, [_("That place in the list is gone; this is its beginning.")]


def _position(request: OfficeRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    if not text.isdecimal() or len(text) > len(str(HIGHEST)):
        return None
    return min(int(text), HIGHEST)


def _order(request: OfficeRequest) -> tuple[Order, list[str]]:
    asked = request.GET.get("sort", "")
    column = asked.removeprefix("-")
    if not asked or column in COLUMNS:
        return Order(column or "rank", descending=asked.startswith("-")), []
    return Order(), [
        _("There is no column “%(column)s” to sort by.") % {"column": column[:20]}
    ]
