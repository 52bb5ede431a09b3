"""Which score reaches a rating under LASK."""

import pytest

from ratings.rules.lask.goal import find_needed_score
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.whole_numbers import BadEntry

LASK = LaskParameters()
# From 1900: -2 against 1850 (50 apart) and +3 against 1970 (70 apart), +1 together.
OPPONENTS = [1850, 1970]


@pytest.mark.parametrize(
    ("goal", "half_points", "reached"),
    [
        # 1900 + 1 - 32 = 1869, and 16 for every half point.
        (1933, 4, 1933),
        (1918, 4, 1933),
        (1917, 3, 1917),
        (1901, 2, 1901),
        (1870, 1, 1885),
        (1869, 0, 1869),
        (1000, 0, 1869),
    ],
)
def test_lowest_sufficient_score_is_found(goal, half_points, reached):
    needed = find_needed_score(1900, OPPONENTS, goal, LASK)
    assert (needed.half_points, needed.reached) == (half_points, reached)
    assert (needed.games, needed.compensation) == (2, 1)


def test_goal_above_a_full_score_is_unreachable():
    needed = find_needed_score(1900, OPPONENTS, 1934, LASK)
    assert (needed.half_points, needed.reached) == (None, 1933)


@pytest.mark.parametrize(
    ("own", "opponents", "goal", "refused"),
    [
        (-10_000, [1900], 1900, "own: too_low"),
        (1900, [], 1900, "opponents: nobody"),
        (1900, [1900, -10_000], 1900, r"opponents\[1\]: too_low"),
        (1900, [1900], 10_000, "goal: too_high"),
    ],
)
def test_invalid_input_is_refused(own, opponents, goal, refused):
    with pytest.raises(BadEntry, match=f"^{refused}$"):
        find_needed_score(own, opponents, goal, LASK)
