"""Decisions about ratings: the list, and confirmation by another officer."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from federation.domain.refusal import Refusal
from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.refusals import refusal_words, show_unsent
from federation.views.signing import acting_in
from ratings.decisions.domain.decisions import confirm_decision, reject_decision
from ratings.decisions.forms import (
    LONGEST_SEARCH,
    Reasoned,
    Rejection,
    Revocation,
    reason_form,
)
from ratings.decisions.queries.decisions import (
    DecisionStatus,
    decisions_on,
    levels_of_each,
    revocations,
    status_counts,
)
from ratings.decisions.queries.impacts import decision_impacts
from ratings.decisions.words import decision_sentence, effect_sentences
from ratings.enums import ProposedKind
from ratings.four_eyes.domain.proposed_acts import ActDraft
from ratings.four_eyes.queries.proposed_acts import waiting_acts
from ratings.four_eyes.views.proposed_acts import propose_with_message
from ratings.models import Decision, Posting, ProposedAct
from ratings.pages.tables import player_link
from ratings.pages.views.counted_tabs import counted_tabs
from ratings.people.queries.names import Person, read_people
from ratings.rules.protocol import HasLevels

PER_PAGE = 50

STATUSES = {
    DecisionStatus.UNCONFIRMED: gettext_lazy("To be confirmed"),
    DecisionStatus.IN_FORCE: gettext_lazy("Counting"),
    DecisionStatus.SETTLED: gettext_lazy("Rejected or revoked"),
}
DONE = {
    "confirm": gettext_lazy("Confirmed: it counts, and the ratings are recomputed."),
    "reject": gettext_lazy("Set aside: it never counts."),
}
ACTS = (*DONE, "revoke")


@dataclass(frozen=True, slots=True)
class DecisionRow:
    decision: Decision
    says: SafeString
    follows: list[str]
    own: bool
    ended: Posting | None
    revocation: ProposedAct | None
    form: Reasoned


@login_required
@require_safe
def decisions(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.DECIDE_RATINGS)
    return _list(request)


@login_required
@require_POST
def settle_decision(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Permission.DECIDE_RATINGS)
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
    except Refusal as answer:
        messages.error(request, refusal_words(answer))
        if act != "confirm":
            show_unsent(request, form.cleaned_data["reason"])
        return _list(request, status=409)
    return redirect(f"{reverse('ratings:decisions')}?shelf={_status(request)}")


def _settle(request: OfficeRequest, pk: int, act: str, form: Reasoned) -> None:
    acting = acting_in(request)
    if act == "revoke":
        reason = form.cleaned_data["reason"]
        propose_with_message(request, ActDraft(ProposedKind.REVOCATION, pk, reason))
        return
    if act == "confirm":
        confirm_decision(pk, acting=acting)
    else:
        reject_decision(pk, acting=acting, reason=form.cleaned_data["reason"])
    messages.success(request, DONE[act])


# --- the list ------------------------------------------------------------------
def _list(
    request: OfficeRequest,
    forms: dict[int, Reasoned] | None = None,
    status: int = 200,
) -> HttpResponse:
    listed = _status(request)
    text = request.GET.get("q", "")[:LONGEST_SEARCH]
    pages = Paginator(decisions_on(listed, text), PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = {
        "shelf": listed,
        "q": text,
        "tabs": counted_tabs("shelf", STATUSES, status_counts(), listed),
        "page": page,
        "rows": _rows(request, list(page.object_list), forms or {}),
        "four_eyes": settings.FOUR_EYES,
    }
    return render(request, "ratings/decisions/decisions.html", context, status=status)


def _status(request: OfficeRequest) -> DecisionStatus:
    value = request.POST.get("shelf") or request.GET.get("shelf", "")
    return (
        DecisionStatus(value)
        if value in list(DecisionStatus)
        else DecisionStatus.UNCONFIRMED
    )


def _rows(
    request: OfficeRequest,
    shown: list[Decision],
    forms: dict[int, Reasoned],
) -> list[DecisionRow]:
    levels = levels_of_each(shown)
    known = read_people(
        {each.player_id for each in shown if each.player_id},
        request.actor,
        request.today,
    )
    ended, follows = revocations(shown), _follows(shown, levels)
    ids = [each.pk for each in shown if each.confirmed_at]
    proposed_too = waiting_acts(ProposedKind.REVOCATION, ids)
    return [
        DecisionRow(
            decision=each,
            says=_sentence(each, known.get(each.player_id or 0), levels[each.pk]),
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


def _sentence(
    decision: Decision, who: Person | None, levels: HasLevels | None
) -> SafeString:
    """Return the decision in words, with the player's name as a link."""
    sentence = decision_sentence(
        decision.kind,
        decision.player,
        decision.points,
        decision.on_date,
        levels,
        name="{}",
    )
    before, _name, after = sentence.partition("{}")
    link = player_link(who, f"?pool={decision.pool.code}")
    return format_html("{}{}{}", before, link, after)


def _follows(
    shown: list[Decision], levels: Mapping[int, HasLevels | None]
) -> dict[int, list[str]]:
    """Return the effects of the decisions that still have to be confirmed."""
    waiting = [each for each in shown if not (each.confirmed_at or each.rejected_at)]
    return {
        each.pk: effect_sentences(
            each.kind, each.points, seen, own=1, levels=levels[each.pk]
        )
        for each, seen in zip(waiting, decision_impacts(waiting), strict=True)
    }
