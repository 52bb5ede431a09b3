"""Initial ratings in a LASK ledger, given by the club or committee that may write in it
(LASK text, point 10).
"""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from federation.models import Club
from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.signing import acting_in
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    DecisionNotPossible,
    make_decision,
)
from ratings.decisions.queries.newcomers import Newcomers, newcomers_of
from ratings.engine.domain.seasons import SeasonOfPool, seasons_of
from ratings.enums import DecisionKind
from ratings.ledger.domain.editions import edition_in_force
from ratings.models import Decision
from ratings.pages.views.pool_context import PoolContext, open_pool_context
from ratings.people.queries.names import read_people
from ratings.returns.forms import InitialRatingForm
from ratings.returns.queries.ledger_keepers import may_write_today
from ratings.rules.lask.season import ledger_keeper
from ratings.rules.lask.system import SYSTEM


@login_required
@reads_and_writes
def newcomers(request: OfficeRequest, club_id: int) -> HttpResponse:
    """Show the players without a rating, with a form for the user who may write in the
    ledger today.
    """
    club = get_object_or_404(Club, pk=club_id)
    allow(request.actor, Permission.MANAGE_LEDGER, club_id=club.pk)
    pool_context = open_pool_context(request)
    season = _season(pool_context)
    found = newcomers_of(pool_context.pool.pk, club.pk, request.today)
    keeps = _is_lask(request, pool_context) and may_write_today(
        request.actor, club, request.today, season.parameters
    )
    names = _names(request, found)
    unrated = {player.pk: names[player.pk] for player in found.unrated}
    form = InitialRatingForm(request.POST or None, players=unrated, today=request.today)
    if request.method == "POST" and keeps and form.is_valid():
        try:
            return _write(request, pool_context, form, unrated)
        except DecisionNotPossible:
            form.add_error("player", _("Somebody has just given this player one."))
    status = (422 if keeps else 409) if request.method == "POST" else 200
    if request.method == "POST" and not keeps:
        messages.error(request, _("Somebody else keeps this ledger today."))
    return render(
        request,
        "ratings/returns/newcomers.html",
        _context(request, pool_context, season)
        | {
            "form": form,
            "keeps": keeps,
            "club": club,
            "unrated": unrated.values(),
            "waiting": _waiting(found, names),
        },
        status=status,
    )


def _season(pool_context: PoolContext) -> SeasonOfPool:
    seasons = seasons_of(pool_context.pool.pk)
    if not seasons:
        raise Http404(_("These games are not kept in a LASK ledger."))
    return seasons[-1]


def _names(request: OfficeRequest, found: Newcomers) -> dict[int, str]:
    """Return the names of the players by id; namesakes have their year of birth."""
    players = {player.pk: str(player) for player in found.unrated}
    waiting = (each.player for each in found.waiting if each.player)
    players |= {player.pk: str(player) for player in waiting}
    people = read_people(players, request.actor, request.today)
    return players | {pk: each.distinct_name for pk, each in people.items()}


def _waiting(found: Newcomers, names: Mapping[int, str]) -> list[tuple[str, Decision]]:
    return [(names[each.player.pk], each) for each in found.waiting if each.player]


def _is_lask(request: OfficeRequest, pool_context: PoolContext) -> bool:
    edition = edition_in_force(pool_context.pool.pk, request.today)
    return bool(edition.system.name == SYSTEM.name)


def _write(
    request: OfficeRequest,
    pool_context: PoolContext,
    form: InitialRatingForm,
    names: Mapping[int, str],
) -> HttpResponse:
    cleaned = form.cleaned_data
    draft = DecisionDraft(
        pool_id=pool_context.pool.pk,
        kind=DecisionKind.START,
        player_id=cleaned["player"].pk,
        on_date=cleaned["on_date"],
        points=cleaned["rating"],
        reason=cleaned["reason"],
        public_reason=cleaned["public_reason"],
    )
    make_decision(draft, acting=acting_in(request))
    messages.success(
        request,
        _(
            "%(player)s: %(rating)d is saved. It counts when a rating officer has "
            "confirmed it."
        )
        % {"player": names[cleaned["player"].pk], "rating": cleaned["rating"]},
    )
    return redirect(request.get_full_path())


def _context(
    request: OfficeRequest,
    pool_context: PoolContext,
    season: SeasonOfPool,
) -> dict[str, Any]:
    return {
        "pool_context": pool_context,
        "season": season.season,
        "keeper": ledger_keeper(request.today, season.parameters),
        "is_lask": _is_lask(request, pool_context),
    }
