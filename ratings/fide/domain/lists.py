"""Import FIDE's list of a month: the ratings of our players are stored for ever, those of
all others until the next list.
"""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import BinaryIO

import numpy as np
from django.db import connection, transaction

from federation.agreements import Matter
from federation.database.copying import copying
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import alone
from federation.rules.names import without_unsuitable
from ratings.fide.formats.files import FideFile, open_fide_list
from ratings.fide.formats.players import Fault, FideReading, NotAFideList
from ratings.models import FideLine, FideList

DAYS_EARLY = 5
"""FIDE publishes a list in the last days of the month before."""
FIRST_MONTH = date(1971, 1, 1)
MOST_FAULTS = 100
LEAST_SHARE = 0.1
"""A list with fewer lines than this share of the previous one of its kind is taken for
one that is cut short."""
UNREADABLE_SHARE = 0.01
KEEPERS = 7_120_368
"""The advisory lock for storing a list: one at a time."""

Progress = Callable[[int, int, int], None]
"""Called after every few thousand lines: bytes done, bytes in all, lines read."""

_COLUMNS = (
    "fide_id, name, federation, sex, title, birth_year, inactive,"
    " standard, rapid, blitz"
)
_HOLD = """
CREATE TEMPORARY TABLE fide_read (fide_id int NOT NULL, name text NOT NULL,
  federation text NOT NULL, sex text NOT NULL, title text NOT NULL, birth_year int,
  inactive boolean NOT NULL, standard int, rapid int, blitz int)
"""
_OURS = (
    "fide_id <> ALL(%s) AND fide_id IN"
    " (SELECT fide_id FROM federation_player WHERE fide_id IS NOT NULL)"
)
_RATED = "fide_id <> ALL(%s) AND coalesce(standard, rapid, blitz) IS NOT NULL"


@dataclass(frozen=True, slots=True)
class ImportedList:
    """The result of an import: the list, whether the file had been imported before, and
    the first of the lines that were left out.
    """

    list: FideList
    known: bool
    faults: tuple[Fault, ...] = ()


def refuse_month(month: date, today: date) -> None:
    """Raise NotAFideList for a month that has no list yet or never had one."""
    if month > today + timedelta(days=DAYS_EARLY):
        raise NotAFideList("future", month=month.isoformat())
    if month < FIRST_MONTH:
        raise NotAFideList("too_early", month=month.isoformat())


@alone(Matter.FIDE_LIST)
def import_list(
    file: BinaryIO,
    name: str,
    *,
    month: date | None,
    today: date,
    acting: ActionContext,
    progress: Progress,
) -> ImportedList:
    """Read a FIDE file and store it as the list of the month (its first day), all or
    nothing.

    Without `month` it is the month that the file gives, or else that of `today`. A file
    that was imported before is recognised; another one for the same month becomes the
    next revision. Lines that cannot be read are left out and reported; so are players
    who occur twice. Raises NotAFideList, with nothing written.
    """
    with open_fide_list(file, name) as found:
        known = FideList.objects.filter(digest=found.digest).first()
        if known is not None:
            return _recognised(known, month)
        reading = found.read()
        when = _month(reading, month, today)
        try:
            read = _read(reading, found.size, progress)
            return _stored(found, reading.kind, when, read, acting)
        finally:
            with connection.cursor() as cursor:
                cursor.execute("DROP TABLE IF EXISTS fide_read")


def _recognised(known: FideList, month: date | None) -> ImportedList:
    if month not in (None, known.month):
        raise NotAFideList("known", month=known.month.isoformat())
    return ImportedList(known, known=True)


def _month(reading: FideReading, requested: date | None, today: date) -> date:
    named = date(*reading.month, 1) if reading.month else None
    if requested and named and requested != named:
        raise NotAFideList(
            "other_month", month=requested.isoformat(), named=named.isoformat()
        )
    month = named or requested or today.replace(day=1)
    refuse_month(month, today)
    return month


