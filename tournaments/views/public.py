"""Public pages: the calendar, a tournament, all stages, a player's tournaments."""

from collections.abc import Iterable, Sequence
from datetime import date
from functools import partial
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.permissions import Permission, may, may_somewhere
from federation.requests import OfficeRequest
from federation.shared_pages.declared import kept_for_a_moment, shared
from federation.views.lists import build_listing, render_listing
from ratings.pages.level_words import rating_words
from ratings.people.queries.names import person
from ratings.pools.queries.systems import rates_by_tournament, systems_of_pools
from ratings.rules.norms import GivesNorms
from tournaments.domain.checks.thinking_time import planned_too_short
from tournaments.domain.locking import EDITABLE_STATES
from tournaments.enums import TournamentState
from tournaments.filters import CalendarFilters
from tournaments.models import Entry, Tournament
from tournaments.models.tournaments import TournamentQuerySet
from tournaments.queries.deadlines import deadlines_of
from tournaments.queries.player_tournaments import tournaments_of
from tournaments.queries.removals import removed_sections
from tournaments.queries.reports import newest_report
from tournaments.queries.section_shown import SectionShown
from tournaments.queries.spectators.next_publication import next_publication
from tournaments.queries.stages import stages_of
from tournaments.tables import CalendarTable
from tournaments.views.access import (
    address,
    is_public,
    may_organise,
    open_tournament,
    set_rating_format_of,
)
from tournaments.views.calendar.month import calendar_filters
from tournaments.views.spectators.fresh import render_first
from tournaments.views.spectators.live import render_sections, screen, sections_part
from tournaments.views.spectators.parts import tournament_part

FOUND_AT_ONCE = 20
CALENDAR_PARAMETERS = (
    "page", "sort", "district", "club", "pool", "kind", "month", "state", "year",
)  # fmt: skip


@shared(*CALENDAR_PARAMETERS, not_kept=("q",), moves_at=next_publication)
@require_safe
def calendar(request: OfficeRequest) -> HttpResponse:
    rows = Tournament.objects.public().select_related("organiser", "district")
    listing = build_listing(
        request,
        rows=rows.newest_first(),
        table=CalendarTable,
        filters=CalendarFilters,
    )
    shown = [row.record for row in listing.table.page.object_list]
    listing.table.stages = stages_of(shown, request.today, timezone.now())
    may_create = may_somewhere(request.actor, Permission.RUN_TOURNAMENT)
    return render_listing(
        request,
        "tournaments/public/calendar.html",
        listing,
        fragment="tournaments/public/_calendar.html",
        may_create=may_create,
        **calendar_filters(request),
        empty_title=_("No tournament yet"),
        empty_text=_(
            "Tournaments are listed here as soon as they have started or are sanctioned."
        ),
    )


@shared("screen", moves_at=next_publication)
@require_safe
def tournament(request: OfficeRequest, pk: int) -> HttpResponse:
    if "screen" in request.GET:
        return screen(request, pk)
    found = open_tournament(request, pk)
    systems = set_rating_format_of(found, request.today)
    held = systems.on(found.start_date)
    # A page with norms needs `tournament_part`: the part made for everyone lacks them.
    has_norms = isinstance(held, GivesNorms)
    build = None if has_norms else partial(render_sections, request, pk, systems)
    is_live = found.state == TournamentState.RUNNING
    live = render_first(request, sections_part(pk), build) if is_live else None
    report = newest_report(pk) if live is None or live.has_report else None
    runs = may_organise(request.actor, found)
    context: dict[str, Any] = {"tournament": found, "report": report, "runs": runs}
    if live is None or not live.body:
        context = tournament_part(request, found, systems, report)
    sections: list[SectionShown] = context.get("sections", [])
    sees_report = runs or may(request.actor, Permission.JUDGE_REPORTS)
    report_url = address("ratings:report", report.pk) if report and sees_report else ""
    stages = stages_of(
        [found],
        request.today,
        timezone.now(),
        for_those_concerned=sees_report,
        reports={pk: report} if report else {},
    )
    response = render(
        request,
        "tournaments/public/tournament.html",
        {
            **context,
            "live": live,
            "is_rated_whole": rates_by_tournament(held),
            "stage": stages[pk],
            "has_results": any(shown.has_results for shown in sections),
            "unfinished": _unfinished(sections),
            **(_for_organiser(found, request.today) if runs else {}),
            "report_url": report_url,
        },
    )
    return kept_for_a_moment(response) if live and live.is_behind else response


def _for_organiser(tournament: Tournament, today: date) -> dict[str, object]:
    is_cancelled = tournament.state == TournamentState.CANCELLED
    is_open = tournament.state in EDITABLE_STATES
    return {
        "is_deleted": is_cancelled and not is_public(tournament),
        "too_short": planned_too_short(tournament) if is_open else None,
        "removals": removed_sections(tournament.pk, timezone.now()),
        "deadlines": deadlines_of([tournament], today).get(tournament.pk),
    }


def _unfinished(sections: Sequence[SectionShown]) -> SectionShown | None:
    """Return the first section in progress with unplayed games."""
    started = (each for each in sections if each.section.started_at)
    return next((each for each in started if not each.is_complete), None)


@require_safe
def tournament_stages(request: OfficeRequest) -> HttpResponse:
    """Show where a tournament is in the process; search by name, place or club."""
    text = " ".join(request.GET.get("q", "")[:100].split())
    page = Paginator(_tournaments_matching(text), FOUND_AT_ONCE).get_page(
        request.GET.get("page")
    )
    stages = stages_of(list(page.object_list), request.today, timezone.now())
    found = [
        (each, stages[each.pk], may_organise(request.actor, each))
        for each in page.object_list
    ]
    return render(
        request,
        "tournaments/public/tournament_stages.html",
        {"text": text, "found": found, "page": page},
    )


@require_safe
def player_panel(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the tournaments of a player: as a part of the player's page, or as a page."""
    shown = person(pk, request.actor, request.today)
    if shown is None:
        raise Http404
    page = Paginator(tournaments_of(pk), FOUND_AT_ONCE).get_page(
        request.GET.get("page")
    )
    whole, part = "tournaments/player_panel.html", "tournaments/player_panel_part.html"
    return render(
        request,
        part if request.htmx else whole,
        {
            "person": shown,
            "page": page,
            "entries": _with_ratings(page.object_list),
            "player_url": address("ratings:player", pk),
        },
    )


def _with_ratings(entries: Iterable[Entry]) -> list[tuple[Entry, str]]:
    """Return each entry with its rating at the start, written as the tournament's pool
    writes it.
    """
    shown = [(each, each.section.tournament) for each in entries]
    systems = systems_of_pools(tournament.pool_id for _entry, tournament in shown)
    return [
        (each, rating_words(systems[of.pool_id].levels_on(of.start_date), each.rating))
        for each, of in shown
    ]


def _tournaments_matching(text: str) -> TournamentQuerySet:
    rows = Tournament.objects.public().select_related("organiser", "district")
    for word in text.split()[:6]:
        rows = rows.filter(
            Q(name__icontains=word)
            | Q(place__icontains=word)
            | Q(organiser__name__icontains=word)
            | Q(organiser__short_name__iexact=word)
        )
    return rows.newest_first()
