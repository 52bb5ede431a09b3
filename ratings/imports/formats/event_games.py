"""Gather the games of a file by event, in the order in which they are posted.

A file may be larger than memory and its events may be in any order: games are written to
a temporary file in records of equal length, and read back event by event.
"""

import hashlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.imports.formats.game_columns import GAMES, Games

BATCH = 500_000
"""Games that are posted together, unless a single event has more."""
MOST_GAMES = 2_000_000
"""Games of one event, at most: a report is posted whole, and has to fit into memory."""
BLOCK = 200_000
MOST_BOARDS = 32_767
_DIGESTED = [name for name in GAMES.names or () if name not in ("event", "line")]

Ints = NDArray[np.int64]


class GamesOnDisk:
    """Games in the order in which they are read, stored on disk; a context manager that
    deletes them at its end.
    """

    def __init__(self) -> None:
        """Open an unnamed temporary file."""
        self.file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by __exit__
        self.size = 0
        self.counts = np.zeros(0, np.int64)
        """Games by event; `first` and `last`: rows of an event's first and last game."""
        self.first = np.zeros(0, np.int64)
        self.last = np.zeros(0, np.int64)

    def __enter__(self) -> "GamesOnDisk":
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def add(self, games: Games) -> None:
        """Append games."""
        if not len(games):
            return
        events = games["event"]
        self._reach(int(events.max()) + 1)
        rows = np.arange(self.size, self.size + len(games))
        np.add.at(self.counts, events, 1)
        np.minimum.at(self.first, events, rows)
        np.maximum.at(self.last, events, rows)
        self.file.write(games.tobytes())
        self.size += len(games)

    def batches(self, size: int = BATCH, most: int = MOST_GAMES) -> Iterator[Games]:
        """Yield whole events in the order of their first appearance, about `size` games
        at a time, in the order of the file; events with more than `most` are left out.
        """
        counts = np.where(self.counts > most, 0, self.counts)
        ends = np.cumsum(counts)
        start = 0
        while start < len(counts):
            done = int(ends[start - 1]) if start else 0
            stop = max(start + 1, int(np.searchsorted(ends, done + size, "right")))
            if ends[stop - 1] > done:
                wanted = start + np.flatnonzero(counts[start:stop])
                yield np.concatenate(list(self._parts(wanted)))
            start = stop

    def above(self, most: int = MOST_GAMES) -> Iterator[Games]:
        """Yield the games of events with more than `most`, a part at a time."""
        wanted = np.flatnonzero(self.counts > most)
        if len(wanted):
            yield from self._parts(wanted)

    def _reach(self, events: int) -> None:
        more = events - len(self.counts)
        if more > 0:
            self.counts = np.append(self.counts, np.zeros(more, np.int64))
            self.first = np.append(self.first, np.full(more, np.iinfo(np.int64).max))
            self.last = np.append(self.last, np.full(more, -1))

    def _parts(self, wanted: Ints) -> Iterator[Games]:
        """Yield the games of these events, block by block of the rows that hold them."""
        row, last = int(self.first[wanted].min()), int(self.last[wanted].max())
        lookup = np.zeros(len(self.counts), np.bool_)
        lookup[wanted] = True
        while row <= last:
            games = self._rows(row, min(BLOCK, last + 1 - row))
            row += len(games)
            yield games[lookup[games["event"]]]

    def _rows(self, row: int, count: int) -> Games:
        self.file.seek(row * GAMES.itemsize)
        return np.frombuffer(self.file.read(count * GAMES.itemsize), GAMES)


@dataclass(frozen=True, slots=True)
class Events:
    """Some events with their games, columns by game; event e has the games
    `bounds[e]` to `bounds[e + 1]`, in order of play: day, round, place in the file.
    """

    games: Games
    bounds: Ints
    keys: Ints
    """Identifies a game within its event, whatever its score: positive int64."""
    boards: NDArray[np.int16]
    """Numbers of games of the same day and round, from 1."""
    digests: tuple[str, ...]
    """SHA-256 in hex of each event's data, independent of the order of its lines."""

    def __len__(self) -> int:
        """Return the number of events."""
        return len(self.digests)

    @property
    def numbers(self) -> Ints:
        """The events' numbers in the file."""
        return self.games["event"][self.bounds[:-1]].astype(np.int64)

    @property
    def sizes(self) -> Ints:
        """The number of games of each event."""
        return np.diff(self.bounds)

    def of_each(self, find: Any, column: NDArray[Any]) -> NDArray[Any]:
        """Return a column of games reduced event by event with a ufunc (`np.minimum`)."""
        reduced: NDArray[Any] = find.reduceat(column, self.bounds[:-1])
        return reduced

    def only(self, chosen: NDArray[np.bool_]) -> "Events":
        """Return the chosen events."""
        rows = np.repeat(chosen, self.sizes)
        bounds = np.concatenate(([0], np.cumsum(self.sizes[chosen])))
        digests = tuple(
            digest for digest, kept in zip(self.digests, chosen, strict=True) if kept
        )
        return Events(
            self.games[rows], bounds, self.keys[rows], self.boards[rows], digests
        )


