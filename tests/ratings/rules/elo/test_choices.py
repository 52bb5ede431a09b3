"""What an Elo edition may choose beside FIDE's rules: curve, decimals, provisional
ratings, years, bonus and lengths of matches. Ireland's results are in
`test_ireland.py`.
"""

import json
from dataclasses import replace
from datetime import date
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.rules.calendar import day_number
from ratings.rules.elo.bonus import BonusColumns, bonuses
from ratings.rules.elo.bonus_rules import BonusRule
from ratings.rules.elo.calculator_json import answer_json
from ratings.rules.elo.k_rules import KRule, fault_of
from ratings.rules.elo.parameters import EloParameters, edition
from ratings.rules.elo.sides import MEMORY
from ratings.rules.elo.system import SYSTEM
from ratings.rules.elo.tables import expectations
from ratings.rules.parameters import BadParameters
from ratings.rules.prediction import predictions
from ratings.rules.protocol import system_of_edition
from ratings.rules.step import Span, State
from tests.ratings.rules.columns import NONE, Person, Side, decisions_of, game, lines_of
from tests.ratings.rules.elo.test_system import FEBRUARY, JANUARY

IRELAND, BACKGAMMON = edition("ireland"), edition("backgammon")
FIDE = edition("2025-10")
PLAIN = replace(IRELAND, k_rules=(KRule(20),), bonus_rules=(), decimals=2)
RATINGS = st.integers(100, 3000)
SCORES = st.integers(0, 2)
FIELDS = st.lists(st.tuples(RATINGS, SCORES), min_size=1, max_size=12)


MAY = date(2026, 5, 1)


def known_careers(ratings, memory, tails=None):
    """Return the state of players with these ratings and these memories."""
    state = State.unknown(len(ratings), MEMORY)
    state.rating[:] = ratings
    state.memory[:] = memory
    return replace(state, tails=tails or {})


def step_arguments(
    ratings, games, parameters, careers=(), *, tails=None, people=None, **options
):
    """Return the arguments of a step of players with these ratings and careers in
    games.
    """
    state = State.unknown(len(ratings), MEMORY, fractional=parameters.decimals > 0)
    state.rating[:] = ratings
    for row, career in enumerate(careers):
        state.memory[row] = career, np.nan_to_num(ratings[row])
    state = replace(state, tails=tails or {})
    lines = replace(lines_of(games), event=np.ones(len(games), np.int32))
    if "lengths" in options:
        lines = replace(lines, length=np.array(options["lengths"], np.int16))
    decisions = decisions_of(people or [Person()] * len(ratings))
    return lines, state, decisions, options.get("span", JANUARY), parameters


def rate(*arguments, **named):
    question = step_arguments(*arguments, **named)
    return system_of_edition(SYSTEM, question[-1]).rate_step(*question)


def explain(player, *arguments, **named):
    question = step_arguments(*arguments, **named)
    return system_of_edition(SYSTEM, question[-1]).explain_player(*question, player)


def against(field):
    """Return games of the first player against each of a field."""
    return [game(0, row, score) for row, (_rating, score) in enumerate(field, 1)]


def ratings_of(own, field):
    return [own, *(rating for rating, _score in field)]


# The exact curve


@given(RATINGS, RATINGS)
def test_expectations_of_both_players_add_up_to_one_on_the_exact_curve(one, other):
    question = [
        step_arguments(pair, [game(0, 1, 1)], PLAIN)
        for pair in ((one, other), (other, one))
    ]
    shares = [predictions()["elo"].expected_scores(*each)[0] for each in question]
    assert sum(shares) == pytest.approx(1)
    assert shares[0] == pytest.approx(1 / (1 + 10 ** ((other - one) / 400)))


