"""Copy last year's tournament to a draft of the next one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.signing import acting_in
from tournaments.domain.calendar.copying import copy_tournament
from tournaments.domain.planning.tournaments import find_same_tournament
from tournaments.forms.calendar.copying import CopyForm
from tournaments.models import Tournament
from tournaments.views.access import organised_tournament, redirect_to
from tournaments.views.planning.planning import perform_if_valid


@login_required
@reads_and_writes
def copy(request: OfficeRequest, pk: int) -> HttpResponse:
    tournament = organised_tournament(request, pk)
    form = CopyForm(
        request.POST or None, initial=CopyForm.initial_of(tournament, request.today)
    )

    def act() -> Tournament:
        return copy_tournament(pk, **form.cleaned_data, acting=acting_in(request))

    with transaction.atomic():
        twin = (
            _already_copied(tournament, form) if "another" not in request.POST else None
        )
        made = perform_if_valid(form, act) if twin is None else None
    if made is not None:
        messages.success(
            request, _("The tournament is in preparation. So far only you can see it.")
        )
        return redirect_to("tournament", made.pk)
    sections = list(tournament.sections.in_order().select_related("league"))
    context = {"form": form, "tournament": tournament, "copied": sections, "twin": twin}
    return render(request, "tournaments/calendar/copy.html", context)


def _already_copied(tournament: Tournament, form: CopyForm) -> Tournament | None:
    """Return the tournament that an earlier sending of this form created."""
    if not form.is_bound or not form.is_valid():
        return None
    return find_same_tournament(
        form.cleaned_data["name"],
        form.cleaned_data["first_day"],
        tournament.organiser_id,
        tournament.district_id,
    )
