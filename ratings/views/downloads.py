"""A rating list as a file, by the same rules of who may see which name."""

import csv
from collections.abc import Iterable, Iterator
from itertools import islice

from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from ratings.queries.lists import Line
from ratings.queries.names import Person, people
from ratings.queries.places import places
from ratings.queries.publications import Publication
from ratings.views.desk import Desk, open_desk
from ratings.views.lists import Asked, read_asked

CHUNK = 2000
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
BYTE_ORDER_MARK = "\ufeff"

Cell = str | int | float
Row = tuple[Cell, ...]


@require_safe
def current_csv(request: OfficeRequest) -> HttpResponseBase:
    desk = open_desk(request)
    return _file(request, desk, desk.shelf.newest)


@require_safe
def live_csv(request: OfficeRequest) -> HttpResponseBase:
    return _file(request, open_desk(request), None)


@require_safe
def published_csv(request: OfficeRequest, number: int) -> HttpResponseBase:
    desk = open_desk(request)
    return _file(request, desk, desk.publication(number))


class Echo:
    """What the csv module writes to: gives each line back at once."""

    def write(self, line: str) -> str:
        return line


def _file(
    request: OfficeRequest, desk: Desk, this: Publication | None
) -> HttpResponseBase:
    where = places()
    asked = read_asked(request, desk, this, where)
    rows = _rows(asked, request, where.club_names)
    name = f"{desk.pool.code}-{this.number if this else 'live'}.csv"
    return StreamingHttpResponse(
        _lines(_head(asked), rows),
        content_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "no-cache",
        },
    )


def _lines(head: Row, rows: Iterable[Row]) -> Iterator[str]:
    writer = csv.writer(Echo())
    yield BYTE_ORDER_MARK + writer.writerow(head)
    for row in rows:
        yield writer.writerow([harmless(cell) for cell in row])


def harmless(cell: Cell) -> Cell:
    """A text that a spreadsheet would compute is marked as text."""
    if isinstance(cell, str) and cell.startswith(FORMULA):
        return f"'{cell}"
    return cell


def _head(asked: Asked) -> Row:
    place = (_("Rank in the selection"),) if asked.narrowed else ()
    return (
        _("Rank"), *place, _("Name"), _("Player number"), _("Club"), _("Class"),
        _("Rating"), _("Change"), _("Games"),
    )  # fmt: skip


def _rows(
    asked: Asked, request: OfficeRequest, club_names: dict[int, str]
) -> Iterator[Row]:
    found = asked.entries.rows.order_by("position").values_list(*asked.entries.columns)
    lines = (Line(*row) for row in found.iterator(chunk_size=CHUNK))
    number, place, rank = 0, 0, 0
    while chunk := list(islice(lines, CHUNK)):
        ids = [line.player_id for line in chunk]
        known = people(ids, request.actor, request.today)
        for line in chunk:
            number += 1
            if line.rank != rank:
                place, rank = number, line.rank
            who = known.get(line.player_id)
            yield _row(line, place if asked.narrowed else None, who, club_names)


def _row(
    line: Line, place: int | None, who: Person | None, club_names: dict[int, str]
) -> Row:
    is_live = line.player_class is None
    club_id = who.club_id if is_live and who else line.club_id
    held = who.player_class if is_live and who else line.player_class
    return (
        line.rank,
        *((place,) if place is not None else ()),
        who.name if who else "",
        who.national_id if who and who.shows_number else "",
        club_names.get(club_id or 0, ""),
        held or "",
        _number(line.rating),
        _number(line.change),
        line.games,
    )


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else value
