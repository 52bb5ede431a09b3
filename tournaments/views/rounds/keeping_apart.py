"""Players of a section who are not to meet."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import perform
from federation.views.signing import acting_in
from tournaments.domain.rounds.keeping_apart import allow_meeting, keep_apart
from tournaments.enums import SectionFormat
from tournaments.forms.keeping_apart import KeepApartForm
from tournaments.models import KeptApart
from tournaments.queries.section_shown import shown_section
from tournaments.views.access import organised_section, redirect_to
from tournaments.views.planning.planning import perform_if_valid


@login_required
@reads_and_writes
def kept_apart(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the players who are kept apart, and a form for two more."""
    section = organised_section(request, pk)
    if section.format != SectionFormat.BOARDS:
        return redirect_to("section", pk)
    shown = shown_section(section, request.actor, request.today)
    players = {player.entry.pk: player for player in shown.players}
    names = [(pk, f"{p.number}. {p.person.distinct_name}") for pk, p in players.items()]
    form = KeepApartForm(request.POST or None, players=names)

    def act() -> KeptApart:
        data = form.cleaned_data
        return keep_apart(
            pk,
            (data["one"], data["other"]),
            is_strict=form.is_strict,
            reason=data["reason"],
            acting=acting_in(request),
        )

    if perform_if_valid(form, act) is not None:
        messages.success(request, _("The two are kept apart."))
        return redirect_to("kept_apart", pk)
    rows = [
        (each, players[each.one_id], players[each.other_id])
        for each in section.kept_apart.order_by("pk")
    ]
    context = {
        "form": form,
        "section": section,
        "tournament": section.tournament,
        "rows": rows,
    }
    return render(request, "tournaments/rounds/kept_apart.html", context)


@login_required
@require_POST
def let_meet(request: OfficeRequest, pk: int, kept: int) -> HttpResponse:
    organised_section(request, pk)
    perform(
        request,
        lambda: allow_meeting(pk, kept, acting=acting_in(request)),
        _("The two may meet."),
    )
    return redirect_to("kept_apart", pk)
