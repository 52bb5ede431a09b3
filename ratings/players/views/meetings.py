"""The page of two players' games against each other, and the search for the opponent."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.views.decorators.http import require_safe

from federation.formats import figures
from federation.requests import OfficeRequest
from federation.shared_pages.declared import shared
from federation.views.lists import refusals
from ratings.corrections.queries.claim_words import CorrectionShown, shown_corrections
from ratings.corrections.queries.claims import corrections_of
from ratings.engine.domain.own_changes import OwnLedgerGame, own_changes
from ratings.engine.queries.own_games import WIN
from ratings.models import Game
from ratings.pages.views.conditional import kept_by_browsers
from ratings.pages.views.pool_context import PoolContext, open_pool_context
from ratings.people.queries.names import Person, read_people
from ratings.people.views.shown_player import shown_player
from ratings.players.queries.meetings import (
    MeetingTally,
    MetOpponent,
    meetings,
    met_among,
    most_met,
    places_of,
)
from ratings.players.views.players import PlayerSearch, find_people
from ratings.players.words import reason_words
from ratings.pools.queries.pools import PoolNow
from ratings.pools.queries.snapshots import one_snapshot

GAMES_PER_PAGE = 10
"""Each period of these games is explained, so a page must not contain too many."""
MOST_MET = 50


@dataclass(frozen=True, slots=True)
class ShownMeeting:
    """A game between the two; `own` is None where its step cannot be explained."""

    game: Any
    own: OwnLedgerGame | None
    explained_at: str = ""
    """The address of the explanation, which mentions corrections."""

    @property
    def result(self) -> str:
        if self.game.played:
            return figures.halves(self.game.own_score)
        return "+" if self.game.own_score == WIN else figures.MINUS

    @property
    def reason(self) -> Promise | str:
        """The reason why it is not rated."""
        return reason_words(self.own.game.reason) if self.own else ""


@dataclass(frozen=True, slots=True)
class ShownOpponent:
    person: Person
    tally: MeetingTally


@shared("pool", "page")
@require_safe
def against(request: OfficeRequest, player_id: int, opponent_id: int) -> HttpResponse:
    """Show all games that two players have played against each other in a pool."""
    player = shown_player(request, player_id)
    opponent = shown_player(request, opponent_id)
    if player.pk == opponent.pk:
        raise Http404
    pool_context = open_pool_context(request)
    return kept_by_browsers(
        request,
        (pool_context.pool.pk, pool_context.pool.computed, pool_context.pool.posted),
        lambda: _page(request, player, opponent),
    )


def _page(request: OfficeRequest, player: Person, opponent: Person) -> HttpResponse:
    with one_snapshot():
        pool_context = open_pool_context(request)
        pool = pool_context.pool
        found = meetings(pool.pk, player.pk, opponent.pk, pool.computed)
        page = Paginator(found.games, GAMES_PER_PAGE).get_page(request.GET.get("page"))
        changes = own_changes(pool.pk, player.pk, places_of(page), pool.computed)
    context = {
        "player": player,
        "opponent": opponent,
        "pool_context": pool_context,
        "meetings": found,
        "page": page,
        "shown": _shown(page, changes, player, pool_context),
        "corrections": _corrections(request, pool, player, page),
        "is_fresh": pool.is_computed,
    }
    return render(request, "ratings/players/against.html", context)


def _shown(
    games: Page[Game],
    changes: Mapping[tuple[int, int], OwnLedgerGame],
    player: Person,
    pool_context: PoolContext,
) -> list[ShownMeeting]:
    own = [(game, changes.get((game.report_id, game.key))) for game in games]
    return [
        ShownMeeting(game, change, _explained_at(change, player, pool_context))
        for game, change in own
    ]


def _explained_at(
    change: OwnLedgerGame | None, player: Person, pool_context: PoolContext
) -> str:
    if change is None:
        return ""
    name, of = (
        ("ratings:event", change.report_id)
        if change.report_id
        else ("ratings:explanation", change.end_date)
    )
    return reverse(name, args=[player.pk, of]) + pool_context.query


def _corrections(
    request: OfficeRequest, pool: PoolNow, player: Person, games: Page[Game]
) -> list[CorrectionShown]:
    """Return the corrections of these games, which are ordered newest first."""
    days = [game.played_date for game in games]
    if not days:
        return []
    span = (min(days), max(days))
    made = corrections_of(pool.pk, player.pk, span, pool.computed)
    return shown_corrections(made, request.actor, request.today)


@shared("pool", not_kept=("q",))
@require_safe
def opponents(request: OfficeRequest, player_id: int) -> HttpResponse:
    """Show the player's most frequent opponents, or those searched for."""
    player, pool_context = shown_player(request, player_id), open_pool_context(request)
    form = PlayerSearch(request.GET)
    text = form.cleaned_data["q"] if form.is_valid() else ""
    context = {
        "player": player,
        "pool_context": pool_context,
        "form": form,
        "refused": refusals(form),
        "text": text,
        "opponents": (
            _searched(request, pool_context, player, text)
            if text
            else _met_most(request, pool_context, player)
        ),
        "is_fresh": pool_context.pool.is_computed,
    }
    fragment = request.htmx and request.htmx.target == "opponents"
    page, part = "ratings/players/opponents.html", "ratings/players/_opponents.html"
    return render(request, part if fragment else page, context)


def _met_most(
    request: OfficeRequest, pool_context: PoolContext, player: Person
) -> list[ShownOpponent]:
    met = most_met(
        pool_context.pool.pk, player.pk, pool_context.pool.computed, MOST_MET
    )
    known = read_people([each.player_id for each in met], request.actor, request.today)
    return _named(met, known)


def _searched(
    request: OfficeRequest, pool_context: PoolContext, player: Person, text: str
) -> list[ShownOpponent]:
    known = find_people(text, request.actor, request.today)
    known.pop(player.pk, None)
    met = met_among(pool_context.pool.pk, player.pk, pool_context.pool.computed, known)
    return _named((met[each] for each in known), known)


def _named(
    met: Iterable[MetOpponent], known: Mapping[int, Person]
) -> list[ShownOpponent]:
    """Return the opponents who have a page for this reader."""
    return [
        ShownOpponent(known[each.player_id], each.tally)
        for each in met
        if each.player_id in known and known[each.player_id].is_open
    ]