def test_exact_curve_is_the_logistic_one_not_the_printed_table():
    # 400 points ahead are odds of ten to one, 10/11; the table has 0.92.
    outcome = rate([2000, 1600], [game(0, 1, 1)], PLAIN, (100, 100))
    assert outcome.change[0] == round(20 * (0.5 - 10 / 11), 2)
    by_table = replace(PLAIN, logistic=None)
    outcome = rate([2000, 1600], [game(0, 1, 1)], by_table, (100, 100))
    assert outcome.change[0] == round(20 * (0.5 - 0.92), 2)


@given(st.integers(-700, 700))
def test_printed_table_is_within_two_hundredths_of_the_exact_curve(ahead):
    # The table is that of the normal distribution.
    exact = 100 / (1 + 10 ** (-ahead / 400))
    widest = (len(expectations()) - 1) // 2
    assert abs(expectations()[ahead + widest] - exact) < 2.5


# Decimals


@given(st.integers(0, 2), RATINGS, FIELDS)
def test_rating_has_the_configured_decimals_and_tolerance(decimals, own, field):
    parameters = replace(PLAIN, decimals=decimals)
    question = (ratings_of(own, field), against(field), parameters)
    careers = [100] * (len(field) + 1)
    outcome = rate(*question, careers)
    exact = sum(
        20 * (score / 2 - 1 / (1 + 10 ** ((rating - own) / 400)))
        for rating, score in field
    )
    after = float(outcome.after[0])
    assert round(after, decimals) == after
    assert abs(after - own - exact) <= 0.5 / 10**decimals + 1e-6
    step = explain(0, *question, careers)
    assert (step.after, step.rounded) == (after, after)


def test_only_decimals_make_the_system_fractional():
    assert system_of_edition(SYSTEM, PLAIN).fractional
    assert system_of_edition(SYSTEM, EloParameters()) == SYSTEM
    assert system_of_edition(SYSTEM, replace(PLAIN, decimals=0)) == SYSTEM


def test_decimals_are_kept_in_the_next_period():
    # 1600.25 against 1500.75: 99.5 ahead, a loss.
    outcome = rate([1600.25, 1500.75], [game(0, 1, 0)], PLAIN, (100, 100))
    lost = round(20 / (1 + 10 ** (-99.5 / 400)), 2)
    assert outcome.after.tolist() == pytest.approx([1600.25 - lost, 1500.75 + lost])


# Provisional ratings


@given(RATINGS, st.integers(1, 19), FIELDS)
def test_a_provisional_rating_is_the_mean_of_all_games(own, games, field):
    outcome = rate(
        ratings_of(own, field),
        against(field),
        replace(PLAIN, floor=0),
        (games, *[100] * len(field)),
    )
    worth = [rating + 400 * (score - 1) for rating, score in field]
    mean = (games * own + sum(worth)) / (games + len(field))
    if mean >= 0:
        assert outcome.after[0] == pytest.approx(mean, abs=0.006)


def test_rating_is_full_after_the_editions_number_of_games():
    # 19 games: (19 x 1500 + 1500 + 400) / 20; 20 games: K 20, half a point.
    games = [game(0, 1, 2)]
    assert rate([1500, 1500], games, PLAIN, (19, 100)).after[0] == 1520
    assert rate([1500, 1500], games, PLAIN, (20, 100)).after[0] == 1510
    assert rate([1500, 1500], games, PLAIN, (19, 100)).memory[0, 0] == 20


def test_decided_rating_is_a_full_one():
    people = [Person(start=1500), Person()]
    outcome = rate([NONE, 1500], [game(0, 1, 2)], PLAIN, people=people)
    assert outcome.after[0] == 1510
    # Afterwards it counts as having the games of a full one.
    assert outcome.memory[0, 0] == PLAIN.provisional_games + 1


def test_provisional_rating_explanation_shows_the_part_of_every_game():
    step = explain(0, [1500, 1500, 1700], [game(0, 1, 2), game(0, 2, 1)], PLAIN, (8,))
    # 1900 and 1700 beside eight games of 1500: 400 / 10 and 200 / 10.
    assert [line.change for line in step.games] == [40, 20]
    assert [line.paragraphs for line in step.games] == [
        ("Elo, provisional rating",)
    ] * 2
    assert [line.coefficient for line in step.games] == [None, None]
    assert (step.after, step.change) == (1560, 60)


