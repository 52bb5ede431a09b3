"""Write the rows of an import in bulk: players, clubs, events, faults and findings."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from federation.database.copying import copying
from ratings.files.text_tables import RefusedRow
from ratings.files.wording import FileMessage
from ratings.imports.formats.findings import FileFinding, FindingDetail
from ratings.imports.formats.people import NamedPerson
from ratings.imports.formats.sources import ListedPlayer
from ratings.models import ImportFinding

_PEOPLE = (
    "file_id", "place", "number", "fide_id", "first_name", "last_name", "birth_year",
    "gender", "country", "games", "matched_by", "choice", "line", "member",
    "club_place", "start_rating", "is_settled", "again",
)  # fmt: skip
_CLUBS = ("file_id", "place", "name", "players", "choice")
_EVENTS = ("file_id", "place", "name", "member", "verdict", "games")
_FAULTS = ("file_id", "member", "line", "text", "about", "facts", "row", "is_final")


def store_people(
    file_id: int,
    first: int,
    people: Iterable[NamedPerson],
    listed: Mapping[int, ListedPlayer],
) -> None:
    """Append players, numbered from `first`, with what player lists say of them."""
    nothing = ListedPlayer(None, None, None)
    _copy(
        "ratings_importplayer",
        _PEOPLE,
        (
            (
                file_id, place, each.number, each.fide_id, each.first_name,
                each.last_name, each.birth_year, each.gender,
                each.country, 0, "", "", *_listed(listed.get(place, nothing)), False,
                each.again,
            )
            for place, each in enumerate(people, start=first)
        ),
    )  # fmt: skip


def _listed(row: ListedPlayer) -> tuple[Any, ...]:
    return row.line, row.member, row.club, row.start_rating


def store_clubs(file_id: int, first: int, names: Iterable[str]) -> None:
    """Append clubs, numbered from `first`."""
    rows = (
        (file_id, place, name, 0, "") for place, name in enumerate(names, start=first)
    )
    _copy("ratings_importclub", _CLUBS, rows)


def store_events(
    file_id: int, first: int, names: Iterable[str], members: Sequence[str]
) -> None:
    """Append events, numbered from `first`; `members` are their files in a zip, or empty."""
    rows = (
        (file_id, place, name, members[place] if members else "", "", 0)
        for place, name in enumerate(names, start=first)
    )
    _copy("ratings_importevent", _EVENTS, rows)


def store_faults(
    file_id: int, refused: Iterable[RefusedRow], *, is_final: bool
) -> None:
    """Store the rows that are left out."""
    rows = (
        (
            file_id, each.member, each.line, *_columns_of_reason(each.reason),
            list(each.row), is_final,
        )
        for each in refused
    )  # fmt: skip
    _copy("ratings_importfault", _FAULTS, rows)


def store_findings(file_id: int, found: Mapping[int, Sequence[FileFinding]]) -> None:
    """Store the findings about events, by their places: one of each kind an event."""
    rows: dict[tuple[int, str], ImportFinding] = {}
    for event, findings in found.items():
        for each in findings:
            new = ImportFinding(file_id=file_id, event=event, kind=each.kind)
            row = rows.setdefault((event, each.kind), new)
            row.details += [details_of(detail) for detail in each.details]
            row.days = row.days or [asdict(day) for day in each.days]
            row.players += list(each.players)
            row.announced, row.names = each.limit, dict(each.names)
    ImportFinding.objects.bulk_create(rows.values())


def details_of(detail: FindingDetail) -> dict[str, Any]:
    """Return a detail of a finding as it is stored."""
    sentence = detail.message
    return {"line": detail.line, "text": sentence.text, "facts": sentence.facts}


def _columns_of_reason(reason: str) -> tuple[str, str, str]:
    sentence = reason if isinstance(reason, FileMessage) else FileMessage(reason)
    return sentence.text, sentence.column, json.dumps(sentence.facts)


def _copy(table: str, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    statement = f"COPY {table} ({', '.join(columns)}) FROM STDIN"
    with copying(statement) as stream:
        for row in rows:
            stream.write_row(row)
