"""The page on which players are entered in a section."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.client_networks import client_network
from federation.domain.accounts.tries import count_try
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import perform, refusal_words
from federation.views.signing import acting_in
from ratings.fide.queries.offers import fide_ratings_beside
from ratings.people.queries.fide_ratings import FideBeside
from tournaments.domain.checks.thinking_time import planned_too_short
from tournaments.domain.entering import (
    enter_player,
    levels_of_tournament,
    renumber_entries,
    set_outside,
)
from tournaments.domain.entries.composition import composition_of
from tournaments.domain.entries.late_entries import has_resting_number, is_drawn
from tournaments.domain.entry_requests.leaving import removal_blocker
from tournaments.domain.locking import EDITABLE_STATES
from tournaments.domain.lots import draw_numbers
from tournaments.domain.norms import system_of_norms
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.starting import undo_start_blocker
from tournaments.enums import RequestState
from tournaments.forms.outside import OutsideForm
from tournaments.models import Entry, Section
from tournaments.queries.entries.drawn_numbers import has_moves
from tournaments.queries.removals import removed_from_section
from tournaments.queries.section_shown import shown_section
from tournaments.queries.suggestions import (
    may_be_chosen,
    may_be_number,
    numbered,
    suggested_players,
)
from tournaments.views.access import organised_entry, organised_section, redirect_to
from tournaments.views.confirming import LossNotice, perform_if_confirmed
from tournaments.views.planning.entered import (
    counting_rating,
    players_with_ratings,
    report_counting_rating,
    report_entered_player,
)
from tournaments.views.planning.newcomer import is_id, typed_name
from tournaments.views.planning.planning import perform_if_valid

NUMBERED_ANEW = ("lots", "rating")


@login_required
@require_safe
def section(request: OfficeRequest, pk: int) -> HttpResponse:
    found = organised_section(request, pk)
    by_teams = found.is_played_by_teams
    if by_teams and not found.started_at:
        return redirect_to("teams", pk)
    text = typed_name(request)
    lines = players_with_ratings(found, request)
    context: dict[str, object] = {
        "section": found,
        "tournament": found.tournament,
        "too_short": planned_too_short(found.tournament),
        "lines": lines,
        "by_teams": by_teams,
        "composition": composition_of(found, lines),
        "takes_entries": _takes_entries(found),
        "removals": removed_from_section(
            found, request.actor, request.today, timezone.now()
        ),
        "is_drawn": is_drawn(found),
        "late": _removable_last_entry(found),
        "paired": _paired(found),
        "has_norms": system_of_norms(found.tournament) is not None,
        "undo_blocker": _undo_blocker(found),
        "open_requests": found.entry_requests.filter(state=RequestState.ASKED).count(),
    }
    if text:
        context |= _suggested(request, found, text)
    return render(request, "tournaments/planning/section.html", context)


def _undo_blocker(found: Section) -> str:
    """Return in words why the start cannot be undone; "" if it can."""
    blocker = undo_start_blocker(found)
    return refusal_words(TournamentRefusal(blocker)) if blocker else ""


@login_required
@require_safe
def suggestions(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the most likely players for the typed text, as a part of the page."""
    found = organised_section(request, pk)
    facts = _suggested(request, found, typed_name(request))
    return render(
        request, "tournaments/planning/_suggestions.html", facts | {"section": found}
    )


@login_required
@require_POST
def enter(request: OfficeRequest, pk: int) -> HttpResponse:
    """Enter a player who was chosen from the suggestions or typed by player number."""
    found = organised_section(request, pk)
    number = request.POST.get("number", "")[:20].strip()
    player_id = request.POST.get("player", "")
    if number:
        _enter_and_say(request, lambda: _enter_numbered(request, found, number))
    elif is_id(player_id) and may_be_chosen(
        int(player_id), request.actor, request.today
    ):
        _enter_and_say(
            request,
            lambda: enter_player(found.pk, int(player_id), acting=acting_in(request)),
        )
    return redirect_to("section", pk)


def _enter_and_say(request: OfficeRequest, enters: Callable[[], Entry]) -> None:
    entries: list[Entry] = []
    if perform(request, lambda: entries.append(enters())):
        report_entered_player(request, entries[0])


def _enter_numbered(request: OfficeRequest, found: Section, number: str) -> Entry:
    acting = acting_in(request)
    count_try(
        "number",
        user_id=acting.person_id,
        address=client_network(request),
        day=request.today,
    )
    player_id = numbered(number)
    if player_id is None:
        raise TournamentRefusal("no_number")
    return enter_player(found.pk, player_id, acting=acting)


