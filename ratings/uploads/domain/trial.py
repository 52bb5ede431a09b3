"""What would become of a file, found by doing it: the file is posted and the pool
computed by the same acts as the worker's, in a transaction that is rolled back.

While it runs, the pool takes no other posting and the file no choice; so it is kept to
files and pools of a limited size (MOST_GAMES, MOST_COMPUTED).
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Sum

from federation.models import Player
from ratings.engine.domain.computation import compute_pool
from ratings.enums import COUNTING, ImportState, PostingType, StartFrom
from ratings.imports.domain.reports import SOURCE_KIND, source_number
from ratings.models import (
    Change,
    Computation,
    CurrentRating,
    Game,
    ImportEvent,
    ImportFile,
    Pool,
    Posting,
    Report,
)
from ratings.pools.domain.claiming import announce_if_behind
from ratings.rules.calendar import date_of
from ratings.uploads.domain.judged_games import judge_games
from ratings.uploads.domain.posting import post_file
from ratings.uploads.domain.reading import parts_of
from ratings.uploads.queries.imports import waits_for_minutes

MOST_GAMES = 5_000
"""Games of a file that is tried."""
MOST_COMPUTED = 200_000
"""Games of the pool from the file's first day on, which are computed with it."""
MOST_STARTS = 300
"""New players who are named with their start ratings."""
ROUNDS = 20
"""Times that the pool is computed: each may hold twenty reports."""


@dataclass(frozen=True, slots=True)
class TriedEvent:
    """What would become of an event's games; `held` is why it would be held."""

    rated: int = 0
    not_rated: Mapping[str, int] = field(default_factory=dict)
    late: int = 0
    held: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """What would become of a file: its events by place, the start ratings of those who
    are new in the pool, how many of them stay without a rating, and other reports that
    would be held. `skipped` says why nothing was tried.
    """

    skipped: str = ""
    events: Mapping[int, TriedEvent] = field(default_factory=dict)
    starts: tuple[tuple[str, float, int], ...] = ()
    more_starts: int = 0
    unrated: int = 0
    others_held: tuple[str, ...] = ()

    def told(self) -> dict[str, Any]:
        """The sums as they are stored with the file."""
        if self.skipped:
            return {"skipped": self.skipped}
        reasons: Counter[str] = Counter()
        for event in self.events.values():
            reasons.update(event.not_rated)
        return {
            "rated": sum(event.rated for event in self.events.values()),
            "not_rated": dict(reasons),
            "late": sum(event.late for event in self.events.values()),
            "held": sum(bool(event.held) for event in self.events.values()),
            "starts": [list(start) for start in self.starts],
            "more_starts": self.more_starts,
            "unrated": self.unrated,
            "others_held": list(self.others_held),
        }


def try_posting(file: ImportFile, *, today: date) -> Trial:
    """Post the file and compute its pool, note what became of everything, and take it
    all back. Events that differ from the ledger's are tried as replacing them.
    """
    skipped = _why_skipped(file)
    if skipped:
        return Trial(skipped=skipped)
    try:
        with transaction.atomic():
            trial = _tried(file, today)
            transaction.set_rollback(True)
            return trial
    finally:
        announce_if_behind(file.pool_id)


def _why_skipped(file: ImportFile) -> str:
    if not file.games:
        return "no_games"
    if waits_for_minutes(file):
        return "minutes"
    if file.games > MOST_GAMES:
        return "large_file"
    first = min(
        (int(games["day"].min()) for games in parts_of(file.pk) if len(games)),
        default=0,
    )
    later = Report.objects.filter(
        pool=file.pool_id, state__in=COUNTING, last_booked_date__gte=date_of(first)
    )
    games = later.aggregate(games=Sum("games"))["games"] or 0
    return "large_pool" if games > MOST_COMPUTED else ""


def _tried(file: ImportFile, today: date) -> Trial:
    # The claim first, as every computation takes it, then what posting locks.
    Computation.objects.select_for_update().get(pk=file.pool_id)
    before = Pool.objects.values_list("posted", flat=True).get(pk=file.pool_id)
    rated = set(
        CurrentRating.objects.filter(pool_id=file.pool_id).values_list(
            "player_id", flat=True
        )
    )
    ImportFile.objects.filter(pk=file.pk).update(
        state=ImportState.POSTING,
        replaces=True,
        by_one=True,
        posted_by=file.uploaded_by_id,
        posted_at=file.uploaded_at,
    )
    post_file(file.pk, today=today)
    for _round in range(ROUNDS):
        if not compute_pool(file.pool_id, at=file.uploaded_at, cause="trial"):
            break
    posted = Posting.objects.filter(pool=file.pool_id, number__gt=before)
    submitted = posted.filter(
        act=PostingType.SUBMIT, report__source_kind=SOURCE_KIND
    ).values("report")
    reports = dict(
        Report.objects.filter(pk__in=submitted).values_list("source_number", "pk")
    )
    held = posted.filter(act=PostingType.HOLD)
    reasons = dict(held.values_list("report", "report__reason"))
    others = Report.objects.filter(pk__in=set(reasons) - set(reports.values()))
    return _with_starts(
        Trial(
            events=_events(file, reports, reasons),
            others_held=tuple(others.order_by("pk").values_list("name", flat=True)),
        ),
        file.pool_id,
        _players(set(reports.values()) - set(reasons)) - rated,
    )


def _events(
    file: ImportFile, reports: Mapping[int, int], held: Mapping[int, str]
) -> dict[int, TriedEvent]:
    """What became of the file's events, by place."""
    computed = Computation.objects.values_list("computed", flat=True).get(
        pk=file.pool_id
    )
    judged = judge_games(file.pool_id, computed, set(reports.values()) - set(held))
    events = {}
    names = ImportEvent.objects.filter(file=file).values_list("place", "name")
    for place, name in names:
        report = reports.get(source_number(name))
        if report in judged:
            games = judged[report]
            events[place] = TriedEvent(games.rated, dict(games.not_rated), games.late)
        elif report is not None and report in held:
            events[place] = TriedEvent(held=held[report])
    return events


def _players(reports: Collection[int]) -> set[int]:
    games = Game.objects.filter(report__in=reports).values_list("white", "black")
    return {player for pair in games for player in pair}


def _with_starts(trial: Trial, pool_id: int, new: Collection[int]) -> Trial:
    """Add with what ratings the new players begin."""
    names = {each.pk: each.full_name for each in Player.objects.filter(pk__in=new)}
    begun: dict[int, tuple[str, float, int]] = {}
    rows = Change.objects.of_pool(pool_id).filter(player_id__in=new)
    for row in rows.order_by("ended_on", "started_on", "report_id"):
        is_start = row.start_from != StartFrom.RATING
        given = row.before if is_start and row.before is not None else row.after
        if given is not None and row.player_id in names:
            said = names[row.player_id], given, row.start_from
            begun.setdefault(row.player_id, said)
    starts = sorted(begun.values())
    return replace(
        trial,
        starts=tuple(starts[:MOST_STARTS]),
        more_starts=max(0, len(starts) - MOST_STARTS),
        unrated=len(new) - len(begun),
    )
