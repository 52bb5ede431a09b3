"""The page with two cards of the register side by side, and the acts on the pair."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from federation.domain.duplicates import mark_as_two_people
from federation.domain.refusal import Refusal
from federation.forms.reasons import LONGEST_REASON
from federation.models import Player
from federation.permissions import Permission, allow
from federation.queries.duplicates import likeness, not_duplicates
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words, show_unsent
from federation.views.signing import acting_in
from ratings.enums import ProposedKind
from ratings.four_eyes.domain.proposed_acts import ActDraft
from ratings.four_eyes.queries.proposed_acts import waiting_act
from ratings.four_eyes.views.proposed_acts import propose_with_message
from ratings.merges.domain.merges import (
    MergeDraft,
    MergeNotPossible,
    confirm_merge,
    propose_merge,
    refuse_impossible,
    reject_merge,
)
from ratings.merges.forms import MergeForm, WhyForm
from ratings.merges.queries.merges import (
    PlayedCard,
    merge_of,
    played_card,
    pools_kept_apart,
)
from ratings.merges.views.card_lines import card_lines
from ratings.merges.words import DONE
from ratings.models import Merge


@login_required
@reads_and_writes
def compare_players(request: OfficeRequest, one_id: int, other_id: int) -> HttpResponse:
    allow(request.actor, Permission.MERGE_PLAYERS)
    pair = _pair(one_id, other_id)
    if request.method == "POST":
        return _act(request, pair)
    return _page(request, pair)


def _pair(one_id: int, other_id: int) -> tuple[Player, Player]:
    found = Player.objects.in_bulk([one_id, other_id])
    if one_id == other_id or {one_id, other_id} - found.keys():
        raise Http404(_("These two players do not exist."))
    return found[one_id], found[other_id]


def _page(
    request: OfficeRequest,
    pair: tuple[Player, Player],
    status: int = 200,
    **forms: Any,
) -> HttpResponse:
    one, other = (played_card(player, request.today) for player in pair)
    ids = one.player.pk, other.player.pk
    merge = merge_of(*ids)
    against = None
    if merge is None or not merge.is_in_force:
        against = _against(*ids)
    score = likeness(*ids)
    context = {
        "one": one,
        "other": other,
        "lines": card_lines(one, other),
        "merge": merge,
        "own": merge is not None and merge.made_by_id == request.actor.user_id,
        "may_confirm": merge is not None
        and (not settings.FOUR_EYES or merge.made_by_id != request.actor.user_id),
        "apart": not_duplicates(*ids),
        "score": None if score is None else round(score * 100),
        "against": against and refusal_words(against),
        "games": against.games if against else (),
        "kept_apart": pools_kept_apart(ids)
        if merge is None or merge.is_waiting
        else (),
        "form": MergeForm(pair=pair, initial={"stays": _likely_to_stay(one, other)}),
        "why": WhyForm(),
        "four_eyes": settings.FOUR_EYES,
        "undoing": merge and waiting_act(ProposedKind.UNDOING_MERGE, merge.pk),
        **forms,
    }
    return render(
        request, "ratings/merges/compare_players.html", context, status=status
    )


def _against(one_id: int, other_id: int) -> MergeNotPossible | None:
    try:
        refuse_impossible(one_id, other_id)
    except MergeNotPossible as answer:
        return answer
    return None


def _likely_to_stay(one: PlayedCard, other: PlayedCard) -> int:
    """Return the card that is likelier to stay: the one with most games, or of equals
    the older one.
    """
    played = sum(one.games.values()), sum(other.games.values())
    if played[0] == played[1]:
        return min(one.player.pk, other.player.pk)
    return one.player.pk if played[0] > played[1] else other.player.pk


def _act(request: OfficeRequest, pair: tuple[Player, Player]) -> HttpResponse:
    act = request.POST.get("act", "")
    if act not in (*DONE, "undo"):
        messages.error(request, _("Choose what to do with the two."))
        return _page(request, pair, status=422)
    forms = _wrong(request, pair, act)
    if forms:
        return _page(request, pair, status=422, **forms)
    try:
        _do(request, pair, act)
    except Refusal as answer:
        messages.error(request, refusal_words(answer))
        if act == "reject":
            show_unsent(request, request.POST.get("reason", "")[:LONGEST_REASON])
        typed = {"why": WhyForm(request.POST)} if act == "undo" else {}
        return _page(request, pair, status=409, **typed)
    if act != "undo":
        messages.success(request, _done(act))
    return _on_from(pair, act)


def _wrong(
    request: OfficeRequest, pair: tuple[Player, Player], act: str
) -> dict[str, Form]:
    """Return the forms that do not contain what the act needs."""
    if act == "propose":
        form: Form = MergeForm(request.POST, pair=pair)
        return {} if form.is_valid() else {"form": form}
    why = WhyForm(request.POST)
    return {"why": why} if act == "undo" and not why.is_valid() else {}


def _on_from(pair: tuple[Player, Player], act: str) -> HttpResponse:
    if act in ("apart", "reject"):
        return redirect("ratings:merges")
    return redirect("ratings:compare_players", pair[0].pk, pair[1].pk)


def _do(request: OfficeRequest, pair: tuple[Player, Player], act: str) -> None:
    acting = acting_in(request)
    ids = pair[0].pk, pair[1].pk
    if act == "apart":
        mark_as_two_people(*ids, acting=acting)
    elif act == "propose":
        propose_merge(_draft(request, ids), acting=acting)
    elif act == "undo":
        reason = request.POST.get("reason", "")
        draft = ActDraft(ProposedKind.UNDOING_MERGE, _merge(ids).pk, reason)
        propose_with_message(request, draft)
    elif act == "confirm":
        confirm_merge(_as_seen(request, _merge(ids)).pk, acting=acting)
    else:
        reason = request.POST.get("reason", "")
        merge = _as_seen(request, _merge(ids))
        reject_merge(merge.pk, answer=reason, acting=acting)


def _as_seen(request: OfficeRequest, merge: Merge) -> Merge:
    """Return the proposal if it is the one that the officer saw: it may have been
    withdrawn, and the other card be proposed to stay.
    """
    if merge.is_waiting and request.POST.get("merge", "") != str(merge.pk):
        raise MergeNotPossible("moved")
    return merge


def _merge(ids: tuple[int, int]) -> Merge:
    merge = merge_of(*ids)
    if merge is None:
        raise MergeNotPossible("settled")
    return merge


def _draft(request: OfficeRequest, ids: tuple[int, int]) -> MergeDraft:
    stays = int(request.POST["stays"])
    (gone,) = set(ids) - {stays}
    return MergeDraft(gone, stays, request.POST["reason"])


def _done(act: str) -> str:
    if act == "propose" and not settings.FOUR_EYES:
        return str(DONE["confirm"])
    return str(DONE[act])
