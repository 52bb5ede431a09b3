"""Decisions about ratings: the list, the form, and the second pair of eyes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.core.signing import Signer
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from federation.domain.refusal import Refused
from federation.models import Player
from federation.permissions import Act, allow
from federation.queries.players import search_players
from federation.requests import OfficeRequest
from ratings.domain.decisions import (
    DecisionDraft,
    DecisionNotPossible,
    confirm_decision,
    make_decision,
    reject_decision,
)
from ratings.domain.numbering import Hand
from ratings.domain.proposed_acts import ActDraft
from ratings.enums import DecisionKind, ProposedKind
from ratings.forms import Reasoned, Rejection, Revocation, reason_form
from ratings.models import Decision, Posting, ProposedAct
from ratings.queries.decisions import (
    Shelf,
    decisions_on,
    levels_of_each,
    players_to_choose,
    revocations,
    shelf_counts,
)
from ratings.queries.outlooks import outlooks
from ratings.queries.proposed_acts import waiting_acts
from ratings.rules.protocol import HasLevels
from ratings.views.decision_forms import DecisionForm
from ratings.views.decision_words import REFUSALS, prospects, statement
from ratings.views.proposed_acts import proposed, refusal_words

PER_PAGE = 50
MOST_MATCHES = 12
LONGEST_SEARCH = 100

SHELVES = {
    Shelf.UNCONFIRMED: gettext_lazy("To be confirmed"),
    Shelf.STANDING: gettext_lazy("Counting"),
    Shelf.SETTLED: gettext_lazy("Rejected or revoked"),
}
DONE = {
    "confirm": gettext_lazy("Confirmed: it counts, and the ratings are computed anew."),
    "reject": gettext_lazy("Put aside: it never counts."),
}
ACTS = (*DONE, "revoke")


@dataclass(frozen=True, slots=True)
class DecisionRow:
    decision: Decision
    says: str
    follows: list[str]
    own: bool
    ended: Posting | None
    revocation: ProposedAct | None
    form: Reasoned


@login_required
@require_GET
def decisions(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Act.DECIDE_RATINGS)
    return _list(request)


@login_required
@require_http_methods(["GET", "POST"])
def new_decision(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Act.DECIDE_RATINGS)
    if request.method == "GET":
        return _form_page(request, DecisionForm(today=request.today))
    form = DecisionForm(request.POST, today=request.today)
    if request.POST.get("step") == "find":
        return _form_page(request, _kept(request, form))
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
        make_decision(draft, hand=Hand(request.actor.user_id, timezone.now()))
    except DecisionNotPossible as answer:
        form.add_error(None, REFUSALS[answer.code])
        return _form_page(request, form, status=409)
    messages.success(request, _written_words())
    return redirect("ratings:decisions")


@login_required
@require_GET
def decision_players(request: OfficeRequest) -> HttpResponse:
    """The players that somebody may mean, for the form to choose from."""
    allow(request.actor, Act.DECIDE_RATINGS)
    return render(request, "ratings/decision_players.html", _matches(request))


@login_required
@require_POST
def settle_decision(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Act.DECIDE_RATINGS)
    decision = Decision.objects.filter(pk=pk).first()
    if decision is None:
        raise Http404
    act = request.POST.get("act", "")
    is_own = decision.made_by_id == request.actor.user_id
    form = reason_form(act, request.POST, is_own=is_own)
    if act not in ACTS:
        messages.error(request, _("Choose what to do with the decision."))
        return _list(request, status=422)
    if act != "confirm" and not form.is_valid():
        return _list(request, {pk: form}, status=422)
    try:
        _settle(request, pk, act, form)
    except (DecisionNotPossible, Refused) as answer:
        messages.error(request, refusal_words(answer))
        return _list(request, status=409)
    return redirect(f"{reverse('ratings:decisions')}?shelf={_shelf(request)}")


def _settle(request: OfficeRequest, pk: int, act: str, form: Reasoned) -> None:
    hand = Hand(request.actor.user_id, timezone.now())
    if act == "revoke":
        reason = form.cleaned_data["reason"]
        proposed(request, ActDraft(ProposedKind.REVOCATION, pk, reason))
        return
    if act == "confirm":
        confirm_decision(pk, hand=hand)
    else:
        reject_decision(pk, hand=hand, reason=form.cleaned_data["reason"])
    messages.success(request, DONE[act])


# --- the list ------------------------------------------------------------------
def _list(
    request: OfficeRequest,
    forms: dict[int, Reasoned] | None = None,
    status: int = 200,
) -> HttpResponse:
    shelf = _shelf(request)
    text = request.GET.get("q", "")[:LONGEST_SEARCH]
    pages = Paginator(decisions_on(shelf, text), PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = {
        "shelf": shelf,
        "q": text,
        "tabs": _tabs(shelf),
        "page": page,
        "rows": _rows(request, list(page.object_list), forms or {}),
        "four_eyes": settings.FOUR_EYES,
    }
    return render(request, "ratings/decisions.html", context, status=status)


def _shelf(request: OfficeRequest) -> Shelf:
    asked = request.POST.get("shelf") or request.GET.get("shelf", "")
    return Shelf(asked) if asked in list(Shelf) else Shelf.UNCONFIRMED


def _tabs(current: Shelf) -> list[dict[str, Any]]:
    counts = shelf_counts()
    return [
        {
            "href": f"?shelf={shelf}",
            "label": _("%(shelf)s (%(count)d)")
            % {"shelf": SHELVES[shelf], "count": counts[shelf]},
            "current": shelf == current,
        }
        for shelf in Shelf
    ]


def _rows(
    request: OfficeRequest,
    shown: list[Decision],
    forms: dict[int, Reasoned],
) -> list[DecisionRow]:
    levels = levels_of_each(shown)
    ended, follows = revocations(shown), _follows(shown, levels)
    ids = [each.pk for each in shown if each.confirmed_at]
    proposed_too = waiting_acts(ProposedKind.REVOCATION, ids)
    return [
        DecisionRow(
            decision=each,
            says=statement(
                each.kind, each.player, each.points, each.on_date, levels[each.pk]
            ),
            follows=follows.get(each.pk, []),
            own=each.made_by_id == request.actor.user_id,
            ended=ended.get(each.pk),
            revocation=proposed_too.get(each.pk),
            form=forms.get(each.pk)
            or (Revocation if each.confirmed_at else Rejection)(
                auto_id=f"id_{each.pk}_%s"
            ),
        )
        for each in shown
    ]


def _follows(
    shown: list[Decision], levels: Mapping[int, HasLevels | None]
) -> dict[int, list[str]]:
    """What would follow from those that somebody has yet to confirm."""
    waiting = [each for each in shown if not (each.confirmed_at or each.rejected_at)]
    return {
        each.pk: prospects(each.kind, each.points, seen, own=1, levels=levels[each.pk])
        for each, seen in zip(waiting, outlooks(waiting), strict=True)
    }


# --- the form --------------------------------------------------------------------
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
    return render(request, "ratings/decision_new.html", context, status=status)


def _kept(request: OfficeRequest, form: DecisionForm) -> DecisionForm:
    """What has been typed so far, without a word yet on what is missing."""
    return DecisionForm(
        initial={name: request.POST.get(name) for name in form.fields},
        today=request.today,
    )


def _draft(form: DecisionForm) -> DecisionDraft:
    said = form.cleaned_data
    return DecisionDraft(
        pool_id=said["pool"].pk,
        kind=DecisionKind(said["kind"]),
        player_id=said["player"].pk if said["player"] else None,
        on_date=said["on_date"],
        points=said["points"],
        reason=said["reason"],
    )


def _preview(form: DecisionForm, draft: DecisionDraft) -> dict[str, Any]:
    player = form.cleaned_data["player"]
    (seen,) = outlooks([draft])
    levels = form.levels
    return {
        "says": statement(draft.kind, player, draft.points, draft.on_date, levels),
        "follows": prospects(draft.kind, draft.points, seen, levels=levels),
        "shown": _seal(draft),
    }


def _seal(draft: DecisionDraft) -> str:
    """Marks a draft whose effect has been shown: what is saved is what was seen."""
    said = (draft.pool_id, draft.kind, draft.player_id, draft.on_date, draft.points)
    return Signer(salt="decision").signature("|".join(map(str, said)))


def _was_shown(request: OfficeRequest, draft: DecisionDraft) -> bool:
    return request.POST.get("shown") == _seal(draft)


def _matches(request: OfficeRequest) -> dict[str, Any]:
    asked = request.POST if request.method == "POST" else request.GET
    typed = asked.get("player_name", "")[:LONGEST_SEARCH]
    chosen = _chosen(asked.get("player", ""))
    is_searching = asked.get("step", "find") == "find" or chosen is None
    found = search_players(typed, MOST_MATCHES, public=False) if is_searching else []
    if chosen and chosen not in found:
        found.insert(0, chosen)
    return {
        "player_name": typed,
        "chosen": chosen,
        "matches": players_to_choose(found, request.today),
    }


def _chosen(asked: str) -> Player | None:
    if not asked.isascii() or not asked.isdecimal():
        return None
    return Player.objects.filter(pk=int(asked[:18])).first()


def _written_words() -> str:
    if settings.FOUR_EYES:
        return _("Written down. It counts when another officer has confirmed it.")
    return _("Written down. It counts from now on.")
