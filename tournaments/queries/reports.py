"""A tournament's reports in the ledger, found by kind and number."""

from ratings.enums import COUNTING
from ratings.models import Report

SOURCE_KIND = "tournament"


def newest_report(tournament_id: int) -> Report | None:
    """The newest version, whatever became of it."""
    return Report.objects.newest_of_source(SOURCE_KIND, tournament_id).first()


def has_report(tournament_id: int) -> bool:
    """Whether anything was ever sent in, whatever became of it."""
    return newest_report(tournament_id) is not None


def has_counting_report(tournament_id: int) -> bool:
    """Whether some version counts: after a correction that was stopped it is an
    older one than the newest.
    """
    return (
        Report.objects.counting()
        .filter(source_kind=SOURCE_KIND, source_number=tournament_id)
        .exists()
    )


def counts_as_final(report: Report | None) -> bool:
    """Whether the whole tournament is in the ledger."""
    return report is not None and report.is_final and report.state in COUNTING
