"""The parts of public pages that keep themselves up to date while results come in."""

from functools import partial
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from federation.permissions import NOBODY
from federation.requests import OfficeRequest
from federation.shared_pages.declared import shared
from ratings.pools.queries.systems import SystemsOfPool
from tournaments.models import Section, Tournament
from tournaments.queries.reports import newest_report
from tournaments.queries.section_shown import shown_sections
from tournaments.queries.spectators.next_publication import next_publication
from tournaments.queries.spectators.screen import slides_of
from tournaments.queries.teams.league_table import leagues_shown
from tournaments.views.access import open_tournament, set_rating_format_of
from tournaments.views.spectators.fresh import (
    FreshPart,
    render_first,
    render_if_changed,
)
from tournaments.views.spectators.parts import (
    open_section,
    round_part,
    standings_part,
    tournament_part,
)


@require_safe
def live_tournament(request: OfficeRequest, pk: int) -> HttpResponseBase:
    """Show the sections of a tournament, or with `?screen=1` the slides of the big
    screen.
    """
    if "screen" in request.GET:
        return _live_screen(request, pk)

    build = partial(render_sections, request, pk)
    return render_if_changed(request, sections_part(pk), build)


@require_safe
def live_round(request: OfficeRequest, pk: int, number: int) -> HttpResponseBase:
    """Show the boards of a round."""

    def build() -> HttpResponse:
        context = round_part(request, open_section(request, pk), number)
        return render(request, "tournaments/spectators/_live_round.html", context)

    return render_if_changed(request, boards_part(pk, number), build)


@shared(moves_at=next_publication)
@require_safe
def standings(request: OfficeRequest, pk: int, number: int) -> HttpResponse:
    """Show the table of a section after a round."""
    opened: list[Section] = []

    def build() -> HttpResponse:
        opened.append(open_section(request, pk))
        context = standings_part(request, opened[0], number)
        return render(request, "tournaments/spectators/_live_standings.html", context)

    live = render_first(request, _standings_part(pk, number), build)
    section = opened[0] if opened else open_section(request, pk)
    context = {"section": section, "tournament": section.tournament, "until": number}
    if not live.body:
        context |= standings_part(request, section, number)
    return render(
        request, "tournaments/spectators/standings.html", {**context, "live": live}
    )


@require_safe
def live_standings(request: OfficeRequest, pk: int, number: int) -> HttpResponseBase:
    """Show the table after a round, updated as its results come in."""

    def build() -> HttpResponse:
        context = standings_part(request, open_section(request, pk), number)
        return render(request, "tournaments/spectators/_live_standings.html", context)

    return render_if_changed(request, _standings_part(pk, number), build)


def _standings_part(section_id: int, number: int) -> FreshPart:
    return FreshPart(
        reverse("tournaments:live_standings", args=[section_id, number]),
        Tournament.objects.filter(sections=section_id),
    )


def render_sections(
    request: OfficeRequest, pk: int, systems: SystemsOfPool | None = None
) -> HttpResponse:
    """Render the sections with their standings and rounds. `systems` are those of the
    pool, if the page has already read them.
    """
    found = open_tournament(request, pk)
    systems = systems or set_rating_format_of(found, request.today)
    context = tournament_part(request, found, systems, newest_report(pk))
    return render(request, "tournaments/spectators/_live_sections.html", context)


def screen(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the big screen in the hall: pairings and standings in turn."""
    live = render_first(request, _screen_part(pk))
    context = _on_screen(request, pk)
    return render(
        request, "tournaments/spectators/screen.html", {"live": live, **context}
    )


def sections_part(pk: int) -> FreshPart:
    """Return the part with the sections on the page of a tournament."""
    return FreshPart(
        reverse("tournaments:live", args=[pk]), Tournament.objects.filter(pk=pk)
    )


def boards_part(section_id: int, number: int) -> FreshPart:
    """Return the part with the boards on the page of a round."""
    return FreshPart(
        reverse("tournaments:live_round", args=[section_id, number]),
        Tournament.objects.filter(sections=section_id),
    )


def _screen_part(pk: int) -> FreshPart:
    return FreshPart(
        reverse("tournaments:live", args=[pk], query={"screen": 1}),
        Tournament.objects.filter(pk=pk),
        for_everybody=True,
    )


def _live_screen(request: OfficeRequest, pk: int) -> HttpResponseBase:
    def build() -> HttpResponse:
        context = _on_screen(request, pk)
        return render(request, "tournaments/spectators/_screen_part.html", context)

    return render_if_changed(request, _screen_part(pk), build)


def _on_screen(request: OfficeRequest, pk: int) -> dict[str, Any]:
    """Return what the whole hall may read: no drafts, and only public names."""
    found = open_tournament(request, pk)
    set_rating_format_of(found, request.today)
    sections = shown_sections(found, NOBODY, request.today, timezone.now())
    slides = slides_of(sections, leagues_shown(sections))
    return {"tournament": found, "slides": slides}
