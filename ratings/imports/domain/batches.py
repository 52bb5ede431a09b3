"""Games that were read, posted event by event: what the command and the review screen
of an import have in common.

Each event becomes a report of its own, some hundred thousand games in a transaction:
what is in the ledger after a crash are whole events, and the same brought again adds
the others.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import repeat
from typing import Any

import numpy as np
from django.db import transaction
from django.utils.translation import gettext_noop as _
from numpy.typing import NDArray

from ratings.files.text_tables import RefusedRow
from ratings.files.wording import Said
from ratings.imports.domain.reports import (
    Batch,
    Posted,
    PostedEvents,
    lock_events,
    lock_imports,
    post_batch,
    standing_of,
)
from ratings.imports.domain.rounds import (
    Played,
    of_batch,
    said_of,
    twice_in_round,
    with_rounds,
)
from ratings.imports.formats.event_games import BATCH, MOST_GAMES, GamesOnDisk, arranged
from ratings.imports.formats.game_columns import Games
from ratings.rules.calendar import date_of

SAID_AT_ONCE = 10_000
"""Refused rows of whole events that are held in memory."""

RefusedRowsHandler = Callable[[Sequence[RefusedRow]], None]


@dataclass(frozen=True, slots=True)
class GatheredGames:
    """Games on disk with the names of their events; `row_of` writes a game as a row of
    the file it came from, `member_of` names the file in an archive.
    """

    spool: GamesOnDisk
    names: Sequence[str]
    row_of: Callable[[Any], Sequence[str]]
    member_of: Callable[[Any], str] = lambda _game: ""


@dataclass(frozen=True, slots=True)
class BatchOutcome:
    """What became of the events of a batch: posted now, posted before, or left out,
    because they were imported before with other games or, with the reason in
    `withdrawn`, because somebody has taken them out of the ledger since.
    """

    new: Batch
    known: Batch
    left_out: Batch
    withdrawn: NDArray[np.bool_]

    @property
    def withdrawn_games(self) -> list[bool]:
        """The same of each game that is left out."""
        of_games: list[bool] = np.repeat(
            self.withdrawn, self.left_out.events.sizes
        ).tolist()
        return of_games


def nothing_more(_outcome: BatchOutcome) -> None:
    """Of a batch that nobody keeps account of."""


@dataclass(frozen=True, slots=True)
class PostingOptions:
    """How games are posted. With `replaces`, an event that was imported before with
    other games, or withdrawn since, gets a next version; else its rows are refused,
    with the reason in `differs` or `withdrawn`; where these are empty its rows are not
    reported one by one. A `dry_run` writes nothing. `account` is called for each batch,
    in its transaction. Events in which a player has more than one game in a round are
    left out where nobody was asked about them (`twice` is the reason for their other
    rows); empty where somebody was.
    """

    posted: Posted
    dry_run: bool
    replaces: bool
    differs: Said | None
    withdrawn: Said | None
    account: Callable[[BatchOutcome], None] = nothing_more
    twice: str = ""
    batch: int = BATCH


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


class Refusals:
    """Counts refused rows and passes them on to a handler."""

    def __init__(self, on_refused: RefusedRowsHandler) -> None:
        """Start with a count of 0."""
        self.on_refused = on_refused
        self.rows = 0

    def record(self, refusals: Sequence[RefusedRow]) -> None:
        """Count these rows and pass them on, if there are any."""
        if refusals:
            self.rows += len(refusals)
            self.on_refused(refusals)


def post_all(
    gathered: GatheredGames, ways: PostingOptions, count: Refusals
) -> Imported:
    """Post the gathered games event by event, and count the rows that are left out."""
    for part in gathered.spool.above():
        _leave_out(gathered, with_rounds(part), repeat(_TOO_LARGE), count)
    done = Imported()
    for read in gathered.spool.batches(ways.batch):
        games = _once_a_round(gathered, read, ways, count)
        if not len(games):
            continue
        events, twice = arranged(games)
        reasons = (Said(_TWICE, line=int(line)) for line in twice.first_lines)
        _leave_out(gathered, twice.games, reasons, count)
        names = [gathered.names[number] for number in events.numbers]
        outcome = _post(Batch(events, names), ways)
        if ways.differs and ways.withdrawn:
            why = _why_left_out(outcome, ways.differs, ways.withdrawn)
            _leave_out(gathered, outcome.left_out.events.games, why, count)
        done = _with_days(_with_counts(done, outcome), games["day"])
    return done


def _once_a_round(
    gathered: GatheredGames, games: Games, ways: PostingOptions, count: Refusals
) -> Games:
    """Return the games of those events in which nobody has two in a round, which would
    not be posted in any case, or all of them where that was asked; the rows of the
    others are left out.
    """
    found = twice_in_round(of_batch(games)) if ways.twice else {}
    games = with_rounds(games)
    if not found:
        return games
    out = np.isin(games["event"], [event for event, _round, _who in found])
    out &= np.isin(games["event"], _to_be_posted(gathered, games[out], ways))
    why = dict(_why_twice(found))
    first = {event: min(line for of, line in why if of == event) for event, _l in why}
    reasons = (
        why.get((event, line)) or Said(ways.twice, line=first[event])
        for event, line in zip(
            games["event"][out].tolist(), games["line"][out].tolist(), strict=True
        )
    )
    _leave_out(gathered, games[out], reasons, count)
    kept: Games = games[~out]
    return kept


def _to_be_posted(
    gathered: GatheredGames, games: Games, ways: PostingOptions
) -> NDArray[np.int64]:
    """Return which of these events, by number in the file, are new or replace another."""
    events, _twice = arranged(games)
    batch = Batch(events, [gathered.names[number] for number in events.numbers])
    return events.numbers[_is_new(standing_of(batch, ways.posted.pool_id), ways)]


def _why_twice(
    found: Mapping[tuple[int, int, int], Sequence[Played]],
) -> Iterator[tuple[tuple[int, int], Said]]:
    """Yield why a row is left out that is one of several of a player in a round, by
    event and line.
    """
    for (event, number, _who), games in sorted(found.items()):
        for game in games:
            yield (event, game["line"]), said_of(number, games)


def _why_left_out(outcome: BatchOutcome, differs: Said, gone: Said) -> Iterable[Said]:
    return (gone if withdrawn else differs for withdrawn in outcome.withdrawn_games)


def _leave_out(
    gathered: GatheredGames, games: Any, reasons: Iterable[Said], count: Refusals
) -> None:
    """Pass the games on as refused rows, with a reason for each, in chunks."""
    why = iter(reasons)
    for start in range(0, len(games), SAID_AT_ONCE):
        some = games[start : start + SAID_AT_ONCE]
        count.record(
            [
                RefusedRow(
                    int(game["line"]),
                    reason,
                    gathered.row_of(game),
                    gathered.member_of(game),
                )
                # One reason may be repeated for ever.
                for game, reason in zip(some, why, strict=False)
            ]
        )


@transaction.atomic
def _post(batch: Batch, ways: PostingOptions) -> BatchOutcome:
    pool_id = ways.posted.pool_id
    if not ways.dry_run:
        lock_imports(pool_id)
        lock_events(batch, pool_id)
    standing = standing_of(batch, pool_id)
    new = _is_new(standing, ways)
    left_out = ~standing.same & ~new
    if new.any() and not ways.dry_run:
        post_batch(batch.only(new), standing.versions[new], ways.posted)
    outcome = BatchOutcome(
        batch.only(new),
        batch.only(standing.same),
        batch.only(left_out),
        standing.withdrawn[left_out],
    )
    ways.account(outcome)
    return outcome


def _is_new(standing: PostedEvents, ways: PostingOptions) -> NDArray[np.bool_]:
    """Return which events are posted: not those that stand as the file says, and those
    that stand otherwise only where they are replaced.
    """
    new: NDArray[np.bool_] = (standing.versions == 0) | ways.replaces
    return new & ~standing.same


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


_TWICE = _("the same game as on line %(line)d")
_TOO_LARGE = Said(
    _("an event of more than %(most)s games; give its parts names"),
    most=f"{MOST_GAMES:,}",
)
