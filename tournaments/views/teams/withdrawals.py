"""A team withdraws from a league, or plays on after all."""

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
from tournaments.domain.teams.withdrawals import readmit_team, withdraw_team
from tournaments.forms.teams import TeamWithdrawalForm
from tournaments.models import Team
from tournaments.queries.teams.leagues import MatchesOfTeam, matches_of_team
from tournaments.rules.teams.withdrawals import is_too_early
from tournaments.views.access import redirect_to
from tournaments.views.planning.planning import perform_if_valid
from tournaments.views.teams.access import organised_team


@login_required
@reads_and_writes
def withdraw(request: OfficeRequest, pk: int) -> HttpResponse:
    """Ask how the team's matches count, and let it withdraw."""
    found = organised_team(request, pk)
    if found.withdrawn_at or not found.section.started_at:
        return redirect_to("teams", found.section_id)
    matches = matches_of_team(found)
    form = TeamWithdrawalForm(request.POST or None, initial=_by_rule(matches))

    def act() -> Team:
        data = form.cleaned_data
        return withdraw_team(
            pk, data["reason"], strikes=data["strikes"], acting=acting_in(request)
        )

    if perform_if_valid(form, act) is not None:
        messages.success(
            request,
            _("%(team)s has withdrawn. The captains are notified.")
            % {"team": found.name},
        )
        return redirect_to("teams", found.section_id)
    context = {"team": found, "section": found.section, "form": form}
    return render(
        request,
        "tournaments/teams/withdraw.html",
        context | {"tournament": found.section.tournament, "matches": matches},
    )


@login_required
@require_POST
def readmit(request: OfficeRequest, pk: int) -> HttpResponse:
    found = organised_team(request, pk)
    perform(
        request,
        lambda: readmit_team(pk, acting=acting_in(request)),
        _("%(team)s plays on. The captains are notified.") % {"team": found.name},
    )
    return redirect_to("teams", found.section_id)


def _by_rule(matches: MatchesOfTeam) -> dict[str, str]:
    is_early = is_too_early(matches.confirmed, matches.scheduled)
    return {"strikes": "yes" if is_early else "no"}
