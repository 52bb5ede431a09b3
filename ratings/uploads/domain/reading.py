"""Reading a file of history part by part, each in a transaction of its own.

If a worker dies, only whole parts are stored; the next worker continues after them.
"""

from collections.abc import Iterator
from datetime import date
from itertools import islice
from typing import Any

import numpy as np
from django.db import connection, transaction

from ratings.enums import ImportState
from ratings.files.text_files import NotATable
from ratings.files.text_tables import ColumnsUnclear
from ratings.files.wording import FileMessage
from ratings.imports.formats.game_columns import GAMES, Games
from ratings.imports.formats.sources import NOT_SAID, ReadPart, ReadSoFar
from ratings.models import ImportBlock, ImportFile, ImportPart, ImportPlayer
from ratings.uploads.domain.opening import OpenedFile, open_import
from ratings.uploads.domain.rows import (
    store_clubs,
    store_events,
    store_faults,
    store_findings,
    store_people,
)

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
_CLUB_COUNTS = """
UPDATE ratings_importclub AS club SET players = counted
FROM (SELECT club_place, count(*) AS counted FROM ratings_importplayer
  WHERE file_id = %(file)s GROUP BY club_place) AS each
WHERE file_id = %(file)s AND place = club_place
"""


def read_file(file_id: int, *, today: date) -> None:
    """Read the rest of a file, or store why it cannot be read."""
    file = ImportFile.objects.get(pk=file_id)
    try:
        with open_import(file, today) as work:
            _introduce(file_id, work)
            steps = islice(work.source.steps(), file.parts, None)
            for number, read in enumerate(steps, start=file.parts):
                if not store_part(file_id, number, read(), work.met):
                    return
    except ColumnsUnclear as error:
        _ask(file_id, error)
        return
    except NotATable as error:
        _refuse(file_id, error.message)
        return
    _finish(file_id)


@transaction.atomic
def _introduce(file_id: int, work: OpenedFile) -> None:
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    file.kind = work.kind
    file.header, file.unread = list(work.source.header), list(work.source.unread)
    file.headers = {name: list(header) for name, header in work.headers.items()}
    if work.assumed:
        file.defaulted |= {"assumed": work.assumed}
    file.columns = work.columns.kept
    if work.columns.used:
        file.defaulted |= {"columns": work.columns.used}
    file.defaulted |= _sheets(work)
    if work.assumed_tables and not file.parts:
        file.defaulted |= {"encoding": work.assumed_tables}
    file.save(
        update_fields=["kind", "header", "headers", "unread", "defaulted", "columns"]
    )


def _sheets(work: OpenedFile) -> dict[str, Any]:
    """Return the workbooks that have other sheets than the one that is read, with that
    sheet's name.
    """
    more = {name: each.name for name, each in work.sheets.items() if each.sheets > 1}
    return {"sheets": more} if more else {}


@transaction.atomic
def store_part(file_id: int, number: int, part: ReadPart, met: ReadSoFar) -> bool:
    """Store a part, if it is the next one of a file that is still being read."""
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if (file.state, file.parts) != (ImportState.READING, number):
        return False
    ImportPart.objects.create(file=file, number=number, games=part.games.tobytes())
    people = met.people.everybody[file.people :]
    store_people(file_id, file.people, people, part.listed)
    store_clubs(file_id, file.clubs, met.clubs.names[file.clubs :])
    store_events(file_id, file.events, met.events.names[file.events :], met.members)
    store_faults(file_id, part.refusals, is_final=False)
    store_findings(file_id, part.findings)
    file.people, file.events = len(met.people.everybody), len(met.events.names)
    file.parts, file.rows = number + 1, file.rows + part.read
    file.clubs, file.listed = len(met.clubs.names), file.listed + len(part.listed)
    file.games += len(part.games)
    file.done = max(file.done, min(part.at, file.size))
    file.refused += len(part.refusals)
    for name, count in part.defaulted.items():
        file.defaulted[name] = file.defaulted.get(name, 0) + count
    file.save()
    return True


@transaction.atomic
def _ask(file_id: int, error: ColumnsUnclear) -> None:
    """Have a user choose the columns of a table with an unclear header."""
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state != ImportState.READING:
        return
    file.state = ImportState.COLUMNS
    file.asks = {
        "table": error.member,
        "header": list(error.header),
        "rows": list(error.rows),
        "text": error.message.text,
        "facts": error.message.facts,
    }
    file.save(update_fields=["state", "asks"])


@transaction.atomic
def _refuse(file_id: int, reason: FileMessage) -> None:
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state != ImportState.READING:
        return
    file.state = ImportState.REFUSED
    file.problem = {"text": reason.text, "facts": reason.facts}
    file.save(update_fields=["state", "problem"])
    ImportBlock.objects.filter(file=file)._raw_delete("default")  # noqa: SLF001


@transaction.atomic
def _finish(file_id: int) -> None:
    """Finish reading: count games by player and event, and store what the file lacks."""
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
        cursor.execute(_CLUB_COUNTS, {"file": file_id})
    # Players who occur only in refused rows are not needed.
    ImportPlayer.objects.filter(file=file, games=0, line=None).delete()
    file.defaulted |= {name: count for name, count in without.items() if count}
    file.state, file.done, file.total = ImportState.MATCHING, 0, file.people
    file.save()


def parts_of(file_id: int) -> Iterator[Games]:
    """Yield the games that were read, part by part, as arrays that may be changed."""
    parts = ImportPart.objects.filter(file=file_id).order_by("number")
    for packed in parts.values_list("games", flat=True).iterator(chunk_size=1):
        yield np.frombuffer(packed, GAMES).copy()
