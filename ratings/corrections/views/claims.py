"""The page of a correction request, with the acts of those concerned and of the
officer.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.domain.authorship import ActionContext
from federation.permissions import Permission, allow, may
from federation.requests import OfficeRequest
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in
from ratings.corrections.domain import claims
from ratings.corrections.domain.claim_decisions import allow_claim, refuse_claim
from ratings.corrections.domain.claims import ClaimNotPossible
from ratings.corrections.forms import ClaimDecision, CorrectionAnswerForm
from ratings.corrections.queries.claim_words import (
    SIGNS,
    change_in_words,
    game_when_filed,
    state_of_claim,
)
from ratings.corrections.queries.claims import claim_to_show, game_now, may_see_claim
from ratings.corrections.queries.game_versions import GameVersion
from ratings.corrections.queries.moved_lists import (
    lists_reached_by,
    moved_lists_in_words,
)
from ratings.corrections.queries.respondents import may_answer_for, respondents_of
from ratings.corrections.queries.reversal import is_reversible
from ratings.corrections.views.claiming import claimant_of, refuse_access
from ratings.corrections.views.shown_claim import (
    claimant_words,
    game_rows,
    shown_respondents,
)
from ratings.enums import ClaimKind, ClaimScope, ClaimState, ProposedKind
from ratings.four_eyes.queries.proposed_acts import waiting_act
from ratings.ledger.domain.sources import SourceRefused, adapter_of
from ratings.models import Claim, Game
from ratings.pages.tables import player_link
from ratings.people.queries.names import read_people


@login_required
@require_safe
def claim(request: OfficeRequest, pk: int) -> HttpResponse:
    return _page(request, _seen_by(request, pk))


@login_required
@require_POST
def answer_claim(request: OfficeRequest, pk: int) -> HttpResponse:
    shown = _seen_by(request, pk)
    speaking = [
        each.player_id
        for each in respondents_of(shown, request.today)
        if may_answer_for(request.actor, shown, each)
    ]
    if not speaking:
        raise PermissionDenied
    form = CorrectionAnswerForm(request.POST)
    if not form.is_valid():
        return _page(request, shown, {"answer": form}, status=422)
    data = form.cleaned_data
    if data["player"] not in speaking:
        return _refused(request, pk, ClaimNotPossible("not_asked"), {"answer": form})
    return _done(
        request,
        pk,
        lambda acting: claims.answer_claim(
            pk, data["player"], agrees=data["agrees"], text=data["text"], acting=acting
        ),
        _("Thank you. The rating office will read your answer."),
        {"answer": form},
    )


@login_required
@require_POST
def withdraw_claim(request: OfficeRequest, pk: int) -> HttpResponse:
    shown = _seen_by(request, pk)
    if shown.filed_by_id != request.actor.user_id:
        raise PermissionDenied
    return _done(
        request,
        pk,
        lambda acting: claims.withdraw_claim(pk, acting=acting),
        _("The request is withdrawn. The game stays as it is."),
    )


@login_required
@require_POST
def decide_claim(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Permission.DECIDE_CLAIMS)
    shown = _seen_by(request, pk)
    act = request.POST.get("act", "")
    form = ClaimDecision(
        request.POST, scopes=_scopes(shown), is_refusal=act == "refuse"
    )
    if act not in ("allow", "refuse"):
        messages.error(request, _("Choose whether to allow or to refuse it."))
        return _page(request, shown, {"decision": form}, status=422)
    if not form.is_valid():
        return _page(request, shown, {"decision": form}, status=422)
    data = form.cleaned_data
    if act == "refuse":
        return _done(
            request,
            pk,
            lambda acting: refuse_claim(pk, data["reason"], acting=acting),
            _("Refused: the game stays, and everybody concerned will be notified."),
            {"decision": form},
        )
    return _done(
        request,
        pk,
        lambda acting: allow_claim(
            pk,
            ClaimScope(data["scope"]),
            data["reason"],
            public_reason=data["public_reason"],
            seen=data["seen"] or 0,
            acting=acting,
        ),
        _(
            "Allowed: the corrected report counts, and everybody concerned will be "
            "notified."
        ),
        {"decision": form},
    )


def _done(
    request: OfficeRequest,
    pk: int,
    act: Callable[[ActionContext], object],
    words: str,
    typed: dict[str, Any] | None = None,
) -> HttpResponse:
    """Perform the act with a message, or show the request again with the reason of the
    refusal and the text that was typed.
    """
    try:
        act(acting_in(request))
    except (ClaimNotPossible, SourceRefused) as refused:
        return _refused(request, pk, refused, typed)
    messages.success(request, words)
    return redirect("ratings:claim", pk=pk)


def _refused(
    request: OfficeRequest,
    pk: int,
    refused: ClaimNotPossible | SourceRefused,
    typed: dict[str, Any] | None = None,
) -> HttpResponse:
    messages.error(request, refusal_words(refused))
    kept = {name: form.again() for name, form in (typed or {}).items()}
    return _page(request, _seen_by(request, pk), kept, status=409)


def _seen_by(request: OfficeRequest, pk: int) -> Claim:
    shown = claim_to_show(pk)
    if shown is None or not may_see_claim(request.actor, shown):
        refuse_access(request.actor)
    return shown


# --- the page ------------------------------------------------------------------------
def _page(
    request: OfficeRequest,
    shown: Claim,
    typed: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    typed = typed or {}
    persons = read_people(shown.player_ids, request.actor, request.today)
    names = {pk: person.distinct_name for pk, person in persons.items()}
    query = f"?pool={shown.pool.code}"
    links = {pk: player_link(person, query) for pk, person in persons.items()}
    game = game_now(shown)
    respondents = respondents_of(shown, request.today)
    is_open = shown.state == ClaimState.OPEN
    waited_for = [each for each in respondents if each.is_waited_for]
    answers_over = request.today > shown.answers_until
    decision = (
        # No form for a decision is shown while a respondent may still answer, as the
        # page says; text that was typed on an older page is preserved.
        _decision(request, shown, game, typed.get("decision"))
        if answers_over or not waited_for or "decision" in typed
        else None
    )
    context = {
        "claim": shown,
        "sign": SIGNS[shown.state],
        "state": state_of_claim(shown),
        "change": change_in_words(shown, names),
        "rows": game_rows(shown, game, links),
        "moved": _has_moved(shown, game),
        "shows_now": shown.is_lifted or _has_moved(shown, game),
        "claimant": claimant_words(shown, persons),
        "respondents": shown_respondents(
            request, shown, respondents, names, typed.get("answer")
        ),
        "waited_for": waited_for,
        "answers_over": answers_over,
        "is_open": is_open,
        "may_withdraw": is_open and shown.filed_by_id == request.actor.user_id,
        "decision": decision,
        "lists_moved": moved_lists_in_words(shown, request.today) if decision else "",
        **_consequences(request, shown),
        **_reversal(request, shown, game),
        "report_url": _report_url(request, shown),
    }
    return render(request, "ratings/corrections/claim.html", context, status=status)


def _report_url(request: OfficeRequest, shown: Claim) -> str:
    """Return the URL of the report's newest version, for users who judge reports."""
    if not may(request.actor, Permission.JUDGE_REPORTS):
        return ""
    newest = shown.report.versions().values_list("pk", flat=True).first()
    return reverse("ratings:report", args=[newest])


