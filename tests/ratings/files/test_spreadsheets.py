"""Reading the first sheet of an Excel workbook."""

import pytest

from federation.formats.workbooks import workbook
from ratings.files import spreadsheets
from ratings.files.spreadsheets import ReadSheet, is_workbook, write_first_sheet
from ratings.files.text_files import NotATable
from tests.ratings.files.books import (
    DAY,
    MONEY,
    OWN_DAY,
    book,
    number,
    row,
    shared,
    text,
)


def written(tmp_path, content):
    path, to = tmp_path / "games.xlsx", tmp_path / "sheet"
    path.write_bytes(content)
    assert is_workbook(path)
    sheet = write_first_sheet(path, "games.xlsx", to)
    return sheet, to.read_text(encoding="utf-8").split("\n")[:-1]


def refused(tmp_path, content):
    with pytest.raises(NotATable) as refusal:
        written(tmp_path, content)
    return refusal.value.message.text % refusal.value.message.facts


def test_days_and_numbers_are_read_as_text_tables_write_them(tmp_path):
    _sheet, lines = written(
        tmp_path,
        book(
            row(1, text("A1", "date"), text("B1", "n"), text("C1", "x")),
            row(2, number("A2", 44999, DAY), number("B2", "1200.0"), text("C2", "½")),
            row(3, number("A3", "45000.75", OWN_DAY), number("B3", "0.5")),
            row(4, number("A4", 59, DAY), number("B4", "1.0E-1")),
            row(5, number("A5", 12, MONEY), number("B5", "0.30000000000000004")),
        ),
    )

    assert lines == [
        "date,n,x",
        "2023-03-14,1200,½",
        "2023-03-15,0.5,",
        "1900-02-28,0.1,",
        "12,0.3,",
    ]


def test_rows_keep_their_numbers_and_line_breaks_in_cells_are_removed(tmp_path):
    _sheet, lines = written(
        tmp_path,
        book(
            row(1, text("A1", "a"), text("B1", "b")),
            row(4, text("B4", "two\nlines, and a comma")),
            row(6, text("A6", " "), text("B6", "")),
        ),
    )

    assert lines == ["a,b", "", "", ',"two lines, and a comma"', "", " ,"]


def test_shared_texts_are_read_whole_without_phonetic_hints(tmp_path):
    texts = ("<t>a</t>", "<r><t>Å</t></r><r><t>sa</t></r><rPh><t>no</t></rPh>")

    _sheet, lines = written(
        tmp_path, book(row(1, shared("A1", 0), shared("B1", 1)), texts=texts)
    )

    assert lines == ["a,Åsa"]


def test_characters_written_as_codes_are_read(tmp_path):
    texts = ("<t>Ada_x000D_\nEk_x0009_</t>", "<t>a_x005F_x000D_b_x0041_</t>")

    _sheet, lines = written(
        tmp_path,
        book(
            row(1, shared("A1", 0), shared("B1", 1), text("C1", "Bo_x000d_Ek")),
            texts=texts,
        ),
    )

    assert lines == ["Ada  Ek\t,a_x000D_b_x0041_,Bo Ek"]


def test_formula_results_and_booleans_are_read(tmp_path):
    cells = (
        '<c r="A1" t="str"><f>B1</f><v>Ek</v></c><c r="B1"><f>1+1</f><v>2</v></c>'
        '<c r="C1" t="b"><v>1</v></c><c r="D1" t="e"><v>#N/A</v></c>'
        '<c t="d"><v>2023-03-14T00:00:00</v></c>'
    )

    assert written(tmp_path, book(row(1, cells)))[1] == ["Ek,2,yes,#N/A,2023-03-14"]


def test_mac_workbook_days_are_counted_from_1904(tmp_path):
    content = book(row(1, number("A1", 43537, DAY)), facts=' date1904="1"')

    assert written(tmp_path, content)[1] == ["2023-03-14"]


def test_first_visible_sheet_is_read_and_the_others_counted(tmp_path):
    content = book(row(1, text("A1", "a")), names=("Partier", "Spelare", "Mer"))

    assert written(tmp_path, content)[0] == ReadSheet("Partier", 3)


def test_workbook_exported_by_rankbok_is_read(tmp_path):
    content = b"".join(workbook("Lista", ["namn", "tal"], [["Ek & Co", 7]]))

    assert written(tmp_path, content) == (
        ReadSheet("Lista", 1),
        ["namn,tal", "Ek & Co,7"],
    )


DAMAGED = (
    "games.xlsx is a damaged Excel workbook. Open it in Excel, save it again, "
    "and upload that file."
)
BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>'


@pytest.mark.parametrize(
    "content",
    [
        book(row(1, shared("A1", 7))),
        book(row(1, shared("A1", "9" * 5000))),
        book(row(1, text("A1", "a")), before='<?xml version="1.0" encoding="foo"?>'),
        book(row(2, text("A2", "b")), row(1, text("A1", "a"))),
        book(row(1, text("?", "a"))),
        book(row(1, text("A1", "a")), before=BOMB),
        book(row(1, "<c>")),
        book(**{"xl/workbook.xml": "<workbook/>"}),
        book(**{"xl/_rels/workbook.xml.rels": "<Relationships/>"}),
    ],
    ids=[
        "text",
        "long_place",
        "encoding",
        "order",
        "place",
        "type",
        "xml",
        "no_sheet",
        "no_link",
    ],
)
def test_damaged_workbook_is_refused_with_a_remedy(tmp_path, content):
    assert refused(tmp_path, content) == DAMAGED


def test_damaged_bytes_in_the_archive_are_reported(tmp_path):
    content = bytearray(book(row(1, *(text("A1", f"a{at}") for at in range(99)))))
    at = content.index(b"xl/worksheets/sheet1.xml") + 40
    content[at : at + 8] = b"xxxxxxxx"

    assert refused(tmp_path, bytes(content)) == DAMAGED


def test_empty_sheet_is_reported(tmp_path):
    assert refused(tmp_path, book(row(1, text("A1", "")))) == (
        "The first sheet of games.xlsx is empty: the table must be on it."
    )


def test_a_sheet_that_is_too_wide_or_too_large_is_refused(tmp_path, monkeypatch):
    assert refused(tmp_path, book(row(1, text("XFD1", "a")))) == (
        "The first sheet of games.xlsx has more than 200 columns: it is not a table of"
        " games or players."
    )
    monkeypatch.setattr(spreadsheets, "LARGEST_TABLE", 10)
    assert refused(tmp_path, book(row(1, text("A1", "a")))).startswith(
        "The first sheet of games.xlsx holds more than"
    )


def test_archive_without_a_workbook_is_refused(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"PK\x03\x04 and nothing")

    assert not is_workbook(path)
