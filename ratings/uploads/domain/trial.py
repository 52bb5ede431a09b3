"""What would become of a file, found by doing it: the file is posted and the pool
computed by the same acts as the worker's, in a transaction that is rolled back.

While it runs, the pool takes no other posting and the file no choice; so it is kept to
files and pools of a limited size (MOST_GAMES, MOST_COMPUTED).
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Sum

from federation.domain.authorship import ActionContext
from federation.models import Player
from ratings.engine.domain.computation import compute_pool
from ratings.enums import COUNTING, ImportState, PostingType, StartFrom
from ratings.imports.domain.batches import Imported
from ratings.imports.domain.importing import GamesToImport, import_games
from ratings.imports.domain.reports import SOURCE_KIND, source_number
from ratings.imports.formats.game_columns import NO_DAY
from ratings.models import (
    Change,
    Computation,
    CurrentRating,
    Game,
    ImportEvent,
    ImportFile,
    Period,
    Pool,
    Posting,
    RatingList,
    Report,
)
from ratings.pools.domain.claiming import announce_if_behind
from ratings.rules.calendar import date_of
from ratings.uploads.domain.answers import answers_of
from ratings.uploads.domain.judged_games import judge_games
from ratings.uploads.domain.posting import post_file
from ratings.uploads.domain.reading import parts_of
from ratings.uploads.queries.imports import waits_for_minutes

MOST_GAMES = 5_000
"""Games of a file that is tried."""
MOST_COMPUTED = 200_000
"""Games of the pool from the file's first day on: these are computed with it, or all of
the pool's, where that is cheaper."""
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
    """What would become of a file: its events by place (by number of their source where
    the file is not one of the browser's), the names of those held, the start ratings of
    those who are new in the pool, how many of them stay without a rating, and other
    reports that would be held, and from when the published lists hold that it reaches.
    `skipped` says why nothing was tried.
    """

    skipped: str = ""
    events: Mapping[int, TriedEvent] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    starts: tuple[tuple[str, float, int], ...] = ()
    more_starts: int = 0
    unrated: int = 0
    others_held: tuple[str, ...] = ()
    lists: tuple[date, ...] = ()

    def as_stored(self) -> dict[str, Any]:
        """Return the sums as they are stored with the file."""
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
            "lists": [day.isoformat() for day in self.lists],
        }


def try_posting(file: ImportFile, *, today: date) -> Trial:
    """Post the file and compute its pool, note what became of everything, and take it
    all back. Events that differ from the ledger's are tried as replacing them.
    """
    skipped = _why_skipped(file)
    if skipped:
        return Trial(skipped=skipped)

    def post() -> None:
        ImportFile.objects.filter(pk=file.pk).update(
            state=ImportState.POSTING,
            replaces=True,
            by_one=True,
            posted_by=file.uploaded_by_id,
            posted_at=file.uploaded_at,
        )
        post_file(file.pk, today=today)

    trial = post_and_take_back(file.pool_id, post, at=file.uploaded_at)
    names = ImportEvent.objects.filter(file=file).values_list("place", "name")
    places = {source_number(name): place for place, name in names}
    events = {places[number]: event for number, event in trial.events.items()}
    return replace(trial, events=events)


def try_import(
    asked: GamesToImport, done: Imported, *, today: date, at: datetime
) -> Trial:
    """Import the games and compute the pool as it was asked, and take it all back;
    `done` is what a dry run of the same said. Rows that are left out were told by that
    one.
    """
    if not done.games or done.first is None:
        return Trial(skipped="no_games")
    skipped = too_large_to_try(asked.pool_id, done.games, done.first)
    if skipped:
        return Trial(skipped=skipped)

    def post() -> None:
        import_games(
            replace(asked, dry_run=False),
            today=today,
            acting=ActionContext(None, at),
            on_refused=lambda _rows: None,
        )

    return post_and_take_back(asked.pool_id, post, at=at)


def post_and_take_back(
    pool_id: int, post: Callable[[], object], *, at: datetime
) -> Trial:
    """Post, compute the pool, and take it all back; return what `post` would make of it."""
    try:
        with transaction.atomic():
            trial = _tried(pool_id, post, at)
            transaction.set_rollback(True)
            return trial
    finally:
        announce_if_behind(pool_id)


def too_large_to_try(pool_id: int, games: int, first: date) -> str:
    """Return why so many games from this day on are not tried: `large_file`,
    `large_pool`, or nothing.
    """
    if games > MOST_GAMES:
        return "large_file"
    later = Report.objects.filter(
        pool=pool_id, state__in=COUNTING, last_booked_date__gte=first
    )
    computed = later.aggregate(games=Sum("games"))["games"] or 0
    return "large_pool" if computed > MOST_COMPUTED else ""


def _why_skipped(file: ImportFile) -> str:
    if not file.games:
        return "no_games"
    if waits_for_minutes(file):
        return "minutes"
    if file.games > MOST_GAMES:
        return "large_file"
    return too_large_to_try(file.pool_id, file.games, date_of(_first_day(file)))


def _first_day(file: ImportFile) -> int:
    """Of the file's games, as it was answered; 0 where no day is known."""
    answers, first = answers_of(file), []
    for games in parts_of(file.pk):
        answers.mend(games)
        known = games["day"][games["day"] != NO_DAY]
        first += [int(known.min())] if len(known) else []
    return min(first, default=0)


def _tried(pool_id: int, post: Callable[[], object], at: datetime) -> Trial:
    # The claim first, as every computation takes it, then what posting locks.
    Computation.objects.select_for_update().get(pk=pool_id)
    before = Pool.objects.values_list("posted", flat=True).get(pk=pool_id)
    rated = set(
        CurrentRating.objects.filter(pool_id=pool_id).values_list(
            "player_id", flat=True
        )
    )
    post()
    for _round in range(ROUNDS):
        if not compute_pool(pool_id, at=at, cause="trial"):
            break
    posted = Posting.objects.filter(pool=pool_id, number__gt=before)
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
            events=_events(pool_id, reports, reasons),
            names=dict(
                Report.objects.filter(pk__in=set(reports.values()) & set(reasons))
                .order_by("pk")
                .values_list("source_number", "name")
            ),
            others_held=tuple(others.order_by("pk").values_list("name", flat=True)),
            lists=_lists_since(pool_id, before),
        ),
        pool_id,
        _players(set(reports.values()) - set(reasons)) - rated,
    )


def _events(
    pool_id: int, reports: Mapping[int, int], held: Mapping[int, str]
) -> dict[int, TriedEvent]:
    """Return what became of the events that were posted, by number of their source."""
    computed = Computation.objects.values_list("computed", flat=True).get(pk=pool_id)
    judged = judge_games(pool_id, computed, set(reports.values()) - set(held))
    events = {}
    for number, report in reports.items():
        if report in judged:
            games = judged[report]
            events[number] = TriedEvent(games.rated, dict(games.not_rated), games.late)
        elif report in held:
            events[number] = TriedEvent(held=held[report])
    return events


def _lists_since(pool_id: int, posting: int) -> tuple[date, ...]:
    """From when those published lists hold whose periods later postings have reached."""
    periods = Period.objects.filter(pool=pool_id, moved__gt=posting)
    listed = RatingList.objects.filter(period__in=periods).order_by("valid_from")
    return tuple(listed.values_list("valid_from", flat=True).distinct())


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
