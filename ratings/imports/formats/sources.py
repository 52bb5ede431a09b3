"""Reading a file of games in parts, from where reading stopped: what all kinds of files
have in common, and tables of games.

Games are records (`game_columns.GAMES`) with players and events by their places in the
file; minutes and round are 0 if the file gives none.
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
from django.utils.translation import gettext_noop as noted

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
from ratings.files.wording import FileMessage
from ratings.imports.formats.event_names import EventNumbers
from ratings.imports.formats.findings import FileFinding
from ratings.imports.formats.game_columns import COLOURS, OPTIONAL, REQUIRED, WHO, Games
from ratings.imports.formats.game_rows import GameReader, refuse_two_times
from ratings.imports.formats.people import People
from ratings.imports.formats.player_rows import FirstLines
from ratings.rules.calendar import date_of

CHUNKS = 50
"""Chunks of a table that make a part: 50,000 rows."""
NOT_SAID = 0
WITHOUT_WHO = ("date", "score", "event")


@dataclass(frozen=True, slots=True)
class DayBounds:
    """The days between which games are allowed: the pool's first day, today and the
    pool's last day, as days from 1970-01-01; and the spellings of ratings.
    """

    first_day: int
    last_day: int
    ends_on: int = sys.maxsize
    ratings: RatingSpellings = NUMBERS

    def outside(self, day: int) -> FileMessage | None:
        """Return why no game can be on a day; None if one can."""
        if self.first_day <= day <= min(self.last_day, self.ends_on):
            return None
        text = date_of(day).isoformat()
        if day > self.last_day:
            return FileMessage(noted("date %(said)s is in the future"), said=text)
        if day > self.ends_on:
            ended = date_of(self.ends_on).isoformat()
            return FileMessage(
                noted("date %(said)s is after the pool ended (%(ended)s)"),
                said=text,
                ended=ended,
            )
        begins = date_of(self.first_day).isoformat()
        return FileMessage(
            noted("date %(said)s is before the pool began (%(begins)s)"),
            said=text,
            begins=begins,
        )


class ClubNumbers:
    """Clubs numbered in the order in which they first appear; case does not matter."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        """Start with the clubs that were read before."""
        self.names: list[str] = list(names)
        """The names as they were first written."""
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
class ReadSoFar:
    """The players, events and clubs that were read so far, the file in a zip of each
    event, and the first lines of player numbers (`first_lines`).
    """

    people: People
    events: EventNumbers = field(default_factory=EventNumbers)
    members: list[str] = field(default_factory=list)
    clubs: ClubNumbers = field(default_factory=ClubNumbers)
    first_lines: FirstLines = field(default_factory=FirstLines)


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """What a player list says of a player, besides identity; the club by its place in
    the file.
    """

    line: int | None
    club: int | None
    start_rating: int | None
    member: str = ""


@dataclass(frozen=True, slots=True)
class ReadPart:
    """What was read in one step. `read`: the number of rows, or of files of a zip; `at`:
    the bytes of the file that have been read so far.
    """

    games: Games
    refusals: list[RefusedRow]
    read: int
    at: int
    defaulted: Mapping[str, int]
    listed: Mapping[int, ListedPlayer] = field(default_factory=dict)
    """Players of a list, by their places in the file."""
    findings: Mapping[int, Sequence[FileFinding]] = field(default_factory=dict)
    """Findings about events, by their places in the file."""


Step = Callable[[], ReadPart]
"""A function that reads one part."""


class OpenFile(Protocol):
    """An open file."""

    @property
    def header(self) -> tuple[str, ...]:
        """The columns by the product's names."""

    @property
    def unread(self) -> tuple[str, ...]:
        """Columns that are not read."""

    def steps(self) -> Iterator[Step]:
        """Yield the steps that read the parts in order. Each has to be called before the
        next one is taken; the part of a step that is not called is skipped.
        """


KNOWN_OF_GAMES = frozenset(
    {*REQUIRED, *OPTIONAL, *(colour + end for colour in COLOURS for end in WHO)}
)
"""The columns of a table of games."""


def open_games_table(
    text: TextIOWrapper, naming: Naming = own_names, event: str = ""
) -> TextTable:
    """Open a table of games whose players are given by number, FIDE number or name, in
    columns of `game_columns.WHO`; `event` is that of all games if no column has it.
    Raises NotATable.
    """
    table = open_table(text, required=(), optional=KNOWN_OF_GAMES, naming=naming)
    try:
        given = (*table.header, "event") if event else table.header
        refuse_missing(given, WITHOUT_WHO)
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
    """An open table that is read in parts."""

    text: TextIOWrapper
    table: TextTable

    @property
    def header(self) -> tuple[str, ...]:
        """The columns by the product's names."""
        return self.table.header

    @property
    def unread(self) -> tuple[str, ...]:
        """Columns that are not read."""
        return self.table.unread

    def steps(self) -> Iterator[Step]:
        """See `OpenFile.steps`."""
        return table_steps(self.table, self._part)

    @abstractmethod
    def _part(self, chunks: Iterator[Chunk]) -> ReadPart: ...


@dataclass(slots=True)
class GamesTable(OpenTable):
    """An open table of games."""

    reader: GameReader

    @classmethod
    def opened(
        cls,
        text: TextIOWrapper,
        met: ReadSoFar,
        bounds: DayBounds,
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
    """Yield steps that read some chunks of a table each. A chunk is processed before the
    next one is read, so that it stays in the processor's cache.
    """
    chunks = table.chunks()
    for first in chunks:
        some = chain((first,), islice(chunks, CHUNKS - 1))
        yield partial(read, some)
        for _passed_over in some:
            pass


def place_in(text: TextIOWrapper) -> int:
    """Return how many bytes of a file have been read."""
    return text.buffer.tell()  # type: ignore[attr-defined,no-any-return]