def test_first_rating_is_the_mean_of_the_games():
    # A win at 1500 is worth 1900, a loss at 1600 1200, a draw at 1700 itself.
    field = [(1500, 2), (1600, 0), (1700, 1)]
    outcome = rate(ratings_of(NONE, field), against(field), PLAIN, (0, 100, 100, 100))
    assert outcome.after[0] == 1600
    assert outcome.memory[0].tolist() == [3, 1600]


def test_first_rating_by_the_mean_counts_a_scoreless_first_event():
    # icu_ratings, lib/icu_ratings/player.rb, estimate_performance: a loss at 1500 is
    # worth 1100, one at 1700 1300. FIDE's 8.2.1 is no rule of the Irish Chess Union.
    field = [(1500, 0), (1700, 0)]
    outcome = rate(ratings_of(NONE, field), against(field), IRELAND, (0, 100, 100))
    assert outcome.after[0] == 1200
    assert outcome.memory[0].tolist() == [2, 1200]


# Years


def test_k_may_depend_on_years_since_the_first_rating():
    # February 2026 is month 12 x 2026 + 2: eight years are full after 96 months.
    rules = replace(PLAIN, k_rules=(KRule(32, under_years=8), KRule(24)))
    now = 12 * 2026 + 2
    tails = {0: (now - 95.0,), 1: (now - 96.0,)}
    state = [1500, 1500, 1500]
    games = [game(0, 2, 2), game(1, 2, 2)]
    outcome = rate(state, games, rules, (100,) * 3, tails=tails, span=FEBRUARY)
    assert outcome.change[:2].tolist() == [16, 12]
    assert outcome.tails == tails


def test_years_are_counted_from_the_first_rating_and_unknown_for_earlier_ones():
    rules = replace(PLAIN, k_rules=(KRule(32, under_years=8), KRule(24)))
    people = [Person(start=1500), Person()]
    outcome = rate([NONE, 1500], [game(0, 1, 2)], rules, people=people)
    # K 32 for a newcomer, 24 for a player rated before years were counted.
    assert outcome.change.tolist() == [16, -12]
    assert outcome.tails == {0: (12 * 2026 + 1,)}


def test_years_are_not_stored_if_no_rule_uses_them():
    people = [Person(start=1500), Person()]
    assert rate([NONE, 1500], [game(0, 1, 2)], PLAIN, people=people).tails == {}


def test_years_can_be_combined_with_other_conditions():
    rules = (KRule(32, under_years=8), KRule(40, under_years=5), KRule(24))
    assert fault_of(rules, ()) == "never_reached"
    assert fault_of((rules[1], rules[0], rules[2]), ()) is None


# The bonus


@given(RATINGS, FIELDS, st.sampled_from([24, 32, 40]))
def test_a_bonus_is_never_above_performance_or_limit(own, field, k):
    parameters = replace(IRELAND, k_rules=(KRule(k),), decimals=2)
    careers = [100] * (len(field) + 1)
    question = (ratings_of(own, field), against(field), parameters, careers)
    outcome = rate(*question)
    bonus, change = float(outcome.bonus[0]), float(outcome.change[0])
    worth = sum(rating + 400 * (score - 1) for rating, score in field) / len(field)
    assert bonus >= 0
    assert bonus == round(bonus)
    if bonus:
        assert k > 24
        assert change > 35 - 0.01
        assert len(field) > 4
        assert own + bonus <= min(2100, worth) + 0.5
        above = change - 32 - 3 * (len(field) - 4)
        assert bonus <= 1.25 * (above + 1) + 1
    step = explain(0, *question)
    assert (step.bonus, step.period_bonus, step.after) == (
        bonus,
        bonus,
        outcome.after[0],
    )


