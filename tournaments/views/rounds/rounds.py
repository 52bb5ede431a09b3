"""The public page of a round with the reasons of its pairings."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from federation.shared_pages.declared import shared
from tournaments.queries.spectators.next_publication import next_publication
from tournaments.views.spectators.fresh import render_first
from tournaments.views.spectators.live import boards_part
from tournaments.views.spectators.parts import open_section, round_part


@shared(moves_at=next_publication)
@require_safe
def round_page(request: OfficeRequest, pk: int, number: int) -> HttpResponse:
    """Show the boards of a round with their results and the reasons of the pairings."""
    live = render_first(request, boards_part(pk, number))
    context = round_part(request, open_section(request, pk), number)
    return render(request, "tournaments/rounds/round.html", {**context, "live": live})
