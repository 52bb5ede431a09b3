"""The organiser's side of a sanction: apply, withdraw the application, apply again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.permissions import Permission, may
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import perform, refusal_words
from federation.views.signing import acting_in, signer
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.sanctions.applying import (
    apply_for_sanction,
    renew_application,
    withdraw_application,
    withdrawal_blocker,
)
from tournaments.domain.sanctions.deciding import is_own_application
from tournaments.enums import TournamentState
from tournaments.forms.sanctions.sanctions import ApplicationForm, SanctionAnswerForm
from tournaments.models import Sanction, SanctionSection, Tournament
from tournaments.queries.sanctions.invoices import invoice_of
from tournaments.queries.sanctions.shown import SanctionShown, fee_on, sanction_of
from tournaments.rules.sanctions.application import LEAST_MINUTES
from tournaments.views.access import may_organise, organised_tournament, redirect_to
from tournaments.views.confirming import LossNotice, perform_if_confirmed
from tournaments.views.planning.planning import perform_if_valid
from tournaments.views.sanctions.access import tournament_for_involved

OPEN = (TournamentState.DRAFT, TournamentState.RUNNING)


@login_required
@require_safe
def sanction(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the state of the application, and what the reader can do about it."""
    tournament = tournament_for_involved(request, pk)
    context = sanction_context(request, tournament)
    return render(request, "tournaments/sanctions/sanction.html", context)


def sanction_context(
    request: OfficeRequest, tournament: Tournament
) -> dict[str, object]:
    """Return the context of the page: the application, and what the reader may do."""
    shown = sanction_of(tournament)
    return {
        "tournament": tournament,
        "shown": shown,
        "runs": may_organise(request.actor, tournament),
        "is_open": tournament.state in OPEN,
        "may_withdraw": shown is not None and not withdrawal_blocker(shown.sanction),
        "invoice": invoice_of(shown.sanction) if shown else None,
        **_answers_of(request, shown),
    }


def _answers_of(
    request: OfficeRequest, shown: SanctionShown | None
) -> dict[str, object]:
    """Return which answers the reader may give, and the form for them."""
    if shown is None:
        return {}
    row = shown.sanction
    undecided = row.waits_for_district or row.waits_for_federation
    is_on = row.tournament.state != TournamentState.CANCELLED
    endorses = may(
        request.actor,
        Permission.ENDORSE_TOURNAMENTS,
        district_id=row.tournament.district_id,
    )
    decides = may(request.actor, Permission.SANCTION_TOURNAMENTS)
    can_endorse = endorses and is_on and row.waits_for_district
    can_decide = decides and is_on and row.waits_for_federation
    own = (can_endorse or can_decide) and is_own_application(row, signer(request))
    return {
        "can_endorse": can_endorse,
        "can_decide": can_decide,
        "own": refusal_words(TournamentRefusal("own_application")) if own else "",
        "reads_internal": endorses or decides,
        "keeps_fees": decides,
        "fee": fee_on(row.tournament) if undecided else None,
        "form": SanctionAnswerForm(initial={"seen": row.version}),
    }


@login_required
@reads_and_writes
def apply_sanction(request: OfficeRequest, pk: int) -> HttpResponse:
    tournament = organised_tournament(request, pk)
    before = Sanction.objects.filter(tournament=pk).first()
    form = ApplicationForm(
        request.POST or None,
        sections=list(tournament.sections.in_order()),
        initial=ApplicationForm.initial_of(before),
    )

    def act() -> Sanction:
        return apply_for_sanction(pk, form.application, acting=acting_in(request))

    made = perform_if_valid(form, act)
    if made is not None:
        messages.success(request, _message_about(made))
        return redirect_to("sanction", pk)
    context = {
        "form": form,
        "tournament": tournament,
        "before": before,
        "fee": fee_on(tournament),
        "is_too_short": tournament.minutes < LEAST_MINUTES,
    }
    return render(request, "tournaments/sanctions/apply.html", context)


def _message_about(made: Sanction) -> str:
    if made.waits_for_district:
        return _("The application has been sent. The district endorses it first.")
    return _("The application has been sent to the federation.")


@login_required
@reads_and_writes
def withdraw_sanction(request: OfficeRequest, pk: int) -> HttpResponse:
    """Withdraw the application."""
    tournament = organised_tournament(request, pk)
    row = Sanction.objects.filter(tournament=pk).first()
    lost = [_("the application, as far as it has come")]
    if row is not None and row.endorsed_at:
        lost.append(_("the district’s endorsement"))
    if row is not None and row.state == "sanctioned":
        lost.append(_("the sanction: nobody moves between classes"))
    blocker = withdrawal_blocker(row)
    loss = LossNotice(
        title=_("Take back the application"),
        blocker=refusal_words(TournamentRefusal(blocker)) if blocker else "",
        lost=tuple(lost),
        after=_(
            "What you wrote is kept: the application can be sent again as it was, on "
            "the page of the sanction. It is then answered again."
        ),
        button=_("Take back the application"),
        done=_("The application has been taken back. It can be sent again here."),
    )
    return perform_if_confirmed(
        request,
        loss,
        lambda: withdraw_application(pk, acting=acting_in(request)),
        about=tournament.name,
        back=redirect_to("sanction", pk),
    )


@login_required
@require_POST
def renew_sanction(request: OfficeRequest, pk: int) -> HttpResponse:
    """Send a withdrawn application again, for those of its sections that still exist."""
    organised_tournament(request, pk)
    left = SanctionSection.objects.filter(sanction__tournament=pk)
    names = left.order_by("section__number").values_list("section__name", flat=True)
    perform(
        request,
        lambda: renew_application(pk, acting=acting_in(request)),
        _("The application has been sent again, for %(sections)s.")
        % {"sections": ", ".join(names)},
    )
    return redirect_to("sanction", pk)
