"""Tournament files (TRF), in a zip or single, read as the games of one file."""

import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from ratings.files.archives import content
from ratings.files.text_files import TextFile
from ratings.imports.formats.game_columns import GAMES
from ratings.imports.formats.sources import DayBounds, ReadPart, ReadSoFar, Step
from ratings.imports.formats.tournament_reading import (
    TournamentFileContent,
    TournamentReading,
)
from ratings.imports.formats.trf.reading import looks_like_trf

BYTES_A_PART = 1 << 20
"""Bytes of unpacked files that make a part: about 20,000 games."""
FILES_A_PART = 500
TRF_HEADER = ("date", "round", "white", "black", "score", "event")


@dataclass(frozen=True, slots=True)
class ArchivedTournamentFile:
    """A file of an open archive."""

    archive: zipfile.ZipFile
    info: zipfile.ZipInfo

    @property
    def size(self) -> int:
        """The unpacked size in bytes."""
        return self.info.file_size

    def unpacked(self) -> TournamentFileContent:
        """Return the file with its bytes."""
        at = self.info.header_offset + self.info.compress_size
        return TournamentFileContent(
            self.info.filename, content(self.archive, self.info), at
        )


@dataclass(frozen=True, slots=True)
class SingleTournamentFile:
    """A single tournament file, not in an archive."""

    path: Path
    called: str

    @property
    def size(self) -> int:
        """The size in bytes."""
        return self.path.stat().st_size

    def unpacked(self) -> TournamentFileContent:
        """Return the file with its bytes."""
        content = self.path.read_bytes()
        return TournamentFileContent(self.called, content, len(content))


@dataclass(slots=True)
class TournamentFiles:
    """The tournament files of an open archive, or a single one."""

    files: Sequence[ArchivedTournamentFile | SingleTournamentFile]
    met: ReadSoFar
    bounds: DayBounds
    home: str
    header: tuple[str, ...] = TRF_HEADER
    unread: tuple[str, ...] = ()

    def steps(self) -> Iterator[Step]:
        """See `OpenFile.steps`."""
        some: list[ArchivedTournamentFile | SingleTournamentFile] = []
        for file in self.files:
            some.append(file)
            size = sum(each.size for each in some)
            if size >= BYTES_A_PART or len(some) >= FILES_A_PART:
                yield partial(self._part, some)
                some = []
        if some:
            yield partial(self._part, some)

    def _part(
        self, files: Sequence[ArchivedTournamentFile | SingleTournamentFile]
    ) -> ReadPart:
        known = self.met, self.bounds, self.home
        some = [TournamentReading(each.unpacked(), *known).read() for each in files]
        games = [game for each in some for game in each.games]
        return ReadPart(
            np.array(games, GAMES),
            [refused for each in some for refused in each.refusals],
            len(some),
            some[-1].file.at,
            _counted(some),
            findings={
                each.event: each.findings
                for each in some
                # A file that was refused has no event.
                if each.findings and each.event >= 0
            },
        )


def _counted(some: "list[TournamentReading]") -> dict[str, int]:
    counts: dict[str, int] = {}
    for each in some:
        for name, count in each.defaulted.items():
            counts[name] = counts.get(name, 0) + count
    return {name: count for name, count in counts.items() if count}


def text_is_trf(file: TextFile) -> bool:
    """Return whether a text file is a tournament file."""
    with file.open() as text:
        return looks_like_trf(text.read(1 << 16))
