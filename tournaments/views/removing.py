"""Cancelling a tournament, removing a section or an entry, undoing a start: each asks
for confirmation first.
"""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import perform, refusal_words
from federation.views.signing import acting_in
from tournaments.domain import starting
from tournaments.domain.entry_requests.leaving import removal_blocker, remove_entry
from tournaments.domain.planning import cancelling
from tournaments.domain.planning.cancelling import cancel_blocker, cancel_tournament
from tournaments.domain.planning.sections import remove_section
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.starting import undo_start_blocker
from tournaments.models import Entry, Section, Tournament
from tournaments.queries.removing import (
    SectionContents,
    section_contents,
    tournament_contents,
    typed_ratings,
)
from tournaments.queries.section_shown import shown_section
from tournaments.views.access import (
    is_public,
    organised_entry,
    organised_section,
    organised_tournament,
    redirect_to,
)
from tournaments.views.confirming import LossNotice, perform_if_confirmed


@login_required
@reads_and_writes
def cancel(request: OfficeRequest, pk: int) -> HttpResponse:
    tournament = organised_tournament(request, pk)
    is_seen = is_public(tournament)
    loss = LossNotice(
        title=_("Cancel the tournament") if is_seen else _("Delete the draft"),
        lost=_lost_of_tournament(tournament),
        comes_back=is_seen,
        is_kept=not is_seen,
        after=_(
            "Everybody can see that the tournament is cancelled. Nothing is deleted: "
            "it can be resumed on its page."
        )
        if is_seen
        else _(
            "It is not shown on the public pages. It can be put back for 30 days, and "
            "until its last day, under “Waiting for you”."
        ),
        blocker=_blocker_in_words(cancel_blocker(tournament)),
        button=_("Cancel the tournament") if is_seen else _("Delete the draft"),
        done=_("The tournament is cancelled. It can be resumed here.")
        if is_seen
        else _("The draft is deleted. It can be put back here."),
        needs_tick=True,
    )
    return perform_if_confirmed(
        request,
        loss,
        lambda: cancel_tournament(pk, acting=acting_in(request)),
        about=tournament.name,
        back=redirect_to("tournament", pk),
    )


@login_required
@require_POST
def take_up_again(request: OfficeRequest, pk: int) -> HttpResponse:
    tournament = organised_tournament(request, pk)
    perform(
        request,
        lambda: cancelling.take_up_again(pk, acting=acting_in(request)),
        _("The tournament is resumed, as it was before it was cancelled.")
        if is_public(tournament)
        else _("The draft is back, as it was before it was deleted."),
    )
    return redirect_to("tournament", pk)


@login_required
@reads_and_writes
def drop_section(request: OfficeRequest, pk: int) -> HttpResponse:
    section = organised_section(request, pk)
    loss = LossNotice(
        title=_("Remove the section"),
        lost=_lost_of_section(section),
        is_kept=True,
        after=_(
            "It can be put back for 30 days, on the tournament’s page. Other players "
            "stay in the register."
        ),
        blocker=_blocker_in_words("started" if section.started_at else ""),
        button=_("Remove the section"),
        done=_("%(section)s has been removed. It can be put back here for 30 days.")
        % {"section": section.name},
        needs_tick=True,
    )
    return perform_if_confirmed(
        request,
        loss,
        lambda: remove_section(pk, acting=acting_in(request)),
        about=_about(section),
        back=redirect_to("section", pk),
        then=redirect_to("tournament", section.tournament_id),
    )


@login_required
@reads_and_writes
def undo_start(request: OfficeRequest, pk: int) -> HttpResponse:
    """Undo the start of a section."""
    section = organised_section(request, pk)
    found = section_contents(section)
    loss = LossNotice(
        title=_("Take back the start"),
        lost=_lost_with_the_start(found),
        after=_after_the_start(found),
        blocker=_blocker_in_words(undo_start_blocker(section)),
        button=_("Take back the start"),
        done=_("The start is taken back. The teams are still entered.")
        if found.matches
        else _("The start is taken back. The players are still entered."),
    )
    return perform_if_confirmed(
        request,
        loss,
        lambda: starting.undo_start(pk, acting=acting_in(request)),
        about=_about(section),
        back=redirect_to("section", pk),
    )


