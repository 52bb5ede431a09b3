"""Who plays in a section: the page on which players are entered."""

import random
from dataclasses import replace

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from federation.addresses import address_of
from federation.domain.players import LookedAt, MaybeKnown, PlayerDraft
from federation.domain.refusal import Refused as RegisterRefused
from federation.domain.tries import count_try
from federation.queries.members import shown_in_full
from federation.requests import OfficeRequest
from ratings.queries.fide_offers import FideFound, found_in_fide, offers
from ratings.queries.fide_ratings import FideBeside
from tournaments.domain.entering import (
    enter_player,
    levels_of_tournament,
    register_newcomer_and_enter,
    remove_entry,
    renumber_entries,
    set_outside,
)
from tournaments.domain.locking import OPEN
from tournaments.domain.norms import system_of_norms
from tournaments.domain.refusals import Refused
from tournaments.enums import SectionFormat
from tournaments.forms.playing import NewcomerForm, OutsideForm
from tournaments.models import Entry, Section
from tournaments.queries.entered import entered_players
from tournaments.queries.section_shown import shown_section
from tournaments.queries.suggestions import (
    Suggestion,
    may_be_chosen,
    may_be_number,
    numbered,
    suggested_matches,
    suggested_players,
)
from tournaments.views.doors import (
    done_or_told,
    hand_of,
    organised_entry,
    organised_section,
    to,
    why_not,
)
from tournaments.views.planning import written

LOTS = random.SystemRandom()
DIGITS = 9


@login_required
@require_safe
def section(request: OfficeRequest, pk: int) -> HttpResponse:
    found = organised_section(request, pk)
    text = _typed(request)
    facts = {
        "section": found,
        "tournament": found.tournament,
        "lines": entered_players(found, request.actor, request.today),
        "takes_entries": _takes_entries(found),
        "has_norms": system_of_norms(found.tournament) is not None,
    }
    if text:
        facts |= _suggested(request, found, text)
    return render(request, "tournaments/section.html", facts)


@login_required
@require_safe
def suggestions(request: OfficeRequest, pk: int) -> HttpResponse:
    """The likeliest players for what is typed, as a part of the page."""
    found = organised_section(request, pk)
    facts = _suggested(request, found, _typed(request))
    return render(request, "tournaments/_suggestions.html", facts | {"section": found})


@login_required
@require_POST
def enter(request: OfficeRequest, pk: int) -> HttpResponse:
    """Somebody who was chosen among the suggestions, or whose whole number was typed."""
    found = organised_section(request, pk)
    number = request.POST.get("number", "")[:20].strip()
    player_id = request.POST.get("player", "")
    if number:
        done_or_told(request, lambda: _enter_numbered(request, found, number))
    elif _is_id(player_id) and may_be_chosen(
        int(player_id), request.actor, request.today
    ):
        done_or_told(
            request,
            lambda: enter_player(found.pk, int(player_id), hand=hand_of(request)),
        )
    return to("section", pk)


def _enter_numbered(request: OfficeRequest, found: Section, number: str) -> Entry:
    hand = hand_of(request)
    count_try(
        "number",
        user_id=hand.person_id,
        address=address_of(request),
        day=request.today,
    )
    player_id = numbered(number)
    if player_id is None:
        raise Refused("no_number")
    return enter_player(found.pk, player_id, hand=hand)


@login_required
@require_http_methods(["GET", "POST"])
def newcomer(request: OfficeRequest, pk: int) -> HttpResponse:
    """Somebody whom the register does not know; likely duplicates come first."""
    found = organised_section(request, pk)
    club = found.tournament.organiser
    chosen = _chosen_in_fide(request, found)
    form = NewcomerForm(
        request.POST or None,
        levels=levels_of_tournament(found.tournament),
        club=club.name if club else "",
        today=request.today,
        initial=_facts_of(chosen) if chosen else _names_in(_typed(request)),
    )
    alike: list[Suggestion] = []
    try:
        if _registered(request, found, form, chosen) is not None:
            return to("section", pk)
    except MaybeKnown as known:
        ids = [match.player.pk for match in known.matches]
        alike = suggested_matches(found, ids, request.actor, request.today)
    facts = {
        "form": form,
        "section": found,
        "suggestions": alike,
        "chosen": chosen,
        "in_fide": _in_fide(request, found) if not chosen else [],
    }
    return render(request, "tournaments/newcomer.html", facts)


def _in_fide(request: OfficeRequest, found: Section) -> list[FideFound]:
    """Those on FIDE's list who may be meant by what was typed."""
    return found_in_fide(_typed(request), found.tournament.pool.fide_tempo)


def _chosen_in_fide(request: OfficeRequest, found: Section) -> FideFound | None:
    number = request.GET.get("fide", "")
    tempo = found.tournament.pool.fide_tempo
    matches = found_in_fide(number, tempo) if _is_id(number) else []
    return matches[0] if matches else None


