"""The current state, in the ledger, of the events that were posted from a file."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ratings.enums import COUNTING, PostingType, ReportState
from ratings.imports.domain.files import reason_of
from ratings.imports.domain.reports import SOURCE_KIND, source_number
from ratings.models import ImportEvent, ImportFile, Posting, Report
from ratings.pools.queries.numbers import computed_number
from ratings.uploads.domain.judged_games import JudgedGames, judge_games

MOST_JUDGED = 5_000
"""If the events of a page have more games, it is not found out which are rated."""


class PostedState(StrEnum):
    """The state of an event in the ledger."""

    NOT_POSTED = "not_posted"
    WAITS = "waits"
    COUNTS = "counts"
    HELD = "held"
    STOPPED = "stopped"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True)
class FollowedEvent:
    """An event of a file with its report; `instead` is the version that counts if this
    one does not.
    """

    event: ImportEvent
    posted_state: PostedState
    report: Report | None = None
    instead: int | None = None
    games: JudgedGames | None = None


def reports_of(file: ImportFile) -> dict[int, int]:
    """Return the newest report posted from a file for each event, by the event's number.
    They are found in the journal.
    """
    journal = Posting.objects.filter(
        pool=file.pool_id,
        act=PostingType.SUBMIT,
        reason=reason_of(file),
        report__source_kind=SOURCE_KIND,
    )
    rows = journal.order_by("number").values_list("report__source_number", "report")
    return {source: report for source, report in rows if report is not None}


def follow_events(
    file: ImportFile, events: Sequence[ImportEvent]
) -> list[FollowedEvent]:
    """Return the state in the ledger of some events of a file."""
    followed = _followed(file, events)
    counting = [
        each.report
        for each in followed
        if each.report is not None and each.posted_state == PostedState.COUNTS
    ]
    if not counting or sum(each.games for each in counting) > MOST_JUDGED:
        return followed
    ids = {each.pk for each in counting}
    judged = judge_games(file.pool_id, computed_number(file.pool_id), ids)
    return [
        replace(each, games=judged.get(each.report.pk)) if each.report else each
        for each in followed
    ]


def count_posted_states(file: ImportFile) -> dict[PostedState, int]:
    """Return how many events of a file are in each state."""
    events = list(ImportEvent.objects.filter(file=file).order_by("place"))
    return dict(Counter(each.posted_state for each in _followed(file, events)))


def _followed(file: ImportFile, events: Sequence[ImportEvent]) -> list[FollowedEvent]:
    own = reports_of(file)
    versions = _versions(file.pool_id, [source_number(each.name) for each in events])
    fresh = _not_computed(file.pool_id)
    return [
        _posted_state(each, own, versions.get(source_number(each.name), ()), fresh)
        for each in events
    ]


def _posted_state(
    event: ImportEvent,
    own: dict[int, int],
    versions: Sequence[Report],
    fresh: Collection[int | None],
) -> FollowedEvent:
    if not versions:
        return FollowedEvent(event, PostedState.NOT_POSTED)
    posted = own.get(source_number(event.name))
    report = next((each for each in versions if each.pk == posted), versions[-1])
    counts = next((each for each in versions if each.state in COUNTING), None)
    instead = counts.version if counts and counts.pk != report.pk else None
    if report.state in COUNTING:
        posted_state = PostedState.WAITS if report.pk in fresh else PostedState.COUNTS
    elif report.state == ReportState.HELD:
        posted_state = PostedState.HELD
    elif report.state == ReportState.SUPERSEDED:
        posted_state = PostedState.REPLACED
    else:
        posted_state = PostedState.STOPPED
    return FollowedEvent(event, posted_state, report, instead)


def _versions(pool_id: int, sources: Sequence[int]) -> dict[int, list[Report]]:
    found: dict[int, list[Report]] = {}
    reports = Report.objects.filter(
        pool=pool_id, source_kind=SOURCE_KIND, source_number__in=sources
    )
    for report in reports.order_by("version"):
        found.setdefault(report.source_number, []).append(report)
    return found


def _not_computed(pool_id: int) -> set[int | None]:
    """Return reports that are not in the computed ratings yet."""
    postings = Posting.objects.filter(pool=pool_id, number__gt=computed_number(pool_id))
    return set(postings.exclude(report=None).values_list("report", flat=True))
