"""Header, delimiter and rows with their lines."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.formats.tables import open_table
from ratings.formats.text_files import NotATable

COLUMNS = {"required": ("a", "b"), "optional": ("c",)}


def table(text, **columns):
    return open_table(io.StringIO(text, newline=""), **(COLUMNS | columns))


def read(text, size=1000):
    rows, refusals = [], []
    for chunk in table(text).chunks(size):
        rows += zip(chunk.lines, map(tuple, chunk.rows), strict=True)
        refusals += [(each.line, each.reason) for each in chunk.refusals]
    return rows, refusals


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_delimiters_and_line_ends_are_found(delimiter, end):
    text = end.join(("a,b", "1,2", "3,4")).replace(",", delimiter)
    assert read(text) == ([(2, ("1", "2")), (3, ("3", "4"))], [])


def test_columns_stand_in_any_order_and_case():
    found = table(" B ;extra;A;line;reason;\n")
    assert (dict(found.places), found.unread) == ({"b": 0, "a": 2}, ("extra",))


def test_a_column_that_is_missing_is_named():
    with pytest.raises(NotATable, match=r"name the columns; missing: a, b\."):
        table("1987,1,2\n")


def test_a_column_that_stands_twice_is_named():
    with pytest.raises(NotATable, match=r"stand twice: b\."):
        table("a,b,B\n")


def test_a_row_of_another_width_is_refused_with_its_line():
    rows, refusals = read("a,b\n1,0,5\n\n3,4\nx\n")
    assert rows == [(4, ("3", "4"))]
    assert refusals == [
        (2, "3 fields where the header has 2"),
        (5, "1 field where the header has 2"),
    ]


def test_a_field_that_holds_a_line_break_moves_the_lines_after_it():
    assert read('a,b\n"x\r\ny",2\n3,4\n')[0] == [(2, ("x\r\ny", "2")), (4, ("3", "4"))]


def test_a_quotation_that_is_never_closed_is_told_and_the_rows_before_it_stay():
    text = 'a,b\n1,2\n"' + "3,4\n" * 50_000
    rows, refusals = read(text)
    assert rows[0] == (2, ("1", "2"))
    assert refusals[0][1] == (
        "this line cannot be read (field larger than field limit (131072))"
    )


@given(
    st.lists(st.tuples(st.text(max_size=5), st.text(max_size=5)), max_size=20),
    st.integers(1, 7),
)
def test_whatever_was_written_is_read_in_chunks_of_any_size(written, size):
    sink = io.StringIO(newline="")
    csv.writer(sink).writerows([("a", "b"), *written])
    rows, refusals = read(sink.getvalue(), size)
    assert [row for _, row in rows] == written
    assert refusals == []
