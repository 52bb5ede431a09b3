"""A file of games read from where its reading stopped, a part at a time: what the
kinds of files have in common, and the table.

Games come in records (`game_rows.GAMES`) with players and events by their places in
the file; minutes and round are 0 where the file says none.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import TextIOWrapper
from itertools import chain, islice
from typing import Protocol

import numpy as np
from django.utils.translation import gettext_noop as _

from ratings.files.column_names import Naming, own_names
from ratings.files.spellings import NUMBERS, RatingSpellings
from ratings.files.text_files import NotATable
from ratings.files.text_tables import (
    MISSING,
    Chunk,
    RefusedRow,
    TextTable,
    open_table,
    refuse_missing,
    unclear,
)
from ratings.files.wording import Said
from ratings.imports.formats.event_names import EventNumbers
from ratings.imports.formats.findings import FileFinding
from ratings.imports.formats.game_columns import COLOURS, OPTIONAL, REQUIRED, WHO, Games
from ratings.imports.formats.game_rows import GameReader, refuse_two_times
from ratings.imports.formats.people import People
from ratings.imports.formats.player_rows import FirstLines
from ratings.rules.calendar import date_of

CHUNKS = 50
"""Of a table that make a part: 50,000 rows."""
NOT_SAID = 0
WITHOUT_WHO = ("date", "score", "event")


@dataclass(frozen=True, slots=True)
class Bounds:
    """The pool's first day, today, and the pool's last, days from 1970-01-01: games
    lie between them.
    """

    first_day: int
    last_day: int
    ends_on: int = sys.maxsize
    ratings: RatingSpellings = NUMBERS

    def outside(self, day: int) -> Said | None:
        """Return why no game can be of a day; None where it can."""
        if self.first_day <= day <= min(self.last_day, self.ends_on):
            return None
        said = date_of(day).isoformat()
        if day > self.last_day:
            return Said(_("date %(said)s lies in the future"), said=said)
        if day > self.ends_on:
            ended = date_of(self.ends_on).isoformat()
            return Said(
                _("date %(said)s is after the pool ended (%(ended)s)"),
                said=said,
                ended=ended,
            )
        begins = date_of(self.first_day).isoformat()
        return Said(
            _("date %(said)s is before the pool began (%(begins)s)"),
            said=said,
            begins=begins,
        )


class ClubNumbers:
    """Clubs numbered in the order in which they first appear; a name is the same in
    any case.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        """Those that were met before."""
        self.names: list[str] = list(names)
        """As they were first written."""
        self.met = {name.casefold(): place for place, name in enumerate(self.names)}

    def place_of(self, name: str) -> int | None:
        """Return the number of a club, from 0; None for no name."""
        if not name:
            return None
        place = self.met.setdefault(name.casefold(), len(self.names))
        if place == len(self.names):
            self.names.append(name)
        return place


@dataclass(slots=True)
class MetSoFar:
    """Players, events and clubs that were met so far, and the file of a zip that each
    event came from.
    """

    people: People
    events: EventNumbers = field(default_factory=EventNumbers)
    members: list[str] = field(default_factory=list)
    clubs: ClubNumbers = field(default_factory=ClubNumbers)
    stood: FirstLines = field(default_factory=FirstLines)


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """The facts of a player list about a player, besides identity; the club by its
    place in the file. Players on no list have no line.
    """

    line: int | None
    club: int | None
    start_rating: int | None
    member: str = ""


@dataclass(frozen=True, slots=True)
class ReadPart:
    """What was read in one go. `read` are rows, or files of a zip; `at` is how far
    reading has come in the file, of its size.
    """

    games: Games
    refusals: list[RefusedRow]
    read: int
    at: int
    defaulted: Mapping[str, int]
    listed: Mapping[int, ListedPlayer] = field(default_factory=dict)
    """Players of a list, by their places in the file."""
    findings: Mapping[int, Sequence[FileFinding]] = field(default_factory=dict)
    """What is odd about events, by their places in the file."""