@login_required
@reads_and_writes
def drop_entry(request: OfficeRequest, pk: int) -> HttpResponse:
    """Remove one player from a section."""
    entry = organised_entry(request, pk)
    section = entry.section
    shown = shown_section(section, request.actor, request.today)
    name = next(
        each.person.distinct_name for each in shown.players if each.entry.pk == pk
    )
    loss = LossNotice(
        title=_("Remove %(name)s") % {"name": name},
        lost=_lost_of_entry(entry),
        is_kept=True,
        after=_("The player can be put back for 30 days, on the page of the section."),
        blocker=_blocker_in_words(removal_blocker(entry)),
        button=_("Remove the player"),
        done=_("%(name)s has been removed, and can be put back here for 30 days.")
        % {"name": name},
    )
    return perform_if_confirmed(
        request,
        loss,
        lambda: remove_entry(pk, acting=acting_in(request)),
        about=_about(section),
        back=redirect_to("section", section.pk),
    )


def _blocker_in_words(blocker: str) -> str:
    return refusal_words(TournamentRefusal(blocker)) if blocker else ""


def _about(section: Section) -> str:
    return f"{section.tournament.name}, {section.name}"


def _lost_of_tournament(tournament: Tournament) -> tuple[str, ...]:
    found = tournament_contents(tournament)
    lines = [_entries(found.entries)] if found.entries else []
    if found.results:
        lines.append(_results(found.results))
    if found.sent_version:
        lines.append(
            _("results were sent in (version %(version)s); they do not count")
            % {"version": found.sent_version}
        )
    return tuple(lines)


def _lost_of_section(section: Section) -> tuple[str, ...]:
    found = section_contents(section)
    lines = [_entries(found.entries)] if found.entries else []
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
                "%(n)s register card that was created with an entry, with the "
                "membership that was created with it, unless something else depends "
                "on it",
                "%(n)s register cards that were created with the entries, with the "
                "memberships that were created with them, unless something else "
                "depends on them",
                found.cards,
            )
            % {"n": found.cards}
        )
    return tuple(lines)


def _lost_of_entry(entry: Entry) -> tuple[str, ...]:
    lines = [_("the entry, with number %(n)s") % {"n": entry.pairing_number}]
    if typed_ratings([entry]):
        lines.append(_("the FIDE rating or estimate that was written for the player"))
    if entry.made_card:
        lines.append(
            _(
                "the player’s card in the register, which was made with the entry, "
                "with the membership that was made with it, unless something else "
                "depends on it"
            )
        )
    return tuple(lines)


def _entries(count: int) -> str:
    return ngettext("%(n)s entry", "%(n)s entries", count) % {"n": count}


def _results(count: int) -> str:
    return ngettext(
        "%(n)s result that was entered", "%(n)s results that were entered", count
    ) % {"n": count}


def _lost_with_the_start(found: SectionContents) -> tuple[str, ...]:
    days = _("the days of the rounds, as they were set")
    if found.matches:
        line_ups = ngettext(
            "%(n)s line-up that a captain has handed in",
            "%(n)s line-ups that captains have handed in",
            found.line_ups,
        ) % {"n": found.line_ups}
        matches = ngettext("%(n)s match", "%(n)s matches", found.matches)
        given = (line_ups,) if found.line_ups else ()
        return (matches % {"n": found.matches}, *given, days)
    recorded = _("the ratings and classes that were recorded at the start")
    return (_boards(found.boards), days, recorded)


def _after_the_start(found: SectionContents) -> str:
    stays = (
        _(
            "The teams stay entered, with their numbers. When the section starts "
            "again, the matches are drawn again."
        )
        if found.matches
        else _(
            "The players stay entered, with their numbers. When the section starts "
            "again, the rounds are drawn again."
        )
    )
    if not found.declined:
        return stays
    again = ngettext(
        "%(n)s player who was declined at the start will be waiting again, and will "
        "get a letter about it.",
        "%(n)s players who were declined at the start will be waiting again in their "
        "order, and will get a letter about it.",
        found.declined,
    )
    return f"{stays} {again % {'n': found.declined}}"


def _boards(count: int) -> str:
    return ngettext(
        "%(n)s board that is paired", "%(n)s boards that are paired", count
    ) % {"n": count}
