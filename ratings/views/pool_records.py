"""The records and statistics of a pool, by its published lists."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from ratings.queries.names import people
from ratings.queries.pool_records import (
    Bin,
    ListFacts,
    highest_ever,
    kept_facts,
    named,
)
from ratings.queries.publications import Publication
from ratings.views.conditional import kept_by_browsers
from ratings.views.desk import Desk, levels_of_list, open_desk, write_as_of
from ratings.views.lists import moves_with


@dataclass(frozen=True, slots=True)
class ShownBin:
    """A bar of the distribution; `share` of the fullest one, in hundredths."""

    bin: Bin
    share: int
    percent: float

    @property
    def last(self) -> int:
        """The highest whole rating in it."""
        return self.bin.high - 1


@require_safe
def current_records(request: OfficeRequest) -> HttpResponse:
    desk = open_desk(request)
    return _answer(request, desk, desk.shelf.newest)


@require_safe
def list_records(request: OfficeRequest, number: int) -> HttpResponse:
    desk = open_desk(request)
    return _answer(request, desk, desk.publication(number))


def _answer(
    request: OfficeRequest, desk: Desk, this: Publication | None
) -> HttpResponse:
    write_as_of(desk, this)
    return kept_by_browsers(
        request,
        moves_with(desk, this),
        lambda: _page(request, desk, this),
    )


def _page(request: OfficeRequest, desk: Desk, this: Publication | None) -> HttpResponse:
    context: dict[str, Any] = {"desk": desk, "this": this}
    if this is not None:
        facts, peaks = kept_facts(this), highest_ever(desk.shelf)
        lists = {each.pk: each for each in desk.shelf.lists}
        known = people(named(facts, peaks), request.actor, request.today)
        context |= {
            "facts": facts,
            "peaks": [
                (each, known.get(each.player_id), lists[each.list_id]) for each in peaks
            ],
            "gains": [(each, known.get(each.player_id)) for each in facts.gains],
            "busiest": [(each, known.get(each.player_id)) for each in facts.busiest],
            "bins": _shown(facts),
            "has_levels": levels_of_list(desk, this) is not None,
        }
    return render(request, "ratings/pool_records.html", context)


def _shown(facts: ListFacts) -> list[ShownBin]:
    """The highest ratings first, as on the list."""
    total = sum(each.players for each in facts.bins)
    return [
        ShownBin(
            each, round(100 * each.players / facts.most), 100 * each.players / total
        )
        for each in reversed(facts.bins)
    ]
