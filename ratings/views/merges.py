"""Two cards of one person: found, shown side by side, merged by two, undone."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from federation.domain.refusal import Refused
from federation.domain.resembling import tell_apart
from federation.models import Player
from federation.permissions import Act, allow
from federation.queries.resembling import (
    likeness,
    look_alikes,
    main_clubs,
    told_apart,
)
from federation.requests import OfficeRequest
from federation.views.single_task import READ_AND_WRITE
from ratings.domain.merges import (
    MergeDraft,
    MergeNotPossible,
    confirm_merge,
    propose_merge,
    refuse_impossible,
    reject_merge,
)
from ratings.domain.numbering import Hand
from ratings.domain.proposed_acts import ActDraft
from ratings.enums import ProposedKind
from ratings.models import Merge
from ratings.queries.merges import (
    PlayedCard,
    Shelf,
    kept_apart,
    merge_of,
    merges_on,
    played_card,
    shelf_counts,
)
from ratings.queries.proposed_acts import waiting_act
from ratings.queries.snapshots import one_snapshot
from ratings.signals import resemblances_wanted
from ratings.views.card_lines import card_lines
from ratings.views.merge_forms import MergeForm, PairForm, WhyForm
from ratings.views.merge_words import DONE, REFUSALS
from ratings.views.proposed_acts import proposed, refusal_words

PER_PAGE = 50

SHELVES = {
    Shelf.ALIKE: gettext_lazy("Look alike"),
    Shelf.UNCONFIRMED: gettext_lazy("To be confirmed"),
    Shelf.STANDING: gettext_lazy("Merged"),
    Shelf.SETTLED: gettext_lazy("Rejected or undone"),
}


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two cards on a list; `score` in per cent where they look alike."""

    one: Player
    other: Player
    one_club: str
    other_club: str
    score: int | None = None
    merge: Merge | None = None


@login_required
@require_GET
def merges(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Act.MERGE_PLAYERS)
    if "one" in request.GET:
        form = PairForm(request.GET)
        if form.is_valid():
            pair = form.cleaned_data["one"].pk, form.cleaned_data["other"].pk
            return redirect("ratings:compare_players", *pair)
        return _list(request, form, status=422)
    return _list(request, PairForm())


@login_required
@require_POST
def look_through(request: OfficeRequest) -> HttpResponse:
    """Has a worker look through the register now."""
    allow(request.actor, Act.MERGE_PLAYERS)
    resemblances_wanted.send_robust(sender=None)
    messages.success(
        request,
        _("The register is being looked through. Open this page again in a minute."),
    )
    return redirect("ratings:merges")


@login_required
@require_http_methods(READ_AND_WRITE)
def compare(request: OfficeRequest, one_id: int, other_id: int) -> HttpResponse:
    allow(request.actor, Act.MERGE_PLAYERS)
    pair = _pair(one_id, other_id)
    if request.method == "POST":
        return _act(request, pair)
    return _page(request, pair)


# --- the lists -------------------------------------------------------------------
def _list(request: OfficeRequest, form: PairForm, status: int = 200) -> HttpResponse:
    # A worker may look through the register meanwhile: then the tabs would count
    # others than the page shows.
    with one_snapshot():
        context = _shown(request, _shelf(request))
    context |= {"form": form, "four_eyes": settings.FOUR_EYES}
    return render(request, "ratings/merges.html", context, status=status)


def _shown(request: OfficeRequest, shelf: Shelf) -> dict[str, Any]:
    rows = look_alikes() if shelf == Shelf.ALIKE else merges_on(shelf)
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    return {
        "shelf": shelf,
        "tabs": _tabs(shelf),
        "page": page,
        "rows": _rows(list(page.object_list), request.today),
    }


def _shelf(request: OfficeRequest) -> Shelf:
    asked = request.GET.get("shelf", "")
    return Shelf(asked) if asked in list(Shelf) else Shelf.ALIKE


def _tabs(current: Shelf) -> list[dict[str, Any]]:
    counts = shelf_counts() | {Shelf.ALIKE: look_alikes().count()}
    return [
        {
            "href": f"?shelf={shelf}",
            "label": _("%(shelf)s (%(count)d)")
            % {"shelf": SHELVES[shelf], "count": counts[shelf]},
            "current": shelf == current,
        }
        for shelf in Shelf
    ]


def _rows(shown: list[Any], today: date) -> list[PairRow]:
    pairs = [
        (each.gone, each.stays)
        if isinstance(each, Merge)
        else (each.first, each.second)
        for each in shown
    ]
    clubs = main_clubs({player.pk for pair in pairs for player in pair}, today)
    return [
        PairRow(
            one,
            other,
            clubs.get(one.pk, ""),
            clubs.get(other.pk, ""),
            None if isinstance(each, Merge) else round(each.score * 100),
            each if isinstance(each, Merge) else None,
        )
        for each, (one, other) in zip(shown, pairs, strict=True)
    ]


# --- one pair --------------------------------------------------------------------
def _pair(one_id: int, other_id: int) -> tuple[Player, Player]:
    found = Player.objects.in_bulk([one_id, other_id])
    if one_id == other_id or {one_id, other_id} - found.keys():
        raise Http404(_("There are no such two players."))
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
    if merge is None or not merge.is_standing:
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
        "apart": told_apart(*ids),
        "score": None if score is None else round(score * 100),
        "against": against and REFUSALS[against.code],
        "games": against.games if against else (),
        "kept_apart": kept_apart(ids) if merge is None or merge.is_waiting else (),
        "form": MergeForm(pair=pair, initial={"stays": _elder(one, other)}),
        "why": WhyForm(),
        "four_eyes": settings.FOUR_EYES,
        "undoing": merge and waiting_act(ProposedKind.UNDOING_MERGE, merge.pk),
        **forms,
    }
    return render(request, "ratings/compare_players.html", context, status=status)


def _against(one_id: int, other_id: int) -> MergeNotPossible | None:
    try:
        refuse_impossible(one_id, other_id)
    except MergeNotPossible as answer:
        return answer
    return None


def _elder(one: PlayedCard, other: PlayedCard) -> int:
    """The card that most was played under, else the older one, is likelier to stay."""
    played = sum(one.games.values()), sum(other.games.values())
    if played[0] == played[1]:
        return min(one.player.pk, other.player.pk)
    return one.player.pk if played[0] > played[1] else other.player.pk


# --- acts ------------------------------------------------------------------------
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
    except (MergeNotPossible, Refused) as answer:
        messages.error(request, refusal_words(answer))
        return _page(request, pair, status=409)
    if act != "undo":
        messages.success(request, _done(act))
    return _on_from(pair, act)


def _wrong(
    request: OfficeRequest, pair: tuple[Player, Player], act: str
) -> dict[str, Form]:
    """The forms that are not filled in as the act needs it."""
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
    hand = Hand(request.actor.user_id, timezone.now())
    ids = pair[0].pk, pair[1].pk
    if act == "apart":
        tell_apart(*ids, user_id=hand.person_id, at=hand.at)
    elif act == "propose":
        propose_merge(_draft(request, ids), hand=hand)
    elif act == "undo":
        reason = request.POST.get("reason", "")
        draft = ActDraft(ProposedKind.UNDOING_MERGE, _merge(ids).pk, reason)
        proposed(request, draft)
    else:
        _settle(act, _merge(ids), request.POST.get("reason", ""), hand)


def _settle(act: str, merge: Merge, reason: str, hand: Hand) -> None:
    if act == "confirm":
        confirm_merge(merge.pk, hand=hand)
    else:
        reject_merge(merge.pk, answer=reason, hand=hand)


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
