"""FIDE Handbook B.02, tables 8.1.1 and 8.1.2 as they are printed."""

import numpy as np
import pytest

from ratings.rules.elo.game_changes import expected_hundredths
from ratings.rules.elo.tables import (
    ExpectationRow,
    ExpectationTable,
    ScoreTable,
    expectation_table,
    expectations,
    score_table,
)
from ratings.rules.rating_table import table_names

# 8.1.1: p and dp, six pairs a line, read downwards.
SCORES = """
1.0 800  .83 273  .66 117  .49 -7   .32 -133  .15 -296
.99 677  .82 262  .65 110  .48 -14  .31 -141  .14 -309
.98 589  .81 251  .64 102  .47 -21  .30 -149  .13 -322
.97 538  .80 240  .63 95   .46 -29  .29 -158  .12 -336
.96 501  .79 230  .62 87   .45 -36  .28 -166  .11 -351
.95 470  .78 220  .61 80   .44 -43  .27 -175  .10 -366
.94 444  .77 211  .60 72   .43 -50  .26 -184  .09 -383
.93 422  .76 202  .59 65   .42 -57  .25 -193  .08 -401
.92 401  .75 193  .58 57   .41 -65  .24 -202  .07 -422
.91 383  .74 184  .57 50   .40 -72  .23 -211  .06 -444
.90 366  .73 175  .56 43   .39 -80  .22 -220  .05 -470
.89 351  .72 166  .55 36   .38 -87  .21 -230  .04 -501
.88 336  .71 158  .54 29   .37 -95  .20 -240  .03 -538
.87 322  .70 149  .53 21   .36 -102 .19 -251  .02 -589
.86 309  .69 141  .52 14   .35 -110 .18 -262  .01 -677
.85 296  .68 133  .51 7    .34 -117 .17 -273  .00 -800
.84 284  .67 125  .50 0    .33 -125 .16 -284
"""
# 8.1.2: D, then PD of the higher and of the lower, four groups a line; 4000 for the
# end of the last row, which is open.
DIFFERENCES = """
0-3   .50 .50  92-98   .63 .37  198-206 .76 .24  345-357  .89 .11
4-10  .51 .49  99-106  .64 .36  207-215 .77 .23  358-374  .90 .10
11-17 .52 .48  107-113 .65 .35  216-225 .78 .22  375-391  .91 .09
18-25 .53 .47  114-121 .66 .34  226-235 .79 .21  392-411  .92 .08
26-32 .54 .46  122-129 .67 .33  236-245 .80 .20  412-432  .93 .07
33-39 .55 .45  130-137 .68 .32  246-256 .81 .19  433-456  .94 .06
40-46 .56 .44  138-145 .69 .31  257-267 .82 .18  457-484  .95 .05
47-53 .57 .43  146-153 .70 .30  268-278 .83 .17  485-517  .96 .04
54-61 .58 .42  154-162 .71 .29  279-290 .84 .16  518-559  .97 .03
62-68 .59 .41  163-170 .72 .28  291-302 .85 .15  560-619  .98 .02
69-76 .60 .40  171-179 .73 .27  303-315 .86 .14  620-735  .99 .01
77-83 .61 .39  180-188 .74 .26  316-328 .87 .13  736-4000 1.0 .00
84-91 .62 .38  189-197 .75 .25  329-344 .88 .12
"""


def hundredths(word):
    return round(float(word) * 100)


def groups(printed, width):
    lines = [line.split() for line in printed.strip().splitlines()]
    return [
        line[at : at + width] for line in lines for at in range(0, len(line), width)
    ]


PAIRS = [(hundredths(p), int(dp)) for p, dp in groups(SCORES, 2)]
ROWS = sorted(
    (*map(int, d.split("-")), hundredths(higher), hundredths(lower))
    for d, higher, lower in groups(DIFFERENCES, 3)
)


def expected(difference):
    return expected_hundredths(np.array([difference, -difference], np.int16)).tolist()


@pytest.mark.parametrize(("p", "dp"), PAIRS)
def test_every_fractional_score_has_the_printed_difference(p, dp):
    assert score_table().differences[p] == dp


def test_the_fractional_scores_are_the_hundredths_from_0_to_1():
    assert sorted(p for p, _ in PAIRS) == list(range(101))


@pytest.mark.parametrize(("low", "high", "higher", "lower"), ROWS)
def test_every_row_gives_the_printed_values_at_both_edges(low, high, higher, lower):
    # With D = 0 neither player leads, and both halves of the row are the same.
    assert expected(low) == [higher, lower]
    assert expected(high) == [higher, lower]


def test_the_rows_follow_one_another_without_a_gap():
    assert [low for low, *_ in ROWS[1:]] == [high + 1 for _, high, *_ in ROWS[:-1]]
    assert [
        (row.low, row.high or 4000, row.higher, row.lower)
        for row in expectation_table().rows
    ] == ROWS


@pytest.mark.parametrize(
    ("difference", "row"),
    [(0, (0, 3, 50, 50)), (400, (392, 411, 92, 8)), (735, (620, 735, 99, 1)),
     (736, (736, None, 100, 0)), (3000, (736, None, 100, 0))],
)  # fmt: skip
def test_a_difference_finds_its_row(difference, row):
    assert expectation_table().row_of(difference) == ExpectationRow(*row)


def test_lookup_table_is_read_only():
    with pytest.raises(ValueError, match="read-only"):
        expectations()[0] = 1


def test_tables_cannot_be_chosen_as_a_rating_table_of_another_kind():
    assert not [name for name in table_names() if "score" in name or "elo" in name]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([ExpectationRow(1, None, 50, 50)], "follow one another"),
        ([ExpectationRow(0, 3, 50, 50)], "follow one another"),
        ([ExpectationRow(0, 3, 50, 50), ExpectationRow(5, None, 60, 40)], "follow"),
        ([ExpectationRow(0, None, 60, 41)], "make 1"),
    ],
)
def test_a_table_of_differences_with_a_gap_or_a_wrong_pair_is_refused(rows, words):
    with pytest.raises(ValueError, match=words):
        ExpectationTable(tuple(rows))


@pytest.mark.parametrize("differences", [(0,) * 100, (1,) * 101])
def test_incomplete_or_asymmetric_table_of_scores_is_refused(differences):
    with pytest.raises(ValueError, match="101 rows"):
        ScoreTable(differences)


SHORT = ExpectationTable(
    (
        ExpectationRow(0, 3, 50, 50),
        ExpectationRow(4, 6, 51, 49),
        ExpectationRow(7, None, 52, 48),
    )
)


def test_table_is_expanded_by_difference_in_ascending_order():
    column = SHORT.by_difference()
    behind, equal, ahead = [48, *[49] * 3], [50] * 7, [*[51] * 3, 52]
    assert column.tolist() == [*behind, *equal, *ahead]
    assert (column.dtype, SHORT.widest) == (np.int8, 7)


@pytest.mark.parametrize(
    ("row", "words"),
    [((3, 6, 51, 49), "follow one another"), ((4, 6, 51, 48), "make 1")],
)
def test_one_wrong_row_is_enough_to_refuse_a_table(row, words):
    first, _second, last = SHORT.rows
    with pytest.raises(ValueError, match=words):
        ExpectationTable((first, ExpectationRow(*row), last))
