"""Open a file of history for reading: its kind, and what was read from it before."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from federation.models import Player
from ratings.enums import ImportKind
from ratings.files.archives import is_zipped, open_archive
from ratings.files.spreadsheets import ReadSheet, is_workbook, write_first_sheet
from ratings.files.text_files import examine
from ratings.imports.domain.files import first_day_of, last_day_of, spellings_of
from ratings.imports.formats.mixed_archives import (
    MixedArchive,
    ReadingTerms,
    open_table_of,
)
from ratings.imports.formats.people import NamedPerson, People
from ratings.imports.formats.player_rows import FirstLines, PlayerSpellings
from ratings.imports.formats.player_tables import PlayersTable
from ratings.imports.formats.sources import ClubNumbers, DayBounds, OpenFile, ReadSoFar
from ratings.imports.formats.tournament_files import (
    SingleTournamentFile,
    TournamentFiles,
    text_is_trf,
)
from ratings.models import (
    ImportBlock,
    ImportClub,
    ImportEvent,
    ImportFile,
    ImportPlayer,
)
from ratings.rules.calendar import day_number
from ratings.uploads.domain.column_choices import ColumnChoices

HOME: str = Player._meta.get_field("country").default  # noqa: SLF001 (documented)
_SAID = (
    "number", "fide_id", "first_name", "last_name", "birth_year", "gender", "country",
    "again",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """An open file: its kind, how it is read, and what was read so far."""

    kind: ImportKind
    source: OpenFile
    met: ReadSoFar
    assumed: str = ""
    """The assumed encoding, if the file itself does not show it."""
    assumed_tables: int = 0
    """The number of tables of a zip whose encoding is assumed."""
    sheets: Mapping[str, ReadSheet] = field(default_factory=dict)
    """The sheets that were read, by workbook."""
    headers: Mapping[str, Sequence[str]] = field(default_factory=dict)
    columns: ColumnChoices = field(default_factory=lambda: ColumnChoices({}))
    """The choices for the headers of its tables."""


@contextmanager
def open_import(file: ImportFile, today: date) -> Iterator[OpenedFile]:
    """Open the file for reading, with what was read before; raises NotATable."""
    bounds = bounds_of(file.pool_id, today)
    choices = ColumnChoices(dict(file.columns))
    spelled = PlayerSpellings(today.year, bounds.ratings)
    terms = ReadingTerms(bounds, spelled, HOME, choices.of)
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        path = bytes_on_disk(file.pk, place)
        yield replace(_opened(stack, file, path, terms), columns=choices)


def bounds_of(pool_id: int, today: date) -> DayBounds:
    """Return the days on which games can be. Raises NotATable if the pool has no
    edition.
    """
    days = first_day_of(pool_id), today, last_day_of(pool_id)
    first_day, last_day, ends_on = map(day_number, days)
    return DayBounds(first_day, last_day, ends_on, spellings_of(pool_id))


def bytes_on_disk(file_id: int, place: Path) -> Path:
    """Write the file's bytes into a directory."""
    path = place / "file"
    blocks = ImportBlock.objects.filter(file=file_id).order_by("number")
    with path.open("wb") as disk:
        for content in blocks.values_list("content", flat=True).iterator(chunk_size=1):
            disk.write(content)
    return path


def _opened(
    stack: ExitStack, file: ImportFile, path: Path, terms: ReadingTerms
) -> OpenedFile:
    met = _met(file.pk, terms)
    if is_workbook(path):
        return _opened_workbook(stack, file, path, met, terms)
    if is_zipped(path):
        archive = stack.enter_context(open_archive(path, file.name))
        mixed = MixedArchive.opened(stack, archive, path.parent, met, terms)
        kind, headers = _kind_of(mixed), mixed.headers
        return OpenedFile(
            kind,
            mixed,
            met,
            assumed_tables=mixed.assumed_tables,
            sheets=mixed.sheets,
            headers=headers,
        )
    text = examine(path, file.name)
    if text_is_trf(text):
        single = SingleTournamentFile(path, file.name)
        source = TournamentFiles([single], met, terms.bounds, terms.home)
        return OpenedFile(ImportKind.TRF, source, met)
    table = open_table_of(stack, text, met, terms)
    assumed = "" if text.is_certain else text.encoding_name
    return OpenedFile(_kind_of_one(table), table, met, assumed)


def _opened_workbook(
    stack: ExitStack, file: ImportFile, path: Path, met: ReadSoFar, terms: ReadingTerms
) -> OpenedFile:
    to = path.with_name("sheet")
    sheet = write_first_sheet(path, file.name, to)
    table = open_table_of(stack, examine(to, file.name), met, terms)
    return OpenedFile(_kind_of_one(table), table, met, sheets={file.name: sheet})


def _kind_of(mixed: MixedArchive) -> ImportKind:
    kinds = {_kind_of_one(each) for each in mixed.sources} or {ImportKind.TRF}
    return kinds.pop() if len(kinds) == 1 else ImportKind.BOTH


def _kind_of_one(source: OpenFile) -> ImportKind:
    if isinstance(source, TournamentFiles):
        return ImportKind.TRF
    is_list = isinstance(source, PlayersTable)
    return ImportKind.PLAYERS if is_list else ImportKind.GAMES


def _met(file_id: int, terms: ReadingTerms) -> ReadSoFar:
    people, first_lines = People(terms.spelled.this_year), FirstLines()
    rows = ImportPlayer.objects.filter(file=file_id).order_by("place")
    for line, *facts in rows.values_list("line", *_SAID):
        person = NamedPerson(*facts)
        if line is None:
            people.place_of(person)
        else:
            people.list(person)
            first_lines.note(person.number, person.fide_id, line)
    clubs = ImportClub.objects.filter(file=file_id).order_by("place")
    names = clubs.values_list("name", flat=True)
    met = ReadSoFar(people, clubs=ClubNumbers(names), first_lines=first_lines)
    events = ImportEvent.objects.filter(file=file_id).order_by("place")
    for name, member in events.values_list("name", "member"):
        met.events[name]
        if member:
            met.members.append(member)
    return met
