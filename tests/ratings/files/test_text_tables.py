"""Header, delimiter and rows with their lines."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.files.text_files import NotATable
from ratings.files.text_tables import open_table

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


@pytest.mark.parametrize("above", ["sep=;", '"sep=;"', "SEP=,", "sep=\t"])
def test_line_that_gives_excel_the_delimiter_is_skipped(above):
    assert read(f"{above}\r\na;b\r\n1;2\r\n3\r\n") == (
        [(3, ("1", "2"))],
        [(4, "1 field where the header has 2")],
    )


def test_columns_are_accepted_in_any_order_and_case():
    found = table(" B ;extra;A;line;reason;\n")
    assert (dict(found.places), found.unread) == ({"b": 0, "a": 2}, ("extra",))


def test_missing_column_is_named():
    with pytest.raises(NotATable, match=r"name the columns; missing: a, b\."):
        table("1987,1,2\n")


def test_overlong_header_line_is_refused():
    with pytest.raises(NotATable):
        table(f"a,{'b' * 200_000}\n")


def test_duplicate_column_is_named():
    with pytest.raises(NotATable, match=r"mean the same: b, B\."):
        table("a,b,B\n")


def test_a_column_named_in_two_languages_is_refused_by_both_names():
    with pytest.raises(NotATable, match=r"mean the same: Vit, White\. Remove one"):
        table("a,b,Vit,White\n")


def test_a_row_of_another_width_is_refused_with_its_line():
    rows, refusals = read("a,b\n1,0,5\n\n3,4\nx\n")
    assert rows == [(4, ("3", "4"))]
    assert refusals == [
        (2, "3 fields where the header has 2"),
        (5, "1 field where the header has 2"),
    ]


def test_line_break_in_a_field_shifts_following_line_numbers():
    assert read('a,b\n"x\r\ny",2\n3,4\n')[0] == [(2, ("x\r\ny", "2")), (4, ("3", "4"))]


UNCLOSED = "a quotation mark on this line is not closed"


@pytest.mark.parametrize("rows", [3, 50_000])
@pytest.mark.parametrize("end", ["\n", "\r"])
def test_unclosed_quotation_loses_only_its_own_line(rows, end):
    lines = ["a,b", "1,2", '"x,y', *["3,4"] * rows]
    found, refusals = read(end.join(lines))
    assert found == [(2, ("1", "2")), *((4 + at, ("3", "4")) for at in range(rows))]
    assert refusals == [(3, UNCLOSED)]


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_quotation_ending_inside_the_next_one_loses_no_other_line(size):
    text = 'a,b\n1,"x\n2,"y ""z"""\n3,"v\nw"\n"4,\n5,6\n'
    rows, refusals = read(text, size)
    assert rows == [(3, ("2", 'y "z"')), (4, ("3", "v\nw")), (7, ("5", "6"))]
    assert refusals == [(2, UNCLOSED), (6, UNCLOSED)]


def test_quotation_closing_at_a_field_end_is_detected_by_row_width():
    rows, refusals = read('a,b\n1,"x\n2,3\n4,5"\n6,"7\n8",9\n')
    assert rows == [(2, ("1", "x\n2,3\n4,5")), (6, ('8"', "9"))]
    assert refusals == [(5, UNCLOSED)]


def test_overlong_field_is_reported_by_facts_that_can_be_stored():
    rows, refusals = read(f"a,b\n1,{'x' * 131_073}\n3,4\n")
    assert rows == [(3, ("3", "4"))]
    [(line, why)] = refusals
    assert (line, why) == (2, "a field on this line has more than 131072 characters")
    assert json.dumps(why.facts) == '{"most": 131072}'


def test_rows_with_only_empty_fields_are_skipped():
    rows, refusals = read("a,b\n,\n1,2\n\n,,,\n")
    assert (rows, refusals) == ([(3, ("1", "2"))], [])


def test_rows_with_only_spaces_are_skipped():
    rows, refusals = read("a,b\n , \n1,2\n  \n\t\n\u00a0,,\n")
    assert (rows, refusals) == ([(3, ("1", "2"))], [])


def test_marks_of_spreadsheets_are_removed_from_refused_rows():
    rows, refusals = read("line,reason,a,b\n7,'=x,'+65,'Eva\n")
    assert (rows, refusals) == ([(2, ("7", "=x", "+65", "'Eva"))], [])
    rows, refusals = read("a,b\n'+65,2\n")
    assert rows == [(2, ("'+65", "2"))]


@given(
    st.lists(st.tuples(st.text(max_size=5), st.text(max_size=5)), max_size=20),
    st.integers(1, 7),
)
def test_written_table_is_read_in_chunks_of_any_size(written, size):
    sink = io.StringIO(newline="")
    csv.writer(sink).writerows([("a", "b"), *written])
    rows, refusals = read(sink.getvalue(), size)
    assert [row for _, row in rows] == [
        row for row in written if any(map(str.strip, row))
    ]
    assert refusals == []


@given(st.lists(st.text('ab,"\n', max_size=8), max_size=12), st.integers(1, 7))
def test_no_line_is_lost_whatever_its_content(lines, size):
    """Every line is read, refused, empty, or belongs to the row before it."""
    text = "\n".join(lines)
    rows, refusals = read("a,b\n" + text, size)
    lines_seen = {line for line, _ in refusals}
    for line, row in rows:
        lines_seen.update(
            range(line, line + 1 + sum(field.count("\n") for field in row))
        )
    for number, line in enumerate(text.split("\n"), start=2):
        assert number in lines_seen or not line.strip('," ')


@pytest.mark.parametrize(
    ("header", "places"),
    [
        ("Datum;Vit;Svart;Resultat;Tävling;Rond", "date white black score event round"),
        ("dato;hvit;sort;resultat;stevne;runde", "date white black score event round"),
        ("Vit namn;Svart FIDE-nr;VIT FÖDD", "white_name black_fide_id white_birth_year"),
        ("hvit_navn;svart_fødselsår;betenkningstid", "white_name black_birth_year time_control"),
        ("spelarnummer;namn;kön;klubb", "id name gender club"),
        ("Date;White;Black;Result", "date white black score"),
    ],
)  # fmt: skip
def test_columns_may_be_named_in_other_words(header, places):
    known = places.split()
    table = open_table([header + "\n"], required=known, optional=())
    assert (table.places, table.unread) == (
        {name: place for place, name in enumerate(known)},
        (),
    )


def test_column_named_in_two_languages_is_a_duplicate():
    with pytest.raises(NotATable) as refused:
        open_table(["date,datum\n"], required=("date",), optional=())
    assert "date" in str(refused.value)
