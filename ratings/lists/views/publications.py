"""All published lists, and what differs between two of them."""

from dataclasses import replace

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from federation.shared_pages.declared import shared
from federation.views.lists import build_listing, render_listing
from ratings.corrections.queries.claim_words import shown_corrections
from ratings.corrections.queries.claims import corrections_between
from ratings.lists.queries.published_difference import published_differences
from ratings.lists.tables import DifferenceTable
from ratings.models import Claim
from ratings.pages.views.conditional import kept_by_browsers
from ratings.pages.views.pool_context import (
    PoolContext,
    format_as_of,
    open_pool_context,
)
from ratings.people.queries.names import read_people
from ratings.pools.queries.publications import Publication


@shared("pool")
@require_safe
def all_lists(request: OfficeRequest) -> HttpResponse:
    pool_context = open_pool_context(request)
    return kept_by_browsers(
        request,
        (pool_context.pool.pk, len(pool_context.published.lists)),
        lambda: render(
            request, "ratings/lists/lists.html", {"pool_context": pool_context}
        ),
    )


@shared("pool", "against", "page", "sort")
@require_safe
def list_difference(request: OfficeRequest, number: int) -> HttpResponse:
    """Show the differences between a revised list and another of its period: by default
    the one before it.
    """
    pool_context = open_pool_context(request)
    new = pool_context.publication(number)
    old = _other(request, pool_context, new)
    format_as_of(pool_context, new)
    found = published_differences(old, new)
    known = read_people(
        [each.player_id for each in found], request.actor, request.today
    )
    rows = [replace(each, person=known.get(each.player_id)) for each in found]
    return render_listing(
        request,
        "ratings/lists/list_difference.html",
        build_listing(
            request,
            rows=rows,
            table=DifferenceTable,
            per_page=100,
            query=pool_context.query,
        ),
        pool_context=pool_context,
        old=old,
        new=new,
        beside=pool_context.published.beside(new),
        corrections=shown_corrections(
            _corrections(old, new), request.actor, request.today
        ),
        empty_title=_("No rating differs"),
        empty_text=_("The two lists give everybody the same rating."),
    )


def _corrections(old: Publication, new: Publication) -> list[Claim]:
    """Return the corrections, made between the two lists, of games that they may count."""
    after, until = sorted((old.posting_number, new.posting_number))
    made = corrections_between(new.pool_id, after, until)
    return [each for each in made if each.played_date <= new.end_date]


def _other(
    request: OfficeRequest, pool_context: PoolContext, new: Publication
) -> Publication:
    others = [each for each in pool_context.published.beside(new) if each != new]
    text = request.GET.get("against", "")
    named = [each for each in others if str(each.number) == text]
    earlier = [each for each in others if each.number < new.number]
    if named:
        return named[0]
    if not text and (earlier or others):
        return (earlier or others)[-1]
    raise Http404(_("There is no other list of this period to compare with."))
