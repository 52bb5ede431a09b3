"""A rating list as a file; names are hidden by the same rules as on the page."""

from collections.abc import Iterator
from datetime import date
from functools import partial

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from federation.views.files import as_file
from federation.views.lists import refusals
from ratings.fide.queries.coefficients import ListedCoefficients
from ratings.ledger.domain.editions import EditionsOfPool
from ratings.lists.queries.arbiters import FideRatings
from ratings.lists.queries.clubs_and_districts import read_clubs_and_districts
from ratings.lists.queries.lists import ListLine, read_lines
from ratings.lists.views.dependencies import fide_beside, list_dependencies
from ratings.lists.views.file_layouts import LAYOUTS, Content, FileEntry, FileLayout
from ratings.lists.views.list_parts import ListRequest
from ratings.lists.views.lists import read_list_request
from ratings.pages.views.conditional import kept_by_browsers
from ratings.pages.views.pool_context import (
    PoolContext,
    levels_of_list,
    open_pool_context,
)
from ratings.people.queries.fide_ratings import ratings_on
from ratings.people.queries.names import Person
from ratings.pools.queries.publications import Publication
from ratings.rules.protocol import HasCoefficients, HasLevels


@require_safe
def current_file(request: OfficeRequest, layout: str) -> HttpResponseBase:
    pool_context = open_pool_context(request)
    return _file(request, pool_context, pool_context.published.newest, layout)


@require_safe
def live_file(request: OfficeRequest, layout: str) -> HttpResponseBase:
    return _file(request, open_pool_context(request), None, layout)


@require_safe
def list_file(request: OfficeRequest, number: int, layout: str) -> HttpResponseBase:
    pool_context = open_pool_context(request)
    return _file(request, pool_context, pool_context.publication(number), layout)


def _file(
    request: OfficeRequest,
    pool_context: PoolContext,
    publication: Publication | None,
    layout: str,
) -> HttpResponseBase:
    levels = levels_of_list(pool_context, publication)
    if levels and LAYOUTS[layout].numbers:
        return _no_numbers(request, pool_context, publication)
    return kept_by_browsers(
        request,
        list_dependencies(pool_context, publication),
        lambda: _built(request, pool_context, publication, LAYOUTS[layout], levels),
    )


def _no_numbers(
    request: OfficeRequest, pool_context: PoolContext, publication: Publication | None
) -> HttpResponse:
    context = {"pool_context": pool_context, "list_url": _page_of_list(publication)}
    return render(request, "ratings/lists/list_no_numbers.html", context, status=404)


def _page_of_list(publication: Publication | None) -> str:
    if publication is None:
        return reverse("ratings:live_list")
    return reverse("ratings:list", args=[publication.number])


def _built(
    request: OfficeRequest,
    pool_context: PoolContext,
    publication: Publication | None,
    layout: FileLayout,
    levels: HasLevels | None,
) -> HttpResponse | StreamingHttpResponse:
    """Return the file; if a filter is invalid, a redirect to the page, which says so."""
    where = read_clubs_and_districts()
    list_request = read_list_request(
        request,
        pool_context,
        publication,
        where,
        fide_beside(pool_context, publication),
    )
    if refusals(list_request.form):
        return redirect(f"{_page_of_list(publication)}?{request.GET.urlencode()}")
    content = Content(
        pool=pool_context.pool.name,
        day=publication.valid_from if publication else request.today,
        levels=levels,
        list_request=list_request,
        chunks=_chunks(list_request, request, where.club_names),
        coefficients=lambda: _coefficients(pool_context, publication, request.today),
        fide_ratings=_fide_ratings(pool_context, publication),
    )
    number = publication.number if publication else "live"
    name = f"{pool_context.pool.code}-{number}{layout.ending}"
    written = StreamingHttpResponse(
        layout.write(content), content_type=layout.content_type
    )
    return as_file(written, name)


def _fide_ratings(
    pool_context: PoolContext, publication: Publication | None
) -> FideRatings | None:
    if pool_context.pool.fide is None:
        return None
    return partial(ratings_on, fide_beside(pool_context, publication))


def _coefficients(
    pool_context: PoolContext, publication: Publication | None, today: date
) -> ListedCoefficients | None:
    day = publication.valid_from if publication else today
    editions = EditionsOfPool.of(pool_context.pool.pk)
    edition = editions.in_force(day)
    if not isinstance(edition.system, HasCoefficients):
        return None
    return ListedCoefficients(
        pool_id=pool_context.pool.pk,
        system=edition.system,
        parameters=edition.parameters,
        system_from=editions.system_days(day).from_date,
        day=day,
        is_live=publication is None,
    )


# --- contents of the file ----------------------------------------------------------
def _chunks(
    list_request: ListRequest, request: OfficeRequest, club_names: dict[int, str]
) -> Iterator[list[FileEntry]]:
    number, place, rank = 0, 0, 0
    for chunk in read_lines(list_request.entries, request.actor, request.today):
        entries = []
        for line, who in chunk:
            number += 1
            if line.rank != rank:
                place, rank = number, line.rank
            here = place if list_request.narrowed else None
            entries.append(_entry(line, here, who, club_names))
        yield entries


def _entry(
    line: ListLine, place: int | None, who: Person | None, club_names: dict[int, str]
) -> FileEntry:
    club_id, player_class = line.club_and_class(who)
    club = club_names.get(club_id or 0, "")
    return FileEntry(line, place, who, club_id, club, player_class)
