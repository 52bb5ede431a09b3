"""Acts that lose something of a tournament; each asks on a page of its own first."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from federation.requests import OfficeRequest
from ratings.pages.views.acting import acting_in
from tournaments.domain.cancelling import (
    cancel_blocker,
    cancel_tournament,
    take_up_again,
)
from tournaments.domain.entering import removal_blocker, remove_entry
from tournaments.domain.planning import remove_section
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.starting import undo_start, undo_start_blocker
from tournaments.models import Entry, Section, Tournament
from tournaments.queries.losses import in_section, in_tournament
from tournaments.queries.section_shown import shown_section
from tournaments.views.confirming import Loss, ask_before
from tournaments.views.doors import (
    organised,
    organised_entry,
    organised_section,
    perform_with_message,
    to,
    why_not,
)


@login_required
@require_http_methods(["GET", "POST"])
def cancel(request: OfficeRequest, pk: int) -> HttpResponse:
    tournament = organised(request, pk)
    loss = Loss(
        title=_("Cancel the tournament"),
        lost=_lost_of_tournament(tournament),
        after=_(
            "Everybody reads that the tournament is called off. Nothing is deleted: it"
            " can be taken up again on its page."
        ),
        blocker=_words(cancel_blocker(tournament)),
        button=_("Cancel the tournament"),
        done=_("The tournament is called off. It can be taken up again here."),
        needs_tick=True,
    )
    return ask_before(
        request,
        loss,
        lambda: cancel_tournament(pk, acting=acting_in(request)),
        about=tournament.name,
        back=to("tournament", pk),
    )


@login_required
@require_POST
def take_up(request: OfficeRequest, pk: int) -> HttpResponse:
    organised(request, pk)
    perform_with_message(
        request,
        lambda: take_up_again(pk, acting=acting_in(request)),
        _("The tournament is taken up again, as it was before it was called off."),
    )
    return to("tournament", pk)


@login_required
@require_http_methods(["GET", "POST"])
def drop_section(request: OfficeRequest, pk: int) -> HttpResponse:
    section = organised_section(request, pk)
    loss = Loss(
        title=_("Take the section away"),
        lost=_lost_of_section(section),
        after=_("This cannot be undone. Other players stay in the register."),
        blocker=_words("started" if section.started_at else ""),
        button=_("Take the section away"),
        done=_("%(section)s is taken away.") % {"section": section.name},
        needs_tick=True,
    )
    return ask_before(
        request,
        loss,
        lambda: remove_section(pk, acting=acting_in(request)),
        about=_about(section),
        back=to("section", pk),
        then=to("tournament", section.tournament_id),
    )


@login_required
@require_http_methods(["GET", "POST"])
def undo(request: OfficeRequest, pk: int) -> HttpResponse:
    """Take back the start of a section."""
    section = organised_section(request, pk)
    found = in_section(section)
    loss = Loss(
        title=_("Take back the start"),
        lost=(
            _boards(found.boards),
            _("the days of the rounds, as they were set"),
            _("the ratings and classes that were recorded at the start"),
        ),
        after=_(
            "The players stay entered, with their numbers. When the section starts"
            " again, the rounds are drawn anew."
        ),
        blocker=_words(undo_start_blocker(section)),
        button=_("Take back the start"),
        done=_("The start is taken back. The players are still entered."),
    )
    return ask_before(
        request,
        loss,
        lambda: undo_start(pk, acting=acting_in(request)),
        about=_about(section),
        back=to("section", pk),
    )


@login_required
@require_http_methods(["GET", "POST"])
def drop_entry(request: OfficeRequest, pk: int) -> HttpResponse:
    """Take one player out of a section."""
    entry = organised_entry(request, pk)
    section = entry.section
    shown = shown_section(section, request.actor, request.today)
    name = next(each.person.name for each in shown.players if each.entry.pk == pk)
    loss = Loss(
        title=_("Take %(name)s out") % {"name": name},
        lost=_lost_of_entry(entry),
        after=_("Whoever is in the register can be entered again, last in the order."),
        blocker=_words(removal_blocker(entry)),
        button=_("Take the player out"),
        done=_("%(name)s is taken out.") % {"name": name},
    )
    return ask_before(
        request,
        loss,
        lambda: remove_entry(pk, acting=acting_in(request)),
        about=_about(section),
        back=to("section", section.pk),
    )


def _words(blocker: str) -> str:
    return why_not(TournamentRefusal(blocker)) if blocker else ""


def _about(section: Section) -> str:
    return f"{section.tournament.name}, {section.name}"


def _lost_of_tournament(tournament: Tournament) -> tuple[str, ...]:
    found = in_tournament(tournament)
    sent = (
        _("results were sent in (version %(version)s); they do not count")
        % {"version": found.sent_version}
        if found.sent_version
        else _("no results have been sent in")
    )
    results = (_results(found.results),) if found.results else ()
    return (_entries(found.entries), *results, sent)


def _lost_of_section(section: Section) -> tuple[str, ...]:
    found = in_section(section)
    lines = [_entries(found.entries)]
    if found.estimates:
        lines.append(
            ngettext(
                "%(n)s FIDE rating or estimate that was written",
                "%(n)s FIDE ratings or estimates that were written",
                found.estimates,
            )
            % {"n": found.estimates}
        )
    if found.cards:
        lines.append(
            ngettext(
                "%(n)s card of the register that was made with an entry, unless the"
                " player is a member of a club or plays elsewhere",
                "%(n)s cards of the register that were made with the entries, unless"
                " the players are members of a club or play elsewhere",
                found.cards,
            )
            % {"n": found.cards}
        )
    return tuple(lines)


def _lost_of_entry(entry: Entry) -> tuple[str, ...]:
    lines = [_("the entry, with number %(n)s") % {"n": entry.pairing_number}]
    if entry.outside_rating is not None:
        lines.append(_("the FIDE rating or estimate that was written for the player"))
    if entry.made_card:
        lines.append(
            _(
                "the player’s card in the register, which was made with the entry, unless"
                " the player is a member of a club or plays elsewhere"
            )
        )
    return tuple(lines)


def _entries(count: int) -> str:
    return ngettext("%(n)s entry", "%(n)s entries", count) % {"n": count}


def _results(count: int) -> str:
    return ngettext(
        "%(n)s result that was entered", "%(n)s results that were entered", count
    ) % {"n": count}


def _boards(count: int) -> str:
    return ngettext(
        "%(n)s board that is paired", "%(n)s boards that are paired", count
    ) % {"n": count}
