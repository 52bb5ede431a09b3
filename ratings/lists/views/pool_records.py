"""The records and statistics of a pool, by its published lists."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from federation.shared_pages.declared import shared
from ratings.lists.queries.pool_records import (
    Bin,
    Peak,
    PoolListFacts,
    cached_facts,
    highest_ever,
    named,
)
from ratings.lists.views.dependencies import list_dependencies
from ratings.pages.views.conditional import kept_by_browsers
from ratings.pages.views.pool_context import (
    PoolContext,
    format_as_of,
    levels_of_list,
    open_pool_context,
)
from ratings.people.queries.names import read_people
from ratings.pools.queries.publications import Publication


@dataclass(frozen=True, slots=True)
class ShownBin:
    """A bar of the distribution; `share`: in per cent of the fullest one, `percent`: of
    all players.
    """

    bin: Bin
    share: int
    percent: float

    @property
    def last(self) -> int:
        """The highest whole rating in it."""
        return self.bin.high - 1


@shared("pool")
@require_safe
def current_records(request: OfficeRequest) -> HttpResponse:
    pool_context = open_pool_context(request)
    return _answer(request, pool_context, pool_context.published.newest)


@shared("pool")
@require_safe
def list_records(request: OfficeRequest, number: int) -> HttpResponse:
    pool_context = open_pool_context(request)
    return _answer(request, pool_context, pool_context.publication(number))


def _answer(
    request: OfficeRequest, pool_context: PoolContext, publication: Publication | None
) -> HttpResponse:
    format_as_of(pool_context, publication)
    return kept_by_browsers(
        request,
        list_dependencies(pool_context, publication),
        lambda: _page(request, pool_context, publication),
    )


def _page(
    request: OfficeRequest, pool_context: PoolContext, publication: Publication | None
) -> HttpResponse:
    context: dict[str, Any] = {"pool_context": pool_context, "this": publication}
    if publication is not None:
        facts, peaks = cached_facts(publication), highest_ever(pool_context.published)
        lists = {each.pk: each for each in pool_context.published.lists}
        known = read_people(named(facts, peaks), request.actor, request.today)
        context |= {
            "facts": facts,
            "peaks": [
                (rank, each, known.get(each.player_id), lists[each.list_id])
                for rank, each in _ranked(peaks)
            ],
            "gains": [(each, known.get(each.player_id)) for each in facts.gains],
            "busiest": [(each, known.get(each.player_id)) for each in facts.busiest],
            "bins": _shown(facts),
            "has_levels": levels_of_list(pool_context, publication) is not None,
        }
    return render(request, "ratings/lists/pool_records.html", context)


def _ranked(peaks: list[Peak]) -> list[tuple[int, Peak]]:
    """Return the peaks with their ranks; equal ratings share one, as on a list."""
    ratings = [each.rating for each in peaks]
    return [(ratings.index(each.rating) + 1, each) for each in peaks]


def _shown(facts: PoolListFacts) -> list[ShownBin]:
    """Return the highest ratings first, as on the list."""
    total = sum(each.players for each in facts.bins)
    return [
        ShownBin(
            each, round(100 * each.players / facts.most), 100 * each.players / total
        )
        for each in reversed(facts.bins)
    ]
