"""SSF rating, RATINGTABELL: the table as the original prints it."""

import numpy as np
import pytest

from ratings.rules.rating_table import RatingTable, TableRow, rating_table, table_names

# Difference; then win, draw and loss, each for the better and the worse player.
PRINTED = """
0 - 10     +16 +16    0   0  -16 -16
11 - 33    +15 +17   -1  +1  -17 -15
34 - 56    +14 +18   -2  +2  -18 -14
57 - 79    +13 +19   -3  +3  -19 -13
80 - 102   +12 +20   -4  +4  -20 -12
103 - 126  +11 +21   -5  +5  -21 -11
127 - 151  +10 +22   -6  +6  -22 -10
152 - 178  +9  +23   -7  +7  -23 -9
179 - 207  +8  +24   -8  +8  -24 -8
208 - 236  +7  +25   -9  +9  -25 -7
237 - 270  +6  +26  -10 +10  -26 -6
271 - 308  +5  +27  -11 +11  -27 -5
309 - 352  +4  +28  -12 +12  -28 -4
353 - 409  +3  +29  -13 +13  -29 -3
410 - 499  +2  +30  -14 +14  -30 -2
500 - 9999 +1  +31  -15 +15  -31 -1
"""
ROWS = [
    [int(word) for word in line.replace(" - ", " ").split()]
    for line in PRINTED.strip().splitlines()
]
EDGES = [(edge, row[2:]) for row in ROWS for edge in row[:2]]


def doubled(difference, score):
    (twice,) = rating_table("ssf_2008").doubled_changes(
        np.array([float(difference)]), np.array([score], np.int8)
    )
    return int(twice)


def changes(difference):
    """Return win, draw and loss for the better and the worse player, as printed."""
    return [
        doubled(way * difference, score) / 2 for score in (2, 1, 0) for way in (1, -1)
    ]


@pytest.mark.parametrize(("difference", "printed"), EDGES)
def test_every_row_gives_the_printed_values_at_both_edges(difference, printed):
    # Within 10 points the players are equal, and the two columns agree.
    assert changes(difference) == printed


def test_the_rows_follow_one_another_without_a_gap():
    assert [low for low, *_ in ROWS[1:]] == [high + 1 for _, high, *_ in ROWS[:-1]]
    rows = rating_table("ssf_2008").rows
    assert [(row.low, row.high or 9999) for row in rows] == [
        (low, high) for low, high, *_ in ROWS
    ]


def test_a_table_is_read_from_its_file_or_made_of_rows():
    rating_table.cache_clear()
    table_names.cache_clear()
    printed = [(low, high, -draw) for low, high, _, _, draw, *_ in ROWS]
    table = rating_table("ssf_2008")
    assert [(row.low, row.high or 9999, row.compensation) for row in table.rows] == (
        printed
    )
    assert rating_table(tuple((low, k) for low, _, k in printed)) == table
    assert [changes(low) for low, *_ in ROWS] == [row[2:] for row in ROWS]


@pytest.mark.parametrize("difference", range(0, 700, 7))
def test_both_wins_of_a_row_add_up_to_32_and_a_draw_changes_0_to_30(difference):
    # SSF rating, point 3: before halving.
    win_better, win_worse, draw_better, draw_worse, *_ = changes(difference)
    assert win_better + win_worse == 32
    assert draw_better + draw_worse == 0
    assert 0 <= draw_worse - draw_better <= 30


@pytest.mark.parametrize("difference", [0, 10, 11, 499, 500, 501, 2000, 40_000])
def test_no_change_is_above_31(difference):
    assert max(abs(change) for change in changes(difference)) <= 31


@pytest.mark.parametrize(
    ("difference", "low", "high", "compensation"),
    [(0, 0, 10, 0), (10, 0, 10, 0), (11, 11, 33, 1), (270, 237, 270, 10),
     (499, 410, 499, 14), (500, 500, None, 15), (1800, 500, None, 15)],
)  # fmt: skip
def test_a_difference_finds_its_row(difference, low, high, compensation):
    row = rating_table("ssf_2008").row_of(difference)
    assert row == TableRow(low, high, compensation)


def test_an_unknown_table_is_refused():
    assert table_names() == {"ssf_2008"}
    with pytest.raises(KeyError):
        rating_table("../step")


@pytest.mark.parametrize(
    "rows",
    [
        [TableRow(1, None, 0)],
        [TableRow(0, 10, 0), TableRow(12, None, 1)],
        [TableRow(0, 10, 0), TableRow(10, None, 1)],
        [TableRow(0, 10, 0), TableRow(11, 500, 1)],
        [TableRow(0, 19, 0), TableRow(20, 9, 1), TableRow(10, None, 2)],
        [TableRow(0, -1, 0), TableRow(0, None, 1)],
    ],
)
def test_table_with_a_gap_overlap_or_closed_end_is_refused(rows):
    with pytest.raises(ValueError, match="follow one another"):
        RatingTable(tuple(rows))


@pytest.mark.parametrize(
    "rows", [((0, 0), (20, 1), (10, 2)), ((0, 0), (0, 1)), ((1, 0),)]
)
def test_rows_that_do_not_ascend_from_0_are_refused(rows):
    with pytest.raises(ValueError, match="follow one another"):
        rating_table(rows)
