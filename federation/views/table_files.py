"""Tables as files for people: an Excel workbook, or CSV for other programs."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.http import Http404, StreamingHttpResponse

from federation.formats.csv_files import CSV, CsvRow, csv_lines
from federation.formats.workbooks import CONTENT_TYPE as WORKBOOK
from federation.formats.workbooks import workbook
from federation.views.files import as_file


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table to download: `name` is the file's without its ending, `title` that of the
    workbook's sheet.
    """

    name: str
    title: str
    head: CsvRow
    rows: Iterable[CsvRow]


def table_file(table: TableFile, kind: str) -> StreamingHttpResponse:
    """Return the table as a streamed file of a kind of `KINDS`. Raises Http404 for any
    other kind.
    """
    if kind not in KINDS:
        raise Http404
    content_type, write = KINDS[kind]
    written = StreamingHttpResponse(write(table), content_type=content_type)
    return as_file(written, f"{table.name}.{kind}")


def _csv(table: TableFile) -> Iterator[str]:
    return csv_lines(table.head, table.rows)


def _workbook(table: TableFile) -> Iterator[bytes]:
    return workbook(table.title, table.head, table.rows)


Write = Callable[[TableFile], Iterator[str] | Iterator[bytes]]
KINDS: Mapping[str, tuple[str, Write]] = {
    "csv": (CSV, _csv),
    "xlsx": (WORKBOOK, _workbook),
}
"""The writers by the ending of the file's name."""