def test_a_provisional_rating_has_no_bonus():
    field = [(2000, 2)] * 6
    parameters = replace(IRELAND, k_rules=(KRule(40),))
    question = (ratings_of(1500, field), against(field), parameters)
    assert rate(*question, (10, *[100] * 6)).bonus[0] == 0
    assert rate(*question, (30, *[100] * 6)).bonus[0] > 0


@pytest.mark.parametrize(
    ("numbers", "errors"),
    [
        ({"bonus_rules": [{"percent": 100}]}, {"bonus_rules": "without_performance"}),
        ({"bonus_rules": [{"from_k": 40}]}, {"bonus_rules": "not_bonus_rules"}),
        ({"bonus_rules": [100]}, {"bonus_rules": "not_bonus_rules"}),
        ({"bonus_rules": "100"}, {"bonus_rules": "not_bonus_rules"}),
        ({"bonus_rules": [{"percent": 5000}]}, {"bonus_rules": "too_high"}),
        (
            {
                "bonus_rules": [{"percent": 100}, {"percent": 125, "from_k": 40}],
                "performance_points": 400,
            },
            {"bonus_rules": "never_reached"},
        ),
        ({"provisional_games": 20}, {"provisional_games": "without_performance"}),
        ({"match_length": True}, {"match_length": "without_logistic"}),
        ({"decimals": 3}, {"decimals": "too_high"}),
        ({"logistic": 0}, {"logistic": "too_low"}),
        (
            {"performance_points": 400, "first_over_half": 20},
            {"first_over_half": "two_formulas"},
        ),
        ({"k_rules": [{"k": 10, "under_years": 0}]}, {"k_rules": "too_low"}),
    ],
)
def test_contradictory_choices_are_refused(numbers, errors):
    with pytest.raises(BadParameters) as caught:
        EloParameters.from_json(numbers)
    assert caught.value.errors == errors


def test_a_bonus_of_fewer_points_below_a_lower_limit_may_come_first():
    low = BonusRule(50, below_rating=1500)
    assert not low.covers(BonusRule(100, below_rating=2000))
    assert BonusRule(100, below_rating=2000).covers(low)
    assert not BonusRule(100, below_rating=2000).covers(BonusRule(100))


# Lengths of matches


@given(RATINGS, RATINGS, st.integers(1, 25))
def test_difference_and_change_are_multiplied_by_the_root_of_the_length(
    one, other, length
):
    # The formula of backgammon servers: 4 √n (1 - 1 / (1 + 10^(-D √n / 2000))).
    question = ([one, other], [game(0, 1, 2)], BACKGAMMON, (100, 100))
    outcome = rate(*question, lengths=[length])
    root = sqrt(length)
    share = 1 / (1 + 10 ** ((other - one) * root / 2000))
    assert outcome.change[0] == pytest.approx(4 * root * (1 - share), abs=0.006)
    assert outcome.after[0] - one == pytest.approx(outcome.change[0])
    # One player's gain is the other's loss, except for rounding.
    assert outcome.change.sum() == pytest.approx(0, abs=0.011)


def test_a_match_without_a_stated_length_is_one_of_one_point():
    question = ([1500, 1500], [game(0, 1, 2)], BACKGAMMON, (100, 100))
    assert rate(*question).change.tolist() == [2, -2]
    assert rate(*question, lengths=[0]).change.tolist() == [2, -2]
    assert rate(*question, lengths=[9]).change.tolist() == [6, -6]


def test_the_calculator_counts_the_length_of_a_match():
    game_of_nine = {"own": 1500, "opponent": 1500, "score": 1, "k": 4, "length": 9}
    found = answer_json({"edition": "backgammon", "games": [game_of_nine]})
    assert (found["change"], found["new_rating"]) == (6, 1506)
    assert found["paragraphs"] == ["Elo, decimals"]


