"""A rating list as a file, by the same rules of who may see which name."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import islice

from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from federation.views.files import as_file
from ratings.domain.editions import EditionsOfPool
from ratings.formats.arbiters import (
    SWISS_MANAGER_HEAD,
    Listed,
    fide_head,
    fide_line,
    in_code_page,
    swiss_manager_row,
)
from ratings.formats.workbooks import CONTENT_TYPE as WORKBOOK
from ratings.formats.workbooks import Cell, workbook
from ratings.level_words import level_words
from ratings.queries.arbiters import facts_of, listed
from ratings.queries.coefficients import ListedCoefficients
from ratings.queries.lists import Line
from ratings.queries.names import Person, people
from ratings.queries.places import places
from ratings.queries.publications import Publication
from ratings.rules.elo.parameters import EloParameters
from ratings.rules.protocol import HasLevels
from ratings.views.conditional import kept_by_browsers
from ratings.views.desk import Desk, levels_of_list, open_desk
from ratings.views.lists import Asked, fide_beside, moves_with, read_asked

CHUNK = 2000
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
BYTE_ORDER_MARK = "\ufeff"
CSV = "text/csv; charset=utf-8"

Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line with whoever it is about, as this reader may see them; `place` where
    something narrows the list.
    """

    line: Line
    place: int | None
    who: Person | None
    club_id: int | None
    club: str
    player_class: str


@dataclass(frozen=True, slots=True)
class Content:
    """What a file is made of. `day`: from when the list is valid, or today."""

    pool: str
    day: date
    levels: HasLevels | None
    asked: Asked
    chunks: Iterator[list[Entry]]
    coefficients: Callable[[], ListedCoefficients | None]
    """Of a list of FIDE ratings; asked for by the only layout that has them."""

    @property
    def entries(self) -> Iterator[Entry]:
        return (entry for chunk in self.chunks for entry in chunk)


@dataclass(frozen=True, slots=True)
class Layout:
    """A kind of file: the end of its name, its type, and who writes it. `numbers`: its
    ratings have to be numbers.
    """

    ending: str
    content_type: str
    write: Callable[[Content], Iterator[bytes | str]]
    numbers: bool = False


@require_safe
def current_file(request: OfficeRequest, layout: str) -> HttpResponseBase:
    desk = open_desk(request)
    return _file(request, desk, desk.shelf.newest, layout)


@require_safe
def live_file(request: OfficeRequest, layout: str) -> HttpResponseBase:
    return _file(request, open_desk(request), None, layout)


@require_safe
def published_file(
    request: OfficeRequest, number: int, layout: str
) -> HttpResponseBase:
    desk = open_desk(request)
    return _file(request, desk, desk.publication(number), layout)


def _file(
    request: OfficeRequest, desk: Desk, this: Publication | None, layout: str
) -> HttpResponseBase:
    levels = levels_of_list(desk, this)
    if levels and LAYOUTS[layout].numbers:
        return _no_numbers(request, desk, this)
    return kept_by_browsers(
        request,
        moves_with(desk, this),
        lambda: _built(request, desk, this, LAYOUTS[layout], levels),
    )


def _no_numbers(
    request: OfficeRequest, desk: Desk, this: Publication | None
) -> HttpResponse:
    address = reverse("ratings:list", args=[this.number]) if this else None
    context = {"desk": desk, "list_url": address or reverse("ratings:live_list")}
    return render(request, "ratings/list_no_numbers.html", context, status=404)


def _built(
    request: OfficeRequest,
    desk: Desk,
    this: Publication | None,
    layout: Layout,
    levels: HasLevels | None,
) -> HttpResponse | StreamingHttpResponse:
    where = places()
    asked = read_asked(request, desk, this, where, fide_beside(desk, this))
    content = Content(
        pool=desk.pool.name,
        day=this.valid_from if this else request.today,
        levels=levels,
        asked=asked,
        chunks=_chunks(asked, request, where.club_names),
        coefficients=lambda: _coefficients(desk, this, request.today),
    )
    name = f"{desk.pool.code}-{this.number if this else 'live'}{layout.ending}"
    written = StreamingHttpResponse(
        layout.write(content), content_type=layout.content_type
    )
    return as_file(written, name)


def _coefficients(
    desk: Desk, this: Publication | None, today: date
) -> ListedCoefficients | None:
    day = this.valid_from if this else today
    editions = EditionsOfPool.of(desk.pool.pk)
    parameters = editions.holding(day).parameters
    if not isinstance(parameters, EloParameters):
        return None
    return ListedCoefficients(
        pool_id=desk.pool.pk,
        parameters=parameters,
        reign_from=editions.reign(day).from_date,
        day=day,
        is_live=this is None,
    )