Step = Callable[[], ReadPart]
"""Reads one part."""


class Source(Protocol):
    """A file that is open."""

    @property
    def header(self) -> tuple[str, ...]:
        """The columns as they are written."""

    @property
    def unread(self) -> tuple[str, ...]:
        """Columns that nobody reads."""

    def steps(self) -> Iterator[Step]:
        """Return what reads the parts, one after the other: each is taken before the
        next one is asked for; who does not call it passes its part over.
        """


KNOWN_OF_GAMES = frozenset(
    {*REQUIRED, *OPTIONAL, *(colour + end for colour in COLOURS for end in WHO)}
)
"""The columns of a table of games."""


def open_games_table(
    text: TextIOWrapper, naming: Naming = own_names, event: str = ""
) -> TextTable:
    """Open the table of games whose players are given by number, FIDE number or name,
    in columns of `game_rows.WHO`; `event` is that of all games where no column says it.
    Raises NotATable.
    """
    table = open_table(text, required=(), optional=KNOWN_OF_GAMES, naming=naming)
    try:
        said = (*table.header, "event") if event else table.header
        refuse_missing(said, WITHOUT_WHO)
        refuse_two_times(table)
        _refuse_nobody(table)
    except NotATable as refused:
        raise unclear(refused, table) from refused
    return table


def _refuse_nobody(table: TextTable) -> None:
    for colour in COLOURS:
        columns = [colour + end for end in WHO[:3]]
        if not any(name in table.places for name in columns):
            raise NotATable(MISSING, columns=f"{colour} ({', '.join(columns[1:])})")


@dataclass(slots=True)
class OpenTable(ABC):
    """A table that is open, and read part by part."""

    text: TextIOWrapper
    table: TextTable

    @property
    def header(self) -> tuple[str, ...]:
        """The columns as they are written."""
        return self.table.header

    @property
    def unread(self) -> tuple[str, ...]:
        """Columns that nobody reads."""
        return self.table.unread

    def steps(self) -> Iterator[Step]:
        """`Source.steps`."""
        return table_steps(self.table, self._part)

    @abstractmethod
    def _part(self, chunks: Iterator[Chunk]) -> ReadPart: ...


@dataclass(slots=True)
class GamesTable(OpenTable):
    """A table of games that is open."""

    reader: GameReader

    @classmethod
    def opened(
        cls,
        text: TextIOWrapper,
        met: MetSoFar,
        bounds: Bounds,
        naming: Naming = own_names,
        event: str = "",
    ) -> "GamesTable":
        """Read the header. Raises NotATable."""
        table = open_games_table(text, naming, event)
        reader = GameReader(
            places=table.places,
            find=met.people.find,
            why=met.people.why,
            usual_minutes=NOT_SAID,
            usual_round=NOT_SAID,
            usual_event=event,
            first_day=bounds.first_day,
            last_day=bounds.last_day,
            ends_on=bounds.ends_on,
            ratings=bounds.ratings,
            events=met.events,
        )
        return cls(text, table, reader)

    def _part(self, chunks: Iterator[Chunk]) -> ReadPart:
        games, refused, rows = [], [], 0
        for chunk in chunks:
            read, refusals = self.reader.read(chunk)
            games.append(read)
            refused += refusals
            rows += len(read) + len(refusals)
        return ReadPart(np.concatenate(games), refused, rows, place_in(self.text), {})


def table_steps(
    table: TextTable, read: Callable[[Iterator[Chunk]], ReadPart]
) -> Iterator[Step]:
    """Yield a table's chunks, some at a time; each is gone before the next one is read,
    so that it never leaves the processor's cache.
    """
    chunks = table.chunks()
    for first in chunks:
        some = chain((first,), islice(chunks, CHUNKS - 1))
        yield partial(read, some)
        for _passed_over in some:
            pass


def place_in(text: TextIOWrapper) -> int:
    """Return how many bytes of a file were read."""
    return text.buffer.tell()  # type: ignore[attr-defined,no-any-return]
