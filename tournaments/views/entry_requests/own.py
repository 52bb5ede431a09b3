"""The player's side: the entry list of a section, entering, withdrawing, own entries."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.permissions import Permission, may
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import perform, refusal_words
from federation.views.signing import acting_in
from tournaments.domain.entry_requests import asking
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import RequestState
from tournaments.models import Section
from tournaments.queries.entries.drawn_numbers import number_draw
from tournaments.queries.entries.entry_requests import (
    MyEntry,
    entries_of,
    entry_requests_of,
    opening_of,
    own_in_section,
)
from tournaments.queries.section_shown import shown_section
from tournaments.views.access import (
    may_organise,
    open_tournament,
    redirect_to,
    set_rating_format_of,
)
from tournaments.views.confirming import LossNotice, perform_if_confirmed


@require_safe
def entry_list(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show everyone who is entered in a section and who is on the waiting list, and the
    button with which a player enters.
    """
    section = _announced_section(request, pk)
    opened = opening_of(section)
    shown = shown_section(section, request.actor, request.today)
    waiting = entry_requests_of(
        section, request.actor, request.today, RequestState.WAITING
    )
    player_id = request.actor.player_id
    mine = own_in_section(section, player_id) if player_id else None
    context = {
        "section": section,
        "tournament": section.tournament,
        "opened": opened,
        "shown": shown,
        "waiting": waiting,
        "mine": mine,
        "draw": number_draw(section, shown.players),
        "runs": may_organise(request.actor, section.tournament)
        and not section.is_played_by_teams,
        "decides_classes": section.gives_titles
        and not section.started_at
        and may(request.actor, Permission.CONFIRM_MOVEMENTS),
        "is_open": opened is not None
        and section.started_at is None
        and opened.takes_entries_on(request.today),
        "free": max(0, opened.most - len(shown.players))
        if opened and opened.most
        else None,
    }
    return render(request, "tournaments/entry_requests/entry_list.html", context)


@login_required
@require_POST
def ask_to_play(request: OfficeRequest, pk: int) -> HttpResponse:
    section = _announced_section(request, pk)
    player_id = _own_player(request)
    perform(
        request,
        lambda: asking.ask_to_play(section.pk, player_id, acting=acting_in(request)),
        _("Your entry has been received. A letter is on its way to you."),
    )
    return redirect_to("entry_list", pk)


@login_required
@reads_and_writes
def leave_section(request: OfficeRequest, pk: int) -> HttpResponse:
    """Withdraw the user's own entry after asking for confirmation."""
    section = _announced_section(request, pk)
    player_id = _own_player(request)
    mine = own_in_section(section, player_id)
    blocker = "" if mine and mine.may_leave else "not_entered"
    if section.started_at:
        blocker = "leave_started"
    loss = LossNotice(
        title=_("Withdraw my entry"),
        lost=(_lost_with(mine),),
        after=_("You can enter again as long as entries are open, last in the order."),
        blocker=refusal_words(TournamentRefusal(blocker)) if blocker else "",
        button=_("Withdraw my entry"),
        done=_("You have withdrawn."),
    )
    return perform_if_confirmed(
        request,
        loss,
        lambda: asking.leave_section(pk, player_id, acting=acting_in(request)),
        about=f"{section.tournament.name}, {section.name}",
        back=redirect_to("entry_list", pk),
    )


@login_required
@require_safe
def my_entries(request: OfficeRequest) -> HttpResponse:
    """Show the sections in which the account's player is entered or waiting."""
    player_id = request.actor.player_id
    entries = entries_of(player_id) if player_id else []
    context = {"entries": entries, "has_player": player_id is not None}
    return render(request, "tournaments/entry_requests/my_entries.html", context)


def _lost_with(mine: MyEntry | None) -> str:
    if mine and mine.entry is None:
        return (
            _("your place on the waiting list")
            if mine.place
            else _("your entry request, which the organiser has not answered")
        )
    return _("your place in the section: the first on the waiting list gets it")


def _announced_section(request: OfficeRequest, pk: int) -> Section:
    """Return a section of a tournament that the reader may see; otherwise raise
    Http404.
    """
    section = get_object_or_404(Section, pk=pk)
    section.tournament = open_tournament(request, section.tournament_id)
    set_rating_format_of(section.tournament, request.today)
    return section


def _own_player(request: OfficeRequest) -> int:
    """Return the id of the player linked to the account; PermissionDenied if there is
    none.
    """
    if request.actor.player_id is None:
        raise PermissionDenied
    return request.actor.player_id
