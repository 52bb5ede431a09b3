"""What everybody may see: the calendar, a tournament, and where it is."""

from collections.abc import Iterable

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.permissions import Act, may, may_somewhere
from federation.requests import OfficeRequest
from federation.views.lists import build_listing, render_listing
from ratings.level_words import rating_words
from ratings.queries.names import person
from ratings.queries.systems import systems_of_pools
from tournaments.enums import TournamentState
from tournaments.filters import CalendarFilters
from tournaments.models import Entry, Tournament
from tournaments.models.tournaments import TournamentQuerySet
from tournaments.queries.player_tournaments import tournaments_of
from tournaments.queries.reports import newest_report
from tournaments.queries.section_shown import shown_sections
from tournaments.queries.whereabouts import whereabouts_of
from tournaments.tables import Calendar
from tournaments.views.doors import address, may_run, write_ratings_of

FOUND_AT_ONCE = 20


@require_safe
def calendar(request: OfficeRequest) -> HttpResponse:
    rows = Tournament.objects.public().select_related("organiser", "district")
    listing = build_listing(
        request,
        rows=rows.newest_first(),
        table=Calendar,
        filters=CalendarFilters,
    )
    shown = [row.record for row in listing.table.page.object_list]
    listing.table.where_is = whereabouts_of(shown, request.today)
    may_create = may_somewhere(request.actor, Act.RUN_TOURNAMENT)
    return render_listing(
        request,
        "tournaments/calendar.html",
        listing,
        may_create=may_create,
        empty_title=_("No tournament yet"),
        empty_text=_("Tournaments stand here as soon as they have started."),
    )


@require_safe
def tournament(request: OfficeRequest, pk: int) -> HttpResponse:
    """A tournament in preparation is its organiser's alone."""
    found = get_object_or_404(
        Tournament.objects.select_related("organiser", "district", "pool"), pk=pk
    )
    runs = may_run(request.actor, found)
    if found.state == TournamentState.DRAFT and not runs:
        raise Http404
    write_ratings_of(found, request.today)
    report = newest_report(pk)
    sees_report = runs or may(request.actor, Act.JUDGE_REPORTS)
    return render(
        request,
        "tournaments/tournament.html",
        {
            "tournament": found,
            "where": whereabouts_of([found], request.today)[pk],
            "sections": shown_sections(found, request.actor, request.today),
            "runs": runs,
            "report": report,
            "report_url": address("ratings:report", report.pk)
            if report and sees_report
            else "",
        },
    )


@require_safe
def whereabouts(request: OfficeRequest) -> HttpResponse:
    """Where is my tournament? Searched by name, place or club."""
    text = " ".join(request.GET.get("q", "")[:100].split())
    page = Paginator(_asked_for(text), FOUND_AT_ONCE).get_page(request.GET.get("page"))
    where = whereabouts_of(list(page.object_list), request.today)
    found = [(each, where[each.pk]) for each in page.object_list]
    return render(
        request,
        "tournaments/whereabouts.html",
        {"text": text, "found": found, "page": page},
    )


@require_safe
def player_panel(request: OfficeRequest, pk: int) -> HttpResponse:
    """The tournaments of a player: a part of the player's page, or a page."""
    shown = person(pk, request.actor, request.today)
    if shown is None:
        raise Http404
    page = Paginator(tournaments_of(pk), FOUND_AT_ONCE).get_page(
        request.GET.get("page")
    )
    template = "player_panel_part" if request.htmx else "player_panel"
    return render(
        request,
        f"tournaments/{template}.html",
        {
            "person": shown,
            "page": page,
            "entries": _with_ratings(page.object_list),
            "player_url": address("ratings:player", pk),
        },
    )


def _with_ratings(entries: Iterable[Entry]) -> list[tuple[Entry, str]]:
    """Each entry with the rating of its start, as the tournament's pool wrote it."""
    shown = [(each, each.section.tournament) for each in entries]
    systems = systems_of_pools(tournament.pool_id for _entry, tournament in shown)
    return [
        (each, rating_words(systems[of.pool_id].levels_on(of.start_date), each.rating))
        for each, of in shown
    ]


def _asked_for(text: str) -> TournamentQuerySet:
    rows = Tournament.objects.public().select_related("organiser", "district")
    for word in text.split()[:6]:
        rows = rows.filter(
            Q(name__icontains=word)
            | Q(place__icontains=word)
            | Q(organiser__name__icontains=word)
            | Q(organiser__short_name__iexact=word)
        )
    return rows.newest_first()
