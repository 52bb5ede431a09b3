"""Put back with one click what was removed by mistake."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from federation.requests import OfficeRequest
from federation.views.refusals import perform
from federation.views.signing import acting_in
from tournaments.domain.removals import putting_back
from tournaments.domain.teams.putting_back import put_back_teams
from tournaments.models import Entry, League, Removal
from tournaments.views.access import organised_tournament, redirect_to


@login_required
@require_POST
def put_back(request: OfficeRequest, pk: int) -> HttpResponse:
    """Put back a section, an entry or teams."""
    removal = get_object_or_404(Removal, pk=pk)
    organised_tournament(request, removal.tournament_id)
    back = put_back_teams if _is_of_teams(removal) else putting_back.put_back
    done = perform(
        request, lambda: back(pk, acting=acting_in(request)), _success_message(removal)
    )
    if removal.section_id and done:
        return redirect_to("section", removal.section_id)
    return redirect_to("tournament", removal.tournament_id)


def _is_of_teams(removal: Removal) -> bool:
    return bool(removal.section_id) and not removal.rows_of(Entry)


def _success_message(removal: Removal) -> str:
    if removal.section_id is None:
        return _("The section is back, with its entries.")
    if not _is_of_teams(removal):
        return _("The player is entered again.")
    if removal.rows_of(League):
        return _("The section is played by teams again.")
    return _("The team is entered again.")