# --- what stands in it -------------------------------------------------------------
def _chunks(
    asked: Asked, request: OfficeRequest, club_names: dict[int, str]
) -> Iterator[list[Entry]]:
    found = asked.entries.rows.order_by("position").values_list(*asked.entries.columns)
    lines = (Line(*row) for row in found.iterator(chunk_size=CHUNK))
    number, place, rank = 0, 0, 0
    while chunk := list(islice(lines, CHUNK)):
        ids = [line.player_id for line in chunk]
        known = people(ids, request.actor, request.today)
        entries = []
        for line in chunk:
            number += 1
            if line.rank != rank:
                place, rank = number, line.rank
            who = known.get(line.player_id)
            here = place if asked.narrowed else None
            entries.append(_entry(line, here, who, club_names))
        yield entries


def _entry(
    line: Line, place: int | None, who: Person | None, club_names: dict[int, str]
) -> Entry:
    is_live = line.player_class is None
    club_id = who.club_id if is_live and who else line.club_id
    held = who.player_class if is_live and who else line.player_class
    club = club_names.get(club_id or 0, "")
    return Entry(line, place, who, club_id, club, held or "")


def _head(asked: Asked) -> Row:
    place = (_("Rank in the selection"),) if asked.narrowed else ()
    return (
        _("Rank"), *place, _("Name"), _("Player number"), _("Club"), _("Class"),
        _("Rating"), _("Change"), _("Games"),
    )  # fmt: skip


def _row(entry: Entry, levels: HasLevels | None) -> Row:
    line, who = entry.line, entry.who
    return (
        line.rank,
        *((entry.place,) if entry.place is not None else ()),
        who.name if who else "",
        who.national_id if who else "",
        entry.club,
        entry.player_class,
        level_words(levels, line.rating) if levels else _number(line.rating),
        _number(line.change),
        line.games,
    )


def _rows(content: Content) -> Iterator[Row]:
    return (_row(entry, content.levels) for entry in content.entries)


def _number(value: float | None) -> Cell:
    if value is None:
        return ""
    return int(value) if value == int(value) else value


def _for_arbiters(
    content: Content, coefficients: ListedCoefficients | None = None
) -> Iterator[Listed]:
    for chunk in content.chunks:
        facts = facts_of(entry.who for entry in chunk if entry.who)
        shown = [
            (entry, entry.who) for entry in chunk if entry.who and entry.who.pk in facts
        ]
        k = _coefficients_of(coefficients, shown)
        for entry, who in shown:
            club = (entry.club_id, entry.club)
            yield listed(entry.line, who, facts[who.pk], club, k.get(who.pk))


def _coefficients_of(
    coefficients: ListedCoefficients | None, shown: Iterable[tuple[Entry, Person]]
) -> Mapping[int, int]:
    if coefficients is None:
        return {}
    return coefficients.of(
        {who.pk: entry.line.rating for entry, who in shown},
        {who.pk: who.birth_year for _entry, who in shown},
    )


# --- how it is written --------------------------------------------------------------
class Echo:
    """What the csv module writes to: gives each line back at once."""

    def write(self, line: str) -> str:
        return line


def harmless(cell: Cell) -> Cell:
    """A text that a spreadsheet would compute is marked as text."""
    if isinstance(cell, str) and cell.startswith(FORMULA):
        return f"'{cell}"
    return cell


def _csv(head: Row, rows: Iterable[Row], delimiter: str = ",") -> Iterator[str]:
    writer = csv.writer(Echo(), delimiter=delimiter)
    yield BYTE_ORDER_MARK + writer.writerow(head)
    for row in rows:
        yield writer.writerow([harmless(cell) for cell in row])


def _write_csv(content: Content) -> Iterator[str]:
    return _csv(_head(content.asked), _rows(content))


def _write_workbook(content: Content) -> Iterator[bytes]:
    return workbook(content.pool, _head(content.asked), _rows(content))


def _write_swiss_manager(content: Content) -> Iterator[str]:
    rows = map(swiss_manager_row, _for_arbiters(content))
    return _csv(SWISS_MANAGER_HEAD, rows, delimiter=";")


def _write_fide(content: Content) -> Iterator[bytes]:
    yield in_code_page(fide_head(content.day))
    for each in _for_arbiters(content, content.coefficients()):
        yield in_code_page(fide_line(each))


LAYOUTS: Mapping[str, Layout] = {
    "list.csv": Layout(".csv", CSV, _write_csv),
    "list.xlsx": Layout(".xlsx", WORKBOOK, _write_workbook),
    "swiss-manager.csv": Layout(
        "-swiss-manager.csv", CSV, _write_swiss_manager, numbers=True
    ),
    "fide.txt": Layout(
        "-fide.txt", "text/plain; charset=windows-1252", _write_fide, numbers=True
    ),
}
"""By the last part of the address."""
