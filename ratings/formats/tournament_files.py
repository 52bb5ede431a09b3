"""Tournament files of FIDE, in a zip or alone, read as games of one file."""

import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from django.utils.translation import gettext_noop as _

from ratings.formats.archives import content, files_in
from ratings.formats.game_rows import GAMES
from ratings.formats.sources import Bounds, Met, Part
from ratings.formats.spellings import NO_RATING
from ratings.formats.tables import Refusal
from ratings.formats.text_files import TextFile
from ratings.formats.trf import (
    Tournament,
    decoded,
    event_name,
    looks_like_trf,
    read_tournament,
)
from ratings.formats.trf_games import TrfGame, games_of, ratings_from_outside
from ratings.formats.wording import Said, Wrong
from ratings.rules.calendar import date_of, day_number

GAMES_A_PART = 20_000
FILES_A_PART = 500
TRF_HEADER = ("date", "round", "white", "black", "score", "event")


@dataclass(frozen=True, slots=True)
class OneFile:
    """A tournament's file: None where it is damaged."""

    name: str
    content: bytes | None
    at: int


@dataclass(frozen=True, slots=True)
class Files:
    """Where tournament files come from."""

    archive: zipfile.ZipFile | None = None
    single: Path | None = None
    called: str = ""

    def each(self) -> Iterator[OneFile]:
        """One after the other."""
        if self.single is not None:
            said = self.single.read_bytes()
            yield OneFile(self.called, said, len(said))
        if self.archive is not None:
            for info in files_in(self.archive):
                at = info.header_offset + info.compress_size
                yield OneFile(info.filename, content(self.archive, info), at)


@dataclass(slots=True)
class TournamentFiles:
    """Tournament files in an archive that is open, or a single one."""

    files: Files
    met: Met
    bounds: Bounds
    home: str
    header: tuple[str, ...] = TRF_HEADER
    unread: tuple[str, ...] = ()

    def parts(self, _done: int, read: int) -> Iterator[Part]:
        """What follows after so many files."""
        files = islice(self.files.each(), read, None)
        while some := list(self._some(files)):
            games = [game for each in some for game in each.games]
            yield Part(
                np.array(games, GAMES),
                [refused for each in some for refused in each.refusals],
                len(some),
                some[-1].at,
                _counted(some),
            )

    def _some(self, files: Iterator[OneFile]) -> Iterator["_Read"]:
        games = 0
        for number, file in enumerate(files, start=1):
            read = _Reading(file, self).read()
            yield read
            games += len(read.games)
            if games >= GAMES_A_PART or number >= FILES_A_PART:
                return


@dataclass(frozen=True, slots=True)
class _Read:
    games: list[tuple[Any, ...]]
    refusals: list[Refusal]
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
    refusals: list[Refusal] = field(default_factory=list)
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
        self.refusals.append(Refusal(line, said, row, self.file.name))


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
