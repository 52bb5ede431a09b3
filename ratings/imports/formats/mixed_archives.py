"""A zip of player lists, tables of games and tournament files: read in this order,
whatever their order in the zip, so that games can refer to the players of the lists.
"""

import codecs
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from django.utils.translation import gettext_noop as noted

from ratings.files.archives import files_in, head_of, refuse_large, unpacked
from ratings.files.column_names import Naming, own_names
from ratings.files.spreadsheets import ReadSheet, is_workbook, write_first_sheet
from ratings.files.text_files import NotATable, TextFile, examine
from ratings.files.text_tables import (
    ColumnsUnclear,
    header_line,
    names_of,
    written_names,
)
from ratings.imports.formats.player_rows import PlayerSpellings
from ratings.imports.formats.player_tables import PlayersTable, lists_players
from ratings.imports.formats.sources import (
    KNOWN_OF_GAMES,
    WITHOUT_WHO,
    DayBounds,
    GamesTable,
    OpenFile,
    ReadPart,
    ReadSoFar,
    Step,
)
from ratings.imports.formats.tournament_files import (
    ArchivedTournamentFile,
    TournamentFiles,
)

TABLES = (".csv", ".tsv", ".xlsx")
MOST_TABLES = 200
"""Tables of a zip, at most: all are open at once."""


@dataclass(frozen=True, slots=True)
class ReadingTerms:
    """The conditions for reading any file into a pool: allowed days of games, spellings,
    the country whose national numbers are the register's, and the function that returns
    the columns chosen for a header.
    """

    bounds: DayBounds
    spelled: PlayerSpellings
    home: str
    chosen: Callable[[Sequence[str]], "ChosenColumns | None"] = lambda _header: None


@dataclass(frozen=True, slots=True)
class ChosenColumns:
    """The chosen kind of a table, and names of its columns; `event` is the tournament of
    all its games, if no column has it.
    """

    lists_players: bool
    naming: Naming
    event: str = ""


@dataclass(frozen=True, slots=True)
class ArchiveMember:
    """A table of an open archive; `packed` is its size there in bytes."""

    name: str
    text: TextFile
    source: PlayersTable | GamesTable
    packed: int


def open_table_of(
    stack: ExitStack,
    text: TextFile,
    met: ReadSoFar,
    terms: ReadingTerms,
    member: str = "",
) -> PlayersTable | GamesTable:
    """Open a list of players or a table of games, by its header; raises NotATable."""
    with text.open() as first:
        header, _above = header_line(first)
    opened = stack.enter_context(text.open())
    chosen = terms.chosen(written_names(header, KNOWN_OF_GAMES))
    chosen = chosen or ChosenColumns(lists_players(header), own_names)
    naming = chosen.naming
    if chosen.lists_players:
        return PlayersTable.opened(opened, met, terms.spelled, member, naming)
    return GamesTable.opened(opened, met, terms.bounds, naming, chosen.event)


def _opened_member(
    stack: ExitStack, text: TextFile, met: ReadSoFar, terms: ReadingTerms, member: str
) -> PlayersTable | GamesTable:
    try:
        return open_table_of(stack, text, met, terms, member)
    except ColumnsUnclear as error:
        error.member = member
        raise


@dataclass(frozen=True, slots=True)
class MixedArchive:
    """An open archive with its open tables, lists of players first."""

    met: ReadSoFar
    tables: Sequence[ArchiveMember]
    tournaments: TournamentFiles
    sheets: Mapping[str, ReadSheet]
    """The sheets that were read, by workbook."""

    @classmethod
    def opened(
        cls,
        stack: ExitStack,
        archive: zipfile.ZipFile,
        place: Path,
        met: ReadSoFar,
        terms: ReadingTerms,
    ) -> "MixedArchive":
        """Unpack the tables into a directory and open them. Raises NotATable if one is
        invalid.
        """
        tables: list[ArchiveMember] = []
        others: list[ArchivedTournamentFile] = []
        sheets: dict[str, ReadSheet] = {}
        for info in files_in(archive):
            if not _is_table(archive, info):
                refuse_large(info)
                others.append(ArchivedTournamentFile(archive, info))
                continue
            _refuse_many(tables)
            name = info.filename
            path = unpacked(archive, info, place / f"table-{len(tables)}")
            if is_workbook(path):
                path, book = path.with_suffix(".sheet"), path
                sheets[name] = write_first_sheet(book, name, path)
            text = examine(path, name)
            source = _opened_member(stack, text, met, terms, name)
            tables.append(ArchiveMember(name, text, source, info.compress_size))
        tables.sort(key=lambda each: isinstance(each.source, GamesTable))
        tournaments = TournamentFiles(others, met, terms.bounds, terms.home)
        return cls(met, tables, tournaments, sheets)

    @property
    def sources(self) -> Sequence[OpenFile]:
        """The sources in it, in the order in which they are read."""
        rest = [self.tournaments] if self.tournaments.files else []
        return [*(each.source for each in self.tables), *rest]

    @property
    def header(self) -> tuple[str, ...]:
        """The header of the first table of games, or else of the first player list."""
        games = [each for each in self.sources if not isinstance(each, PlayersTable)]
        return (*games, *self.sources, self.tournaments)[0].header

    @property
    def headers(self) -> Mapping[str, Sequence[str]]:
        """The headers of all tables, by name in the archive."""
        return {each.name: each.source.header for each in self.tables}

    @property
    def unread(self) -> tuple[str, ...]:
        """Columns that are not read."""
        names = (name for each in self.sources for name in each.unread)
        return tuple(dict.fromkeys(names))

    @property
    def assumed_tables(self) -> int:
        """The number of tables whose encoding is assumed."""
        return sum(not each.text.is_certain for each in self.tables)

    def steps(self) -> Iterator[Step]:
        """See `OpenFile.steps`."""
        before = 0
        for member in self.tables:
            for step in member.source.steps():
                yield _Named(self.met, member, before, step)
            before += member.packed
        yield from self.tournaments.steps()


@dataclass(frozen=True, slots=True)
class _Named:
    """A step that adds the name of its table to what it reads."""

    met: ReadSoFar
    member: ArchiveMember
    before: int
    step: Step

    def __call__(self) -> ReadPart:
        part, name = self.step(), self.member.name
        events, members = self.met.events.names, self.met.members
        members += [name] * (len(events) - len(members))
        size = max(self.member.text.path.stat().st_size, 1)
        return replace(
            part,
            refusals=[replace(each, member=name) for each in part.refusals],
            at=self.before + self.member.packed * part.at // size,
        )


def _refuse_many(tables: Sequence[ArchiveMember]) -> None:
    if len(tables) >= MOST_TABLES:
        raise NotATable(
            noted("The zip contains more than %(most)d tables; join them."),
            most=MOST_TABLES,
        )


def _is_table(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bool:
    if PurePosixPath(info.filename).suffix.lower() in TABLES:
        return True
    line = _first_line(head_of(archive, info))
    return lists_players(line) or set(WITHOUT_WHO) <= names_of(line, WITHOUT_WHO)


def _first_line(head: bytes) -> str:
    wide = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text = head.decode("utf-16" if wide else "utf-8-sig", errors="replace")
    return next(iter(text.splitlines()), "")
