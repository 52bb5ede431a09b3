"""Send the rules and conditions to the players of a tournament by a deadline."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import perform
from federation.views.signing import acting_in
from ratings.people.queries.names import read_people
from tournaments.domain.conditions import (
    note_conditions,
    recipients_of,
    send_conditions,
    take_back_conditions,
)
from tournaments.enums import DeadlineKind
from tournaments.forms.conditions import ConditionsForm, SentForm
from tournaments.models import ConditionsSent, Tournament
from tournaments.queries.deadlines import Deadline, deadlines_of
from tournaments.views.access import organised_tournament, redirect_to


@login_required
@reads_and_writes
def conditions(request: OfficeRequest, pk: int) -> HttpResponse:
    """Write to the players, and show what was sent to them and the deadline."""
    deadline = _deadline_of_conditions(request, pk)
    form = ConditionsForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        text = form.cleaned_data["text"]
        if _send(request, deadline.tournament, text):
            return redirect_to("conditions", pk)
    return _page(
        request,
        deadline,
        form=form,
        noting=SentForm(initial={"sent_date": request.today}),
    )


@login_required
@require_POST
def note(request: OfficeRequest, pk: int) -> HttpResponse:
    """Note that the conditions were sent in another way."""
    deadline = _deadline_of_conditions(request, pk)
    noting = SentForm(request.POST)
    if noting.is_valid():
        perform(
            request,
            lambda: note_conditions(
                pk,
                noting.cleaned_data["sent_date"],
                today=request.today,
                acting=acting_in(request),
            ),
            _("Noted."),
        )
        return redirect_to("conditions", pk)
    return _page(request, deadline, form=ConditionsForm(), noting=noting)


@login_required
@require_POST
def take_back(request: OfficeRequest, pk: int) -> HttpResponse:
    """Delete a sending that was noted by mistake."""
    noted = get_object_or_404(ConditionsSent, pk=pk)
    organised_tournament(request, noted.tournament_id)
    perform(
        request,
        lambda: take_back_conditions(pk, acting=acting_in(request)),
        _("Struck out."),
    )
    return redirect_to("conditions", noted.tournament_id)


def _deadline_of_conditions(request: OfficeRequest, pk: int) -> Deadline:
    """Return the deadline for sending the conditions of this tournament."""
    tournament = organised_tournament(request, pk)
    found = deadlines_of([tournament], request.today).get(pk, ())
    for deadline in found:
        if deadline.kind == DeadlineKind.CONDITIONS:
            return deadline
    raise Http404


def _send(request: OfficeRequest, tournament: Tournament, text: str) -> bool:
    count = len(recipients_of(tournament).accounts)
    message = ngettext("%(count)d letter is on its way.", "%(count)d letters are on their way.", count)  # fmt: skip
    return perform(
        request,
        lambda: send_conditions(
            tournament.pk, text, today=request.today, acting=acting_in(request)
        ),
        message % {"count": count},
    )


def _page(
    request: OfficeRequest,
    deadline: Deadline,
    *,
    form: ConditionsForm,
    noting: SentForm,
) -> HttpResponse:
    tournament = deadline.tournament
    reach = recipients_of(tournament)
    without = read_people(reach.without, request.actor, request.today)
    return render(
        request,
        "tournaments/conditions.html",
        {
            "tournament": tournament,
            "deadline": deadline,
            "form": form,
            "noting": noting,
            "reached": len(reach.accounts),
            "without": sorted(person.distinct_name for person in without.values()),
            "noted": tournament.conditions.select_related("recorded_by").order_by(
                "-sent_date", "-pk"
            ),
        },
    )
