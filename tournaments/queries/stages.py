"""How far a tournament is on its way to the rating list, as the public sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ratings.enums import COUNTING, ReportState
from ratings.models import Report
from tournaments.enums import StageKind, TournamentState
from tournaments.models import OpenEntries, Tournament
from tournaments.queries.progress.lists_of_reports import (
    ListOfReport,
    lists_of_reports,
)
from tournaments.queries.progress.outstanding import NOTHING, Outstanding, outstanding
from tournaments.queries.reports import SOURCE_KIND, newest_reports


@dataclass(frozen=True, slots=True)
class TournamentStage:
    """A state in words, `kind` for its sign; since when, what it waits for, and why it
    was stopped, as far as the reader may know.
    """

    kind: StageKind
    label: str
    since: date | None
    waits_for: str
    reason: str = ""

    @property
    def is_to_mend(self) -> bool:
        """Whether the organiser has to correct the results and submit them again."""
        return self.kind in (StageKind.RETURNED, StageKind.WITHDRAWN)


def stages_of(
    tournaments: Sequence[Tournament],
    today: date,
    now: datetime,
    *,
    for_those_concerned: bool = False,
    reports: dict[int, Report] | None = None,
    left: Mapping[int, Outstanding] | None = None,
) -> dict[int, TournamentStage]:
    """Return where each of the tournaments is, by id, in at most seven queries.

    The full reason why one was stopped is shown to those concerned (the organisers and
    the office); all other readers see the office's public reason. `reports` are the
    newest, and `left` is what is left to play, if they are read already.
    """
    if reports is None:
        reports = newest_reports(tournament.pk for tournament in tournaments)
    lists = lists_of_reports([r for r in reports.values() if r.state in COUNTING])
    counting = _counting(reports)
    announced = _announced(tournaments)
    if left is None:
        left = outstanding((each for each in tournaments if _is_past(each, today)), now)
    return {
        tournament.pk: _stage(
            tournament,
            (reports.get(tournament.pk), counting.get(tournament.pk)),
            lists,
            left.get(tournament.pk, NOTHING),
            today,
            for_those_concerned=for_those_concerned,
        )
        if tournament.pk not in announced
        else _announced_stage()
        for tournament in tournaments
    }


def _announced_stage() -> TournamentStage:
    return TournamentStage(
        StageKind.DRAFT,
        _("Announced"),
        None,
        _("Players enter themselves; then the organiser starts it."),
    )


def _counting(newest: dict[int, Report]) -> dict[int, Report]:
    """Return the version that counts: the newest, or an older one if it is stopped."""
    counting = {pk: report for pk, report in newest.items() if report.state in COUNTING}
    stopped = newest.keys() - counting.keys()
    if not stopped:
        return counting
    older = Report.objects.counting().filter(
        source_kind=SOURCE_KIND, source_number__in=stopped
    )
    return counting | {report.source_number: report for report in older}


def _stage(
    tournament: Tournament,
    reports: tuple[Report | None, Report | None],
    lists: dict[int, ListOfReport],
    left: Outstanding,
    today: date,
    *,
    for_those_concerned: bool,
) -> TournamentStage:
    """Return the stage by the newest report and the one that counts."""
    report, counting = reports
    reason = ""
    if report:
        reason = report.reason if for_those_concerned else report.public_reason
    if tournament.state == TournamentState.CANCELLED:
        return TournamentStage(StageKind.CANCELLED, _("Cancelled"), None, "")
    if report and report.state in (ReportState.HELD, ReportState.RETURNED):
        return _stopped(report, counting, reason)
    if tournament.state == TournamentState.FINISHED and report:
        return _sent(report, counting, lists, reason)
    return _at_the_organiser(tournament, counting, left, today)


def _stopped(report: Report, counting: Report | None, reason: str) -> TournamentStage:
    since = timezone.localdate(report.decided_at or report.sent_at)
    if report.state == ReportState.HELD:
        waits_for = _office_checks(counting)
        return TournamentStage(
            StageKind.HELD, _("Held by the rating office"), since, waits_for, reason
        )
    return TournamentStage(
        StageKind.RETURNED,
        _("Returned to the organiser"),
        since,
        _("The organiser corrects the results and sends them in again.")
        + _accepted_counts(counting),
        reason,
    )


def _office_checks(counting: Report | None) -> str:
    if counting:
        return _("The rating office is looking into it.") + _accepted_counts(counting)
    return _(
        "The rating office is looking into it. The results do not count until that is "
        "done."
    )


def _accepted_counts(counting: Report | None) -> str:
    return " " + _("What was accepted before counts until then.") if counting else ""


def _sent(
    report: Report, counting: Report | None, lists: dict[int, ListOfReport], reason: str
) -> TournamentStage:
    if report.state == ReportState.SUBMITTED:
        found = lists.get(report.pk, ListOfReport())
        return TournamentStage(
            StageKind.SUBMITTED,
            _("Sent in"),
            timezone.localdate(report.sent_at),
            _("The rating office is looking through the report. No rating changes.")
            if found.is_on_no_list
            else _(
                "The rating office is looking through the report. The results "
                "already count."
            ),
        )
    if report.state == ReportState.ACCEPTED:
        return _accepted(report, lists)
    return TournamentStage(
        StageKind.WITHDRAWN,
        _("Withdrawn by the rating office"),
        timezone.localdate(report.decided_at or report.sent_at),
        _("The organiser opens the tournament and sends the results in again.")
        + _accepted_counts(counting),
        reason,
    )


def _accepted(report: Report, lists: dict[int, ListOfReport]) -> TournamentStage:
    found = lists.get(report.pk, ListOfReport())
    since = timezone.localdate(report.accepted_at or report.sent_at)
    day = date_format(found.valid_from, "DATE_FORMAT") if found.valid_from else ""
    if found.is_published:
        return TournamentStage(
            StageKind.APPROVED,
            _("On the rating list of %(day)s") % {"day": day},
            # The label has a day already, that of the list.
            None,
            _("Done: it is on the list."),
        )
    if found.is_on_no_list:
        waits = _("No rating changes: the last rating list is approved.")
    elif found.awaits_revision:
        waits = _("The rating list of %(day)s is published; a revised one is waiting.")
    else:
        waits = _("The rating list of %(day)s, once it is approved.")
    return TournamentStage(
        StageKind.ACCEPTED, _("Accepted"), since, waits % {"day": day}
    )


def _announced(tournaments: Sequence[Tournament]) -> set[int]:
    """Return those in preparation that were opened for entry requests."""
    drafts = [each for each in tournaments if each.state == TournamentState.DRAFT]
    if not drafts:
        return set()
    rows = OpenEntries.objects.filter(section__tournament__in=drafts)
    return set(rows.values_list("section__tournament", flat=True))


def _is_past(tournament: Tournament, today: date) -> bool:
    """Return whether its last day is over and it is not finished."""
    is_running = tournament.state == TournamentState.RUNNING
    return is_running and tournament.end_date < today


def _at_the_organiser(
    tournament: Tournament, counting: Report | None, left: Outstanding, today: date
) -> TournamentStage:
    if tournament.state == TournamentState.DRAFT:
        since = timezone.localdate(tournament.created_at)
        return TournamentStage(
            StageKind.DRAFT,
            _("Being prepared"),
            since if since <= today else None,
            _("The organiser enters the players and starts it."),
        )
    if counting and counting.is_final and counting.state == ReportState.ACCEPTED:
        return TournamentStage(
            StageKind.RUNNING,
            _("Being corrected by the organiser"),
            None,
            _("Ratings are those of the results that count until then."),
        )
    if tournament.end_date < today:
        label, waits_for = left.words
        return TournamentStage(StageKind.WAITING, label, tournament.end_date, waits_for)
    label, since = _("Running"), tournament.start_date
    if counting:
        label = _("Running, results so far sent in")
        since = timezone.localdate(counting.sent_at)
    waits_for = _("The organiser enters the results as they come.")
    return TournamentStage(StageKind.RUNNING, label, since, waits_for)
