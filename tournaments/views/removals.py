"""What was removed by mistake is put back by one click."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from federation.requests import OfficeRequest
from ratings.pages.views.acting import acting_in
from tournaments.domain.removals.putting_back import put_back
from tournaments.models import Removal
from tournaments.views.doors import organised, perform_with_message, to


@login_required
@require_POST
def restore(request: OfficeRequest, pk: int) -> HttpResponse:
    """Put back a section or an entry."""
    removal = get_object_or_404(Removal, pk=pk)
    organised(request, removal.tournament_id)
    is_entry = removal.section_id is not None
    done = perform_with_message(
        request,
        lambda: put_back(pk, acting=acting_in(request)),
        _("The player is entered again.")
        if is_entry
        else _("The section is there again, with its entries."),
    )
    if is_entry and done:
        return to("section", removal.section_id)
    return to("tournament", removal.tournament_id)
