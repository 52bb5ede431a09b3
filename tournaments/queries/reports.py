"""A tournament's reports in the ledger, found by kind and number."""

from collections.abc import Iterable

from ratings.enums import COUNTING
from ratings.models import Report
from ratings.models.reports import ReportQuerySet
from tournaments.enums import TournamentState
from tournaments.models import Pairing, Tournament

SOURCE_KIND = "tournament"


def newest_report(tournament_id: int) -> Report | None:
    """Return the newest version, whatever its state."""
    return _versions(tournament_id).first()


def newest_reports(tournament_ids: Iterable[int]) -> dict[int, Report]:
    """Return the newest version of each, by the tournament's id."""
    rows = (
        Report.objects.filter(
            source_kind=SOURCE_KIND, source_number__in=list(tournament_ids)
        )
        .order_by("source_number", "-version")
        .distinct("source_number")
    )
    return {report.source_number: report for report in rows}


def counting_report(tournament_id: int) -> Report | None:
    """Return the version that counts; after a correction that was stopped this is an
    older one than the newest.
    """
    return _versions(tournament_id).counting().first()


def sections_by_game(tournament_id: int) -> dict[int, str]:
    """Return the section of each game by its key in the ledger; empty if there is only
    one section.
    """
    boards = Pairing.objects.filter(section__tournament=tournament_id)
    named = dict(boards.values_list("pk", "section__name"))
    return named if len(set(named.values())) > 1 else {}


def _versions(tournament_id: int) -> ReportQuerySet:
    reports = Report.objects.filter(
        source_kind=SOURCE_KIND, source_number=tournament_id
    )
    return reports.select_related("pool").newest_first()


def is_being_corrected(tournament: Tournament, counting: Report | None) -> bool:
    """Return whether the results are open again while the submitted ones count."""
    is_open = tournament.state == TournamentState.RUNNING
    return is_open and counting is not None and counting.is_final


def has_report(tournament_id: int) -> bool:
    """Return whether anything was ever submitted, whatever its state."""
    return newest_report(tournament_id) is not None


def has_counting_report(tournament_id: int) -> bool:
    """Return whether some version counts."""
    return counting_report(tournament_id) is not None


def counts_as_final(report: Report | None) -> bool:
    """Return whether the whole tournament is in the ledger."""
    return report is not None and report.is_final and report.state in COUNTING
