"""A section starts, and its rounds get their days."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from federation.requests import OfficeRequest
from ratings.pages.views.acting import acting_in
from tournaments.domain.starting import (
    default_dates,
    first_fall,
    rounds_of,
    set_round_dates,
    start_section,
)
from tournaments.forms.playing import RoundDatesForm
from tournaments.models import Section
from tournaments.views.doors import organised_section, to
from tournaments.views.entered import players_with_ratings
from tournaments.views.planning import written


@login_required
@require_http_methods(["GET", "POST"])
def start(request: OfficeRequest, pk: int) -> HttpResponse:
    """What will happen, the rounds' days, and the button."""
    section = organised_section(request, pk)
    if section.started_at:
        return to("results", pk)
    lines = players_with_ratings(section, request)
    section.rounds = rounds_of(section, len(lines))
    form = RoundDatesForm(request.POST or None, days=default_dates(section))

    def act() -> Section:
        return start_section(pk, round_dates=form.days, acting=acting_in(request))

    if written(form, act) is not None:
        messages.success(request, _("%(section)s has started.") % {"section": section})
        _warn_of_falling_days(request, form)
        return to("results" if section.format != "boards" else "boards", pk)
    facts = {"form": form, "section": section, "lines": lines}
    return render(request, "tournaments/start_section.html", facts)


@login_required
@require_http_methods(["GET", "POST"])
def dates(request: OfficeRequest, pk: int) -> HttpResponse:
    section = organised_section(request, pk)
    known = {day.number: day.date for day in section.round_days.all()}
    numbers = range(1, section.rounds + 1)
    days = [known.get(number, section.tournament.start_date) for number in numbers]
    form = RoundDatesForm(request.POST or None, days=days)

    def act() -> bool:
        set_round_dates(pk, form.days, acting=acting_in(request))
        return True

    if written(form, act) is not None:
        messages.success(request, _("The days are saved."))
        _warn_of_falling_days(request, form)
        return to("results", pk)
    return render(request, "tournaments/dates.html", {"form": form, "section": section})


def _warn_of_falling_days(request: OfficeRequest, form: RoundDatesForm) -> None:
    falls = first_fall(form.days)
    if falls:
        facts = {"round": falls, "before": falls - 1}
        words = _(
            "Round %(round)s is now played before round %(before)s. If that is not"
            " meant, change the days; if it is, you are asked why when you send in."
        )
        messages.warning(request, words % facts)
