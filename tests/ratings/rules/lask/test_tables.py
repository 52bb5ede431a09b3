"""LASK, tables 1, 2 and 4, and the classes of text, point 13."""

import pytest

from ratings.rules.lask.tables import ClassLimit, lask_table_names, lask_tables
from ratings.rules.lask.whole_numbers import BadEntry
from ratings.rules.rating_table import table_names

TABLES = lask_tables("lask_1970")

# Table 2 from 99 per cent down to 50, ten to a line.
PRINTED = """
677 589 538 501 470 444 422 401 383 366
351 336 322 309 296 284 273 262 251 240
230 220 211 202 193 184 175 166 158 149
141 133 125 117 110 102 95 87 80 72
65 57 50 43 36 29 21 14 7 0
"""
DIFFERENCES = list(zip(range(99, 49, -1), map(int, PRINTED.split()), strict=True))


@pytest.mark.parametrize(("percent", "difference"), DIFFERENCES)
def test_table_2_gives_both_halves_as_printed(percent, difference):
    assert TABLES.difference_for(percent) == difference
    assert TABLES.difference_for(100 - percent) == -difference


@pytest.mark.parametrize("percent", [-1, 0, 100, 101])
def test_percentages_0_and_100_have_no_difference(percent):
    # Table 2 prints no number beside 1.00 and 0.00.
    with pytest.raises(BadEntry, match=r"^percentage: no_difference$"):
        TABLES.difference_for(percent)


@pytest.mark.parametrize(
    ("games", "points"),
    [(0, -27), (1, -20), (2, -14), (3, -9), (4, -5), (5, -2), (6, 0), (7, 0), (90, 0)],
)
def test_table_4_deducts_less_for_more_games(games, points):
    assert TABLES.deduction_for(games) == points


def test_the_two_illegible_cells_follow_the_others():
    # n(n + 1)/2 - 1 with n = 7 - games gives every cell that can be read.
    assert list(TABLES.deductions) == [1 - n * (n + 1) // 2 for n in range(7, 0, -1)]


def test_negative_number_of_games_is_refused():
    with pytest.raises(BadEntry, match=r"^games: too_low$"):
        TABLES.deduction_for(-1)


def test_two_class_averages_of_table_1_are_known():
    assert TABLES.class_averages == {"I": 1950, "II": 1775}
    with pytest.raises(BadEntry, match=r"^class: unknown_class$"):
        TABLES.class_average("M")


def test_the_classes_proposed_for_sm():
    assert TABLES.class_limits == (
        ClassLimit("SM", 2250),
        ClassLimit("M", 2050),
        ClassLimit("I", 1875),
        ClassLimit("II", 0),
    )


def test_an_unknown_set_of_tables_is_refused():
    assert lask_table_names() == {"lask_1970"}
    with pytest.raises(KeyError):
        lask_tables("../ssf_2008")


def test_lask_tables_cannot_be_chosen_as_rating_tables():
    assert table_names().isdisjoint(lask_table_names())


def test_tables_are_read_from_their_file_again():
    lask_tables.cache_clear()
    lask_table_names.cache_clear()
    assert lask_tables("lask_1970") == TABLES
