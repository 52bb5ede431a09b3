"""Write imported events into the ledger: a report for each, whole or not at all."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np
from django.db import connection, transaction
from django.db.backends.postgresql.psycopg_any import NumericRange
from numpy.typing import NDArray

from federation.agreements import Matter
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import carries_out
from ratings.enums import COUNTING, PostingType, ReportState
from ratings.imports.domain.files import last_day_of
from ratings.imports.domain.lines import GameDays, RegisterColumns, write_lines
from ratings.imports.formats.event_games import Events
from ratings.ledger.domain.editions import in_force
from ratings.ledger.domain.periods import open_periods
from ratings.ledger.domain.report_copies import reapply_corrections
from ratings.ledger.domain.sources import lock_sources
from ratings.models import Counting, Edition, Period, Report
from ratings.pools.domain.pools import refuse_ended
from ratings.pools.domain.postings import post_together
from ratings.rules.calendar import date_of, day_number

SOURCE_KIND = "import"
IMPORTS = 7_120_366
"""The advisory lock of imports: one batch at a time in each pool."""

_REPORTS = """
INSERT INTO ratings_report (id, pool_id, source_kind, source_number, version, name,
  start_date, end_date, first_booked_date, last_booked_date, is_final, state, reason,
  sent_by_id, sent_at, decided_by_id, decided_at, accepted_at, games, players, digest)
SELECT report, %(pool)s, %(kind)s, source, version, name, start_date, end_date,
  first_booked, last_booked, true, %(accepted)s, '', %(by)s, %(at)s, %(agreed_by)s, %(at)s,
  %(at)s, games, players, digest
FROM unnest(%(reports)s::bigint[], %(sources)s::bigint[], %(versions)s::int[],
  %(names)s::text[], %(starts)s::date[], %(ends)s::date[], %(firsts)s::date[],
  %(lasts)s::date[], %(games)s::int[], %(players)s::int[], %(digests)s::text[])
  AS each (report, source, version, name, start_date, end_date, first_booked,
    last_booked, games, players, digest)
"""
_COUNTINGS = """
INSERT INTO ratings_counting (pool_id, report_id, span)
SELECT %s, report, int8range(%s + place - 1, NULL)
FROM unnest(%s::bigint[]) WITH ORDINALITY AS each (report, place)
"""


@dataclass(frozen=True, slots=True)
class Batch:
    """Events with their names, to be posted together."""

    events: Events
    names: Sequence[str]

    @property
    def sources(self) -> list[int]:
        """The source numbers by which the events are recognised."""
        return [source_number(name) for name in self.names]

    def only(self, chosen: NDArray[np.bool_]) -> "Batch":
        """Return the chosen events."""
        names = [name for name, kept in zip(self.names, chosen, strict=True) if kept]
        return Batch(self.events.only(chosen), names)


@dataclass(frozen=True, slots=True)
class PostedEvents:
    """The state in the ledger of a batch's events, by event."""

    versions: NDArray[np.int64]
    """The newest version, 0 if there is none."""
    same: NDArray[np.bool_]
    """Whether the version in the ledger is the same as in the file."""
    withdrawn: NDArray[np.bool_]
    """Whether it was imported before and no version of it is in force."""


@dataclass(frozen=True, slots=True)
class ImportContext:
    """The pool, person, time, day and source of an import, the register, and who
    approved it (`agreed_by`; None if a command imports).
    """

    pool_id: int
    acting: ActionContext
    today: date
    reason: str
    register: RegisterColumns
    agreed_by: int | None = None


def source_number(event: str) -> int:
    """Return a number for an event's name, the same in every file, ignoring case."""
    digest = hashlib.sha256(event.casefold().encode()).digest()
    return int.from_bytes(digest[:8]) >> 1


