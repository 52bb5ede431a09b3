"""Renju 2 §2g, §3 and §4, and 3 §4: from points to a level."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.rules.renju.ranked import after_changes, apply_norms
from ratings.rules.renju.steps import RuleStep
from ratings.rules.renju.table import NormTally
from tests.ratings.rules.renju.crosstable import level

LEVEL = st.integers(1, 20)


def result(own, score, games, total, *, most_points=False, first=False):
    tally = NormTally(games, score, total)
    return apply_norms(own, tally, most_points=most_points, first_tournament=first)


# Seven games of a 1 kyu (10) against equals, total 70: keep 1.75, up to 2.0;
# 1 dan 4.55, 4.5; 2 dan 5.6, 5.5; 3 dan 6.65, 6.5; 4 dan 7.7, 7.5.
@pytest.mark.parametrize(
    ("half_points", "after", "code"),
    [(0, "2 kyu", "lowered"), (3, "2 kyu", "lowered"), (4, "1 kyu", "kept"),
     (8, "1 kyu", "kept"), (9, "1 dan", "raised"), (10, "1 dan", "raised"),
     (11, "2 dan", "raised"), (12, "2 dan", "raised")],
)  # fmt: skip
def test_highest_norm_met_gives_the_level(half_points, after, code):
    assert result(10, half_points, 7, 70) == (
        level(after),
        (RuleStep(code, level(after)),),
    )


@pytest.mark.parametrize("half_points", [13, 14])
def test_level_rises_by_at_most_two_units(half_points):
    # 3 §4: the norm of 3 dan is met with 6.5.
    assert result(10, half_points, 7, 70) == (
        level("2 dan"),
        (RuleStep("raised", level("2 dan")), RuleStep("limited", level("3 dan"))),
    )


def test_rise_is_not_limited_in_the_first_tournament():
    assert result(10, 13, 7, 70, first=True) == (
        level("3 dan"),
        (
            RuleStep("raised", level("3 dan")),
            RuleStep("first_tournament", level("3 dan")),
        ),
    )
    assert result(10, 11, 7, 70, first=True)[1] == (RuleStep("raised", 12),)


def test_top_scorer_counts_as_having_met_the_keep_norm():
    # 2 §3. 5 dan (15) against 7 * 12: 1.75 + 0.15 * (105 - 84) = 4.9, 5.0.
    assert result(15, 9, 7, 84) == (14, (RuleStep("lowered", 14),))
    assert result(15, 9, 7, 84, most_points=True) == (
        15,
        (RuleStep("most_points", 15),),
    )
    assert result(15, 10, 7, 84, most_points=True) == (15, (RuleStep("kept", 15),))


def test_10_kyu_does_not_fall():
    assert result(1, 0, 7, 7) == (1, (RuleStep("lowest", 1),))
    assert result(2, 0, 7, 14) == (1, (RuleStep("lowered", 1),))


def test_10_dan_does_not_rise():
    # 10 dan (20) against equals, all won: its own norm, 3.5, is met.
    assert result(20, 14, 7, 140) == (20, (RuleStep("kept", 20),))
    # 9 dan (19) against 9 dans: 10 dan requires 4.5, and nothing is above it.
    assert result(19, 14, 7, 133) == (20, (RuleStep("raised", 20),))
    assert result(19, 14, 7, 133, first=True) == (20, (RuleStep("raised", 20),))


def test_negative_norm_is_met_with_zero_points():
    # 1 kyu against 7 * 13: 1.75 + 0.15 * (70 - 91) = -1.4, -1.5.
    assert result(10, 0, 7, 91) == (10, (RuleStep("kept", 10),))


@pytest.mark.parametrize(
    ("p0", "p1", "p2", "after", "code"),
    [
        # P1 >= P0: max (P1, P2).
        (10, 12, 10, 12, None),
        (10, 10, 11, 11, "later_ranking_higher"),
        (10, 11, 9, 11, None),
        (10, 11, 11, 11, None),
        (8, 9, 12, 12, "later_ranking_higher"),
        # P1 < P0 and P2 >= P0: P2 - 1.
        (10, 9, 10, 9, "later_ranking_lowered"),
        (10, 9, 12, 11, "later_ranking_lowered"),
        (12, 10, 12, 11, "later_ranking_lowered"),
        # P1 < P0 and P2 < P0: P2.
        (10, 9, 9, 9, "later_ranking_stands"),
        (10, 9, 8, 8, "later_ranking_stands"),
        (12, 9, 11, 11, "later_ranking_stands"),
    ],
)
def test_ranking_changed_during_the_tournament_is_combined(p0, p1, p2, after, code):
    steps = (RuleStep(code, after),) if code else ()
    assert after_changes(p0, p1, p2) == (after, steps)


@given(LEVEL, LEVEL, LEVEL)
def test_a_changed_ranking_stays_within_10_kyu_and_10_dan(p0, p1, p2):
    after, _ = after_changes(p0, p1, p2)
    assert 1 <= after <= 20


@given(LEVEL, st.integers(-1, 2))
def test_unchanged_ranking_ends_at_the_level_of_the_norms(own, moved):
    p1 = min(20, max(1, own + moved))
    assert after_changes(own, p1, own)[0] == p1


@given(LEVEL, st.lists(LEVEL, min_size=1, max_size=15), st.data())
def test_more_points_never_give_a_lower_level(own, opponents, data):
    games, total = len(opponents), sum(opponents)
    less, more = sorted(data.draw(st.tuples(*[st.integers(0, 2 * games)] * 2)))
    first, top = data.draw(st.booleans()), data.draw(st.booleans())
    lower, _ = result(own, less, games, total, most_points=top, first=first)
    higher, _ = result(own, more, games, total, most_points=top, first=first)
    assert 1 <= lower <= higher <= 20
    assert own - 1 <= lower
    assert first or higher <= own + 2
