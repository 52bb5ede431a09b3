"""What everybody may see: the calendar, a tournament, and where it is."""

from collections.abc import Iterable

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.permissions import Permission, may, may_somewhere
from federation.requests import OfficeRequest
from federation.views.lists import build_listing, render_listing
from ratings.corrections.queries.claim_words import CorrectionShown, shown_corrections
from ratings.corrections.queries.claims import corrections_in
from ratings.models import Report
from ratings.pages.level_words import rating_words
from ratings.people.queries.names import person
from ratings.pools.queries.systems import systems_of_pools
from tournaments.domain.norms import gather_norms
from tournaments.filters import CalendarFilters
from tournaments.models import Entry, Tournament
from tournaments.models.tournaments import TournamentQuerySet
from tournaments.queries.deadlines import deadlines_of
from tournaments.queries.player_tournaments import tournaments_of
from tournaments.queries.reports import counts_as_final, newest_report
from tournaments.queries.section_shown import SectionShown, shown_sections
from tournaments.queries.whereabouts import whereabouts_of
from tournaments.tables import Calendar
from tournaments.views.doors import address, may_run, open_tournament, write_ratings_of
from tournaments.views.norms import shown_preliminary

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
    may_create = may_somewhere(request.actor, Permission.RUN_TOURNAMENT)
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
    found = open_tournament(request, pk)
    write_ratings_of(found, request.today)
    runs = may_run(request.actor, found)
    report = newest_report(pk)
    sees_report = runs or may(request.actor, Permission.JUDGE_REPORTS)
    where = whereabouts_of([found], request.today, for_those_concerned=sees_report)
    sections = shown_sections(found, request.actor, request.today)
    return render(
        request,
        "tournaments/tournament.html",
        {
            "tournament": found,
            "where": where[pk],
            "sections": sections,
            **_by_norms(found, sections, report),
            "runs": runs,
            "has_results": any(shown.has_results for shown in sections),
            "first_started": next((s for s in sections if s.section.started_at), None),
            "deadlines": deadlines_of([found], request.today).get(pk) if runs else None,
            "report": report,
            "corrections": _corrections(request, report),
            "report_url": address("ratings:report", report.pk)
            if report and sees_report
            else "",
        },
    )


def _corrections(
    request: OfficeRequest, report: Report | None
) -> list[CorrectionShown]:
    """What the office has corrected of the games sent in, rated so ever since."""
    if report is None:
        return []
    return shown_corrections(corrections_in(report), request.actor, request.today)


def _by_norms(
    found: Tournament, sections: list[SectionShown], report: Report | None
) -> dict[str, object]:
    """Return what a system with norms computes, as long as the results are not in the
    ledger.
    """
    sheet = gather_norms(found)
    if sheet is None:
        return {}
    in_ledger = counts_as_final(report)
    return {
        "has_norms": bool(sheet.places),
        "preliminary": None if in_ledger else shown_preliminary(sheet, sections),
    }


@require_safe
def whereabouts(request: OfficeRequest) -> HttpResponse:
    """Where is my tournament? Searched by name, place or club."""
    text = " ".join(request.GET.get("q", "")[:100].split())
    page = Paginator(_asked_for(text), FOUND_AT_ONCE).get_page(request.GET.get("page"))
    where = whereabouts_of(list(page.object_list), request.today)
    found = [
        (each, where[each.pk], may_run(request.actor, each))
        for each in page.object_list
    ]
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
