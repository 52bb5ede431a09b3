"""The chosen meanings of a table's columns, if its header does not give them."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from federation.domain.authorship import ActionContext
from ratings.enums import ImportKind, ImportState
from ratings.files.column_names import ChosenNames
from ratings.imports.formats.game_columns import COLOURS, TIMES, WHO
from ratings.imports.formats.mixed_archives import ChosenColumns
from ratings.imports.formats.player_rows import REQUIRED as OF_PLAYERS
from ratings.imports.formats.sources import WITHOUT_WHO
from ratings.models import ColumnChoice, ImportFile
from ratings.uploads.domain.refusals import ImportNotPossible
from ratings.uploads.domain.uploading import READ_OF_IT, notify_workers

_COUNTED = (
    "parts", "rows", "games", "events", "people", "matched", "refused", "listed",
    "clubs", "done", "new_games", "new_events", "known_games", "known_events",
    "differing_games", "differing_events", "waiting_games", "new_listed", "new_starts",
    "waiting_listed",
)  # fmt: skip


Kept = dict[str, Any]
"""What was chosen for each header of a file, by its digest: `kind` and `columns`, and
the `event` of all games if no column has it; or None if the header itself is clear.
"""


@dataclass(slots=True)
class ColumnChoices:
    """Finds what was chosen for a header: the choice stored with the file, so that all
    of a file is read in the same way, or else one made for another file.
    """

    kept: Kept

    @property
    def used(self) -> list[str]:
        """The digests of headers whose columns were chosen."""
        return [digest for digest, choice in self.kept.items() if choice]

    def of(self, header: Sequence[str]) -> ChosenColumns | None:
        """Return what was chosen for a header, None if nothing was."""
        digest = _digest(header)
        if digest not in self.kept:
            choices = ColumnChoice.objects.filter(digest=digest)
            self.kept[digest] = choices.values("kind", "columns").first()
        choice = self.kept[digest]
        if choice is None:
            return None
        is_list = choice["kind"] == ImportKind.PLAYERS
        names = ChosenNames(choice["columns"])
        return ChosenColumns(is_list, names, choice.get("event", ""))


@transaction.atomic
def choose_columns(
    file_id: int,
    kind: ImportKind,
    columns: Mapping[str, int],
    event: str = "",
    *,
    acting: ActionContext,
) -> ImportFile:
    """Choose the columns of the table whose header is unclear, by their places in it,
    and have a worker continue reading. The choice applies to later tables with the same
    header too; `event`, the tournament of all games if no column has it, to this file
    only.

    Refuses with `columns_settled` if no choice is needed, `columns_missing`,
    `columns_twice` and `columns_two_times`.
    """
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state != ImportState.COLUMNS:
        raise ImportNotPossible("columns_settled")
    header = file.asks["header"]
    if missing_columns(kind, columns, event):
        raise ImportNotPossible("columns_missing")
    places = list(columns.values())
    if len(set(places)) < len(places) or max(places) >= len(header):
        raise ImportNotPossible("columns_twice")
    if columns.keys() >= TIMES:
        raise ImportNotPossible("columns_two_times")
    ColumnChoice.objects.update_or_create(
        digest=_digest(header),
        defaults={
            "header": header,
            "kind": kind,
            "columns": dict(columns),
            "chosen_by_id": acting.person_id,
            "chosen_at": acting.at,
        },
    )
    kept = {"kind": kind, "columns": dict(columns), "event": event}
    file.columns[_digest(header)] = kept
    file.state, file.asks = ImportState.READING, {}
    file.save(update_fields=["state", "asks", "columns"])
    notify_workers(file_id)
    return file


@transaction.atomic
def ask_columns_again(file_id: int) -> ImportFile:
    """Delete the column choices for a file's tables and read it from the beginning, so
    that they have to be chosen again. Refuses with `import_not_ready` unless the file
    is in review, and `columns_settled` if no choice was needed or an event has been
    posted.
    """
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state != ImportState.REVIEW:
        raise ImportNotPossible("import_not_ready")
    used = file.defaulted.get("columns", [])
    if not used or file.posted_events:
        raise ImportNotPossible("columns_settled")
    ColumnChoice.objects.filter(digest__in=used).delete()
    for rows in READ_OF_IT:
        rows.objects.filter(file=file)._raw_delete("default")  # noqa: SLF001
    for name in _COUNTED:
        setattr(file, name, 0)
    # `chosen` is raised, since figures shown before are outdated.
    file.state, file.total, file.chosen = (
        ImportState.READING,
        file.size,
        file.chosen + 1,
    )
    file.checked, file.defaulted, file.trial, file.columns = 0, {}, {}, {}
    file.save()
    notify_workers(file_id)
    return file


def missing_columns(
    kind: ImportKind, columns: Mapping[str, int], event: str = ""
) -> list[str]:
    """Return the columns that are needed and not chosen. If `event` gives the tournament
    of all games, no column for it is needed.
    """
    if kind == ImportKind.PLAYERS:
        return [name for name in OF_PLAYERS if name not in columns]
    missing_colours = [
        colour
        for colour in COLOURS
        if not any(colour + end in columns for end in WHO[:3])
    ]
    given = {*columns, "event"} if event else set(columns)
    return [*(name for name in WITHOUT_WHO if name not in given), *missing_colours]


def _digest(header: Sequence[str]) -> str:
    written = json.dumps([" ".join(name.split()) for name in header])
    return hashlib.sha256(written.encode()).hexdigest()
