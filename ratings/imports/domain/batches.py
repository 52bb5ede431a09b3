"""Post games that were read, event by event: used by the command and by the review of an
import in the browser.

Each event becomes a report of its own, some hundred thousand games in a transaction: only
whole events are in the ledger after a crash, and another import of the same file adds the
others.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import repeat
from typing import Any

import numpy as np
from django.db import transaction
from django.utils.translation import gettext_noop as noted
from numpy.typing import NDArray

from ratings.files.text_tables import RefusedRow
from ratings.files.wording import FileMessage
from ratings.imports.domain.reports import (
    Batch,
    ImportContext,
    PostedEvents,
    find_posted_events,
    lock_events,
    lock_imports,
    post_batch,
)
from ratings.imports.domain.rounds import (
    Played,
    games_in_round_reason,
    of_batch,
    twice_in_round,
    with_rounds,
)
from ratings.imports.formats.event_games import (
    BATCH,
    MOST_GAMES,
    GamesOnDisk,
    arrange_by_event,
)
from ratings.imports.formats.game_columns import Games
from ratings.rules.calendar import date_of

REFUSED_AT_ONCE = 10_000
"""Refused rows of whole events that are in memory at once."""

RefusedRowsHandler = Callable[[Sequence[RefusedRow]], None]


@dataclass(frozen=True, slots=True)
class GatheredGames:
    """Games on disk with the names of their events; `row_of` returns a game as a row of
    the file it came from, `member_of` the name of that file in an archive.
    """

    spool: GamesOnDisk
    names: Sequence[str]
    row_of: Callable[[Any], Sequence[str]]
    member_of: Callable[[Any], str] = lambda _game: ""


@dataclass(frozen=True, slots=True)
class BatchOutcome:
    """The events of a batch: posted now, posted before, or left out. An event is left
    out if it was imported before with other games or, where `withdrawn` is true, if it
    has been withdrawn since.
    """

    new: Batch
    known: Batch
    left_out: Batch
    withdrawn: NDArray[np.bool_]

    @property
    def withdrawn_games(self) -> list[bool]:
        """`withdrawn` repeated for each game that is left out."""
        of_games: list[bool] = np.repeat(
            self.withdrawn, self.left_out.events.sizes
        ).tolist()
        return of_games


def ignore_outcome(_outcome: BatchOutcome) -> None:
    """Do nothing: the default `account` of `PostingOptions`."""


@dataclass(frozen=True, slots=True)
class PostingOptions:
    """How games are posted. With `replaces`, an event that was imported before with
    other games, or withdrawn since, gets a next version; else its rows are refused with
    the reason `differs` or `withdrawn`; if these are None, its rows are not reported one
    by one. A `dry_run` writes nothing. `account` is called for each batch, in its
    transaction. With `twice`, events in which a player has more than one game in a round
    are left out (it is the reason for their other rows); it is empty if such games have
    been decided on in a review, or are allowed.
    """

    posted: ImportContext
    dry_run: bool
    replaces: bool
    differs: FileMessage | None
    withdrawn: FileMessage | None
    account: Callable[[BatchOutcome], None] = ignore_outcome
    twice: str = ""
    batch: int = BATCH


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import: events and games posted, and those posted before; rows
    refused; the first and last day of the games in the file; its columns that were not
    read.
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
        """0: everything was imported; 1: nothing was; 2: some rows were not."""
        if not self.games + self.known_games:
            return 1
        return 2 if self.refused else 0


class Refusals:
    """Counts refused rows and passes them on to a handler."""

    def __init__(self, on_refused: RefusedRowsHandler) -> None:
        self.on_refused = on_refused
        self.rows = 0

    def record(self, refusals: Sequence[RefusedRow]) -> None:
        """Count these rows and pass them on; the handler gets no empty sequence."""
        if refusals:
            self.rows += len(refusals)
            self.on_refused(refusals)


def post_all(
    gathered: GatheredGames, options: PostingOptions, count: Refusals
) -> Imported:
    """Post the gathered games event by event, and count the rows that are left out."""
    for part in gathered.spool.above():
        _leave_out(gathered, with_rounds(part), repeat(_TOO_LARGE), count)
    done = Imported()
    for read in gathered.spool.batches(options.batch):
        games = _once_a_round(gathered, read, options, count)
        if not len(games):
            continue
        events, repeated = arrange_by_event(games)
        reasons = (
            FileMessage(_REPEATED, line=int(line)) for line in repeated.first_lines
        )
        _leave_out(gathered, repeated.games, reasons, count)
        names = [gathered.names[number] for number in events.numbers]
        outcome = _post(Batch(events, names), options)
        if options.differs and options.withdrawn:
            why = _why_left_out(outcome, options.differs, options.withdrawn)
            _leave_out(gathered, outcome.left_out.events.games, why, count)
        done = _with_days(_with_counts(done, outcome), games["day"])
    return done


def _once_a_round(
    gathered: GatheredGames, games: Games, options: PostingOptions, count: Refusals
) -> Games:
    """Return the games without those of events that would be posted and in which a
    player has several games in a round; their rows are reported as refused. If `twice`
    is empty, all games are returned.
    """
    found = twice_in_round(of_batch(games)) if options.twice else {}
    games = with_rounds(games)
    if not found:
        return games
    out = np.isin(games["event"], [event for event, _round, _who in found])
    out &= np.isin(games["event"], _to_be_posted(gathered, games[out], options))
    why = dict(_why_twice(found))
    first = {event: min(line for of, line in why if of == event) for event, _l in why}
    reasons = (
        why.get((event, line)) or FileMessage(options.twice, line=first[event])
        for event, line in zip(
            games["event"][out].tolist(), games["line"][out].tolist(), strict=True
        )
    )
    _leave_out(gathered, games[out], reasons, count)
    kept: Games = games[~out]
    return kept


def _to_be_posted(
    gathered: GatheredGames, games: Games, options: PostingOptions
) -> NDArray[np.int64]:
    """Return which of these events, by number in the file, are new or replace another."""
    events, _repeated = arrange_by_event(games)
    batch = Batch(events, [gathered.names[number] for number in events.numbers])
    return events.numbers[
        _is_new(find_posted_events(batch, options.posted.pool_id), options)
    ]


def _why_twice(
    found: Mapping[tuple[int, int, int], Sequence[Played]],
) -> Iterator[tuple[tuple[int, int], FileMessage]]:
    """Yield the reasons for rows that are one of several of a player in a round, with
    event and line.
    """
    for (event, number, _who), games in sorted(found.items()):
        for game in games:
            yield (event, game["line"]), games_in_round_reason(number, games)


def _why_left_out(
    outcome: BatchOutcome, differs: FileMessage, gone: FileMessage
) -> Iterable[FileMessage]:
    return (gone if withdrawn else differs for withdrawn in outcome.withdrawn_games)


def _leave_out(
    gathered: GatheredGames, games: Any, reasons: Iterable[FileMessage], count: Refusals
) -> None:
    """Pass the games on as refused rows, with a reason for each, in chunks."""
    why = iter(reasons)
    for start in range(0, len(games), REFUSED_AT_ONCE):
        some = games[start : start + REFUSED_AT_ONCE]
        count.record(
            [
                RefusedRow(
                    int(game["line"]),
                    reason,
                    gathered.row_of(game),
                    gathered.member_of(game),
                )
                # The reasons may be an endless repetition of one.
                for game, reason in zip(some, why, strict=False)
            ]
        )


@transaction.atomic
def _post(batch: Batch, options: PostingOptions) -> BatchOutcome:
    pool_id = options.posted.pool_id
    if not options.dry_run:
        lock_imports(pool_id)
        lock_events(batch, pool_id)
    in_ledger = find_posted_events(batch, pool_id)
    new = _is_new(in_ledger, options)
    left_out = ~in_ledger.same & ~new
    if new.any() and not options.dry_run:
        post_batch(batch.only(new), in_ledger.versions[new], options.posted)
    outcome = BatchOutcome(
        batch.only(new),
        batch.only(in_ledger.same),
        batch.only(left_out),
        in_ledger.withdrawn[left_out],
    )
    options.account(outcome)
    return outcome


def _is_new(in_ledger: PostedEvents, options: PostingOptions) -> NDArray[np.bool_]:
    """Return which events are to be posted: those not in the ledger and, with `replaces`,
    those that differ there.
    """
    new: NDArray[np.bool_] = (in_ledger.versions == 0) | options.replaces
    return new & ~in_ledger.same


def _with_days(done: Imported, days: Any) -> Imported:
    first, last = date_of(int(days.min())), date_of(int(days.max()))
    return replace(
        done, first=min(done.first or first, first), last=max(done.last or last, last)
    )


def _with_counts(done: Imported, outcome: BatchOutcome) -> Imported:
    new, known = outcome.new, outcome.known
    return replace(
        done,
        events=done.events + len(new.names),
        games=done.games + len(new.events.games),
        known_events=done.known_events + len(known.names),
        known_games=done.known_games + len(known.events.games),
    )


_REPEATED = noted("the same game as on line %(line)d")
_TOO_LARGE = FileMessage(
    noted("an event of more than %(most)s games; give its parts names"),
    most=f"{MOST_GAMES:,}",
)
