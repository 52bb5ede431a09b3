"""Bringing a federation's history into the ledger: results, one game a line.

The file is read once into a spool on disk, which refuses what cannot be right in a
row by itself. Then its events are posted, each as a report of its own, some hundred
thousand games in a transaction: what is in the ledger after a crash are whole events,
and the same file brought again adds the others.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import repeat
from typing import Any

from django.db import connection, transaction

from ratings.domain.imported_files import first_day_of, last_day_of, reason_of
from ratings.domain.imported_lines import read_register
from ratings.domain.imported_reports import (
    Batch,
    Posted,
    lock_imports,
    post_batch,
    standing_of,
)
from ratings.domain.numbering import Hand, tell_after_commit
from ratings.formats.event_games import MOST_GAMES, Spool, arranged
from ratings.formats.game_rows import OPTIONAL, REQUIRED, GameReader
from ratings.formats.tables import Refusal, Table, open_table
from ratings.formats.text_files import TextFile
from ratings.rules.calendar import date_of, day_number

USUAL_MINUTES = 120
"""Thinking time where a file says nothing: what every system here rates as long."""
SAID_AT_ONCE = 10_000
"""Refused rows of a large event that are held in memory."""

Told = Callable[[Sequence[Refusal]], None]


@dataclass(frozen=True, slots=True)
class GamesToImport:
    """A file of games for a pool. With `replaces`, an event that was imported before
    with other games gets a next version; else its rows are refused. A `dry_run`
    writes nothing.
    """

    pool_id: int
    file: TextFile
    dry_run: bool = False
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: events and games posted, and recognised from before;
    rows refused; the first and last day of the games in the file; its columns that
    nobody reads.
    """

    events: int = 0
    games: int = 0
    known_events: int = 0
    known_games: int = 0
    refused: int = 0
    first: date | None = None
    last: date | None = None
    unread: tuple[str, ...] = ()

    @property
    def exit_status(self) -> int:
        """0: everything is in; 1: nothing is; 2: some rows are not."""
        if not self.games + self.known_games:
            return 1
        return 2 if self.refused else 0


def open_games(text: Iterable[str]) -> Table:
    """The table of a file of games; raises NotATable."""
    return open_table(text, required=REQUIRED, optional=OPTIONAL)


def import_games(
    asked: GamesToImport, *, today: date, hand: Hand, on_refused: Told
) -> Imported:
    """Posts what a file says and tells what it leaves out, some rows at a time.

    Each event's report is there whole or not at all; workers are told once, at the
    end. Raises NotATable where the file has not the columns, or the pool no edition.
    """
    count = _Refusals(on_refused)
    with asked.file.open() as text, Spool() as spool:
        table = open_games(text)
        reader = _reader(asked.pool_id, table, today)
        for chunk in table.chunks():
            games, refusals = reader.read(chunk)
            spool.add(games)
            count.tell(refusals)
        reason, register = reason_of(asked.file), read_register()
        posted = Posted(asked.pool_id, hand, today, reason, register)
        done = _post_all(asked, _File(table, reader, spool), count, posted)
    if done.games and not asked.dry_run:
        tell_after_commit(asked.pool_id)
    return replace(done, refused=count.rows, unread=table.unread)


class _Refusals:
    """Passes refusals on and counts them."""

    def __init__(self, on_refused: Told) -> None:
        self.on_refused = on_refused
        self.rows = 0

    def tell(self, refusals: Sequence[Refusal]) -> None:
        if refusals:
            self.rows += len(refusals)
            self.on_refused(refusals)


@dataclass(frozen=True, slots=True)
class _File:
    table: Table
    reader: GameReader
    spool: Spool

    def refusals(self, games: Any, reasons: Iterable[str]) -> list[Refusal]:
        header = self.table.header
        return [
            Refusal(int(game["line"]), reason, self.reader.row_of(game, header))
            # One reason may be repeated for ever.
            for game, reason in zip(games, reasons, strict=False)
        ]


def _reader(pool_id: int, table: Table, today: date) -> GameReader:
    return GameReader(
        places=table.places,
        find=_players,
        usual_minutes=USUAL_MINUTES,
        first_day=day_number(first_day_of(pool_id)),
        last_day=day_number(today),
        ends_on=day_number(last_day_of(pool_id)),
    )


def _players(numbers: Iterable[str]) -> Mapping[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT national_id, id FROM federation_player WHERE national_id = ANY(%s)",
            [list(numbers)],
        )
        return dict(cursor.fetchall())


def _post_all(
    asked: GamesToImport, file: _File, count: _Refusals, posted: Posted
) -> Imported:
    for part in file.spool.above():
        for start in range(0, len(part), SAID_AT_ONCE):
            games = part[start : start + SAID_AT_ONCE]
            count.tell(file.refusals(games, repeat(_TOO_LARGE)))
    done = Imported()
    for games in file.spool.batches():
        events, twice = arranged(games)
        reasons = (f"the same game as on line {line}" for line in twice.first_lines)
        count.tell(file.refusals(twice.games, reasons))
        names = [file.reader.events.names[number] for number in events.numbers]
        new, known, left_out = _post(asked, Batch(events, names), posted)
        count.tell(file.refusals(left_out.events.games, repeat(_DIFFERS)))
        done = _with_days(_with_counts(done, new, known), games["day"])
    return done


def _post(
    asked: GamesToImport, batch: Batch, posted: Posted
) -> tuple[Batch, Batch, Batch]:
    """Posts what is new and returns the events that are in now, those that were in
    before, and those that are left out.
    """
    with transaction.atomic():
        if not asked.dry_run:
            lock_imports(asked.pool_id)
        standing = standing_of(batch, asked.pool_id)
        differs = (standing.versions > 0) & ~standing.same
        left_out = differs & (not asked.replaces)
        new = ~standing.same & ~left_out
        if new.any() and not asked.dry_run:
            post_batch(batch.only(new), standing.versions[new], posted)
    return batch.only(new), batch.only(standing.same), batch.only(left_out)


def _with_days(done: Imported, days: Any) -> Imported:
    first, last = date_of(int(days.min())), date_of(int(days.max()))
    return replace(
        done, first=min(done.first or first, first), last=max(done.last or last, last)
    )


def _with_counts(done: Imported, new: Batch, known: Batch) -> Imported:
    return replace(
        done,
        events=done.events + len(new.names),
        games=done.games + len(new.events.games),
        known_events=done.known_events + len(known.names),
        known_games=done.known_games + len(known.events.games),
    )


_DIFFERS = "the event was imported before with other games; --replace replaces them"
_TOO_LARGE = f"an event of more than {MOST_GAMES:,} games; give its parts names"
