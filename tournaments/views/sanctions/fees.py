"""The sanction fee: its terms, the invoice, and the note that it is paid."""

from datetime import timedelta
from decimal import Decimal, InvalidOperation

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import perform
from federation.views.signing import acting_in
from tournaments.domain.sanctions.fees import note_payment, set_terms, take_back_payment
from tournaments.forms.sanctions.sanctions import TermsForm
from tournaments.models import SanctionTerms
from tournaments.queries.sanctions.invoices import invoice_of
from tournaments.queries.sanctions.shown import sanction_of
from tournaments.views.access import redirect_to
from tournaments.views.planning.planning import perform_if_valid
from tournaments.views.sanctions.access import (
    tournament_for_federation,
    tournament_for_involved,
)

A_DAY = timedelta(days=1)


@login_required
@reads_and_writes
def sanction_terms(request: OfficeRequest) -> HttpResponse:
    """Show the terms that the board has decided, and set new ones from a day on."""
    allow(request.actor, Permission.SET_SANCTION_TERMS)
    form = TermsForm(request.POST or None, initial={"from_date": request.today + A_DAY})
    if perform_if_valid(form, lambda: set_terms(form.draft, acting=acting_in(request))):
        messages.success(request, _("The terms are set."))
        return redirect_to("sanction_terms")
    rows = SanctionTerms.objects.select_related("set_by").order_by("-from_date", "-pk")
    context = {
        "form": form,
        "rows": rows,
        "holds": SanctionTerms.objects.on(request.today),
    }
    return render(request, "tournaments/sanctions/terms.html", context)


@login_required
@require_safe
def invoice(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the invoice for printing."""
    tournament = tournament_for_involved(request, pk)
    shown = sanction_of(tournament)
    found = invoice_of(shown.sanction) if shown else None
    if found is None:
        raise Http404
    context = {"tournament": tournament, "invoice": found, "sanction": found.sanction}
    return render(request, "tournaments/sanctions/invoice.html", context)


@login_required
@require_POST
def sanction_paid(request: OfficeRequest, pk: int) -> HttpResponse:
    tournament_for_federation(request, pk)
    amount = _sum(request.POST.get("amount", ""))
    perform(
        request,
        lambda: note_payment(pk, amount, acting=acting_in(request)),
        _("Noted as paid. The note can be taken back here."),
    )
    return redirect_to("sanction", pk)


def _sum(text: str) -> Decimal:
    """Return the sum that the page sent; for anything else a negative sum, which is
    never due.
    """
    try:
        amount = Decimal(text)
    except InvalidOperation:
        return Decimal(-1)
    return amount if amount.is_finite() else Decimal(-1)


@login_required
@require_POST
def sanction_not_paid(request: OfficeRequest, pk: int) -> HttpResponse:
    """Remove the note that the fee is paid."""
    tournament_for_federation(request, pk)
    perform(
        request,
        lambda: take_back_payment(pk, acting=acting_in(request)),
        _("The note of the payment has been removed."),
    )
    return redirect_to("sanction", pk)
