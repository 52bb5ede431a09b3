"""Start a section, and set the days of its rounds."""

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.signing import acting_in
from tournaments.domain import starting
from tournaments.domain.checks.thinking_time import planned_too_short
from tournaments.domain.entries.composition import composition_of
from tournaments.domain.starting import (
    default_dates,
    first_date_out_of_order,
    rounds_of,
    set_round_dates,
)
from tournaments.enums import SectionPairing
from tournaments.forms.playing import RoundDatesForm
from tournaments.forms.round_days import DayRuleForm
from tournaments.models import Section
from tournaments.queries.entered import EnteredPlayer
from tournaments.queries.entries.drawn_numbers import follows_lots
from tournaments.views.access import organised_section, redirect_to
from tournaments.views.planning.entered import players_with_ratings
from tournaments.views.planning.planning import perform_if_valid

BY_STRENGTH = (SectionPairing.DUTCH_2026, SectionPairing.NORDIC)


@login_required
@reads_and_writes
def start_section(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show what will happen and the days of the rounds, and start the section."""
    section = organised_section(request, pk)
    if section.started_at:
        return redirect_to("results", pk)
    if section.is_played_by_teams:
        return redirect_to("start_league", pk)
    lines = players_with_ratings(section, request)
    section.rounds = rounds_of(section, len(lines))
    rule, days = days_by_rule(request, section, default_dates(section))
    form = RoundDatesForm(request.POST or None, days=days)

    def act() -> Section:
        return starting.start_section(
            pk, round_dates=form.days, acting=acting_in(request)
        )

    if perform_if_valid(form, act) is not None:
        messages.success(request, _("%(section)s has started.") % {"section": section})
        _warn_of_days_out_of_order(request, form)
        return redirect_to("results" if section.format != "boards" else "boards", pk)
    context = {
        "form": form,
        "section": section,
        "tournament": section.tournament,
        "too_short": planned_too_short(section.tournament),
        "lines": lines,
        "composition": composition_of(section, lines),
        "odd_order": _system_of_unexpected_order(section, lines),
        "waits": section.entry_requests.active().filter(entry=None).count(),
        "rule": rule,
        "too_late": any(day > section.tournament.end_date for day in days),
    }
    return render(request, "tournaments/planning/start_section.html", context)


def _system_of_unexpected_order(section: Section, lines: list[EnteredPlayer]) -> str:
    """Return the code of the pairing system if the pairing numbers are not in the order
    by which it pairs: strength in the Dutch (FIDE C.04.2) and the Nordic system (SSF
    §14 B), lots in Monrad (§14 A). Return "" if they are.
    """
    system = section.pairing_system
    if system in BY_STRENGTH:
        strengths = [line.strength for line in lines]
        return system if strengths != sorted(strengths, reverse=True) else ""
    if system == SectionPairing.MONRAD:
        entries = [line.player.entry for line in lines]
        return "" if follows_lots(section, entries) else system
    return ""


@login_required
@reads_and_writes
def dates(request: OfficeRequest, pk: int) -> HttpResponse:
    section = organised_section(request, pk)
    known = {day.number: day.date for day in section.round_days.all()}
    numbers = range(1, section.rounds + 1)
    days = [known.get(number, section.tournament.start_date) for number in numbers]
    rule, days = days_by_rule(request, section, days)
    form = RoundDatesForm(request.POST or None, days=days)

    def act() -> bool:
        set_round_dates(pk, form.days, acting=acting_in(request))
        return True

    if perform_if_valid(form, act) is not None:
        messages.success(request, _("The days are saved."))
        _warn_of_days_out_of_order(request, form)
        return redirect_to("results", pk)
    context = {
        "form": form,
        "section": section,
        "rule": rule,
        "too_late": any(day > section.tournament.end_date for day in days),
    }
    return render(request, "tournaments/planning/dates.html", context)


def days_by_rule(
    request: OfficeRequest, section: Section, days: list[date]
) -> tuple[DayRuleForm, list[date]]:
    """Return the form of the rule, and the days by the requested rule; without a valid
    one the given days.
    """
    first = section.tournament.start_date
    rule = DayRuleForm(request.GET if "rule" in request.GET else None, start=first)
    return rule, rule.days(section.rounds) if rule.is_valid() else days


def _warn_of_days_out_of_order(request: OfficeRequest, form: RoundDatesForm) -> None:
    falls = first_date_out_of_order(form.days)
    if falls:
        facts = {"round": falls, "before": falls - 1}
        words = _(
            "Round %(round)s is now played before round %(before)s. If that is not "
            "intended, change the days; if it is, you will be asked why when you send "
            "in the results."
        )
        messages.warning(request, words % facts)
