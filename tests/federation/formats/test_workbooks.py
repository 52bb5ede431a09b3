"""Workbooks, read back as a spreadsheet reads them."""

from datetime import datetime
from io import BytesIO
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest

from federation.formats.workbooks import workbook

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def opened(rows, name="List", **facts):
    data = b"".join(workbook(name, ("A", "B"), rows, **facts))
    archive = ZipFile(BytesIO(data))
    assert archive.testzip() is None
    return archive


def parsed(archive, path):
    return ET.fromstring(archive.read(path))  # noqa: S314 (our own file)


def sheets(archive):
    book = parsed(archive, "xl/workbook.xml")
    names = [sheet.get("name") for sheet in book.iter(f"{MAIN}sheet")]
    return {
        name: read(archive, f"xl/worksheets/sheet{number}.xml")
        for number, name in enumerate(names, start=1)
    }


def read(archive, path):
    return [
        [value(cell) for cell in row]
        for row in parsed(archive, path).iter(f"{MAIN}row")
    ]


def value(cell):
    text = "".join(cell.itertext())
    return text if cell.get("t") == "inlineStr" else float(text)


def test_texts_are_stored_as_texts_and_numbers_as_numbers():
    rows = [("Ek & Öberg <1>", 7), (" blank ", 1843.5)]
    assert sheets(opened(rows)) == {"List": [["A", "B"], *map(list, rows)]}


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5])
def test_rows_beyond_a_sheets_limit_continue_on_the_next_sheet_with_the_same_head(
    count,
):
    rows = [("x", number) for number in range(count)]
    found = list(sheets(opened(rows, most_rows=3)).values())
    assert [sheet[0] for sheet in found] == [["A", "B"]] * max(1, (count + 1) // 2)
    assert [row for sheet in found for row in sheet[1:]] == list(map(list, rows))


def test_datetime_is_stored_as_a_number_of_days_and_formatted_as_day_and_time():
    archive = opened([(datetime(2026, 11, 25, 18, 0, 30), "x")])  # noqa: DTZ001
    sheet = parsed(archive, "xl/worksheets/sheet1.xml")
    [cell, _text] = list(list(sheet.iter(f"{MAIN}row"))[1])
    # Excel's own number of that moment.
    assert round(float(cell[0].text), 6) == 46351.750347
    formats = [
        xf.get("numFmtId")
        for xf in parsed(archive, "xl/styles.xml").find(f"{MAIN}cellXfs")
    ]
    assert formats[int(cell.get("s"))] == "164"


def test_every_part_is_listed_in_the_content_types():
    archive = opened([("x", 1)] * 4, most_rows=3)
    contents = parsed(archive, "[Content_Types].xml")
    named = {part.get("PartName") for part in contents if part.get("PartName")}
    parts = {f"/{name}" for name in archive.namelist() if name.endswith(".xml")}
    assert named == parts - {"/[Content_Types].xml"}


def test_sheet_name_is_valid_for_spreadsheets():
    names = list(sheets(opened([("x", 1)] * 3, name="a/b:" + "c" * 40, most_rows=3)))
    assert names == ["a b " + "c" * 27, "a b " + "c" * 25 + " 2"]


def test_characters_that_xml_cannot_represent_are_left_out():
    assert sheets(opened([("a\x00\x0b\ud800b", 1)]))["List"][1] == ["ab", 1]


def test_workbook_is_written_as_a_stream():
    def endless():
        while True:
            yield ("x", 1)

    parts = workbook("List", ("A", "B"), endless())
    assert sum(len(next(parts)) for _turn in range(100)) > 1000


def test_same_rows_give_the_same_file():
    first, second = (b"".join(workbook("L", ("A",), [("x",)])) for _turn in range(2))
    assert first == second


def test_columns_are_as_wide_as_their_content():
    sheet = parsed(
        opened([("Åsa Wallin-Öberg", 1843.5), ("x" * 500, 7)]),
        "xl/worksheets/sheet1.xml",
    )
    columns = [
        (column.get("min"), column.get("max"), column.get("width"))
        for column in sheet.iter(f"{MAIN}col")
    ]
    assert columns == [("1", "1", "62"), ("2", "2", "8")]
    # The format demands this order.
    assert [part.tag.removeprefix(MAIN) for part in sheet] == [
        "sheetViews", "cols", "sheetData",
    ]  # fmt: skip


def test_text_longer_than_a_cell_may_be_is_cut():
    rows = [("x" * 32_767, "y" * 32_768)]
    (_head, (kept, cut)) = sheets(opened(rows))["List"]
    assert kept == "x" * 32_767
    assert cut == "y" * 32_766 + "…"


def test_every_fill_has_a_pattern_as_the_format_requires():
    styles = parsed(opened([]), "xl/styles.xml")
    fills = styles.findall(f"{MAIN}fills/{MAIN}fill/{MAIN}patternFill")
    assert [fill.get("patternType") for fill in fills] == ["none", "gray125"]
    assert len(styles.findall(f"{MAIN}fills/{MAIN}fill")) == len(fills)


@pytest.mark.parametrize(
    ("name", "shown"),
    [("'Cup'", "Cup"), (f"{'x' * 30}'y", "x" * 30), ("[:]", "–"), ("'", "–")],
)
def test_name_of_a_sheet_is_valid(name, shown):
    assert list(sheets(opened([], name=name))) == [shown]
