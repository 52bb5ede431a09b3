"""Pages of the rating lists: the current one, the live one, and every earlier one."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.queries.members import shown_in_full
from federation.requests import OfficeRequest
from federation.shared_pages.declared import shared
from federation.shared_pages.keeping import numbers_before
from federation.views.lists import Listing, is_narrowed, refusals, render_listing
from ratings.board.queries.board import waiting_for_board
from ratings.ledger.domain.editions import EditionsOfPool
from ratings.lists.filters import ListFilters, LiveFilters
from ratings.lists.queries.clubs_and_districts import (
    ClubsAndDistricts,
    read_clubs_and_districts,
)
from ratings.lists.queries.facets import Facets, PublishedFacets
from ratings.lists.queries.list_pages import FOR_PRINT, PER_PAGE, ListPage, Order
from ratings.lists.queries.lists import (
    ListLine,
    live_entries,
    published_entries,
    read_people_of_page,
)
from ratings.lists.queries.live_facets import LiveFacets
from ratings.lists.queries.rating_rows import (
    RatingRow,
    Surroundings,
    pinned_lines,
    rating_rows,
    ratings_by_list,
    two_years_before,
)
from ratings.lists.tables import rating_table
from ratings.lists.views.dependencies import (
    LIST_PARAMETERS,
    fide_beside,
    list_dependencies,
)
from ratings.lists.views.list_parts import (
    ListRequest,
    query_of_filters,
    requested_page,
)
from ratings.pages.views.conditional import kept_by_browsers
from ratings.pages.views.pins import pins_of
from ratings.pages.views.pool_context import (
    PoolContext,
    format_as_of,
    levels_of_list,
    open_pool_context,
)
from ratings.people.queries.fide_ratings import FideListInForce
from ratings.pools.queries.publications import Publication
from ratings.pools.queries.snapshots import one_snapshot
from ratings.rules.protocol import DerivesClass, RequiresBoardDecision

SORTABLE_COLUMNS = frozenset(
    ("rank", "name", "club", "player_class", "rating", "change", "games")
)


@shared(*LIST_PARAMETERS, not_kept=("q",))
@require_safe
def current_list(request: OfficeRequest) -> HttpResponse:
    """Show the newest approved list, or the live one as long as there is none."""
    pool_context = open_pool_context(request)
    return _answer(request, pool_context, pool_context.published.newest)


@shared(*LIST_PARAMETERS, not_kept=("q",))
@require_safe
def live_list(request: OfficeRequest) -> HttpResponse:
    return _answer(request, open_pool_context(request), None)


@shared(*LIST_PARAMETERS, not_kept=("q",))
@require_safe
def published_list(request: OfficeRequest, number: int) -> HttpResponse:
    pool_context = open_pool_context(request)
    return _answer(request, pool_context, pool_context.publication(number))


def read_list_request(
    request: OfficeRequest,
    pool_context: PoolContext,
    publication: Publication | None,
    where: ClubsAndDistricts,
    fide: FideListInForce | None,
) -> ListRequest:
    entries = (
        published_entries(publication, request.today, request.actor)
        if publication
        else live_entries(
            pool_context.pool.pk,
            pool_context.published.newest,
            request.today,
            request.actor,
        )
    )
    filters = (ListFilters if publication else LiveFilters)(
        request.GET, queryset=entries.rows, request=request, places=where, fide=fide
    )
    order, refused = _order(request)
    return ListRequest(
        entries=replace(entries, rows=filters.qs),
        whole=entries,
        selection=filters.selection,
        facets=partial(_facets, request, pool_context, publication),
        form=filters.form,
        order=order,
        narrowed=is_narrowed(filters.form),
        refused=(*refusals(filters.form), *refused),
        fide=fide,
        per_page=FOR_PRINT if request.GET.get("whole") else PER_PAGE,
    )


def _facets(
    request: OfficeRequest, pool_context: PoolContext, publication: Publication | None
) -> Facets:
    pool_id = pool_context.pool.pk
    if publication:
        return PublishedFacets(pool_id, publication.pk)
    numbers = numbers_before(request)
    return LiveFacets(
        pool_id,
        pool_context.published.newest,
        request.today,
        numbers.register if numbers else None,
    )


def _answer(
    request: OfficeRequest, pool_context: PoolContext, publication: Publication | None
) -> HttpResponse:
    format_as_of(pool_context, publication)
    depends_on = list_dependencies(pool_context, publication)
    fide = fide_beside(pool_context, publication)
    return kept_by_browsers(
        request, depends_on, lambda: _page(request, pool_context, publication, fide)
    )


def _page(
    request: OfficeRequest,
    pool_context: PoolContext,
    publication: Publication | None,
    fide: FideListInForce | None,
) -> HttpResponse:
    # A published list never changes; the live one may be renumbered while it is read. It
    # is therefore read in one snapshot, and the books' numbers before that.
    if publication is None:
        numbers_before(request)
    with nullcontext() if publication else one_snapshot():
        where = read_clubs_and_districts()
        list_request = read_list_request(
            request, pool_context, publication, where, fide
        )
        turned, refused = requested_page(request, list_request)
        rows, pinned = _rows(
            request, pool_context, publication, list_request, turned, where
        )
    sort = f"{'-' if list_request.order.descending else ''}{list_request.order.column}"
    listing = Listing(
        table=rating_table(rows, sort, query=pool_context.query),
        count=turned.total,
        form=list_request.form,
        refused=(*list_request.refused, *refused),
        narrowed=list_request.narrowed,
    )
    return render_listing(
        request,
        "ratings/lists/list.html",
        listing,
        fragment="ratings/lists/_list.html",
        turned=turned,
        pinned=pinned,
        fide=list_request.fide,
        filter_query=query_of_filters(request, pool_context, list_request),
        **context_of(pool_context, publication),
    )


def context_of(
    pool_context: PoolContext, publication: Publication | None
) -> dict[str, Any]:
    return {
        "pool_context": pool_context,
        "this": publication,
        "beside": pool_context.published.beside(publication) if publication else [],
        "is_fresh": publication is not None or pool_context.pool.is_placed,
        "has_levels": levels_of_list(pool_context, publication) is not None,
    }


def _rows(
    request: OfficeRequest,
    pool_context: PoolContext,
    publication: Publication | None,
    list_request: ListRequest,
    turned: ListPage,
    where: ClubsAndDistricts,
) -> tuple[list[RatingRow], list[RatingRow]]:
    """Return the page's rows and the rows of players that the reader has pinned."""
    pins = pins_of(request)
    shown = shown_in_full(request.actor, request.today)
    pinned = (
        []
        if list_request.narrowed
        else pinned_lines(list_request.entries, pins.players, shown)
    )
    lines = [*turned.lines, *pinned]
    since = two_years_before(publication.valid_from if publication else request.today)
    lists = tuple(pool_context.published.course(publication, since))
    around = Surroundings(
        people=read_people_of_page(
            list_request.entries,
            {line.player_id for line in lines},
            request.actor,
            request.today,
            list_request.fide,
        ),
        club_names=where.club_names,
        courses=ratings_by_list([line.player_id for line in lines], lists),
        lists=lists,
        previous=pool_context.published.before(publication)
        if publication
        else pool_context.published.newest,
        live=publication is None,
        pinned_players=pins.players,
        pinned_clubs=pins.clubs,
        for_board=_for_board(pool_context, publication, lines),
        class_by_rating=_class_by_rating(pool_context, publication),
    )
    return (
        rating_rows(turned.lines, turned.ranks, around),
        rating_rows(pinned, None, around),
    )


