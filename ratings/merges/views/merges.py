"""The pages of pairs of cards that may be one person: similar ones, and those that were
merged, proposed or declared different people.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from federation.models import Player
from federation.permissions import Permission, allow
from federation.queries.duplicates import main_clubs, open_resemblances
from federation.requests import OfficeRequest
from ratings.merges.forms import PairForm
from ratings.merges.queries.merges import MergeStatus, merges_on, status_counts
from ratings.models import Merge
from ratings.pages.views.counted_tabs import counted_tabs
from ratings.pools.queries.snapshots import one_snapshot
from ratings.signals import resemblances_wanted

PER_PAGE = 50

STATUSES = {
    MergeStatus.ALIKE: gettext_lazy("Look alike"),
    MergeStatus.UNCONFIRMED: gettext_lazy("To be confirmed"),
    MergeStatus.IN_FORCE: gettext_lazy("Merged"),
    MergeStatus.SETTLED: gettext_lazy("Rejected or undone"),
}


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two cards on a list; `score` is their similarity in per cent."""

    one: Player
    other: Player
    one_club: str
    other_club: str
    score: int | None = None
    merge: Merge | None = None


@login_required
@require_safe
def merges(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.MERGE_PLAYERS)
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
    """Request that a worker look through the register now."""
    allow(request.actor, Permission.MERGE_PLAYERS)
    resemblances_wanted.send_robust(sender=None)
    messages.success(
        request,
        _("The register is being searched. Open this page again in a minute."),
    )
    return redirect("ratings:merges")


# --- the lists -------------------------------------------------------------------
def _list(request: OfficeRequest, form: PairForm, status: int = 200) -> HttpResponse:
    # A worker may look through the register at the same time: without a snapshot the
    # counts on the tabs could differ from the rows on the page.
    with one_snapshot():
        context = _shown(request, _status(request))
    context |= {"form": form, "four_eyes": settings.FOUR_EYES}
    return render(request, "ratings/merges/merges.html", context, status=status)


def _shown(request: OfficeRequest, status: MergeStatus) -> dict[str, Any]:
    rows = open_resemblances() if status == MergeStatus.ALIKE else merges_on(status)
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    return {
        "shelf": status,
        "tabs": counted_tabs("shelf", STATUSES, _counts(), status),
        "page": page,
        "rows": _rows(list(page.object_list), request.today),
    }


def _status(request: OfficeRequest) -> MergeStatus:
    value = request.GET.get("shelf", "")
    return MergeStatus(value) if value in list(MergeStatus) else MergeStatus.ALIKE


def _counts() -> dict[MergeStatus, int]:
    return status_counts() | {MergeStatus.ALIKE: open_resemblances().count()}


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
