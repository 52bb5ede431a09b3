"""Enter a player who is not in the register."""

from dataclasses import replace

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render

from federation.domain.players import DuplicateCheck, MatchesFound, PlayerDraft
from federation.domain.refusal import RegisterRefusal
from federation.queries.members import shown_in_full
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in
from ratings.fide.queries.offers import FideFound, found_in_fide
from tournaments.domain.entering import (
    levels_of_tournament,
    register_newcomer_and_enter,
)
from tournaments.forms.playing import NewcomerForm
from tournaments.models import Entry, Section
from tournaments.queries.suggestions import Suggestion, suggested_matches
from tournaments.views.access import organised_section, redirect_to
from tournaments.views.planning.entered import report_entered_player
from tournaments.views.planning.planning import perform_if_valid

DIGITS = 9


@login_required
@reads_and_writes
def newcomer(request: OfficeRequest, pk: int) -> HttpResponse:
    """Enter a player who is not in the register; likely duplicates are shown first."""
    found = organised_section(request, pk)
    club = found.tournament.organiser
    chosen = _chosen_in_fide(request, found)
    form = NewcomerForm(
        request.POST or None,
        levels=levels_of_tournament(found.tournament),
        with_fide=bool(found.tournament.pool.fide_tempo),
        club=club.name if club else "",
        today=request.today,
        initial=_facts_of(chosen) if chosen else _names_in(typed_name(request)),
    )
    alike: list[Suggestion] = []
    try:
        entry = _register(request, found, form, chosen)
        if entry is not None:
            report_entered_player(request, entry)
            return redirect_to("section", pk)
    except MatchesFound as known:
        ids = [match.player.pk for match in known.matches]
        alike = suggested_matches(found, ids, request.actor, request.today)
    context = {
        "form": form,
        "section": found,
        "suggestions": alike,
        "chosen": chosen,
        "in_fide": _in_fide(request, found) if not chosen else [],
    }
    return render(request, "tournaments/planning/newcomer.html", context)


def _in_fide(request: OfficeRequest, found: Section) -> list[FideFound]:
    """Return the persons in FIDE's list who match the typed name and are not in the
    register.
    """
    return found_in_fide(typed_name(request), found.tournament.pool.fide_tempo)


def _chosen_in_fide(request: OfficeRequest, found: Section) -> FideFound | None:
    number = request.GET.get("fide", "")
    tempo = found.tournament.pool.fide_tempo
    matches = found_in_fide(number, tempo) if is_id(number) else []
    return matches[0] if matches else None


def _facts_of(chosen: FideFound) -> dict[str, object]:
    """Return a person's data from FIDE's list, for the user to check before sending."""
    return {
        "first_name": chosen.first_name,
        "last_name": chosen.last_name,
        "birth_year": chosen.birth_year,
        "fide_id": chosen.fide_id,
        "country": chosen.federation,
        "outside_rating": chosen.rating,
        "outside_kind": "fide",
    }


def _names_in(text: str) -> dict[str, str]:
    """Return the typed text split into a first and a last name."""
    first, _, last = text.rpartition(" ")
    return {"first_name": first, "last_name": last} if first else {"last_name": last}


def _register(
    request: OfficeRequest,
    found: Section,
    form: NewcomerForm,
    chosen: FideFound | None,
) -> Entry | None:
    def act() -> Entry:
        return register_newcomer_and_enter(
            found.pk,
            _with_fide(form.player, chosen),
            acting=acting_in(request),
            joins_club=form.cleaned_data["joins_club"] == "yes",
            outside=form.outside,
            looked=_duplicates_seen(request),
        )

    try:
        return perform_if_valid(form, act)
    except RegisterRefusal as refused:
        form.add_error(None, refusal_words(refused))
        return None


def _with_fide(draft: PlayerDraft, chosen: FideFound | None) -> PlayerDraft:
    """Add the title of a person chosen from FIDE's list."""
    if chosen is None or draft.fide_id != chosen.fide_id:
        return draft
    return replace(draft, title=chosen.title)


def _duplicates_seen(request: OfficeRequest) -> DuplicateCheck:
    """Return the likely duplicates that the user was shown and ruled out."""
    others = frozenset(map(int, filter(is_id, request.POST.getlist("looked_at"))))
    return DuplicateCheck(others, shown_in_full(request.actor, request.today))


def typed_name(request: OfficeRequest) -> str:
    return " ".join(request.GET.get("q", "")[:100].split())


def is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= DIGITS