def _facts_of(chosen: FideFound) -> dict[str, object]:
    """What FIDE's list says of somebody, to be looked at before it is sent."""
    return {
        "first_name": chosen.first_name,
        "last_name": chosen.last_name,
        "birth_year": chosen.birth_year,
        "fide_id": chosen.fide_id,
        "joins_club": "no",
        "outside_rating": chosen.rating,
        "outside_kind": "fide",
    }


@login_required
@require_POST
def drop(request: OfficeRequest, pk: int) -> HttpResponse:
    entry = organised_entry(request, pk)
    done_or_told(request, lambda: remove_entry(pk, hand=hand_of(request)))
    return to("section", entry.section_id)


@login_required
@require_http_methods(["GET", "POST"])
def outside(request: OfficeRequest, pk: int) -> HttpResponse:
    """The FIDE rating or estimate of one entry."""
    entry = organised_entry(request, pk)
    levels = levels_of_tournament(entry.section.tournament)
    form = OutsideForm(
        request.POST or None,
        levels=levels,
        initial={
            "outside_rating": entry.outside_rating,
            "outside_kind": entry.outside_kind or "fide",
            "estimate_reason": entry.estimate_reason,
        },
    )

    def act() -> Entry:
        return set_outside(pk, form.outside, hand=hand_of(request))

    if written(form, act) is not None:
        return to("section", entry.section_id)
    shown = shown_section(entry.section, request.actor, request.today)
    player = next(each for each in shown.players if each.entry.pk == pk)
    facts = {
        "form": form,
        "section": entry.section,
        "player": player,
        "offer": _offer(entry),
        "has_levels": levels is not None,
    }
    return render(request, "tournaments/outside.html", facts)


def _offer(entry: Entry) -> FideBeside | None:
    """What FIDE's list says of somebody, unless it is taken already."""
    tournament = entry.section.tournament
    found = offers(
        tournament.pool.fide_tempo, tournament.start_date, [entry.player_id]
    ).get(entry.player_id)
    return found if found and found.rating != entry.outside_rating else None


@login_required
@require_POST
def order(request: OfficeRequest, pk: int) -> HttpResponse:
    """New pairing numbers: by rating, by lot, or one player a step up."""
    found = organised_section(request, pk)
    entries = list(found.entries.in_order().select_related("player"))
    wanted = _ordered(request, found, entries)
    if wanted is not None:
        ids = [entry.pk for entry in wanted]
        done_or_told(request, lambda: renumber_entries(pk, ids, hand=hand_of(request)))
    return to("section", pk)


def _ordered(
    request: OfficeRequest, found: Section, entries: list[Entry]
) -> list[Entry] | None:
    by = request.POST.get("by", "")
    if by == "lots":
        return LOTS.sample(entries, len(entries))
    if by == "rating":
        shown = entered_players(found, request.actor, request.today)
        shown.sort(key=lambda each: -each.strength)
        return [each.player.entry for each in shown]
    if by.startswith("up-") and _is_id(by[3:]):
        return _moved_up(entries, int(by[3:]))
    return None


def _moved_up(entries: list[Entry], pk: int) -> list[Entry]:
    ids = [entry.pk for entry in entries]
    place = ids.index(pk) if pk in ids else 0
    if place:
        entries[place - 1], entries[place] = entries[place], entries[place - 1]
    return entries


def _takes_entries(found: Section) -> bool:
    is_open = found.tournament.state in OPEN
    return is_open and (
        found.started_at is None or found.format == SectionFormat.BOARDS
    )


def _suggested(request: OfficeRequest, found: Section, text: str) -> dict[str, object]:
    suggestions = suggested_players(found, text, request.actor, request.today)
    return {
        "text": text,
        "suggestions": suggestions,
        "number": text if not suggestions and may_be_number(text) else "",
    }


def _names_in(text: str) -> dict[str, str]:
    """What was typed in the field, as a first and a last name."""
    first, _, last = text.rpartition(" ")
    return {"first_name": first, "last_name": last} if first else {"last_name": last}


def _registered(
    request: OfficeRequest,
    found: Section,
    form: NewcomerForm,
    chosen: FideFound | None,
) -> Entry | None:
    def act() -> Entry:
        return register_newcomer_and_enter(
            found.pk,
            _with_fide(form.player, chosen),
            hand=hand_of(request),
            joins_club=form.cleaned_data["joins_club"] == "yes",
            outside=form.outside,
            looked=_looked_at(request),
        )

    try:
        return written(form, act)
    except RegisterRefused as refused:
        form.add_error(None, why_not(refused))
        return None


def _with_fide(draft: PlayerDraft, chosen: FideFound | None) -> PlayerDraft:
    """Federation and title too, of whoever was chosen from FIDE's list."""
    if chosen is None or draft.fide_id != chosen.fide_id:
        return draft
    return replace(
        draft, country=chosen.federation or draft.country, title=chosen.title
    )


def _looked_at(request: OfficeRequest) -> LookedAt:
    """The likely duplicates that were shown and found to be others."""
    others = frozenset(map(int, filter(_is_id, request.POST.getlist("looked_at"))))
    return LookedAt(others, shown_in_full(request.actor, request.today))


def _typed(request: OfficeRequest) -> str:
    return " ".join(request.GET.get("q", "")[:100].split())


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= DIGITS
