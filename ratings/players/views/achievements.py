"""Parts of a player's page that are loaded on demand: best wins, records and
tournaments. Each is a page of its own without JavaScript.
"""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from federation.shared_pages.declared import shared
from ratings.pages.views.pool_context import PoolContext, open_pool_context
from ratings.people.queries.names import Person, read_people
from ratings.people.views.shown_player import shown_player
from ratings.players.queries.achievements import (
    best_wins,
    events,
    performances,
    records,
)
from ratings.players.queries.players import on_lists, period_lines
from ratings.pools.queries.snapshots import one_snapshot

EVENTS_PER_PAGE = 20

# The whole page, and the part alone.
RECORDS = "ratings/players/player_records.html", "ratings/players/_player_records.html"
EVENTS = "ratings/players/player_events.html", "ratings/players/_player_events.html"


@shared("pool")
@require_safe
def player_records(request: OfficeRequest, player_id: int) -> HttpResponse:
    """Show a player's highest numbers, and the wins against the highest-rated
    opponents.
    """
    player = shown_player(request, player_id)
    with one_snapshot():
        pool_context = open_pool_context(request)
        pool = pool_context.pool
        official = on_lists(pool_context.published, player.pk)
        found = records(official, period_lines(pool.pk, player.pk, official))
        wins = best_wins(pool.pk, player.pk, pool.computed)
    met = read_people({game.opponent for game in wins}, request.actor, request.today)
    shown = [(game, met.get(game.opponent)) for game in wins]
    return _part(request, RECORDS, player, pool_context, records=found, wins=shown)


@shared("pool", "page")
@require_safe
def player_events(request: OfficeRequest, player_id: int) -> HttpResponse:
    """Show what a player scored in each tournament, and what was expected."""
    player = shown_player(request, player_id)
    with one_snapshot():
        pool_context = open_pool_context(request)
        key = (pool_context.pool.pk, player.pk, pool_context.pool.computed)
        page = Paginator(events(*key), EVENTS_PER_PAGE).get_page(
            request.GET.get("page")
        )
        shown = performances(*key, page)
    return _part(request, EVENTS, player, pool_context, page=page, events=shown)


def _part(
    request: OfficeRequest,
    templates: tuple[str, str],
    player: Person,
    pool_context: PoolContext,
    **shown: Any,
) -> HttpResponse:
    """Return the part alone for the player's page, or a page with the part on it."""
    page, part = templates
    context = {"player": player, "pool_context": pool_context, **shown}
    response = render(request, part if request.htmx else page, context)
    patch_vary_headers(response, ["HX-Request"])
    return response
