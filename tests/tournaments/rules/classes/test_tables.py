"""The tables of Bilaga 1 against the printed page, with its misprints corrected."""

import re
from fractions import Fraction
from math import sqrt
from pathlib import Path
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.classes.ranks import ClassRank
from tournaments.rules.classes.tables import (
    ClassTableRow,
    TableKind,
    class_difference,
    eighty_percent,
    find_requirement,
    find_row,
    half_score,
    half_score_less_half_a_point,
    read_table,
)

M, I, II, III = ClassRank  # noqa: E741
UP, DOWN = TableKind

# SSF:s tävlingsbestämmelser (2008), Bilaga 1, as printed. Half points, then
# the correct upper end of the interval.
MISPRINTS = {
    (UP, 8, 11): (-34, -24),
    (UP, 10, 14): (-34, -24),
    (UP, 12, 17): (-34, -24),
    (DOWN, 7, 5): (-34, -24),
    (DOWN, 7, 13): (504, 494),
    (DOWN, 10, 11): (85, 115),
    (DOWN, 12, 13): (89, 109),
}


def read_printed():
    """Return the upper ends by (table, rounds, half points); None where none is
    printed.
    """
    printed = {}
    table = rounds = None
    text = Path(__file__).with_name("printed_tables.txt").read_text("utf-8")
    for line in text.splitlines():
        if line.endswith("TABELLER"):
            table = UP if line.startswith("UPP") else DOWN
        elif line.endswith("RONDER"):
            rounds = int(line.split()[0])
        elif not line.endswith("flytning"):
            score, interval = line.split("\t")
            half_points = round(2 * float(score.replace(",", ".")))
            printed[table, rounds, half_points] = read_upper_end(interval)
    return printed


def read_upper_end(interval):
    if interval.endswith("-"):
        return None
    *_, (negative, positive) = re.findall(r"\(-\s*(\d+)\)|(\d+)", interval)
    return -int(negative) if negative else int(positive)


PRINTED = read_printed()
CORRECTED = PRINTED | {row: corrected for row, (_, corrected) in MISPRINTS.items()}


def test_the_printed_page_has_all_rows_and_the_known_misprints():
    assert len(PRINTED) == 2 * sum(2 * rounds - 1 for rounds in range(7, 14))
    assert {row: PRINTED[row] for row in MISPRINTS} == {
        row: printed for row, (printed, _) in MISPRINTS.items()
    }


@pytest.mark.parametrize("row", CORRECTED, ids=str)
def test_each_row_ends_where_it_is_printed(row):
    kind, rounds, half_points = row
    upper = CORRECTED[row]
    if upper is None:
        assert find_row(kind, rounds, 5000).half_points == half_points
    else:
        assert find_row(kind, rounds, upper).half_points == half_points
        assert find_row(kind, rounds, upper + 1).half_points == half_points + 1


@pytest.mark.parametrize("row", CORRECTED, ids=str)
def test_a_shared_boundary_belongs_to_the_lower_requirement(row):
    kind, rounds, half_points = row
    lower = CORRECTED.get((kind, rounds, half_points - 1))
    if lower is not None:
        assert find_row(kind, rounds, lower).half_points == half_points - 1
        assert find_row(kind, rounds, lower + 1).half_points == half_points


@pytest.mark.parametrize("row", MISPRINTS, ids=str)
def test_corrected_end_of_a_row_applies_and_not_the_printed_one(row):
    kind, rounds, half_points = row
    printed, corrected = MISPRINTS[row]
    assert find_row(kind, rounds, corrected).half_points == half_points
    between = max(printed, corrected)
    assert find_row(kind, rounds, between).half_points == (
        half_points if corrected > printed else half_points + 1
    )


def test_row_after_a_misprinted_one_begins_at_its_corrected_end():
    # Relegation, 12 rounds, 8 points: printed from 150, the row above ends at 170.
    assert find_row(DOWN, 12, 170).half_points == 15
    assert find_row(DOWN, 12, 171) == ClassTableRow(16, 170, 202)
    assert find_row(DOWN, 12, 155).half_points == 15


@pytest.mark.parametrize("rounds", range(7, 14))
def test_below_the_first_limit_half_a_point_is_enough_for_promotion(rounds):
    assert find_row(UP, rounds, -5000).half_points == 1


