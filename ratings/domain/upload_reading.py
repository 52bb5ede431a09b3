"""Reading a file of history part by part, each in a transaction of its own.

What stands after a worker's death are whole parts; the next one reads on behind them.
"""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np
from django.db import connection, transaction

from federation.models import Player
from ratings.domain.imported_files import first_day_of, last_day_of, spellings_of
from ratings.domain.upload_rows import keep_events, keep_faults, keep_people
from ratings.enums import ImportKind, ImportState
from ratings.formats.archives import is_zipped, open_archive
from ratings.formats.game_rows import GAMES, Games
from ratings.formats.people import People, Person
from ratings.formats.sources import (
    NOT_SAID,
    Bounds,
    GamesTable,
    Met,
    Part,
)
from ratings.formats.text_files import NotATable, examine
from ratings.formats.tournament_files import Files, TournamentFiles, text_is_trf
from ratings.formats.wording import Said
from ratings.models import (
    ImportBlock,
    ImportEvent,
    ImportFile,
    ImportPart,
    ImportPlayer,
)
from ratings.rules.calendar import day_number

HOME: str = Player._meta.get_field("country").default  # noqa: SLF001 (documented)
Source = GamesTable | TournamentFiles
_COUNTS = """
UPDATE ratings_importplayer SET games = counted
FROM unnest(%s::int[]) WITH ORDINALITY AS each (counted, ordinal)
WHERE file_id = %s AND place = ordinal - 1
"""
_EVENT_COUNTS = """
UPDATE ratings_importevent SET games = counted
FROM unnest(%s::int[]) WITH ORDINALITY AS each (counted, ordinal)
WHERE file_id = %s AND place = ordinal - 1
"""


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that is open: what it is, how it is read, and what was met so far."""

    kind: ImportKind
    source: Source
    met: Met
    assumed: str
    """The encoding, where the file does not say it itself."""


def read_file(file_id: int, *, today: date) -> None:
    """Reads what is left of a file, or writes down why it cannot be read."""
    file = ImportFile.objects.get(pk=file_id)
    try:
        with opened(file, today) as work:
            _introduce(file_id, work)
            parts = work.source.parts(file.parts, file.rows)
            for number, part in enumerate(parts, start=file.parts):
                if not keep_part(file_id, number, part, work.met):
                    return
    except NotATable as answer:
        _refuse(file_id, answer.said)
        return
    _finish(file_id)


@contextmanager
def opened(file: ImportFile, today: date) -> Iterator[Opened]:
    """The file as it is to be read, with what was met before; raises NotATable."""
    days = first_day_of(file.pool_id), today, last_day_of(file.pool_id)
    first_day, last_day, ends_on = map(day_number, days)
    bounds = Bounds(first_day, last_day, ends_on, spellings_of(file.pool_id))
    met = _met(file.pk, today)
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        path = bytes_on_disk(file.pk, place)
        yield _opened(stack, file, path, met, bounds)


def bytes_on_disk(file_id: int, place: Path) -> Path:
    """Writes the file's bytes into a directory."""
    path = place / "file"
    blocks = ImportBlock.objects.filter(file=file_id).order_by("number")
    with path.open("wb") as disk:
        for content in blocks.values_list("content", flat=True).iterator(chunk_size=1):
            disk.write(content)
    return path


def _opened(
    stack: ExitStack, file: ImportFile, path: Path, met: Met, bounds: Bounds
) -> Opened:
    if is_zipped(path):
        archive = stack.enter_context(open_archive(path, file.name))
        source = TournamentFiles(Files(archive), met, bounds, HOME)
        return Opened(ImportKind.TRF, source, met, "")
    text = examine(path, file.name)
    if text_is_trf(text):
        single = Files(single=path, called=file.name)
        source = TournamentFiles(single, met, bounds, HOME)
        return Opened(ImportKind.TRF, source, met, "")
    table = GamesTable.opened(stack.enter_context(text.open()), met, bounds)
    assumed = "" if text.told else text.encoding_name
    return Opened(ImportKind.GAMES, table, met, assumed)


def _met(file_id: int, today: date) -> Met:
    rows = ImportPlayer.objects.filter(file=file_id).order_by("place")
    people = People.of(
        today.year,
        (
            Person(*facts)
            for facts in rows.values_list(
                "number",
                "fide_id",
                "first_name",
                "last_name",
                "birth_year",
                "gender",
                "country",
            )
        ),
    )
    met = Met(people)
    events = ImportEvent.objects.filter(file=file_id).order_by("place")
    for name, member in events.values_list("name", "member"):
        met.events[name]
        if member:
            met.members.append(member)
    return met


@transaction.atomic
def _introduce(file_id: int, work: Opened) -> None:
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    file.kind = work.kind
    file.header, file.unread = list(work.source.header), list(work.source.unread)
    if work.assumed:
        file.defaulted |= {"assumed": work.assumed}
    file.save(update_fields=["kind", "header", "unread", "defaulted"])


@transaction.atomic
def keep_part(file_id: int, number: int, part: Part, met: Met) -> bool:
    """Keeps a part, if it is the next one of a file that is still being read."""
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if (file.state, file.parts) != (ImportState.READING, number):
        return False
    ImportPart.objects.create(file=file, number=number, games=part.games.tobytes())
    keep_people(file_id, file.people, met.people.everybody[file.people :])
    keep_events(file_id, file.events, met.events.names[file.events :], met.members)
    keep_faults(file_id, part.refusals, is_final=False)
    file.people, file.events = len(met.people.everybody), len(met.events.names)
    file.parts, file.rows = number + 1, file.rows + part.read
    file.games, file.done = file.games + len(part.games), min(part.at, file.size)
    file.refused += len(part.refusals)
    for name, count in part.defaulted.items():
        file.defaulted[name] = file.defaulted.get(name, 0) + count
    file.save()
    return True


@transaction.atomic
def _refuse(file_id: int, said: Said) -> None:
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state != ImportState.READING:
        return
    file.state = ImportState.REFUSED
    file.problem = {"text": said.text, "facts": said.facts}
    file.save(update_fields=["state", "problem"])
    ImportBlock.objects.filter(file=file)._raw_delete("default")  # noqa: SLF001


@transaction.atomic
def _finish(file_id: int) -> None:
    """Everything is read: counts by player and event, and what the file leaves open."""
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state != ImportState.READING:
        return
    people, events = np.zeros(file.people, np.int64), np.zeros(file.events, np.int64)
    without = {"minutes": 0, "round": 0}
    for games in parts_of(file_id):
        for colour in ("white", "black"):
            people += np.bincount(games[colour], minlength=file.people)
        events += np.bincount(games["event"], minlength=file.events)
        for name in without:
            without[name] += int((games[name] == NOT_SAID).sum())
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, [people.tolist(), file_id])
        cursor.execute(_EVENT_COUNTS, [events.tolist(), file_id])
    # Whoever stands only in rows that were refused.
    ImportPlayer.objects.filter(file=file, games=0).delete()
    file.defaulted |= {name: count for name, count in without.items() if count}
    file.state, file.done, file.total = ImportState.MATCHING, 0, file.people
    file.save()


def parts_of(file_id: int) -> Iterator[Games]:
    """The games that were read, part by part; each may be written into."""
    parts = ImportPart.objects.filter(file=file_id).order_by("number")
    for packed in parts.values_list("games", flat=True).iterator(chunk_size=1):
        yield np.frombuffer(packed, GAMES).copy()
