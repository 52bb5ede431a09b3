"""A table as an Excel workbook (Office Open XML), written as a stream: memory does not
depend on the number of rows.

Texts are inline strings, which a spreadsheet never computes, whatever they begin with.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from io import RawIOBase
from itertools import chain, islice, zip_longest
from typing import Any
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from federation.formats.csv_files import Cell

SheetRow = Sequence[Cell]

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MOST_ROWS = 1_048_576
"""Limit of a sheet by the format; further rows continue on the next sheet."""
TOGETHER = 500
"""How many rows are compressed at once."""
LONGEST_NAME = 31
LONGEST_CELL = 32_767
"""Characters of a cell by the format; a workbook with a longer one counts as damaged."""
WIDEST = 60
"""The greatest width of a column, in characters."""
DAY = timedelta(days=1)
DAY_0 = datetime(1899, 12, 30)  # noqa: DTZ001 - as spreadsheets count
"""Datetimes are stored as days since then."""

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_SHEET = (
    f'{_HEAD}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    "</sheetView></sheetViews>"
)
_SHEET_END = "</sheetData></worksheet>"
_STYLES = (
    f'{_HEAD}<styleSheet xmlns="{_MAIN}"><numFmts count="1">'
    '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>'
    '<fonts count="1"><font/></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>'
    '<cellXfs count="2"><xf numFmtId="0"/>'
    '<xf numFmtId="164" applyNumberFormat="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/>'
    "</cellStyles></styleSheet>"
)
"""The second cell format is that of datetimes."""
_UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot represent."""
_NO_NAME = re.compile(r"[\[\]:*?/\\]")
"""Characters that the name of a sheet may not contain."""


class _Sink(RawIOBase):
    """The file that the archive is written to; `taken` returns what was written since."""

    def __init__(self) -> None:
        self._come: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._come.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        data = b"".join(self._come)
        self._come.clear()
        return data


def workbook(
    name: str, head: SheetRow, rows: Iterable[SheetRow], most_rows: int = MOST_ROWS
) -> Iterator[bytes]:
    """Yield the bytes of a workbook: the head above the rows, on as many sheets as they
    need.

    `name` is the first sheet's; the names of the others have a number appended.
    """
    sink = _Sink()
    names: list[str] = []
    left = iter(rows)
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive:
        first: list[SheetRow] | None = []
        while first is not None:
            names.append(_sheet_name(name, len(names) + 1))
            on_sheet = chain(first, islice(left, most_rows - 1 - len(first)))
            part = _part(f"xl/worksheets/sheet{len(names)}.xml")
            with archive.open(part, "w", force_zip64=True) as sheet:
                for text in _sheet(head, on_sheet):
                    sheet.write(text.encode())
                    yield sink.taken()
            first = list(islice(left, 1)) or None
        for path, text in _frame(names).items():
            archive.writestr(_part(path), text)
    yield sink.taken()


def _part(path: str) -> ZipInfo:
    """Return an archive entry without a timestamp, so that the same list gives the same
    file.
    """
    part = ZipInfo(path)
    part.compress_type = ZIP_DEFLATED
    return part


def _sheet(head: SheetRow, rows: Iterable[SheetRow]) -> Iterator[str]:
    left = iter(rows)
    together = list(islice(left, TOGETHER))
    yield f"{_SHEET}{_columns([head, *together])}<sheetData>{_row(head)}"
    while together:
        yield "".join(map(_row, together))
        together = list(islice(left, TOGETHER))
    yield _SHEET_END


def _columns(rows: Sequence[SheetRow]) -> str:
    """Return the widths of the columns, by the longest text in the first rows."""
    columns = "".join(
        f'<col min="{number}" max="{number}" customWidth="1" width="{_width(texts)}"/>'
        for number, texts in enumerate(zip_longest(*rows, fillvalue=""), start=1)
    )
    return f"<cols>{columns}</cols>"


def _width(cells: Iterable[Cell]) -> int:
    """Return the width in characters, with padding on both sides."""
    return min(max(len(str(cell)) for cell in cells), WIDEST) + 2


def _row(row: SheetRow) -> str:
    return f"<row>{''.join(map(_cell, row))}</row>"


def _cell(cell: Cell) -> str:
    if isinstance(cell, datetime):
        return f'<c s="1"><v>{(cell - DAY_0) / DAY}</v></c>'
    if not isinstance(cell, str):
        return f"<c><v>{cell}</v></c>"
    text = escape(_cut(_UNWRITABLE.sub("", cell)))
    return f'<c t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_CELL else f"{text[: LONGEST_CELL - 1]}…"


def _sheet_name(name: str, number: int) -> str:
    behind = f" {number}" if number > 1 else ""
    plain = _NO_NAME.sub(" ", _UNWRITABLE.sub("", name)).strip("' ")
    # The format allows neither an apostrophe at an end nor an empty name.
    return (plain[: LONGEST_NAME - len(behind)].strip("' ") or "–") + behind


def _frame(names: Sequence[str]) -> dict[str, str]:
    """Return the files that describe the workbook and its sheets, by path in the
    archive.
    """
    numbers = range(1, len(names) + 1)
    parts = "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml"'
        f' ContentType="{_KIND}.worksheet+xml"/>'
        for number in numbers
    )
    sheets = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{number}" r:id="rId{number}"/>'
        for number, name in zip(numbers, names, strict=True)
    )
    links = "".join(
        _link(number, "worksheet", f"worksheets/sheet{number}.xml")
        for number in numbers
    )
    styles = _link(len(names) + 1, "styles", "styles.xml")
    return {
        "xl/styles.xml": _STYLES,
        "xl/workbook.xml": f'{_HEAD}<workbook xmlns="{_MAIN}" xmlns:r="{_LINKS}">'
        f"<sheets>{sheets}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": _links(links + styles),
        "_rels/.rels": _links(_link(1, "officeDocument", "xl/workbook.xml")),
        "[Content_Types].xml": f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels"'
        ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/xl/styles.xml"'
        f' ContentType="{_KIND}.styles+xml"/>'
        '<Override PartName="/xl/workbook.xml"'
        f' ContentType="{_KIND}.sheet.main+xml"/>{parts}</Types>',
    }


def _links(links: str) -> str:
    opened = f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">'
    return f"{opened}{links}</Relationships>"


def _link(number: int, kind: str, target: str) -> str:
    return f'<Relationship Id="rId{number}" Type="{_LINKS}/{kind}" Target="{target}"/>'