def test_the_calculator_gives_a_first_rating_as_the_mean_of_the_games():
    request = {"opponents": [1500, 1600, 1700], "score": 1.5}
    found = answer_json({"edition": "ireland", "first_rating": request})["first_rating"]
    assert (found["rating"], found["paragraphs"]) == (1600, ["Elo, first rating"])


# All together


@given(
    st.lists(RATINGS, min_size=4, max_size=6),
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(4, 5), SCORES), min_size=1, max_size=9
    ),
    st.lists(st.integers(0, 40), min_size=6, max_size=6),
    st.sampled_from([IRELAND, replace(IRELAND, decimals=2)]),
)
def test_subset_of_players_with_all_their_games_gets_the_same_result(
    ratings, meetings, careers, parameters
):
    ratings = [*ratings, *[1500] * (6 - len(ratings))]
    games = [game(white, Side(black), score) for white, black, score in meetings]
    outcome = rate(ratings, games, parameters, careers)
    own = [each for each in games if 0 in (each.white.player, each.black.player)]
    alone = rate(ratings, own, parameters, careers)
    for column in ("after", "change", "bonus", "games", "score", "memory"):
        one, other = getattr(alone, column)[0], getattr(outcome, column)[0]
        # A player below the floor is unrated in both: NaN.
        assert np.array_equal(one, other, equal_nan=True)


def test_explanation_shows_the_length_of_each_match():
    question = ([1500, 1500, 1500], [game(0, 1, 2), game(2, 0, 1)], BACKGAMMON)
    options = [
        explain(0, *question, (100,) * 3, lengths=each) for each in ([9, 0], [1, 5])
    ]
    assert [[each.length for each in step.games] for step in options] == [
        [9, 1],
        [1, 5],
    ]
    unsaid = explain(0, *question, (100,) * 3)
    assert [each.length for each in unsaid.games] == [1, 1]
    plain = explain(0, [1500, 1500], [game(0, 1, 2)], PLAIN, (100, 100), lengths=[9])
    assert [each.length for each in plain.games] == [None]


def test_calculator_names_rules_that_are_not_fides():
    question = {"own": 1500, "opponent": 1500, "score": 1, "k": 20}
    found = answer_json({"edition": "ireland", "games": [question]})
    assert found["games"][0]["paragraphs"] == ["Elo, logistic curve"]


def test_calculator_uses_the_exact_curve_with_six_decimals():
    # 1 / (1 + 10^(50 / 400)) = 0.42853690…
    question = {"own": 1500, "opponent": 1550, "score": 1, "k": 20}
    (found,) = answer_json({"edition": "ireland", "games": [question]})["games"]
    assert (found["expected"], found["surplus"]) == (0.428537, 0.571463)
    assert found["change"] == 11.429262


def period(*, rating, change, games, k, performance):
    columns = (
        np.array([each])
        for each in (float(rating), float(change), games, k, float(performance))
    )
    return BonusColumns(*columns)


@pytest.mark.parametrize(
    ("rule", "change", "games", "bonus"),
    [
        # 60 points above the threshold of 40.
        (BonusRule(100, threshold=40), 100, 1, 60),
        (BonusRule(125, threshold=40), 100, 1, 75),
        (BonusRule(50, threshold=40), 100, 1, 30),
        # Half a point is rounded up: 61 above, and half of them.
        (BonusRule(50, threshold=40), 100.5, 1, 31),
        # Each game beyond two adds 10 points to the threshold.
        (BonusRule(100, over_games=2, threshold=40, per_game=10), 100, 5, 30),
        (BonusRule(100, over_games=2, threshold=40, per_game=10), 100, 2, 0),
        # Every condition must be met; a value on the limit is not above it.
        (BonusRule(100, over_change=100, threshold=40), 100, 1, 0),
        (BonusRule(100, over_change=99, threshold=40), 100, 1, 60),
        (BonusRule(100, from_k=41, threshold=40), 100, 1, 0),
        (BonusRule(100, from_k=40, threshold=40), 100, 1, 60),
        (BonusRule(100, threshold=100), 100, 1, 0),
        # 1500 and 100 are not below 1600, and with 60 more no more than 1650.
        (BonusRule(100, threshold=40, below_rating=1600), 100, 1, 0),
        (BonusRule(100, threshold=40, below_rating=1601), 100, 1, 60),
    ],
)
def test_bonus_is_the_share_of_points_above_the_threshold(rule, change, games, bonus):
    rules = replace(IRELAND, bonus_rules=(rule,))
    one = period(rating=1500, change=change, games=games, k=40, performance=2500)
    assert bonuses(one, rules).tolist() == [bonus]


