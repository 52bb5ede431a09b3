"""The public page of the rating changes caused by a tournament."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace

from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from federation.shared_pages.declared import shared
from ratings.enums import ReportState
from ratings.models import Report
from ratings.pools.queries.snapshots import one_snapshot
from tournaments.domain.norms import system_of_norms
from tournaments.domain.report_points import PlayerStep, points_of_report
from tournaments.queries.changes import ChangesShown, changes_shown
from tournaments.queries.reports import (
    counting_report,
    is_being_corrected,
    newest_report,
)
from tournaments.queries.spectators.next_publication import next_publication
from tournaments.views.access import address, open_tournament, set_rating_format_of
from tournaments.views.spectators.fresh import SECONDS

KEPT = 24 * 60 * 60
"""Seconds; the points for one ledger number never change."""


@shared(moves_at=next_publication)
@require_safe
def rating_changes(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the tournament’s part of the change and that of the whole period, player by
    player. Players who hide their name are left out: a reader who knows a rating could
    identify its player.
    """
    found = open_tournament(request, pk)
    set_rating_format_of(found, request.today)
    report = counting_report(pk)
    shown = _shown(request, report) if report else None
    context = {
        "tournament": found,
        "report": report,
        "shown": shown,
        "is_corrected": is_being_corrected(found, report),
        "is_held": report is None and _is_held(pk),
        "has_norms": system_of_norms(found) is not None,
        "again": address("tournaments:rating_changes", pk),
        "seconds": SECONDS,
    }
    if shown and request.htmx and not request.htmx.history_restore_request:
        return render(request, "tournaments/spectators/_changes.html", context)
    return render(request, "tournaments/spectators/rating_changes.html", context)


def _is_held(pk: int) -> bool:
    newest = newest_report(pk)
    return newest is not None and newest.state == ReportState.HELD


def _shown(request: OfficeRequest, report: Report) -> ChangesShown:
    with one_snapshot():
        shown = changes_shown(report, request.actor, request.today)
        if shown.is_computed:
            shown = replace(shown, own_points=_points(report, shown))
    rows = tuple(row for row in shown.rows if row.person.is_open)
    return replace(shown, rows=rows)


def _points(report: Report, shown: ChangesShown) -> Mapping[PlayerStep, float]:
    """Return the points of every player's step, cached: computing them takes an
    explanation of each step, so it is done once for these changes.
    """
    known = repr((report.pk, shown.number, [row.change for row in shown.rows]))
    place = f"report-points-{hashlib.sha256(known.encode()).hexdigest()[:32]}"
    kept: Mapping[PlayerStep, float] | None = cache.get(place)
    if kept is None:
        kept = dict(points_of_report(report, shown.number))
        cache.set(place, kept, KEPT)
    return kept
