"""The answers of the district and the federation to an application."""

from collections.abc import Callable, Mapping
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from federation.requests import OfficeRequest
from federation.views.refusals import perform, show_unsent
from federation.views.signing import acting_in
from tournaments.domain.sanctions.deciding import (
    endorse_application,
    refuse_application,
    return_application,
    sanction_tournament,
)
from tournaments.forms.sanctions.sanctions import SanctionAnswerForm
from tournaments.models import Sanction, Tournament
from tournaments.views.access import redirect_to
from tournaments.views.sanctions.access import (
    tournament_for_district,
    tournament_for_federation,
)
from tournaments.views.sanctions.applying import sanction_context

Acts = Mapping[str, tuple[Callable[..., Sanction], Promise]]
RETURNED = _("The application has been returned, and the organiser has been notified.")
OF_DISTRICT: Acts = {
    "endorse": (
        endorse_application,
        _("Endorsed. The application is now with the federation."),
    ),
    "return": (partial(return_application, of_district=True), RETURNED),
}
OF_FEDERATION: Acts = {
    "sanction": (
        sanction_tournament,
        _("The tournament is sanctioned, and the organiser has been notified."),
    ),
    "return": (partial(return_application, of_district=False), RETURNED),
    "refuse": (
        refuse_application,
        _("The sanction has been refused, and the organiser has been notified."),
    ),
}
NEEDS_REASON = ("return", "refuse")
REASONS = ("reason", "internal_reason")


@login_required
@require_POST
def endorse_sanction(request: OfficeRequest, pk: int) -> HttpResponse:
    """Store the district's answer."""
    return _answer(request, tournament_for_district(request, pk), OF_DISTRICT)


@login_required
@require_POST
def decide_sanction(request: OfficeRequest, pk: int) -> HttpResponse:
    """Store the federation's answer."""
    return _answer(request, tournament_for_federation(request, pk), OF_FEDERATION)


def _answer(request: OfficeRequest, tournament: Tournament, acts: Acts) -> HttpResponse:
    act, message = acts.get(request.POST.get("act", ""), (None, None))
    if act is None:
        messages.error(request, _("Choose one of the answers."))
        return redirect_to("sanction", tournament.pk)
    form = SanctionAnswerForm(request.POST)
    if request.POST["act"] in NEEDS_REASON:
        form.fields["reason"].required = True
        form.fields["reason"].error_messages["required"] = _("Give a reason.")
    if not form.is_valid():
        return _show_again(request, tournament, form)
    done = perform(
        request,
        lambda: act(tournament.pk, form.answer, acting=acting_in(request)),
        str(message),
    )
    written = {name: form.cleaned_data[name] for name in REASONS}
    if not done and any(written.values()):
        return _show_as_it_is_now(request, tournament, written)
    return redirect_to("sanction", tournament.pk)


def _show_again(
    request: OfficeRequest, tournament: Tournament, form: SanctionAnswerForm
) -> HttpResponse:
    """Show the page again with errors beside their fields; the user's input is kept."""
    context = sanction_context(request, tournament) | {"form": form}
    return render(request, "tournaments/sanctions/sanction.html", context, status=422)


def _show_as_it_is_now(
    request: OfficeRequest, tournament: Tournament, written: dict[str, str]
) -> HttpResponse:
    """Show the application as it is after a refused answer, with the reasons that the
    user wrote: in the form, if it can still be answered.
    """
    context = sanction_context(request, tournament)
    form = context.get("form")
    is_open = context.get("can_endorse") or context.get("can_decide")
    if is_open and isinstance(form, SanctionAnswerForm):
        form.initial = {**form.initial, **written}
    else:
        show_unsent(request, *written.values())
    return render(request, "tournaments/sanctions/sanction.html", context, status=409)
