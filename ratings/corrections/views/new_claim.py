"""The pages on which a correction request is made: first what is wrong, then what it
should be and why.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from federation.models import Player
from federation.permissions import Permission
from federation.queries.players import search_players
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in
from ratings.corrections.domain.claims import ClaimDraft, ClaimNotPossible, file_claim
from ratings.corrections.forms import LONGEST_SEARCH, ClaimForm
from ratings.corrections.queries.claims import (
    claim_to_show,
    counting_version,
    is_newest_unsettled,
    may_see_claim,
    open_claim_about,
)
from ratings.corrections.queries.respondents import waited_for
from ratings.corrections.queries.reversal import reversed_claim
from ratings.corrections.views.claiming import Claimant, claimant_of, refuse_access
from ratings.corrections.words import EXPLAINED, REFUSALS
from ratings.enums import ClaimKind
from ratings.ledger.queries.versions import ShownGame
from ratings.models import Claim, Game, Report
from ratings.people.queries.names import read_people

MOST_MATCHES = 12
MOST_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Subject:
    """The game in question as it counts now, and in which capacity the user asks."""

    report: Report
    game: Game
    claimant: Claimant
    shown: ShownGame

    @property
    def names(self) -> tuple[str, str]:
        return self.shown.white.distinct_name, self.shown.black.distinct_name


@login_required
@reads_and_writes
def new_claim(request: OfficeRequest, report_id: int, key: int) -> HttpResponse:
    subject = _subject(request, report_id, key)
    open_one = open_claim_about(subject.report, key)
    if open_one and may_see_claim(request.actor, open_one):
        messages.info(request, str(REFUSALS["open_already"]))
        return redirect("ratings:claim", pk=open_one.pk)
    is_sent = request.method == "POST"
    is_blocked = not is_sent and is_newest_unsettled(subject.report)
    blocker = str(REFUSALS["unsettled"]) if is_blocked else ""
    kind = _kind(request)
    form = _form(request, subject, kind) if kind and not blocker else None
    if form is None or not is_sent:
        return _page(request, subject, form, blocker=blocker)
    if not form.is_valid():
        return _page(request, subject, form, status=422)
    try:
        made = _file_claim(request, subject, form)
    except ClaimNotPossible as answer:
        form.add_error(None, refusal_words(answer))
        return _page(request, subject, form, status=409)
    messages.success(request, _sent_words(made, request))
    return redirect("ratings:claim", pk=made.pk)


def _sent_words(made: Claim, request: OfficeRequest) -> str:
    if waited_for([made], request.today):
        return _("Sent. Those concerned are asked what they know.")
    return _(
        "Sent. There is nobody else to ask, so the rating office can decide at once."
    )


def _file_claim(request: OfficeRequest, subject: Subject, form: ClaimForm) -> Claim:
    draft = ClaimDraft(
        report_id=subject.report.pk,
        key=subject.game.key,
        kind=form.kind,
        wanted=form.wanted,
        text=form.cleaned_data["text"],
        claimant_id=subject.claimant.player_id,
        by_organiser=subject.claimant.by_organiser,
    )
    return file_claim(draft, acting=acting_in(request))


def _subject(request: OfficeRequest, report_id: int, key: int) -> Subject:
    """Return the game as it counts now, for a user who may make a request about it."""
    actor, today = request.actor, request.today
    named = Report.objects.filter(pk=report_id).first()
    report = counting_version(named) if named else None
    game = report.lines.between_players().filter(key=key).first() if report else None
    claimant = claimant_of(actor, report, game, today) if report and game else None
    if report is None or game is None or claimant is None:
        refuse_access(actor)
    known = read_people((game.white_id, game.black_id), actor, today)
    shown = ShownGame(game, known[game.white_id], known[game.black_id])
    return Subject(report, game, claimant, shown)


def _kind(request: OfficeRequest) -> ClaimKind | None:
    kind = request.POST.get("kind") or request.GET.get("kind", "")
    return ClaimKind(kind) if kind in ClaimKind.values else None


def _form(request: OfficeRequest, subject: Subject, kind: ClaimKind) -> ClaimForm:
    initial = _reversed(request, subject, kind)
    typed = request.POST.get("who", initial.get("who", ""))[:LONGEST_SEARCH]
    sees_all = request.actor.everywhere(Permission.SEE_MEMBERS)
    is_searched = kind == ClaimKind.OPPONENT and bool(typed)
    found: Sequence[Player] = (
        search_players(typed, MOST_MATCHES, public=not sees_all) if is_searched else ()
    )
    if initial.get("player") not in [str(each.pk) for each in found]:
        # A user who may not find a player does not see the number here either.
        initial = {**initial, "who": "", "player": ""}
    return ClaimForm(
        request.POST if request.method == "POST" else None,
        game=subject.game,
        kind=kind,
        names=subject.names,
        found=found,
        initial=initial,
    )


def _reversed(
    request: OfficeRequest, subject: Subject, kind: ClaimKind
) -> dict[str, Any]:
    """Return the initial values of the request that reverses the named correction."""
    number = request.GET.get("reverses", "")[:MOST_DIGITS]
    claim = claim_to_show(int(number)) if number.isdecimal() else None
    if claim is None or claim.kind != kind or not may_see_claim(request.actor, claim):
        return {}
    is_about = (counting_version(claim.report), claim.key)
    asks_about = (subject.report, subject.game.key)
    return reversed_claim(claim) if is_about == asks_about else {}


def _page(
    request: OfficeRequest,
    subject: Subject,
    form: ClaimForm | None,
    status: int = 200,
    blocker: str = "",
) -> HttpResponse:
    context = {
        "report": subject.report,
        "shown": subject.shown,
        "kinds": [(kind, kind.label, EXPLAINED[kind]) for kind in ClaimKind],
        "form": form,
        "blocker": blocker,
        "until": request.today + timedelta(days=settings.CLAIM_ANSWER_DAYS),
    }
    return render(request, "ratings/corrections/claim_new.html", context, status=status)