def _has_moved(shown: Claim, game: Game | None) -> bool:
    return game is not None and GameVersion.of(game) != game_when_filed(shown)


def _consequences(request: OfficeRequest, shown: Claim) -> dict[str, Any]:
    """Return what an officer can do next about a correction that holds or has been
    lifted.
    """
    may_lift = shown.is_in_effect and may(request.actor, Permission.DECIDE_CLAIMS)
    allowed = shown.state == ClaimState.ALLOWED
    approves = allowed and may(request.actor, Permission.APPROVE_LISTS)
    moves_lists = approves and bool(lists_reached_by(shown))
    page = reverse("ratings:proposal_chain", args=[shown.pool.code])
    return {
        "may_lift": may_lift,
        "lifting": waiting_act(ProposedKind.LIFTING, shown.pk) if may_lift else None,
        "lists_url": page if moves_lists else "",
    }


def _reversal(
    request: OfficeRequest, shown: Claim, game: Game | None
) -> dict[str, Any]:
    """Return how a correction that cannot be lifted is undone, with the link for users
    who may do it.
    """
    if game is None or not is_reversible(shown, game):
        return {"is_reversible": False}
    report = game.report
    may_ask = claimant_of(request.actor, report, game, request.today) is not None
    page = reverse("ratings:new_claim", args=[report.pk, game.key])
    query = urlencode({"kind": shown.kind, "reverses": shown.pk})
    return {"is_reversible": True, "reverse_url": f"{page}?{query}" if may_ask else ""}


def _scopes(shown: Claim) -> list[ClaimScope]:
    """Return how far the correction can reach, the widest scope first."""
    keeps = adapter_of(shown.source_kind) is not None
    if keeps and shown.kind != ClaimKind.NOT_RATED:
        return list(ClaimScope)
    return [ClaimScope.RATING]


def _decision(
    request: OfficeRequest,
    shown: Claim,
    game: Game | None,
    typed: ClaimDecision | None,
) -> ClaimDecision | None:
    if shown.state != ClaimState.OPEN or not may(
        request.actor, Permission.DECIDE_CLAIMS
    ):
        return None
    form = typed or ClaimDecision(scopes=_scopes(shown))
    form.initial["seen"] = game.report_id if game else 0
    return form
