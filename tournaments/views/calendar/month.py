"""The calendar by month, and as a feed for other calendars; filtered like the list."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from federation.context import office_origin, office_settings
from federation.requests import OfficeRequest
from federation.shared_pages.declared import shared
from federation.views.files import as_file
from federation.views.lists import refusals
from tournaments.enums import TournamentState
from tournaments.filters import CalendarFilters, read_month
from tournaments.formats.icalendar_feed import FeedEvent, write_feed
from tournaments.models import Tournament
from tournaments.models.tournaments import TournamentQuerySet
from tournaments.queries.calendar.month import month_of

FEED_GOES_BACK = timedelta(days=365)
MOST_IN_FEED = 1000
OF_TIME = ("month", "year")
FEED_PARAMETERS = ("district", "club", "pool", "kind", "month", "state", "year")


@require_safe
def month(request: OfficeRequest) -> HttpResponse:
    """Show the requested month, by default the current one."""
    first = read_month(request.GET.get("month", "")) or request.today
    facts = calendar_filters(request)
    filters = CalendarFilters(
        facts["chosen_filters"], queryset=_public(), request=request
    )
    return render(
        request,
        "tournaments/calendar/month.html",
        {
            **facts,
            "month": month_of(filters.qs, first),
            "form": filters.form,
            "refused": refusals(filters.form),
            "today": request.today,
        },
    )


def calendar_filters(request: OfficeRequest) -> dict[str, Any]:
    """Return the filters of the calendar without month and year, for the links between
    its views; `with_month` includes the month.
    """
    # A month already says its year, and the feed is limited to neither.
    filters = {
        name: value
        for name, value in request.GET.items()
        if value and name in CalendarFilters.base_filters and name not in OF_TIME
    }
    month = {name: value for name, value in request.GET.items() if name == "month"}
    return {
        "chosen_filters": filters,
        "filter_query": urlencode(filters),
        "with_month": urlencode(month | filters),
    }


@shared(*FEED_PARAMETERS, not_kept=("q",))
@require_safe
def calendar_feed(request: OfficeRequest) -> HttpResponse:
    """Return the tournaments of the last year and those to come; if there are too many,
    the latest ones. An invalid filter redirects to the list, which says so.
    """
    filters = CalendarFilters(request.GET, queryset=_public(), request=request)
    if refusals(filters.form):
        return redirect(f"{reverse('tournaments:calendar')}?{request.GET.urlencode()}")
    rows = filters.qs.filter(end_date__gte=request.today - FEED_GOES_BACK)
    latest = rows.order_by("-start_date", "-pk").distinct()[:MOST_IN_FEED]
    shown = reversed(latest)
    address = office_origin(request)
    written = write_feed(
        office_settings().name, [_event(each, address) for each in shown]
    )
    answer = HttpResponse(written, content_type="text/calendar; charset=utf-8")
    return as_file(answer, "tournaments.ics")


def _public() -> TournamentQuerySet:
    return Tournament.objects.public().select_related("organiser", "district")


def _event(tournament: Tournament, address: str) -> FeedEvent:
    page = reverse("tournaments:tournament", args=[tournament.pk])
    return FeedEvent(
        uid=f"tournament-{tournament.pk}@{address.partition('://')[2]}",
        name=tournament.name,
        first=tournament.start_date,
        last=tournament.end_date,
        made_at=tournament.created_at,
        url=f"{address}{page}",
        place=tournament.place,
        organiser=str(tournament.organiser or tournament.district),
        is_cancelled=tournament.state == TournamentState.CANCELLED,
    )