def test_bonus_is_limited_by_the_performance():
    rules = replace(IRELAND, bonus_rules=(BonusRule(100, threshold=40),))
    for worth, bonus in ((1530.4, 30), (1530.5, 31), (1490, 0), (1561, 60)):
        one = period(rating=1500, change=100, games=1, k=40, performance=worth)
        assert bonuses(one, rules).tolist() == [bonus]


def test_first_matching_rule_gives_the_bonus_and_unrated_players_get_none():
    first, second = (
        BonusRule(200, from_k=40, threshold=90),
        BonusRule(100, threshold=40),
    )
    rules = replace(IRELAND, bonus_rules=(first, second))
    for k, bonus in ((40, 20), (32, 60), (0, 0)):
        one = period(rating=1500, change=100, games=1, k=k, performance=2500)
        assert bonuses(one, rules).tolist() == [bonus]
    nobody = period(rating=NONE, change=100, games=1, k=40, performance=2500)
    assert bonuses(nobody, rules).tolist() == [0]


def test_the_bonus_of_one_game_is_limited_by_that_game():
    # 1500 beats 2000: worth 2400, by 400 points for a win. K 40, 0.947 of a point.
    rules = replace(
        IRELAND, k_rules=(KRule(400),), bonus_rules=(BonusRule(1000, threshold=10),)
    )
    outcome = rate([1500, 2000], [game(0, 1, 2)], rules, (100, 100))
    worth = 2000 + rules.performance_points
    assert outcome.bonus.tolist() == [worth - 1500, 0]


def test_events_and_years_are_stored_together():
    # The third has one game towards a first rating; the first began a month ago.
    rules = replace(FIDE, k_rules=(KRule(32, under_years=8), KRule(24)))
    now = 12 * 2026 + 1
    question = ([1500, 1500, NONE], [game(2, 0, 1)], rules, (100, 100, 0))
    outcome = rate(*question, tails={0: (now - 1.0,)})
    assert outcome.tails[0] == (now - 1.0,)
    assert len(outcome.tails[2]) > 1


def test_coefficients_of_a_list_are_those_of_the_next_game():
    # 8.3.3: 40 for the first 30 games, 40 until 18 below 2300, 20, and 10 for good from
    # 2400.
    system, fide = system_of_edition(SYSTEM, FIDE), FIDE
    state = known_careers(
        [1500, 1500, 1500, 2350, 2300],
        [[29, 1500], [30, 1500], [30, 1500], [90, 2400], [90, 2399]],
    )
    born = np.array([0, 0, 2008, 0, 0], np.int16)
    listed = system.coefficients_listed(state, born, MAY, fide)
    assert listed.tolist() == [40, 20, 40, 10, 20]
    next_year = system.coefficients_listed(state, born, date(2027, 1, 1), fide)
    assert next_year.tolist() == [40, 20, 20, 10, 20]
    by_category = replace(fide, categories=("fast",), category_minutes=(0,))
    assert system.coefficients_listed(state, born, MAY, by_category) is None
    assert system.floor_of(fide) == 1400


