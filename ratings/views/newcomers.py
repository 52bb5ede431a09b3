"""Initial ratings in a LASK ledger, given by whoever keeps it (LASK text, point 10)."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from federation.models import Club
from federation.permissions import Act, allow
from federation.requests import OfficeRequest
from ratings.domain.decisions import DecisionDraft, DecisionNotPossible, make_decision
from ratings.domain.editions import edition_in_force
from ratings.domain.numbering import Hand
from ratings.domain.seasons import SeasonOfPool, seasons_of
from ratings.enums import DecisionKind
from ratings.permissions import keeps_ledger
from ratings.queries.newcomers import Newcomers, newcomers_of
from ratings.rules.lask.season import ledger_keeper
from ratings.rules.lask.system import SYSTEM
from ratings.views.desk import Desk, open_desk
from ratings.views.return_forms import InitialRatingForm


@login_required
@require_http_methods(["GET", "POST"])
def newcomers(request: OfficeRequest, club_id: int) -> HttpResponse:
    """Who has no rating yet, and a form for the one who keeps the ledger today."""
    club = get_object_or_404(Club, pk=club_id)
    allow(request.actor, Act.KEEP_LEDGER, club_id=club.pk)
    desk = open_desk(request)
    season = _season(desk)
    found = newcomers_of(desk.pool.pk, club.pk, request.today)
    keeps = _is_lask(request, desk) and keeps_ledger(
        request.actor, club, request.today, season.parameters
    )
    form = InitialRatingForm(
        request.POST or None, players=found.unrated, today=request.today
    )
    if request.method == "POST" and keeps and form.is_valid():
        try:
            return _written(request, desk, form)
        except DecisionNotPossible:
            form.add_error("player", _("Somebody has just given this player one."))
    status = 200 if request.method == "GET" else (422 if keeps else 409)
    if request.method == "POST" and not keeps:
        messages.error(request, _("Somebody else keeps this ledger today."))
    return render(
        request,
        "ratings/newcomers.html",
        _context(request, desk, season, found)
        | {"form": form, "keeps": keeps, "club": club},
        status=status,
    )


def _season(desk: Desk) -> SeasonOfPool:
    seasons = seasons_of(desk.pool.pk)
    if not seasons:
        raise Http404(_("These games are not kept in a LASK ledger."))
    return seasons[-1]


def _is_lask(request: OfficeRequest, desk: Desk) -> bool:
    edition = edition_in_force(desk.pool.pk, request.today)
    return bool(edition.system.name == SYSTEM.name)


def _written(
    request: OfficeRequest, desk: Desk, form: InitialRatingForm
) -> HttpResponse:
    said = form.cleaned_data
    draft = DecisionDraft(
        pool_id=desk.pool.pk,
        kind=DecisionKind.START,
        player_id=said["player"].pk,
        on_date=said["on_date"],
        points=said["rating"],
        reason=said["reason"],
    )
    make_decision(draft, hand=Hand(request.actor.user_id, timezone.now()))
    messages.success(
        request,
        _(
            "%(player)s: %(rating)d is written down. It counts when a rating officer has"
            " confirmed it."
        )
        % {"player": said["player"], "rating": said["rating"]},
    )
    return redirect(request.get_full_path())


def _context(
    request: OfficeRequest, desk: Desk, season: SeasonOfPool, found: Newcomers
) -> dict[str, Any]:
    return {
        "desk": desk,
        "season": season.season,
        "keeper": ledger_keeper(request.today, season.parameters),
        "is_lask": _is_lask(request, desk),
        "newcomers": found,
    }