@login_required
@reads_and_writes
def outside(request: OfficeRequest, pk: int) -> HttpResponse:
    """Set the FIDE rating or estimate of one entry."""
    entry = organised_entry(request, pk)
    levels = levels_of_tournament(entry.section.tournament)
    with_fide = bool(entry.section.tournament.pool.fide_tempo)
    form = OutsideForm(
        request.POST or None,
        levels=levels,
        with_fide=with_fide,
        initial={
            "outside_rating": entry.outside_rating,
            "outside_kind": entry.outside_kind or "fide",
            "estimate_reason": entry.estimate_reason,
        },
    )

    def act() -> Entry:
        return set_outside(pk, form.outside, acting=acting_in(request))

    saved = perform_if_valid(form, act)
    if saved is not None:
        report_counting_rating(request, saved)
        return redirect_to("section", entry.section_id)
    shown = shown_section(entry.section, request.actor, request.today)
    player = next(each for each in shown.players if each.entry.pk == pk)
    context = {
        "form": form,
        "section": entry.section,
        "player": player,
        "offer": _offer(entry),
        "holds": counting_rating(entry),
        "has_levels": levels is not None,
        "with_fide": with_fide,
    }
    return render(request, "tournaments/planning/outside.html", context)


def _offer(entry: Entry) -> FideBeside | None:
    """Return the player's FIDE rating; None without one, or if the entry has it."""
    tournament = entry.section.tournament
    found = fide_ratings_beside(
        tournament.pool.fide_tempo, tournament.start_date, [entry.player_id]
    ).get(entry.player_id)
    return found if found and found.rating != entry.outside_rating else None


@login_required
@require_POST
def order(request: OfficeRequest, pk: int) -> HttpResponse:
    """Assign new pairing numbers: by rating, by lot, or one player a step up."""
    found = organised_section(request, pk)
    by = request.POST.get("by", "")
    wanted = _new_order(request, found, by)
    if wanted is None and by != "lots":
        return redirect_to("section", pk)
    ids = [entry.pk for entry in wanted or ()]
    back = redirect_to("section", pk)

    def act() -> object:
        acting = acting_in(request)
        if by == "lots":
            return draw_numbers(pk, acting=acting)
        return renumber_entries(pk, ids, acting=acting, keeps_lots=by != "rating")

    if by in NUMBERED_ANEW:
        about = f"{found.tournament.name}, {found.name}"
        return perform_if_confirmed(
            request, _order_loss(found, by), act, about=about, back=back
        )
    perform(request, act)
    return back


def _order_loss(found: Section, by: str) -> LossNotice:
    return LossNotice(
        title=_("Number the players by lot")
        if by == "lots"
        else _("Number the players by rating"),
        lost=(
            _("the numbers as they are now, with every move by hand")
            if has_moves(found)
            else _("the numbers as they are now"),
        ),
        after=_(
            "The players stay entered. They can be renumbered until the start. The lots"
            " are drawn from a seed that everybody sees with the entry list, and each"
            " drawing is counted."
        )
        if by == "lots"
        else _("The players stay entered. They can be renumbered until the start."),
        blocker=refusal_words(TournamentRefusal("started")) if found.started_at else "",
        button=_("Renumber them"),
        done=_("The players have been renumbered."),
        carried={"by": by},
    )


def _new_order(request: OfficeRequest, found: Section, by: str) -> list[Entry] | None:
    if by == "rating":
        shown = players_with_ratings(found, request)
        shown.sort(key=lambda each: -each.strength)
        return [each.player.entry for each in shown]
    if by.startswith("up-") and is_id(by[3:]):
        return _moved_up(list(found.entries.in_order()), int(by[3:]))
    return None


def _moved_up(entries: list[Entry], pk: int) -> list[Entry]:
    ids = [entry.pk for entry in entries]
    place = ids.index(pk) if pk in ids else 0
    if place:
        entries[place - 1], entries[place] = entries[place], entries[place - 1]
    return entries


def _takes_entries(found: Section) -> bool:
    is_open = found.tournament.state in EDITABLE_STATES
    return is_open and (not is_drawn(found) or has_resting_number(found))


def _paired(found: Section) -> set[int | None]:
    """Return the entries with a board or a bye: they can be withdrawn but not removed."""
    if not found.started_at:
        return set()
    seats = found.pairings.values_list("white", "black")
    return {entry for seat in seats for entry in seat}


def _removable_last_entry(found: Section) -> Entry | None:
    """Return the last entry of a drawn round robin, if it can still be removed."""
    if not is_drawn(found):
        return None
    last = found.entries.order_by("-pairing_number").first()
    return last if last and not removal_blocker(last) else None


def _suggested(request: OfficeRequest, found: Section, text: str) -> dict[str, object]:
    suggestions = suggested_players(found, text, request.actor, request.today)
    return {
        "text": text,
        "suggestions": suggestions,
        "number": text if not suggestions and may_be_number(text) else "",
    }