def _class_by_rating(
    pool_context: PoolContext, publication: Publication | None
) -> Callable[[float], str] | None:
    """Return the function that gives a rating's class by the edition that computed the
    list; None if the system names no classes or the list was imported.
    """
    day = publication.end_date if publication else pool_context.pool.today
    system = pool_context.pool.systems.on(day)
    if not isinstance(system, DerivesClass) or (publication and publication.brought_in):
        return None
    parameters = EditionsOfPool.of(pool_context.pool.pk).in_force(day).parameters
    return lambda rating: system.class_by_rating(rating, parameters)


def _for_board(
    pool_context: PoolContext, publication: Publication | None, lines: list[ListLine]
) -> frozenset[int]:
    """Return the players whose rating on the live list waits for the board; on a
    published list there are none.
    """
    if publication or not isinstance(pool_context.pool.rated_by, RequiresBoardDecision):
        return frozenset()
    players = [line.player_id for line in lines]
    waiting = waiting_for_board([pool_context.pool.pk], players=players)
    return frozenset(each.player_id for each in waiting)


def _order(request: OfficeRequest) -> tuple[Order, list[str]]:
    sort = request.GET.get("sort", "")
    column = sort.removeprefix("-")
    if not sort or column in SORTABLE_COLUMNS:
        return Order(column or "rank", descending=sort.startswith("-")), []
    return Order(), [
        _("There is no column “%(column)s” to sort by.") % {"column": column[:20]}
    ]
