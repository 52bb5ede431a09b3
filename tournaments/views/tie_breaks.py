"""The working of a player's tie-breaks, and the drawing of lots."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.requests import OfficeRequest
from federation.views.refusals import perform
from federation.views.signing import acting_in
from ratings.people.queries.names import read_people
from tournaments.domain.lots import draw_section_lots
from tournaments.models import Entry
from tournaments.queries.section_results import SectionResults, read_results_of
from tournaments.queries.standings.words import RULE_SET_NAMES
from tournaments.queries.standings.working import shown_working
from tournaments.rules.tiebreaks.lots import lot_of
from tournaments.rules.tiebreaks.rule_sets import name_of_list
from tournaments.views.access import (
    may_organise,
    open_tournament,
    organised_section,
    redirect_to,
    set_rating_format_of,
)


@dataclass(frozen=True, slots=True)
class DrawnLot:
    """A line of the drawing; anyone can compute its hash again."""

    number: int
    name: str
    hashed: str


@require_safe
def tie_breaks(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the working of every tie-break of one player, for everyone."""
    entry = get_object_or_404(Entry.objects.select_related("section"), pk=pk)
    section = entry.section
    tournament = open_tournament(request, section.tournament_id)
    set_rating_format_of(tournament, request.today)
    if section.started_at is None:
        raise Http404
    published_at = None if may_organise(request.actor, tournament) else timezone.now()
    after = _after(request, section.rounds)
    (results,) = read_results_of([section], published_at, after)
    persons = read_people(
        (e.player_id for e in results.entries), request.actor, request.today
    )
    standing = next(row for row in results.standings if row.entry == entry.pk)
    return render(
        request,
        "tournaments/tie_breaks.html",
        {
            "tournament": tournament,
            "section": section,
            "entry": entry,
            "after": after,
            "person": persons[entry.player_id],
            "standing": standing,
            "rules": RULE_SET_NAMES[
                name_of_list(section.tie_breaks, results.in_rules.kind)
            ],
            "workings": shown_working(results, standing, persons),
            "lots": _lots(
                results, {pk: person.distinct_name for pk, person in persons.items()}
            ),
        },
    )


def _lots(results: SectionResults, names: dict[int, str]) -> list[DrawnLot]:
    return [
        DrawnLot(
            results.entry[pk].pairing_number,
            names[results.entry[pk].player_id],
            lot_of(results.section.lots_seed, results.entry[pk].pairing_number)[:16],
        )
        for pk in results.record.lots
    ]


@login_required
@require_POST
def draw_lots(request: OfficeRequest, pk: int) -> HttpResponse:
    """Draw the lots of a section that is over."""
    section = organised_section(request, pk)
    perform(
        request,
        lambda: draw_section_lots(pk, acting=acting_in(request)),
        _("The lots are drawn. How they fell is shown with each player’s tie-breaks."),
    )
    return redirect_to("tournament", section.tournament_id)


def _after(request: OfficeRequest, rounds: int) -> int | None:
    """Return the round after which tie-breaks are requested; None for the current ones."""
    typed = request.GET.get("after", "")[:3]
    if typed.isdecimal() and 1 <= int(typed) <= rounds:
        return int(typed)
    return None
