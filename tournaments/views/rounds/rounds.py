"""The public page of a round with the reasons of its pairings, and the printed pages of
a section: for the wall, for the boards, for the arbiter's table.
"""

from collections.abc import Sequence

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from federation.shared_pages.declared import shared
from tournaments.queries.reports import newest_report
from tournaments.queries.spectators.next_publication import next_publication
from tournaments.views.spectators.fresh import render_first
from tournaments.views.spectators.live import boards_part
from tournaments.views.spectators.parts import (
    corrected_games,
    open_section,
    published_section,
    round_of,
    round_part,
)

OF_A_ROUND = ("pairings", "cards", "slips")
OF_A_SECTION = ("standings", "start-list")


@shared(moves_at=next_publication)
@require_safe
def round_page(request: OfficeRequest, pk: int, number: int) -> HttpResponse:
    """Show the boards of a round with their results and the reasons of the pairings."""
    live = render_first(request, boards_part(pk, number))
    facts = round_part(request, open_section(request, pk), number)
    return render(request, "tournaments/rounds/round.html", {**facts, "live": live})


@require_safe
def printed(
    request: OfficeRequest, pk: int, what: str, number: int | None = None
) -> HttpResponse:
    """Show a page for printing."""
    known: Sequence[str] = OF_A_SECTION if number is None else OF_A_ROUND
    if what not in known:
        raise Http404
    section = open_section(request, pk)
    shown = published_section(request, section)
    report = newest_report(section.tournament_id) if what == "standings" else None
    return render(
        request,
        f"tournaments/prints/{what.replace('-', '_')}.html",
        {
            "section": section,
            "tournament": section.tournament,
            "shown": shown,
            "report": report,
            "corrections": corrected_games(request, report),
            "current": None if number is None else round_of(shown, number),
        },
    )
