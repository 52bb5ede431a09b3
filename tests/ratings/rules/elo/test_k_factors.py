"""The development coefficient K (FIDE Handbook B.02, 8.3.3)."""

import numpy as np
import pytest

from ratings.rules.elo.k_factors import (
    Careers,
    coefficients,
    coefficients_by_time,
    limited,
    rule_numbers,
)
from ratings.rules.elo.k_rules import FIDE_K, KRule
from ratings.rules.elo.parameters import EloParameters, edition

YEAR = 2026


def careers(rating=2000, highest=0, games=100, birth_year=1980):
    return Careers(*(np.array([n]) for n in (rating, highest, games, birth_year)))


def k(rules=FIDE_K, category=None, categories=(), **facts):
    parameters = EloParameters(k_rules=rules, categories=categories)
    (coefficient,) = coefficients(careers(**facts), YEAR, parameters, category)
    return int(coefficient)


def test_k_is_40_until_30_games_are_completed():
    assert (k(games=0), k(games=29), k(games=30)) == (40, 40, 20)


def test_k_is_20_while_the_rating_remains_under_2400():
    assert (k(rating=2399), k(rating=2400)) == (20, 10)


def test_k_remains_10_after_a_drop_below_2400():
    assert k(rating=2100, highest=2400) == 10
    assert k(rating=2100, highest=2399) == 20


def test_k_is_40_until_the_end_of_the_year_of_the_18th_birthday():
    assert (k(birth_year=2008), k(birth_year=2007)) == (40, 20)


def test_k_is_40_for_juniors_while_the_rating_remains_under_2300():
    assert k(birth_year=2010, rating=2299) == 40
    assert k(birth_year=2010, rating=2300) == 20
    assert k(birth_year=2010, rating=2299, highest=2300) == 20


def test_player_of_unknown_age_is_no_junior():
    assert k(birth_year=0) == 20


def test_newcomer_once_rated_2400_has_k_10():
    # As on the published lists, 2017 to 2026: all 1117 such players of a month.
    assert k(games=5, rating=2400, highest=2400) == 10


@pytest.mark.parametrize("name", ["2025-10", "2024-03", "2022"])
def test_standard_chess_editions_share_the_coefficients(name):
    assert edition(name).k_rules == FIDE_K


def test_k_in_rapid_and_blitz_was_20_until_september_2022():
    assert k((KRule(20),), games=0, rating=2700, birth_year=2015) == 20


BY_CATEGORY = (
    KRule(30, until_age=20, category="A"),
    KRule(20, category="A"),
    KRule(10, under_games=50, category="B"),
    KRule(5),
)


@pytest.mark.parametrize(
    ("category", "birth_year", "games", "expected"),
    [("A", 2010, 0, 30), ("A", 1980, 0, 20), ("B", 2010, 49, 10), ("B", 2010, 50, 5),
     ("C", 2010, 0, 5), (None, 2010, 0, 5)],
)  # fmt: skip
def test_categories_of_games_and_age_may_set_k(category, birth_year, games, expected):
    facts = {"birth_year": birth_year, "games": games}
    assert k(BY_CATEGORY, category, ("A", "B", "C"), **facts) == expected


def test_non_sticky_rule_applies_again_with_the_rating():
    rules = (KRule(20, below_rating=2400), KRule(10))
    assert k(rules, rating=2399, highest=2500) == 20


def test_matching_rule_is_identified_by_number():
    numbers = rule_numbers(careers(games=3), YEAR, EloParameters(), None)
    assert numbers.tolist() == [1]


def test_a_category_that_the_edition_does_not_have_is_refused():
    with pytest.raises(ValueError, match="category: D"):
        k(BY_CATEGORY, "D", ("A", "B"))


def test_columns_of_unequal_length_are_refused():
    with pytest.raises(ValueError, match="differ in length"):
        Careers(*(np.zeros(length, np.int16) for length in (2, 2, 1, 2)))


@pytest.mark.parametrize(
    ("coefficient", "games", "used"),
    [(20, 35, 20), (20, 36, 19), (20, 39, 17), (40, 17, 40), (40, 18, 38),
     (10, 70, 10), (10, 71, 9), (40, 701, 0), (40, 0, 40), (400, 1, 400)],
)  # fmt: skip
def test_k_times_the_games_of_a_period_does_not_exceed_700(coefficient, games, used):
    # 39 games at 20 were rated with 17 on FIDE's list of October 2026.
    k, n = np.array([coefficient], np.int16), np.array([games])
    assert limited(k, n, EloParameters()).tolist() == [used]


def test_limit_of_k_by_number_of_games_is_optional():
    parameters = EloParameters(k_limit=None)
    assert limited(np.array([40]), np.array([999]), parameters).tolist() == [40]


def test_category_of_a_game_follows_its_thinking_time():
    parameters = EloParameters(
        categories=("A", "B", "C"), category_minutes=(120, 60, 0), k_rules=BY_CATEGORY
    )
    minutes = np.array([180, 120, 119, 60, 59, 0])
    people = Careers(*(np.full(6, value) for value in (1500, 1500, 100, 1980)))
    by_time = coefficients_by_time(people, minutes, YEAR, parameters).tolist()
    one = careers(games=100, birth_year=1980)
    by_name = [
        coefficients(one, YEAR, parameters, category).item() for category in "AABBCC"
    ]
    assert by_time == by_name


def test_thinking_time_is_ignored_without_categories():
    people = Careers(*(np.full(2, value) for value in (1500, 1500, 100, 1980)))
    k = coefficients_by_time(people, np.array([180, 0]), YEAR, EloParameters())
    assert k.tolist() == [20, 20]


@pytest.mark.parametrize("short", range(4))
def test_a_short_column_is_refused(short):
    lengths = [1 if place == short else 2 for place in range(4)]
    with pytest.raises(ValueError, match="differ in length"):
        Careers(*(np.zeros(length, np.int16) for length in lengths))
