"""The organiser makes a section a league, enters its teams, and starts it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in
from tournaments.domain.checks.thinking_time import planned_too_short
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.starting import default_dates
from tournaments.domain.teams import leagues
from tournaments.domain.teams.leagues import (
    FEWEST_TEAMS,
    add_team,
    change_team,
    remove_team,
    schedule_of,
    set_league,
)
from tournaments.forms.playing import RoundDatesForm
from tournaments.forms.teams import LeagueForm, TeamForm
from tournaments.models import League, Section, Team
from tournaments.queries.removals import removed_from_section
from tournaments.queries.teams.captains import captains, clubs
from tournaments.views.access import organised_section, redirect_to
from tournaments.views.confirming import LossNotice, perform_if_confirmed
from tournaments.views.planning.planning import perform_if_valid
from tournaments.views.planning.starting import days_by_rule
from tournaments.views.teams.access import league_of, organised_team


@login_required
@reads_and_writes
def teams(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the teams of a section with a form for one more; before there is a league,
    the rules of its matches.
    """
    section = organised_section(request, pk)
    if league_of(section) is None:
        return _rules(request, section, None)
    if request.method == "POST" and section.started_at:
        messages.error(request, refusal_words(TournamentRefusal("started")))
        return redirect_to("teams", pk)
    form = _team_form(request)

    def act() -> Team:
        return add_team(pk, form.draft, acting=acting_in(request))

    if perform_if_valid(form, act) is not None:
        return redirect_to("teams", pk)
    rows = section.teams.select_related("club", "captain").order_by("number")
    context = {
        "section": section,
        "tournament": section.tournament,
        "too_short": planned_too_short(section.tournament),
        "teams": rows,
        "removals": removed_from_section(
            section, request.actor, request.today, timezone.now()
        ),
    }
    return render(
        request,
        "tournaments/teams/teams.html",
        context | {"form": form, "can_start": rows.count() >= FEWEST_TEAMS},
    )


@login_required
@reads_and_writes
def league_rules(request: OfficeRequest, pk: int) -> HttpResponse:
    """Set the boards, colours and points of the matches."""
    section = organised_section(request, pk)
    return _rules(request, section, league_of(section))


@login_required
@reads_and_writes
def stop_league(request: OfficeRequest, pk: int) -> HttpResponse:
    section = organised_section(request, pk)
    blocker = refusal_words(TournamentRefusal("started")) if section.started_at else ""
    loss = LossNotice(
        title=_("Play without teams"),
        lost=tuple(section.teams.order_by("number").values_list("name", flat=True)),
        after=_(
            "The section stays, for single players. The teams can be put back until the"
            " start, for 30 days."
        ),
        is_kept=True,
        blocker=blocker,
        button=_("Remove the teams"),
        done=_("The section is played by single players."),
    )
    return perform_if_confirmed(
        request,
        loss,
        lambda: leagues.stop_league(pk, acting=acting_in(request)),
        about=section.name,
        back=redirect_to("section", pk),
    )


@login_required
@reads_and_writes
def team(request: OfficeRequest, pk: int) -> HttpResponse:
    found = organised_team(request, pk)
    form = _team_form(request, found)

    def act() -> Team:
        return change_team(pk, form.draft, acting=acting_in(request))

    if perform_if_valid(form, act) is not None:
        return redirect_to("teams", found.section_id)
    context = {"team": found, "section": found.section, "form": form}
    return render(
        request,
        "tournaments/teams/team.html",
        context | {"tournament": found.section.tournament},
    )


@login_required
@reads_and_writes
def drop_team(request: OfficeRequest, pk: int) -> HttpResponse:
    found = organised_team(request, pk)
    started = found.section.started_at
    loss = LossNotice(
        title=_("Remove the team"),
        lost=(found.name,),
        after=_("It can be put back until the start, for 30 days."),
        is_kept=True,
        blocker=refusal_words(TournamentRefusal("started")) if started else "",
        button=_("Remove the team"),
        done=_("The team has been removed."),
    )
    return perform_if_confirmed(
        request,
        loss,
        lambda: remove_team(pk, acting=acting_in(request)),
        about=found.section.name,
        back=redirect_to("teams", found.section_id),
    )


@login_required
@reads_and_writes
def start_league(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the rounds of the league with their days, and start it."""
    section = organised_section(request, pk)
    league = league_of(section)
    size = section.teams.count()
    if section.started_at or league is None or size < FEWEST_TEAMS:
        return redirect_to("league" if section.started_at else "teams", pk)
    section.rounds = len(schedule_of(league, size))
    rule, days = days_by_rule(request, section, default_dates(section))
    form = RoundDatesForm(request.POST or None, days=days)

    def act() -> Section:
        return leagues.start_league(
            pk, round_dates=form.days, acting=acting_in(request)
        )

    if perform_if_valid(form, act) is not None:
        messages.success(request, _("%(section)s has started.") % {"section": section})
        return redirect_to("league", pk)
    context = {
        "section": section,
        "tournament": section.tournament,
        "too_short": planned_too_short(section.tournament),
        "size": size,
    }
    return render(
        request,
        "tournaments/teams/start.html",
        context
        | {
            "form": form,
            "rule": rule,
            "too_late": any(day > section.tournament.end_date for day in days),
        },
    )


def _rules(
    request: OfficeRequest, section: Section, league: League | None
) -> HttpResponse:
    form = LeagueForm(request.POST or None, initial=LeagueForm.initial_of(league))

    def act() -> League:
        return set_league(section.pk, form.draft, acting=acting_in(request))

    if perform_if_valid(form, act) is not None:
        return redirect_to("teams", section.pk)
    context = {"section": section, "tournament": section.tournament, "form": form}
    return render(request, "tournaments/teams/rules.html", context | {"league": league})


def _team_form(request: OfficeRequest, found: Team | None = None) -> TeamForm:
    return TeamForm(
        request.POST or None,
        clubs=clubs(),
        captains=captains(request.today),
        initial=TeamForm.initial_of(found) if found else {},
    )