@dataclass(slots=True)
class _Read:
    """The contents of the table `fide_read`, and what was left out."""

    numbers: "array[int]" = field(default_factory=lambda: array("i"))
    places: "array[int]" = field(default_factory=lambda: array("i"))
    faults: list[Fault] = field(default_factory=list)
    refused: int = 0
    twice: list[int] = field(default_factory=list)

    @property
    def lines(self) -> int:
        return len(self.numbers)

    def leave_out(self, faults: Sequence[Fault]) -> None:
        self.refused += len(faults)
        self.faults += faults[: MOST_FAULTS - len(self.faults)]


def _read(reading: FideReading, size: int, progress: Progress) -> _Read:
    """Read the list into the table `fide_read`. Each chunk is a transaction of its own,
    so that the progress can be seen.
    """
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS fide_read")
        cursor.execute(_HOLD)
    read = _Read()
    statement = f"COPY fide_read ({_COLUMNS}) FROM STDIN"
    for chunk in reading.chunks:
        with copying(statement) as stream:
            for player in chunk.players:
                stream.write_row(player)
        read.numbers.extend(player.fide_id for player in chunk.players)
        read.places.extend(chunk.lines)
        read.leave_out(chunk.faults)
        progress(chunk.done_bytes, size, read.lines)
    _leave_out_repeated(read)
    if not read.lines:
        raise NotAFideList("no_players")
    if read.refused > 1 + UNREADABLE_SHARE * read.lines:
        fault = read.faults[0]
        raise NotAFideList(
            "unreadable", count=read.refused, line=fault.line, text=fault.text
        )
    return read


def _leave_out_repeated(read: _Read) -> None:
    """Leave out all lines of a number that occurs twice: it is not known which of them
    is right.
    """
    numbers, places = np.array(read.numbers), np.array(read.places)
    order = np.argsort(numbers, kind="stable")
    again = np.flatnonzero(np.diff(numbers[order]) == 0) + 1
    read.twice = np.unique(numbers[order[again]]).tolist()
    read.leave_out(
        [
            Fault(
                int(places[order[at]]),
                "twice",
                f"{numbers[order[at]]} ({places[order[at - 1]]})",
            )
            for at in again.tolist()
        ]
    )


@transaction.atomic
def _stored(
    found: FideFile, kind: str, month: date, read: _Read, acting: ActionContext
) -> ImportedList:
    with connection.cursor() as cursor:
        # Of two concurrent imports of a file, the second finds the list of the first.
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [KEEPERS])
    known = FideList.objects.filter(digest=found.digest).first()
    if known is not None:
        return _recognised(known, month)
    _refuse_shrunk(kind, month, read.lines)
    revision = FideList.objects.filter(kind=kind, month=month).count()
    made = FideList(
        month=month,
        kind=kind,
        revision=revision,
        digest=found.digest,
        file_name=without_unsuitable(found.name)[:200],
        lines=read.lines,
        rated=_counted(_RATED, read.twice),
        kept=_counted(_OURS, read.twice),
        refused=read.refused,
        taken_by_id=acting.user_id,
        taken_at=acting.at,
    )
    made.save(force_insert=True)
    _write(made, read.twice)
    return ImportedList(made, known=False, faults=tuple(read.faults))


def _write(made: FideList, twice: list[int]) -> None:
    """Write the rows of our players and, if no newer list of the kind exists, of all
    rated players.
    """
    newest = FideList.objects.filter(kind=made.kind).newest_first().first()
    _copy("ratings_fiderating", made, _OURS, twice)
    if newest == made:
        FideLine.objects.filter(list__kind=made.kind).delete()
        _copy("ratings_fideline", made, _RATED, twice)


def _copy(table: str, made: FideList, condition: str, twice: list[int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} (list_id, {_COLUMNS}) SELECT %s, {_COLUMNS}"
            f" FROM fide_read WHERE {condition}",
            [made.pk, twice],
        )


def _refuse_shrunk(kind: str, month: date, lines: int) -> None:
    before = FideList.objects.filter(kind=kind, month__lt=month).newest_first().first()
    if before and lines < LEAST_SHARE * before.lines:
        raise NotAFideList(
            "shrunk", lines=lines, before=before.lines, month=before.month.isoformat()
        )


def _counted(condition: str, twice: list[int]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM fide_read WHERE {condition}", [twice])
        return int(cursor.fetchone()[0])
