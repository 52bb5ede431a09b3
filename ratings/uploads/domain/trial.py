"""Try what posting a file would do: the file is posted and the pool computed by the same
functions as the worker's, in a transaction that is rolled back.

During a trial nothing else can be posted in the pool and no choice made for the file, so
only files and pools of a limited size are tried (MOST_GAMES, MOST_COMPUTED).
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
from ratings.enums import COUNTING, BaseOrigin, ImportState, PostingType
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
    Posting,
    RatingList,
    Report,
)
from ratings.pools.domain.computation_lock import announce_if_outdated
from ratings.pools.queries.numbers import computed_number, posted_number
from ratings.rules.calendar import date_of
from ratings.uploads.domain.answers import answers_of
from ratings.uploads.domain.judged_games import judge_games
from ratings.uploads.domain.posting import post_file
from ratings.uploads.domain.reading import parts_of
from ratings.uploads.queries.imports import waits_for_minutes

MOST_GAMES = 5_000
"""Games of a file that is tried, at most."""
MOST_COMPUTED = 200_000
"""Games of the pool from the file's first day on, at most: they are computed with it, or
all games of the pool if that is cheaper."""
MOST_STARTS = 300
"""New players who are listed with their start ratings, at most."""
ROUNDS = 20
"""Times that the pool is computed, at most: each may hold twenty reports."""


@dataclass(frozen=True, slots=True)
class TriedEvent:
    """Counts of an event's games in a trial; `held` is why its report would be held."""

    rated: int = 0
    not_rated: Mapping[str, int] = field(default_factory=dict)
    late: int = 0
    held: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of posting a file on trial. `events`: by place, or by source number if
    the file was not uploaded in the browser; `names`: of the events that would be held;
    `starts`: ratings with which players new in the pool begin; `unrated`: how many of
    them remain without a rating; `others_held`: other reports that would be held;
    `lists`: the first days of the published lists that would change. `skipped` says why
    nothing was tried.
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
    """Post the file and compute its pool, collect the results, and roll everything back.
    Events that differ from those in the ledger replace them in the trial.
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

    trial = post_and_roll_back(file.pool_id, post, at=file.uploaded_at)
    names = ImportEvent.objects.filter(file=file).values_list("place", "name")
    places = {source_number(name): place for place, name in names}
    events = {places[number]: event for number, event in trial.events.items()}
    return replace(trial, events=events)


def try_import(
    to_import: GamesToImport, done: Imported, *, today: date, at: datetime
) -> Trial:
    """Import the games and compute the pool, and roll everything back. `done` is the
    result of a dry run of the same import, which has reported the rows left out.
    """
    if not done.games or done.first is None:
        return Trial(skipped="no_games")
    skipped = too_large_to_try(to_import.pool_id, done.games, done.first)
    if skipped:
        return Trial(skipped=skipped)

    def post() -> None:
        import_games(
            replace(to_import, dry_run=False),
            today=today,
            acting=ActionContext(None, at),
            on_refused=lambda _rows: None,
        )

    return post_and_roll_back(to_import.pool_id, post, at=at)


def post_and_roll_back(
    pool_id: int, post: Callable[[], object], *, at: datetime
) -> Trial:
    """Post, compute the pool, and roll everything back; return what `post` would do."""
    try:
        with transaction.atomic():
            trial = _trial_of(pool_id, post, at)
            transaction.set_rollback(True)
            return trial
    finally:
        announce_if_outdated(pool_id)


def too_large_to_try(pool_id: int, games: int, first: date) -> str:
    """Return why so many games from this day on are not tried: `large_file`,
    `large_pool`, or an empty text if they are.
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
    """Return the first day of the file's games by the answers; 0 if no day is known."""
    answers, first = answers_of(file), []
    for games in parts_of(file.pk):
        answers.apply_days(games)
        known = games["day"][games["day"] != NO_DAY]
        first += [int(known.min())] if len(known) else []
    return min(first, default=0)


def _trial_of(pool_id: int, post: Callable[[], object], at: datetime) -> Trial:
    # The pool's computation is locked first, as in every computation, then what posting locks.
    Computation.objects.select_for_update().get(pk=pool_id)
    before = posted_number(pool_id)
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
    """Return the results of the posted events, by source number."""
    computed = computed_number(pool_id)
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
    """Return the first days of the published lists whose periods changed after a posting."""
    periods = Period.objects.filter(pool=pool_id, moved__gt=posting)
    listed = RatingList.objects.filter(period__in=periods).order_by("valid_from")
    return tuple(listed.values_list("valid_from", flat=True).distinct())


def _players(reports: Collection[int]) -> set[int]:
    games = Game.objects.filter(report__in=reports).values_list("white", "black")
    return {player for pair in games for player in pair}


def _with_starts(trial: Trial, pool_id: int, new: Collection[int]) -> Trial:
    """Add the ratings with which the new players begin."""
    names = {each.pk: each.full_name for each in Player.objects.filter(pk__in=new)}
    begun: dict[int, tuple[str, float, int]] = {}
    rows = Change.objects.of_pool(pool_id).filter(player_id__in=new)
    for row in rows.order_by("ended_on", "started_on", "report_id"):
        is_start = row.start_from != BaseOrigin.RATING
        given = row.before if is_start and row.before is not None else row.after
        if given is not None and row.player_id in names:
            start = names[row.player_id], given, row.start_from
            begun.setdefault(row.player_id, start)
    starts = sorted(begun.values())
    return replace(
        trial,
        starts=tuple(starts[:MOST_STARTS]),
        more_starts=max(0, len(starts) - MOST_STARTS),
        unrated=len(new) - len(begun),
    )
