"""Rows of a file's import written in bulk: players, events and faults."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from federation.database.copying import copying
from ratings.files.text_tables import RefusedRow
from ratings.files.wording import Said
from ratings.imports.formats.findings import Detail, FileFinding
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


def keep_people(
    file_id: int,
    first: int,
    people: Iterable[NamedPerson],
    listed: Mapping[int, ListedPlayer],
) -> None:
    """Append players, numbered from `first`, with what lists of players say of them."""
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


def _listed(said: ListedPlayer) -> tuple[Any, ...]:
    return said.line, said.member, said.club, said.start_rating


def keep_clubs(file_id: int, first: int, names: Iterable[str]) -> None:
    """Append clubs, numbered from `first`."""
    rows = (
        (file_id, place, name, 0, "") for place, name in enumerate(names, start=first)
    )
    _copy("ratings_importclub", _CLUBS, rows)


def keep_events(
    file_id: int, first: int, names: Iterable[str], members: Sequence[str]
) -> None:
    """Append events, numbered from `first`; `members` are all files of a zip, or none."""
    rows = (
        (file_id, place, name, members[place] if members else "", "", 0)
        for place, name in enumerate(names, start=first)
    )
    _copy("ratings_importevent", _EVENTS, rows)


def keep_faults(file_id: int, refused: Iterable[RefusedRow], *, is_final: bool) -> None:
    """Append the rows that are left out."""
    rows = (
        (
            file_id, each.member, each.line, *_columns_of_reason(each.reason),
            list(each.row), is_final,
        )
        for each in refused
    )  # fmt: skip
    _copy("ratings_importfault", _FAULTS, rows)


def keep_findings(file_id: int, found: Mapping[int, Sequence[FileFinding]]) -> None:
    """Keep what is odd about events, by their places: each respect once."""
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


def details_of(detail: Detail) -> dict[str, Any]:
    """Return a line and what is odd in it, as it is stored."""
    said = detail.said
    return {"line": detail.line, "text": said.text, "facts": said.facts}


def _columns_of_reason(reason: str) -> tuple[str, str, str]:
    said = reason if isinstance(reason, Said) else Said(reason)
    return said.text, said.column, json.dumps(said.facts)


def _copy(table: str, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    statement = f"COPY {table} ({', '.join(columns)}) FROM STDIN"
    with copying(statement) as stream:
        for row in rows:
            stream.write_row(row)