def test_unknown_years_count_as_many():
    rules = replace(PLAIN, k_rules=(KRule(32, under_years=8), KRule(24)))
    state = known_careers([1500], [[100, 1500]])
    listed = SYSTEM.coefficients_listed(state, np.zeros(1, int), MAY, rules)
    assert listed.tolist() == [24]


@pytest.mark.parametrize(
    ("since", "k"), [((2024, 5), 32), ((2018, 6), 32), ((2018, 5), 24)]
)
def test_listed_coefficient_of_a_rating_under_eight_years_old_is_that_of_the_next_game(
    since, k
):
    # Ireland: 32 under 8 years, counted in whole months, then 24, both below 2100.
    tails = {0: (12.0 * since[0] + since[1],)}
    state = known_careers([1800, 1800], [[100, 1800]] * 2, tails)
    listed = SYSTEM.coefficients_listed(state, np.zeros(2, int), MAY, IRELAND)
    assert listed.tolist() == [k, 24]
    people = decisions_of([Person()] * 2)
    span = Span(day_number(MAY), day_number(date(2026, 5, 31)))
    arguments = (lines_of([game(0, 1, 2)]), state, people, span, IRELAND)
    explained = [SYSTEM.explain_player(*arguments, player=row) for row in range(2)]
    assert [step.games[0].coefficient for step in explained] == [k, 24]


def test_provisional_rating_has_no_coefficient_on_a_list():
    # Ireland: provisional under 20 games; a rating without any game is a full one.
    state = known_careers([1800] * 4, [[1, 1800], [19, 1800], [20, 1800], [0, 0]])
    listed = SYSTEM.coefficients_listed(state, np.zeros(4, int), MAY, IRELAND)
    assert listed.tolist() == [0, 0, 24, 24]


def test_explanation_of_a_bonus_adds_up_to_the_new_rating():
    rules = replace(
        IRELAND, k_rules=(KRule(40),), bonus_rules=(BonusRule(100, threshold=10),)
    )
    people = [Person(adjustment=5), Person()]
    step = explain(0, [1500, 2000], [game(0, 1, 2)], rules, (100, 100), people=people)
    # K 40 and 0.947 of a point: 37.87, 28 above the threshold.
    assert (step.before, step.change, step.bonus, step.adjustment) == (1500, 38, 28, 5)
    assert (step.raw, step.rounded, step.after) == (1570.8704, 1571, 1571)


def test_answer_has_whole_numbers_if_the_edition_does():
    step_arguments = {"own": 1500, "opponent": 1500, "score": 1, "k": 4}
    for name, rounded, after in (
        ("backgammon", "2.0", "1502.0"),
        ("2024-03", "2", "1502"),
    ):
        found = answer_json({"edition": name, "games": [step_arguments]})
        numbers = [json.dumps(found[each]) for each in ("rounded", "new_rating")]
        assert numbers == [rounded, after]


def test_games_of_a_provisional_rating_are_rated():
    step = explain(0, [1500, 1500], [game(0, 1, 2)], PLAIN, (8,))
    assert [(each.rated, each.reason) for each in step.games] == [(True, None)]


def test_rounding_tolerates_floating_point_error_of_sums():
    for decimals, by in ((0, 0.5), (1, 0.050001), (2, 0.005001)):
        rules = replace(PLAIN, decimals=decimals)
        step = explain(0, [1500, 1500], [game(0, 1, 2)], rules, (100, 100))
        assert step.rounds_by == pytest.approx(by, abs=1e-9)


def test_bonus_of_several_games_is_limited_by_their_mean():
    # 1500 beats 1700 and 1900: worth 2100 and 2300, 2200 together.
    rules = replace(
        IRELAND, k_rules=(KRule(400),), bonus_rules=(BonusRule(1000, threshold=10),)
    )
    games = [game(0, 1, 2), game(0, 2, 2)]
    outcome = rate([1500, 1700, 1900], games, rules, (100,) * 3)
    assert outcome.bonus.tolist() == [700, 0, 0]
