"""Sections whose class movements wait for a worker."""

from django.db.models import F

from ratings.models import Report
from tournaments.models import Section
from tournaments.queries.reports import SOURCE_KIND


def sections_to_judge(pool_id: int | None = None) -> list[int]:
    """Return the ids of the sections submitted and not judged since, of one pool or
    all.

    A section that no longer has class movements is judged too: earlier proposals must
    be deleted.
    """
    waiting = Section.objects.filter(judged__lt=F("posted"))
    if pool_id is not None:
        waiting = waiting.filter(tournament__pool=pool_id)
    return list(waiting.order_by("pk").values_list("pk", flat=True))


def sections_of_report(report_id: int) -> list[int]:
    """Return the ids of the sections that a report's new state may affect."""
    report = Report.objects.filter(pk=report_id, source_kind=SOURCE_KIND).first()
    if report is None:
        return []
    judged = Section.objects.filter(
        tournament=report.source_number, started_at__isnull=False
    )
    return list(judged.order_by("pk").values_list("pk", flat=True))
