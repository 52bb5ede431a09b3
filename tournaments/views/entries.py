"""Who plays in a section: the page on which players are entered."""

import random

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from federation.addresses import address_of
from federation.domain.accounts.tries import count_try
from federation.requests import OfficeRequest
from ratings.fide.queries.offers import offers
from ratings.pages.views.acting import acting_in
from ratings.people.queries.fide_ratings import FideBeside
from tournaments.domain.entering import (
    enter_player,
    levels_of_tournament,
    renumber_entries,
    set_outside,
)
from tournaments.domain.locking import EDITABLE_STATES
from tournaments.domain.norms import system_of_norms
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.starting import undo_start_blocker
from tournaments.enums import SectionFormat
from tournaments.forms.playing import OutsideForm
from tournaments.models import Entry, Section
from tournaments.queries.section_shown import shown_section
from tournaments.queries.suggestions import (
    may_be_chosen,
    may_be_number,
    numbered,
    suggested_players,
)
from tournaments.views.confirming import Loss, ask_before
from tournaments.views.doors import (
    organised_entry,
    organised_section,
    perform_with_message,
    to,
    why_not,
)
from tournaments.views.entered import players_with_ratings
from tournaments.views.newcomer import is_id, typed_name
from tournaments.views.planning import written

NUMBERED_ANEW = ("lots", "rating")
LOTS = random.SystemRandom()


@login_required
@require_safe
def section(request: OfficeRequest, pk: int) -> HttpResponse:
    found = organised_section(request, pk)
    text = typed_name(request)
    facts = {
        "section": found,
        "tournament": found.tournament,
        "lines": players_with_ratings(found, request),
        "takes_entries": _takes_entries(found),
        "has_norms": system_of_norms(found.tournament) is not None,
        "undo_blocker": _undo_blocker(found),
    }
    if text:
        facts |= _suggested(request, found, text)
    return render(request, "tournaments/section.html", facts)


def _undo_blocker(found: Section) -> str:
    """Why the start cannot be taken back, in words."""
    blocker = undo_start_blocker(found)
    return why_not(TournamentRefusal(blocker)) if blocker else ""


@login_required
@require_safe
def suggestions(request: OfficeRequest, pk: int) -> HttpResponse:
    """The likeliest players for what is typed, as a part of the page."""
    found = organised_section(request, pk)
    facts = _suggested(request, found, typed_name(request))
    return render(request, "tournaments/_suggestions.html", facts | {"section": found})


@login_required
@require_POST
def enter(request: OfficeRequest, pk: int) -> HttpResponse:
    """Somebody who was chosen among the suggestions, or whose whole number was typed."""
    found = organised_section(request, pk)
    number = request.POST.get("number", "")[:20].strip()
    player_id = request.POST.get("player", "")
    if number:
        perform_with_message(request, lambda: _enter_numbered(request, found, number))
    elif is_id(player_id) and may_be_chosen(
        int(player_id), request.actor, request.today
    ):
        perform_with_message(
            request,
            lambda: enter_player(found.pk, int(player_id), acting=acting_in(request)),
        )
    return to("section", pk)


def _enter_numbered(request: OfficeRequest, found: Section, number: str) -> Entry:
    acting = acting_in(request)
    count_try(
        "number",
        user_id=acting.person_id,
        address=address_of(request),
        day=request.today,
    )
    player_id = numbered(number)
    if player_id is None:
        raise TournamentRefusal("no_number")
    return enter_player(found.pk, player_id, acting=acting)


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
        return set_outside(pk, form.outside, acting=acting_in(request))

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
    """Return the facts of FIDE's list about a person, unless the FIDE number is taken
    already.
    """
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
    if wanted is None:
        return to("section", pk)
    ids = [entry.pk for entry in wanted]

    def act() -> object:
        return renumber_entries(pk, ids, acting=acting_in(request))

    by = request.POST["by"]
    if by in NUMBERED_ANEW:
        about = f"{found.tournament.name}, {found.name}"
        return ask_before(
            request, _order_lost(found, by), act, about=about, back=to("section", pk)
        )
    perform_with_message(request, act)
    return to("section", pk)


def _order_lost(found: Section, by: str) -> Loss:
    return Loss(
        title=_("Number the players by lot")
        if by == "lots"
        else _("Number the players by rating"),
        lost=(_("the numbers as they are now, with every move by hand"),),
        after=_("The players stay entered. They can be numbered anew until the start."),
        blocker=why_not(TournamentRefusal("started")) if found.started_at else "",
        button=_("Number them anew"),
        done=_("The players are numbered anew."),
        carried={"by": by},
    )


def _ordered(
    request: OfficeRequest, found: Section, entries: list[Entry]
) -> list[Entry] | None:
    by = request.POST.get("by", "")
    if by == "lots":
        return LOTS.sample(entries, len(entries))
    if by == "rating":
        shown = players_with_ratings(found, request)
        shown.sort(key=lambda each: -each.strength)
        return [each.player.entry for each in shown]
    if by.startswith("up-") and is_id(by[3:]):
        return _moved_up(entries, int(by[3:]))
    return None


def _moved_up(entries: list[Entry], pk: int) -> list[Entry]:
    ids = [entry.pk for entry in entries]
    place = ids.index(pk) if pk in ids else 0
    if place:
        entries[place - 1], entries[place] = entries[place], entries[place - 1]
    return entries


def _takes_entries(found: Section) -> bool:
    is_open = found.tournament.state in EDITABLE_STATES
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
