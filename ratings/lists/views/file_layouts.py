"""The layouts in which a rating list can be downloaded, and how each is written."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from federation.formats.csv_files import CSV, Cell, CsvRow, csv_lines
from federation.formats.figures import whole_or_float
from federation.formats.workbooks import CONTENT_TYPE as WORKBOOK
from federation.formats.workbooks import workbook
from ratings.fide.queries.coefficients import ListedCoefficients
from ratings.lists.formats.arbiters import (
    CODE_PAGE,
    SWISS_MANAGER_HEAD,
    PairingListLine,
    fide_head,
    fide_line,
    swiss_manager_row,
)
from ratings.lists.queries.arbiters import FideRatings, facts_of, listed
from ratings.lists.queries.lists import ListLine
from ratings.lists.views.list_parts import ListRequest
from ratings.pages.level_words import level_words
from ratings.people.queries.names import Person
from ratings.rules.protocol import HasLevels


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A line with its player, as this reader may see them; `place` is set if the list is
    filtered.
    """

    line: ListLine
    place: int | None
    who: Person | None
    club_id: int | None
    club: str
    player_class: str


@dataclass(frozen=True, slots=True)
class Content:
    """The contents of a file. `day`: the day from which the list is valid, or today."""

    pool: str
    day: date
    levels: HasLevels | None
    list_request: ListRequest
    chunks: Iterator[list[FileEntry]]
    coefficients: Callable[[], ListedCoefficients | None]
    """The K of each player on a list of FIDE ratings; only one layout calls this."""
    fide_ratings: FideRatings | None
    """From the FIDE list in force when this list became valid; None if none has been
    imported."""

    @property
    def entries(self) -> Iterator[FileEntry]:
        return (entry for chunk in self.chunks for entry in chunk)


@dataclass(frozen=True, slots=True)
class FileLayout:
    """A kind of file: its file name extension, content type and writer. `numbers`: its
    ratings have to be numbers.
    """

    ending: str
    content_type: str
    write: Callable[[Content], Iterator[bytes | str]]
    numbers: bool = False


def _head(list_request: ListRequest) -> CsvRow:
    place = (_("Rank in the selection"),) if list_request.narrowed else ()
    return (
        _("Rank"), *place, _("Name"), _("Player number"), _("Club"), _("Class"),
        _("Rating"), _("Change"), _("Games"),
    )  # fmt: skip


def _row(entry: FileEntry, levels: HasLevels | None) -> CsvRow:
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


def _rows(content: Content) -> Iterator[CsvRow]:
    return (_row(entry, content.levels) for entry in content.entries)


def _number(value: float | None) -> Cell:
    return "" if value is None else whole_or_float(value)


def _for_arbiters(
    content: Content, coefficients: ListedCoefficients | None = None
) -> Iterator[PairingListLine]:
    for chunk in content.chunks:
        seen = [entry.who for entry in chunk if entry.who]
        facts = facts_of(seen, content.fide_ratings)
        shown = [
            (entry, entry.who) for entry in chunk if entry.who and entry.who.pk in facts
        ]
        k = _coefficients_of(coefficients, shown)
        for entry, who in shown:
            club = (entry.club_id, entry.club)
            yield listed(entry.line, who, facts[who.pk], club, k.get(who.pk))


def _coefficients_of(
    coefficients: ListedCoefficients | None, shown: Iterable[tuple[FileEntry, Person]]
) -> Mapping[int, int]:
    if coefficients is None:
        return {}
    return coefficients.of(
        {who.pk: entry.line.rating for entry, who in shown},
        {who.pk: who.birth_year for _entry, who in shown},
    )


def _write_csv(content: Content) -> Iterator[str]:
    return csv_lines(_head(content.list_request), _rows(content))


def _write_workbook(content: Content) -> Iterator[bytes]:
    return workbook(content.pool, _head(content.list_request), _rows(content))


def _write_swiss_manager(content: Content) -> Iterator[str]:
    rows = map(swiss_manager_row, _for_arbiters(content))
    return csv_lines(SWISS_MANAGER_HEAD, rows, delimiter=";")


def _write_fide(content: Content) -> Iterator[bytes]:
    yield fide_head(content.day).encode(CODE_PAGE)
    for each in _for_arbiters(content, content.coefficients()):
        yield fide_line(each).encode(CODE_PAGE)


LAYOUTS: Mapping[str, FileLayout] = {
    "list.csv": FileLayout(".csv", CSV, _write_csv),
    "list.xlsx": FileLayout(".xlsx", WORKBOOK, _write_workbook),
    "swiss-manager.csv": FileLayout(
        "-swiss-manager.csv", CSV, _write_swiss_manager, numbers=True
    ),
    "fide.txt": FileLayout(
        "-fide.txt", "text/plain; charset=windows-1252", _write_fide, numbers=True
    ),
}
"""The layouts by the last part of the address."""


class LayoutInAddress:
    """URL converter for the layouts of a list."""

    regex = "|".join(map(re.escape, LAYOUTS))

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
