"""Texts that describe a conversion and its errors:
`ratings.editions.conversion_words` and `words`.
"""

from datetime import date

import pytest

from ratings.editions.conversion_words import fault_in_words, formula, lines_of, number
from ratings.editions.words import sentence_of
from ratings.ledger.domain.editions import EditionNotPossible
from ratings.rules.conversion import Conversion, FormulaPiece
from ratings.rules.systems import system


def piece(times=1, plus=0, **bounds):
    return FormulaPiece(times, plus, **bounds)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (piece(), "as it is"),
        (piece(times=0, plus=1500), "1500"),
        (piece(times=0, plus=0), "0"),
        (piece(times=2), "2 · R"),
        (piece(times=1, plus=50), "R + 50"),
        (piece(times=0.6, plus=800), "0.6 · R + 800"),
        (piece(times=0.5, plus=-12.5), "0.5 · R − 12.5"),
    ],
)
def test_formula_is_written_in_common_notation(part, words):
    assert formula(part) == words


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (piece(plus=5), "Every rating: R + 5"),
        (piece(below=2000, plus=5), "Below 2000: R + 5"),
        (piece(first=2000, plus=5), "From 2000: R + 5"),
        (piece(first=1000, below=2000, plus=5), "From 1000 and below 2000: R + 5"),
    ],
)
def test_piece_shows_its_range_of_ratings(part, words):
    assert lines_of(Conversion(pieces=(part,)))[0] == words


@pytest.mark.parametrize(
    ("decimals", "words"),
    [
        (0, "Rounded to whole points, halves up."),
        (2, "Rounded to 2 decimals, halves up."),
    ],
)
def test_rounding_is_described_last(decimals, words):
    by_formula = Conversion(pieces=(piece(plus=5),), decimals=decimals)
    by_table = Conversion(table=((1, 2),), decimals=decimals)

    assert [lines_of(each)[-1] for each in (by_formula, by_table)] == [words, words]


def test_twelve_rows_of_a_table_are_written_and_the_others_counted():
    rows = tuple((old, old + 100) for old in range(1, 14))
    twelve = ", ".join(f"{old} → {new}" for old, new in rows[:12])

    assert lines_of(Conversion(table=rows[:12]))[0] == f"By the table: {twelve}"
    assert lines_of(Conversion(table=rows))[0] == (f"By the table: {twelve} and 1 more")


def test_table_with_linear_interpolation_says_so():
    table = Conversion(table=((1000, 1100), (1500, 1510.5)), between="line")

    assert lines_of(table)[0] == (
        "By the table, with straight lines between: 1000 → 1100, 1500 → 1510.5"
    )


def test_levels_are_written_on_the_side_that_has_them():
    levels = system("renju")
    table = Conversion(table=((1, 11),))

    assert lines_of(table, levels, None)[0] == "By the table: 10 kyu → 11"
    assert lines_of(table, None, levels)[0] == "By the table: 1 → 1 dan"


@pytest.mark.parametrize(
    ("value", "written"),
    [(None, "–"), (1500.0, "1500"), (-3, "−3"), (0.6, "0.6"), (-12.25, "−12.25")],
)
def test_numbers_are_written_with_their_own_decimals(value, written):
    assert number(value) == written


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("pieces[1]", "Piece 4: enter a number."),
        ("pieces[2]", "Piece 3: enter a number."),
        ("table[0]", "Row 1: enter a number."),
        ("decimals", "decimals: enter a number."),
    ],
)
def test_error_names_the_row_on_the_page(path, words):
    """The second piece that was filled in is on the page's fourth row."""
    assert fault_in_words(path, "not_number", (1, 4)) == words


@pytest.mark.parametrize(
    ("ratings", "named"),
    [
        ([float(each) for each in range(1, 9)], "1, 2, 3, 4, 5, 6, 7, 8"),
        ([float(each) for each in range(1, 10)], "1, 2, 3, 4, 5, 6, 7, 8, …"),
    ],
)
def test_at_most_eight_unconverted_ratings_are_named(ratings, named):
    message = sentence_of(EditionNotPossible("not_converted", ratings=ratings))

    assert message == (
        f"The conversion says nothing about ratings that somebody has: {named}."
    )


def test_refusal_names_the_days_concerned():
    days = {"first": date(2026, 1, 1), "last": date(2026, 4, 30)}

    assert sentence_of(EditionNotPossible("periods", **days)).startswith(
        "The period 2026-01-01 – 2026-04-30 exists already"
    )