@pytest.mark.parametrize("rounds", range(7, 14))
def test_above_the_last_limit_only_a_full_score_avoids_relegation(rounds):
    last = CORRECTED[DOWN, rounds, 2 * rounds - 1]
    assert find_row(DOWN, rounds, last).half_points == 2 * rounds - 1
    assert find_row(DOWN, rounds, last + 1) == ClassTableRow(2 * rounds, last, None)


@pytest.mark.parametrize("rounds", [0, 1, 6, 14, 20])
def test_tables_have_no_row_outside_seven_to_thirteen_rounds(rounds):
    assert find_row(UP, rounds, 0) is None
    assert find_row(DOWN, rounds, 0) is None
    assert find_requirement(I, rounds, 0) is None


def test_the_limits_follow_the_formula_that_made_them():
    # Promotion: n · Φ((d + 214) / 200√2) rounded down to half points;
    # relegation: n · Φ((d − 80) / 200√2) rounded up.
    for (kind, rounds, half_points), upper in CORRECTED.items():
        if upper is not None:
            score = half_points + 1 if kind is UP else half_points
            centre = -214 if kind is UP else 80
            share = NormalDist().inv_cdf(score / 2 / rounds)
            assert abs(centre + 200 * sqrt(2) * share - upper) < 1.1


@given(
    st.sampled_from(TableKind),
    st.integers(7, 13),
    st.integers(-900, 900),
    st.integers(0, 300),
)
def test_weaker_opposition_never_requires_less(kind, rounds, difference, more):
    row = find_row(kind, rounds, difference)
    further_row = find_row(kind, rounds, difference + more)
    assert row.half_points <= further_row.half_points


@given(st.sampled_from(TableKind), st.integers(7, 13), st.integers(-900, 900))
def test_d_is_in_the_interval_of_its_row(kind, rounds, difference):
    row = find_row(kind, rounds, difference)
    assert row.lower is None or row.lower < difference
    assert row.upper is None or difference <= row.upper


@pytest.mark.parametrize("kind", TableKind)
@pytest.mark.parametrize("rounds", range(7, 14))
def test_the_rows_join_without_gap_or_overlap(kind, rounds):
    rows = read_table(kind, rounds)
    assert [row.half_points for row in rows] == list(range(1, len(rows) + 1))
    assert [row.lower for row in rows[1:]] == [row.upper for row in rows[:-1]]
    assert [row.upper is None for row in rows] == [False] * (len(rows) - 1) + [True]


@pytest.mark.parametrize(
    ("player_class", "mean", "difference"),
    [
        (I, Fraction(17370, 9), 20),
        (III, Fraction(1830), -280),
        # 59.9 counts as 59, −280.5 as −281: always down.
        (I, 1950 - Fraction(599, 10), 59),
        (III, 1550 + Fraction(561, 2), -281),
        (II, Fraction(1750), 0),
        (M, 2100 + Fraction(1, 9), -1),
    ],
)
def test_d_is_exact_and_rounded_down(player_class, mean, difference):
    assert class_difference(player_class, mean) == difference


def test_requirements_contain_promotion_and_staying():
    # Bilaga 1, example 1: nine rounds, d = 20: 7 points up (2–59), 4 to stay
    # (0–40).
    takes = find_requirement(I, 9, 20)
    assert (takes.rounds, takes.difference) == (9, 20)
    assert takes.promotion == ClassTableRow(14, 2, 59)
    assert takes.staying == ClassTableRow(8, 0, 40)


def test_impossible_requirements_are_left_out():
    assert find_requirement(M, 9, 20).promotion is None
    assert find_requirement(III, 7, -280).staying is None
    # Example 2: seven rounds, d = −280: 2½ points.
    assert find_requirement(III, 7, -280).promotion == ClassTableRow(5, -318, -265)


@pytest.mark.parametrize(
    ("games", "half_points"), [(5, 8), (7, 12), (9, 15), (10, 16), (13, 21)]
)
def test_eighty_percent_is_rounded_up_to_half_points(games, half_points):
    # 7 games: 5.6 → 6; 9: 7.2 → 7½; 13: 10.4 → 10½.
    assert eighty_percent(games) == half_points


@pytest.mark.parametrize(("games", "half_points"), [(7, 6), (9, 8)])
def test_staying_in_a_pure_section_is_half_less_half_a_point(games, half_points):
    assert half_score_less_half_a_point(games) == half_points


@pytest.mark.parametrize(("games", "half_points"), [(7, 7), (9, 9)])
def test_staying_in_the_mastarklass_is_half(games, half_points):
    assert half_score(games) == half_points