@dataclass(frozen=True, slots=True)
class RepeatedGames:
    """Games that repeat an earlier line of their event, with the number of that line."""

    games: Games
    first_lines: Ints


def arrange_by_event(games: Games) -> tuple[Events, RepeatedGames]:
    """Arrange games of whole events, given in the order of the file, by event. Return
    repeated ones (the same day, players, score, event and round) separately.
    """
    place, pair = _place(games), _pair(games)
    order = np.lexsort((pair, place))
    place, pair = place[order], pair[order]
    same = np.zeros(len(order), np.bool_)
    same[1:] = (place[1:] == place[:-1]) & (pair[1:] == pair[:-1])
    firsts = _group_starts(~same)
    twice = RepeatedGames(
        games[order[same]], games["line"][order[firsts[same]]].astype(np.int64)
    )
    kept = order[~same]
    return _events(games, kept, place[~same], pair[~same]), twice


def _events(games: Games, canonical: Ints, place: Ints, pair: Any) -> Events:
    """Return the events; `canonical` are rows in an order that depends on data alone."""
    keys = np.zeros(len(games), np.int64)
    keys[canonical] = _keys(games[canonical], place, pair)
    digests = _digests(games[canonical])
    # In order of play, games of the same round stay in the order of the file.
    posted = canonical[np.lexsort((canonical, place))]
    place = np.sort(place)
    new_place = np.ones(len(place), np.bool_)
    new_place[1:] = place[1:] != place[:-1]
    boards = np.arange(len(place)) - _group_starts(new_place) + 1
    return Events(
        games=games[posted],
        bounds=_bounds(games["event"][posted]),
        keys=keys[posted],
        boards=np.minimum(boards, MOST_BOARDS).astype(np.int16),
        digests=digests,
    )


def _place(games: Games) -> Ints:
    """Return event, day and round as one number that sorts like them."""
    event: Ints = games["event"].astype(np.int64)
    day: Ints = games["day"].astype(np.int64)
    place: Ints = (event - event.min()) << 40 | (day - day.min()) << 16
    return place | games["round"].astype(np.int64)


def _pair(games: Games) -> NDArray[np.uint64]:
    """Return White, Black and score as one number that sorts like them."""
    white, black = games["white"].astype(np.uint64), games["black"].astype(np.uint64)
    score = games["score"].astype(np.uint64)
    return white << np.uint64(33) | black << np.uint64(2) | score


def _keys(games: Games, place: Ints, pair: NDArray[np.uint64]) -> Ints:
    """Return keys made of day, round and players, so that a game keeps its key when its
    score is corrected; if the two met twice in one round, also of the order of these
    games.
    """
    players = pair >> np.uint64(2)
    new = np.ones(len(place), np.bool_)
    new[1:] = (place[1:] != place[:-1]) | (players[1:] != players[:-1])
    time = games["day"].astype(np.int64) << 16 | games["round"]
    mixed = _mixed(_mixed(time.astype(np.uint64)) + players)
    again = np.arange(len(place)) - _group_starts(new)
    return (_mixed(mixed + again.astype(np.uint64)) >> np.uint64(1)).astype(np.int64)


def _mixed(number: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return numbers with well-mixed bits, by the finaliser of SplitMix64."""
    number = number + np.uint64(0x9E3779B97F4A7C15)
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


def _digests(games: Games) -> tuple[str, ...]:
    bounds = _bounds(games["event"])
    records = np.empty(
        len(games), np.dtype([(name, GAMES[name]) for name in _DIGESTED])
    )
    for name in _DIGESTED:
        records[name] = games[name]
    return tuple(
        hashlib.sha256(records[start:end].tobytes()).hexdigest()
        for start, end in pairwise(bounds.tolist())
    )


def _bounds(events: NDArray[np.int32]) -> Ints:
    """Return where each event begins among games sorted by event, and the end of all."""
    starts = np.flatnonzero(np.diff(events)) + 1
    return np.concatenate(([0], starts, [len(events)])).astype(np.int64)


def _group_starts(begins: NDArray[np.bool_]) -> Ints:
    """Return for each row the row at which its group begins."""
    rows = np.where(begins, np.arange(len(begins)), 0)
    return np.maximum.accumulate(rows)
