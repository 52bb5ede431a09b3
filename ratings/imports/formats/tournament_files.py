"""Tournament files of FIDE, in a zip or alone, read as games of one file."""

import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from django.utils.translation import gettext_noop as _

from ratings.files.archives import content
from ratings.files.spellings import NO_RATING
from ratings.files.text_files import TextFile
from ratings.files.text_tables import RefusedRow
from ratings.files.wording import Said, Wrong
from ratings.imports.formats.game_columns import GAMES
from ratings.imports.formats.sources import Bounds, Met, Part, Step
from ratings.imports.formats.trf import (
    Tournament,
    decoded,
    event_name,
    looks_like_trf,
    read_tournament,
)
from ratings.imports.formats.trf_games import TrfGame, games_of, ratings_from_outside
from ratings.rules.calendar import date_of, day_number

BYTES_A_PART = 1 << 20
"""Unpacked: about 20,000 games."""
FILES_A_PART = 500
TRF_HEADER = ("date", "round", "white", "black", "score", "event")


@dataclass(frozen=True, slots=True)
class OneFile:
    """A tournament's file: None where it is damaged."""

    name: str
    content: bytes | None
    at: int


@dataclass(frozen=True, slots=True)
class OfArchive:
    """A file of an archive that is open."""

    archive: zipfile.ZipFile
    info: zipfile.ZipInfo

    @property
    def size(self) -> int:
        """Bytes, unpacked."""
        return self.info.file_size

    def unpacked(self) -> OneFile:
        """With its bytes."""
        at = self.info.header_offset + self.info.compress_size
        return OneFile(self.info.filename, content(self.archive, self.info), at)


@dataclass(frozen=True, slots=True)
class Single:
    """A file that was brought alone."""

    path: Path
    called: str

    @property
    def size(self) -> int:
        """Bytes."""
        return self.path.stat().st_size

    def unpacked(self) -> OneFile:
        """With its bytes."""
        said = self.path.read_bytes()
        return OneFile(self.called, said, len(said))


@dataclass(slots=True)
class TournamentFiles:
    """Tournament files in an archive that is open, or a single one."""

    files: Sequence[OfArchive | Single]
    met: Met
    bounds: Bounds
    home: str
    header: tuple[str, ...] = TRF_HEADER
    unread: tuple[str, ...] = ()

    def steps(self) -> Iterator[Step]:
        """`Source.steps`."""
        some: list[OfArchive | Single] = []
        for file in self.files:
            some.append(file)
            size = sum(each.size for each in some)
            if size >= BYTES_A_PART or len(some) >= FILES_A_PART:
                yield partial(self._part, some)
                some = []
        if some:
            yield partial(self._part, some)

    def _part(self, files: Sequence[OfArchive | Single]) -> Part:
        some = [_Reading(each.unpacked(), self).read() for each in files]
        games = [game for each in some for game in each.games]
        return Part(
            np.array(games, GAMES),
            [refused for each in some for refused in each.refusals],
            len(some),
            some[-1].at,
            _counted(some),
        )


@dataclass(frozen=True, slots=True)
class _Read:
    games: list[tuple[Any, ...]]
    refusals: list[RefusedRow]
    at: int
    defaulted: Mapping[str, int]


def _counted(some: list[_Read]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for each in some:
        for name, count in each.defaulted.items():
            counts[name] = counts.get(name, 0) + count
    return {name: count for name, count in counts.items() if count}


@dataclass(slots=True)
class _Reading:
    """One tournament's file on its way into records."""

    file: OneFile
    source: TournamentFiles
    refusals: list[RefusedRow] = field(default_factory=list)
    games: list[tuple[Any, ...]] = field(default_factory=list)
    without_day: int = 0
    odd_years: int = 0

    def read(self) -> _Read:
        told = True
        try:
            text, told = self._text()
            self._games(read_tournament(text, self.source.home))
        except Wrong as wrong:
            self._refuse(1, wrong.said)
        counts = {
            "day": self.without_day,
            "encoding": int(not told),
            "born": self.odd_years,
        }
        return _Read(self.games, self.refusals, self.file.at, counts)

    def _text(self) -> tuple[str, bool]:
        if self.file.content is None:
            raise Wrong(_("the file is damaged"))
        text, told = decoded(self.file.content)
        if "\0" in text:
            raise Wrong(_("the file is not text: it holds null bytes"))
        if not looks_like_trf(text):
            raise Wrong(_("no tournament file: there is no line 001 of a player"))
        return text, told

    def _games(self, tournament: Tournament) -> None:
        self.odd_years = tournament.odd_years
        for line, said in tournament.faults:
            self._refuse(line, said)
        event = self._event(tournament)
        # FIDE's numbers say nothing where games are rated by levels.
        takes = self.source.bounds.ratings.numbers
        home = self.source.home
        outside = ratings_from_outside(tournament, home) if takes else {}
        for each in games_of(tournament):
            if isinstance(each, TrfGame):
                self._game(tournament, each, event, outside)
            else:
                self._refuse(*each)

    def _event(self, tournament: Tournament) -> int:
        met = self.source.met
        name, before = event_name(tournament), len(met.events.names)
        number = met.events[name]
        if number < before:
            raise Wrong(
                _("the event ‘%(event)s’ stands in the file %(file)s already"),
                event=name,
                file=met.members[number],
            )
        met.members.append(self.file.name)
        return number

    def _game(
        self,
        tournament: Tournament,
        game: TrfGame,
        event: int,
        outside: Mapping[int, int],
    ) -> None:
        day = day_number(game.day or tournament.start or date_of(0))
        bounds, people = self.source.bounds, self.source.met.people
        if not bounds.first_day <= day <= min(bounds.last_day, bounds.ends_on):
            self._refuse(game.line, _outside(day, bounds), tournament, game)
            return
        white, black = (
            people.place_of(tournament.person(rank))
            for rank in (game.white, game.black)
        )
        self.without_day += game.day is None
        self.games.append((
            event, game.line, day, white, black, game.round, tournament.minutes,
            outside.get(game.white, NO_RATING), outside.get(game.black, NO_RATING),
            game.score, game.played,
        ))  # fmt: skip

    def _refuse(
        self,
        line: int,
        said: Said,
        tournament: Tournament | None = None,
        game: TrfGame | None = None,
    ) -> None:
        row: tuple[str, ...] = ()
        if tournament and game:
            row = (
                str(game.day or tournament.start), str(game.round),
                _name(tournament, game.white), _name(tournament, game.black),
                ("0", "0.5", "1")[game.score], event_name(tournament),
            )  # fmt: skip
        self.refusals.append(RefusedRow(line, said, row, self.file.name))


def _name(tournament: Tournament, rank: int) -> str:
    person = tournament.players[rank].person
    return f"{person.first_name} {person.last_name}".strip()


def _outside(day: int, bounds: Bounds) -> Said:
    said = date_of(day).isoformat()
    if day > bounds.last_day:
        return Said(_("date %(said)s lies in the future"), said=said)
    if day > bounds.ends_on:
        ended = date_of(bounds.ends_on).isoformat()
        return Said(
            _("date %(said)s is after the pool ended (%(ended)s)"),
            said=said,
            ended=ended,
        )
    begins = date_of(bounds.first_day).isoformat()
    return Said(
        _("date %(said)s is before the pool began (%(begins)s)"),
        said=said,
        begins=begins,
    )


def text_is_trf(file: TextFile) -> bool:
    """Whether a text file is a single tournament's."""
    with file.open() as text:
        return looks_like_trf(text.read(1 << 16))