def lock_imports(pool_id: int) -> None:
    """Lock imports into the pool until the commit: of two concurrent imports of the same
    file, the second recognises what the first has posted.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [IMPORTS, pool_id])


def lock_events(batch: Batch, pool_id: int) -> None:
    """Lock the events of a batch until the commit: no officer can change them, and no
    decision about one of their games can be made.
    """
    lock_sources(pool_id, SOURCE_KIND, batch.sources)


def find_posted_events(batch: Batch, pool_id: int) -> PostedEvents:
    """Return which events of a batch were imported before, and whether they differ."""
    rows = (
        Report.objects.filter(
            pool_id=pool_id,
            source_kind=SOURCE_KIND,
            source_number__in=batch.sources,
        )
        .order_by("source_number", "version")
        .values_list("source_number", "version", "digest", "state")
    )
    newest, counting = {}, {}
    for source, version, digest, state in rows:
        newest[source] = version
        if state in COUNTING | {ReportState.HELD}:
            counting[source] = digest
    found = [(newest.get(each, 0), counting.get(each)) for each in batch.sources]
    return PostedEvents(
        versions=np.array([version for version, _ in found], np.int64),
        same=np.array(
            [
                known == in_file
                for (_, known), in_file in zip(found, batch.events.digests, strict=True)
            ],
            np.bool_,
        ),
        withdrawn=np.array(
            [version > 0 and digest is None for version, digest in found], np.bool_
        ),
    )


@transaction.atomic
@carries_out(Matter.HISTORY)
def post_batch(
    batch: Batch, versions: NDArray[np.int64], posted: ImportContext
) -> None:
    """Post an accepted report for each event, which replaces the version before it:
    `versions` are the newest ones, 0 for an event without any.

    Periods are opened back to the first game and up to today, or to the pool's last
    day; those that have ended and are earlier than the pool's periods so far are marked
    as reconstructed. Listeners are not notified yet (`post_together`). Raises PoolEnded
    if the pool has been ended since the rows were read.
    """
    days = _days(batch.events, posted.pool_id)
    reports = _reserved(len(batch.names))
    replaced = [
        source
        for source, version in zip(batch.sources, versions, strict=True)
        if version
    ]
    _supersede(replaced, posted.pool_id)
    _write_reports(batch, versions, days, reports, posted)
    numbers = np.array(reports, np.int64)
    write_lines(batch.events, days, numbers, posted.pool_id, posted.register)

    def effect(numbers: range) -> None:
        _open_periods(days, numbers.start, posted)
        _stop_counting(replaced, numbers.start, posted.pool_id)
        with connection.cursor() as cursor:
            cursor.execute(_COUNTINGS, [posted.pool_id, numbers.start, reports])

    post_together(
        posted.pool_id,
        PostingType.SUBMIT,
        posted.acting,
        reports,
        effect,
        reason=posted.reason,
    )
    if replaced:
        reapply_corrections(posted.pool_id, SOURCE_KIND, replaced, acting=posted.acting)


def _days(events: Events, pool_id: int) -> GameDays:
    """Return the days on which games are booked: by date in a system that rates by
    period; by the event's first and last day in one that rates by tournament. An event
    keeps the edition of its first day.
    """
    day = events.games["day"].astype(np.int32)
    start = np.repeat(events.of_each(np.minimum, day), events.sizes)
    end = np.repeat(events.of_each(np.maximum, day), events.sizes)
    whole = np.zeros(len(day), np.bool_)
    for edition in Edition.objects.filter(pool_id=pool_id).order_by("from_date"):
        by_tournament = in_force(edition).system.unit == "tournament"
        whole[start >= day_number(edition.from_date)] = by_tournament
    return GameDays(np.where(whole, start, day), np.where(whole, end, day), start)


def _reserved(count: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence('ratings_report', 'id'))"
            " FROM generate_series(1, %s)",
            [count],
        )
        return [row[0] for row in cursor.fetchall()]


def _supersede(sources: Sequence[int], pool_id: int) -> None:
    Report.objects.filter(
        pool_id=pool_id,
        source_kind=SOURCE_KIND,
        source_number__in=sources,
        state__in=COUNTING | {ReportState.HELD},
    ).update(state=ReportState.SUPERSEDED)


def _write_reports(
    batch: Batch,
    versions: NDArray[np.int64],
    days: GameDays,
    reports: Sequence[int],
    posted: ImportContext,
) -> None:
    events = batch.events
    day = events.games["day"]
    with connection.cursor() as cursor:
        cursor.execute(
            _REPORTS,
            {
                "pool": posted.pool_id,
                "kind": SOURCE_KIND,
                "accepted": ReportState.ACCEPTED,
                "by": posted.acting.user_id,
                "agreed_by": posted.agreed_by,
                "at": posted.acting.at,
                "reports": list(reports),
                "sources": batch.sources,
                "versions": (versions + 1).tolist(),
                "names": list(batch.names),
                "starts": _dates(events.of_each(np.minimum, day)),
                "ends": _dates(events.of_each(np.maximum, day)),
                "firsts": _dates(events.of_each(np.minimum, days.booked_on)),
                "lasts": _dates(events.of_each(np.maximum, days.booked_on)),
                "games": events.sizes.tolist(),
                "players": _players(events).tolist(),
                "digests": list(events.digests),
            },
        )


def _dates(days: NDArray[np.int32]) -> list[date]:
    return [date_of(day) for day in days.tolist()]


def _players(events: Events) -> NDArray[np.int64]:
    """Count the different players of each event."""
    event = np.repeat(np.arange(len(events)), events.sizes)
    games = events.games
    both = np.concatenate((event, event)) << 32 | np.concatenate(
        (games["white"], games["black"])
    )
    both.sort()
    new = np.append(True, both[1:] != both[:-1])
    return np.bincount(both[new] >> 32, minlength=len(events))


def _open_periods(days: GameDays, number: int, posted: ImportContext) -> None:
    first, last = map(date_of, (int(days.booked_on.min()), int(days.booked_on.max())))
    # The pool's row is locked now, and with it its last day.
    refuse_ended(posted.pool_id, last)
    last = max(last, min(posted.today, last_day_of(posted.pool_id)))
    periods = Period.objects.filter(pool_id=posted.pool_id)
    earliest = periods.order_by("start_date").first()
    open_periods(posted.pool_id, first, last, number)
    before = earliest.start_date if earliest else posted.today + timedelta(days=1)
    periods.filter(
        posted=number, start_date__lt=before, end_date__lt=posted.today
    ).update(reconstructed=True)


def _stop_counting(sources: Sequence[int], number: int, pool_id: int) -> None:
    open_spans = Counting.objects.filter(
        report__pool_id=pool_id,
        report__source_kind=SOURCE_KIND,
        report__source_number__in=sources,
        span__endswith=None,
    )
    for counting in open_spans if sources else ():
        counting.span = NumericRange(counting.span.lower, number)
        counting.save(update_fields=["span"])
