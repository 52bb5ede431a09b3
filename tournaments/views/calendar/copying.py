"""Copy last year's tournament to a draft of the next one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
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

    twin = None
    if form.is_bound and form.is_valid() and "another" not in request.POST:
        data = form.cleaned_data
        club_id, district_id = tournament.organiser_id, tournament.district_id
        twin = find_same_tournament(
            data["name"], data["first_day"], club_id, district_id
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
