"""Properties of every game and period under the FIDE rules."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ratings.rules.elo.calculator import PlayedGame, calculate, score_needed
from ratings.rules.elo.first import first_rating
from ratings.rules.elo.game_changes import (
    change_hundredths,
    counted_differences,
    expected_hundredths,
    points_of_games,
    round_half_away,
    sum_by_player,
)
from ratings.rules.elo.k_factors import Careers, coefficients, limited
from ratings.rules.elo.k_rules import KRule, fault_of
from ratings.rules.elo.parameters import EDITIONS, EloParameters

UNCAPPED = EloParameters(cap=None, cap_exempt_from=None)
RATINGS = st.integers(0, 4000)
FIDE = [EDITIONS[name] for name in ("2025-10", "2024-03", "2022")]
RULES = st.sampled_from([*FIDE, UNCAPPED])
SCORES = st.integers(0, 2)
GAMES = st.lists(st.tuples(RATINGS, SCORES), min_size=1, max_size=40)


def expected(own, opponent, rules):
    own, opponent = np.array([own], np.int16), np.array([opponent], np.int16)
    counted = counted_differences(own, opponent, rules, np.zeros(1, np.int64))
    return int(expected_hundredths(counted)[0])


@given(RATINGS, RATINGS)
def test_expectations_of_both_players_add_up_to_one(own, opponent):
    # In October 2025 the cap may hold for one side alone.
    for rules in (EDITIONS["2024-03"], EDITIONS["2022"], UNCAPPED):
        assert expected(own, opponent, rules) + expected(opponent, own, rules) == 100


@given(RATINGS, RATINGS)
def test_expectations_add_up_to_at_most_one_from_2650(own, opponent):
    rules = EDITIONS["2025-10"]
    together = expected(own, opponent, rules) + expected(opponent, own, rules)
    one_side = (own >= 2650) != (opponent >= 2650)
    assert together == 100 or (one_side and 92 <= together <= 108)


@given(RATINGS, RATINGS, RATINGS, RULES)
def test_higher_rating_never_lowers_the_expectation(one, other, opponent, rules):
    low, high = sorted((one, other))
    # Reaching 2650 lifts the cap, and a much lower rated player then expects less.
    if opponent - low <= 400 or rules.cap_exempt_from is None:
        assert expected(low, opponent, rules) <= expected(high, opponent, rules)


@given(RATINGS, RATINGS, SCORES, RULES)
def test_change_is_within_one_point_and_never_against_the_result(
    own, opponent, score, rules
):
    percent = np.array([expected(own, opponent, rules)], np.int8)
    change = int(change_hundredths(np.array([score], np.int8), percent)[0])
    assert -100 <= change <= 100
    assert change >= 0 if score == 2 else score or change <= 0


@given(RATINGS, GAMES, st.integers(1, 400), RULES, st.randoms())
def test_the_order_of_the_games_does_not_matter(own, games, k, rules, random):
    played = [PlayedGame(own, opponent, score, k) for opponent, score in games]
    shuffled = random.sample(played, len(played))
    one, other = calculate(played, rules), calculate(shuffled, rules)
    assert (one.points, one.after) == (other.points, other.after)


@given(RATINGS, GAMES, st.integers(1, 400), RULES)
def test_sums_are_exact_and_agree_with_the_calculator(own, games, k, rules):
    calculation = calculate([PlayedGame(own, *game, k) for game in games], rules)
    opponent, score = np.array(games, np.int16).T
    count = len(games)
    mine = np.full(count, own, np.int16)
    counted = counted_differences(mine, opponent, rules, np.zeros(count, np.int64))
    change = change_hundredths(score, expected_hundredths(counted))
    used = limited(np.full(count, k), np.full(count, count), rules)
    (total,) = sum_by_player(np.zeros(count, np.intp), points_of_games(change, used), 1)
    assert total == calculation.points * 100
    assert calculation.points == calculation.change * int(used[0])
    assert calculation.change == calculation.score - calculation.expected
    assert calculation.rounded == round_half_away(np.array([total]))[0]


@given(st.integers(-(10**9), 10**9))
def test_rounding_changes_at_most_half_a_point_and_is_symmetric(hundredths):
    rounded, mirrored = round_half_away(np.array([hundredths, -hundredths])).tolist()
    assert rounded == -mirrored
    assert abs(100 * rounded - hundredths) <= 50


@given(st.integers(1, 400), st.integers(1, 2000))
def test_limit_gives_the_largest_k_within_it(k, games):
    (used,) = limited(np.array([k]), np.array([games]), EloParameters()).tolist()
    assert used * games <= 700 or used == 0
    assert used == k or (used + 1) * games > 700


@given(RATINGS, RATINGS, st.integers(0, 99), st.integers(1900, 2025))
def test_fide_coefficients_are_40_20_10_and_10_is_permanent(rating, top, games, born):
    facts = (rating, max(rating, top), games, born)
    careers = Careers(*(np.array([fact]) for fact in facts))
    (k,) = coefficients(careers, 2026, EloParameters()).tolist()
    assert k in {10, 20, 40}
    assert (k == 10) == (max(rating, top) >= 2400)


@st.composite
def k_rules(draw):
    """Draw rules with distinct K, the last one without conditions."""
    limit = st.none() | st.integers(1, 5)
    rules = [
        KRule(k, draw(limit), draw(limit), below := draw(limit), below is not None)
        for k in range(1, draw(st.integers(1, 4)))
    ]
    return (*rules, KRule(len(rules) + 1))


@given(k_rules())
def test_first_matching_rule_applies(rules):
    if fault_of(rules, ()) is not None:
        return
    rating, top, games, age = np.array(np.meshgrid(*[range(6)] * 4)).reshape(4, -1)
    careers = Careers(rating, np.maximum(rating, top), games, 2026 - age)
    factors = coefficients(careers, 2026, EloParameters(k_rules=rules)).tolist()
    people = zip(careers.highest, games, age, strict=True)
    assert factors == [next(r.k for r in rules if meets(r, *facts)) for facts in people]


def meets(rule, highest, games, age):
    return (
        (rule.under_games is None or games < rule.under_games)
        and (rule.until_age is None or age <= rule.until_age)
        and (rule.below_rating is None or highest < rule.below_rating)
    )


@given(st.lists(st.integers(1000, 2900), min_size=1, max_size=20), st.data(), RULES)
def test_more_points_never_give_a_lower_first_rating(opponents, data, rules):
    score = data.draw(st.integers(0, 2 * len(opponents) - 1))
    less = first_rating(opponents, score, rules)
    more = first_rating(opponents, score + 1, rules)
    assert less.rating <= more.rating


@given(st.lists(RATINGS, min_size=1, max_size=20), st.data(), st.randoms())
def test_first_rating_does_not_depend_on_order_of_opponents(opponents, data, random):
    score = data.draw(st.integers(0, 2 * len(opponents)))
    shuffled = random.sample(opponents, len(opponents))
    for rules in EDITIONS.values():
        one = first_rating(opponents, score, rules)
        assert one == first_rating(shuffled, score, rules)


@given(
    st.integers(500, 3500),
    st.lists(RATINGS, min_size=1, max_size=15),
    st.integers(1, 40),
    st.integers(-60, 160),
    st.sampled_from([*EDITIONS.values(), UNCAPPED]),
    st.integers(1, 25),
)
def test_goal_score_is_the_lowest_sufficient_one(
    own, opponents, k, ahead, rules, length
):
    needed = score_needed(own, opponents, k, own + ahead, rules, length=length)

    def after(half_points):
        scores = [min(2, max(0, half_points - 2 * n)) for n in range(len(opponents))]
        pairs = zip(opponents, scores, strict=True)
        games = [PlayedGame(own, *pair, k, length=length) for pair in pairs]
        return calculate(games, rules).after

    everything = 2 * len(opponents)
    if needed.score is None:
        assert needed.after == after(everything) < needed.goal
        return
    half_points = int(2 * needed.score)
    assert needed.after == after(half_points) >= needed.goal
    assert half_points == 0 or after(half_points - 1) < needed.goal
