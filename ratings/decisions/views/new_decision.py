"""Pages on which a decision is made: its effects are shown first."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.signing import Signer
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.models import Player
from federation.permissions import Permission, allow
from federation.queries.players import search_players
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    DecisionNotPossible,
    make_decision,
)
from ratings.decisions.forms import DecisionForm
from ratings.decisions.queries.decisions import players_to_choose
from ratings.decisions.queries.impacts import decision_impacts
from ratings.decisions.words import decision_sentence, effect_sentences
from ratings.enums import DecisionKind

MOST_MATCHES = 12


@login_required
@reads_and_writes
def new_decision(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.DECIDE_RATINGS)
    if request.method != "POST":
        return _form_page(request, DecisionForm(today=request.today))
    form = DecisionForm(request.POST, today=request.today)
    if request.POST.get("step") == "find":
        return _form_page(request, _unvalidated_copy(request, form))
    if not form.is_valid():
        return _form_page(request, form, status=422)
    draft = _draft(form)
    if request.POST.get("step") != "save" or not _was_shown(request, draft):
        return _form_page(request, form, draft=draft)
    return _write_down(request, form, draft)


def _write_down(
    request: OfficeRequest, form: DecisionForm, draft: DecisionDraft
) -> HttpResponse:
    try:
        make_decision(draft, acting=acting_in(request))
    except DecisionNotPossible as answer:
        form.add_error(None, refusal_words(answer))
        return _form_page(request, form, status=409)
    messages.success(request, _written_words())
    return redirect("ratings:decisions")


@login_required
@require_safe
def decision_players(request: OfficeRequest) -> HttpResponse:
    """Show the players who match the text that was typed, to choose from in the form."""
    allow(request.actor, Permission.DECIDE_RATINGS)
    return render(request, "ratings/decisions/decision_players.html", _matches(request))


def _form_page(
    request: OfficeRequest,
    form: DecisionForm,
    *,
    draft: DecisionDraft | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "form": form,
        "kinds": DecisionKind,
        "four_eyes": settings.FOUR_EYES,
        **_matches(request),
        **(_preview(form, draft) if draft else {}),
    }
    return render(
        request, "ratings/decisions/decision_new.html", context, status=status
    )


def _unvalidated_copy(request: OfficeRequest, form: DecisionForm) -> DecisionForm:
    """Return the form with what has been typed so far, without errors about what is
    missing.
    """
    return DecisionForm(
        initial={name: request.POST.get(name) for name in form.fields},
        today=request.today,
    )


def _draft(form: DecisionForm) -> DecisionDraft:
    cleaned = form.cleaned_data
    return DecisionDraft(
        pool_id=cleaned["pool"].pk,
        kind=DecisionKind(cleaned["kind"]),
        player_id=cleaned["player"].pk if cleaned["player"] else None,
        on_date=cleaned["on_date"],
        points=cleaned["points"],
        reason=cleaned["reason"],
        public_reason=cleaned["public_reason"],
    )


def _preview(form: DecisionForm, draft: DecisionDraft) -> dict[str, Any]:
    player = form.cleaned_data["player"]
    (seen,) = decision_impacts([draft])
    levels = form.levels
    return {
        "says": decision_sentence(
            draft.kind, player, draft.points, draft.on_date, levels
        ),
        "follows": effect_sentences(draft.kind, draft.points, seen, levels=levels),
        "shown": _seal(draft),
    }


def _seal(draft: DecisionDraft) -> str:
    """Sign a draft whose effect has been shown, so that what is saved is what was seen."""
    cleaned = (draft.pool_id, draft.kind, draft.player_id, draft.on_date, draft.points)
    return Signer(salt="decision").signature("|".join(map(str, cleaned)))


def _was_shown(request: OfficeRequest, draft: DecisionDraft) -> bool:
    return request.POST.get("shown") == _seal(draft)


def _matches(request: OfficeRequest) -> dict[str, Any]:
    data = request.POST if request.method == "POST" else request.GET
    typed = data.get("player_name", "")
    chosen = _chosen(data.get("player", ""))
    is_searching = data.get("step", "find") == "find" or chosen is None
    found = search_players(typed, MOST_MATCHES, public=False) if is_searching else []
    if chosen and chosen not in found:
        found.insert(0, chosen)
    return {
        "player_name": typed,
        "chosen": chosen,
        "matches": players_to_choose(found, request.today),
    }


def _chosen(value: str) -> Player | None:
    if not value.isascii() or not value.isdecimal():
        return None
    return Player.objects.filter(pk=int(value[:18])).first()


def _written_words() -> str:
    if settings.FOUR_EYES:
        return _("Saved. It counts when another officer has confirmed it.")
    return _("Saved. It counts from now on.")
