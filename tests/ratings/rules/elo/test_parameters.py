"""What an edition may choose within the FIDE rating system."""

import json

import pytest

from ratings.rules.elo.bonus_rules import BonusRule, read_bonus_rules
from ratings.rules.elo.k_rules import FIDE_K, KRule, read_k_rules
from ratings.rules.elo.parameters import EDITIONS, EloParameters, edition
from ratings.rules.parameters import BadParameters

FIDE_K_STORED = [
    {"k": 40, "until_age": 18, "below_rating": 2300, "sticky": True},
    {"k": 40, "under_games": 30, "below_rating": 2400, "sticky": True},
    {"k": 20, "below_rating": 2400, "sticky": True},
    {"k": 10},
]


def errors_of(data):
    with pytest.raises(BadParameters) as caught:
        EloParameters.from_json(data)
    return caught.value.errors


def test_the_defaults_are_those_of_october_2025():
    # B.02, 7.1.4, 7.2.1, 8.2.2, 8.2.3, 8.3.1, 8.3.3.
    assert EloParameters().to_json() == {
        "period_starts": [[month, 1] for month in range(1, 13)],
        "logistic": None,
        "decimals": 0,
        "match_length": False,
        "cap": 400,
        "cap_exempt_from": 2650,
        "cap_once": False,
        "categories": [],
        "category_minutes": [],
        "k_rules": FIDE_K_STORED,
        "k_limit": 700,
        "floor": 1400,
        "first_games": 5,
        "first_periods": 26,
        "first_draws": 2,
        "first_draws_rating": 1800,
        "first_over_half": None,
        "first_highest": 2200,
        "performance_points": None,
        "provisional_games": None,
        "bonus_rules": [],
    }
    assert edition("2025-10") == EloParameters()


def test_no_player_was_exempt_from_the_cap_in_march_2024():
    assert edition("2024-03") == EloParameters(cap_exempt_from=None)


def test_in_2022_the_floor_was_1000_and_first_ratings_had_no_hypothetical_draws():
    assert edition("2022") == EloParameters(
        cap_exempt_from=None,
        cap_once=True,
        floor=1000,
        first_draws=0,
        first_over_half=20,
        first_highest=None,
    )


def test_there_are_three_editions_of_fide_and_two_of_others():
    assert set(EDITIONS) == {"2025-10", "2024-03", "2022", "ireland", "backgammon"}
    with pytest.raises(KeyError):
        edition("2014")


@pytest.mark.parametrize("name", sorted(EDITIONS))
def test_an_edition_survives_being_stored(name):
    stored = json.loads(json.dumps(edition(name).to_json()))
    assert EloParameters.from_json(stored) == edition(name)


def test_rules_by_category_survive_being_stored():
    chosen = EloParameters(
        categories=("A", "B"),
        category_minutes=(60, 0),
        k_rules=(KRule(20, category="A"), KRule(10)),
    )
    assert EloParameters.from_json(json.loads(json.dumps(chosen.to_json()))) == chosen


def test_unnamed_parameter_keeps_its_default():
    assert EloParameters.from_json({"floor": 1200}) == EloParameters(floor=1200)


def test_every_invalid_field_is_named():
    assert errors_of(
        {
            "cap": 0,
            "cap_exempt_from": "2650",
            "cap_once": 1,
            "categories": ["A", "A"],
            "k_rules": [{"k": 401}],
            "k_limit": 1.5,
            "floor": None,
            "first_games": 0,
            "first_draws_rating": 4001,
            "k": 20,
        }
    ) == {
        "cap": "too_low",
        "cap_exempt_from": "not_whole",
        "cap_once": "not_true_or_false",
        "categories": "not_categories",
        "k_rules": "too_high",
        "k_limit": "not_whole",
        "floor": "not_whole",
        "first_games": "too_low",
        "first_draws_rating": "too_high",
        "k": "unknown_field",
    }


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("40", "not_rules"),
        ([40], "not_rules"),
        ([{}], "not_rules"),
        ([{"k": 20, "games": 30}], "not_rules"),
        ([{"k": None}], "not_whole"),
        ([{"k": 0}], "too_low"),
        ([{"k": 20, "under_games": 0}], "too_low"),
        ([{"k": 20, "below_rating": 5000}], "too_high"),
        ([{"k": 20, "sticky": 1}], "not_true_or_false"),
        ([{"k": 20, "category": 1}], "not_rules"),
    ],
)
def test_rules_without_effect_are_refused(rules, code):
    assert errors_of({"k_rules": rules}) == {"k_rules": code}


@pytest.mark.parametrize("categories", ["A", [1], [""], [["A"]]])
def test_invalid_category_names_are_refused(categories):
    assert errors_of({"categories": categories}) == {"categories": "not_categories"}


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ([], "no_last_rule"),
        ([{"k": 20, "below_rating": 2400}], "no_last_rule"),
        ([{"k": 20, "category": "A"}], "no_last_rule"),
        ([{"k": 20, "category": "D"}, {"k": 10}], "unknown_category"),
        ([{"k": 20, "sticky": True}, {"k": 10}], "sticky_without_rating"),
        ([{"k": 20}, {"k": 10}], "never_reached"),
        ([{"k": 20}, {"k": 40, "under_games": 30}, {"k": 10}], "never_reached"),
        (
            [{"k": 20, "under_games": 30}, {"k": 40, "under_games": 20}, {"k": 10}],
            "never_reached",
        ),
        (
            [
                {"k": 20, "below_rating": 2400},
                {"k": 40, "below_rating": 2400, "sticky": True},
                {"k": 10},
            ],
            "never_reached",
        ),
        (
            [
                {"k": 20, "until_age": 18},
                {"k": 40, "until_age": 18, "category": "A"},
                {"k": 10},
            ],
            "never_reached",
        ),
    ],
)
def test_rules_that_contradict_one_another_are_refused(rules, code):
    assert errors_of(
        {"categories": ["A"], "category_minutes": [0], "k_rules": rules}
    ) == {"k_rules": code}


@pytest.mark.parametrize(
    "rules",
    [
        [{"k": 40, "under_games": 20}, {"k": 20, "under_games": 30}, {"k": 10}],
        [
            {"k": 40, "below_rating": 2400, "sticky": True},
            {"k": 20, "below_rating": 2400},
            {"k": 10},
        ],
        [{"k": 20, "category": "A"}, {"k": 15, "category": "B"}, {"k": 10}],
    ],
)
def test_rules_narrower_than_the_following_are_accepted(rules):
    stored = {
        "categories": ["A", "B"],
        "category_minutes": [60, 0],
        "k_rules": rules,
    }
    assert EloParameters.from_json(stored).to_json()["k_rules"] == rules


def test_fides_own_rules_do_not_contradict_one_another():
    assert EloParameters(k_rules=FIDE_K).contradictions() == {}


@pytest.mark.parametrize(
    ("data", "errors"),
    [
        ({"cap": None}, {"cap_exempt_from": "without_cap"}),
        (
            {"cap": None, "cap_exempt_from": None, "cap_once": True},
            {"cap_once": "without_cap"},
        ),
        ({"first_highest": 1300}, {"first_highest": "too_low"}),
    ],
)
def test_incompatible_fields_are_refused(data, errors):
    assert errors_of(data) == errors


@pytest.mark.parametrize(
    "minutes", [[], [0], [60, 60], [0, 60], [60, 1], "60", [60, 0, 0]]
)
def test_every_category_has_a_thinking_time_of_its_own(minutes):
    stored = {"categories": ["A", "B"], "category_minutes": minutes}
    assert errors_of(stored) == {"category_minutes": "not_minutes"}


def test_minimum_and_maximum_of_every_condition_are_accepted():
    rules = [
        {"k": 400, "under_games": 1, "until_age": 1, "below_rating": 1},
        {"k": 1, "under_games": 10_000, "until_age": 150, "below_rating": 4000},
        {"k": 1},
    ]
    assert EloParameters.from_json({"k_rules": rules}).to_json()["k_rules"] == rules


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ({"k": 401}, "too_high"),
        ({"under_games": 10_001}, "too_high"),
        ({"until_age": 151}, "too_high"),
        ({"below_rating": 4001}, "too_high"),
        ({"until_age": 0}, "too_low"),
        ({"below_rating": 0}, "too_low"),
    ],
)
def test_conditions_out_of_range_are_refused(condition, code):
    rules = [{"k": 20} | condition, {"k": 10}]
    assert errors_of({"k_rules": rules}) == {"k_rules": code}


def test_a_rule_for_older_players_is_reached_after_one_for_younger():
    young, older = {"k": 40, "until_age": 16}, {"k": 20, "until_age": 18}
    stored = {"k_rules": [young, older, {"k": 10}]}
    assert EloParameters.from_json(stored).to_json()["k_rules"] == stored["k_rules"]
    assert errors_of({"k_rules": [older, young, {"k": 10}]}) == {
        "k_rules": "never_reached"
    }


def test_the_highest_first_rating_may_be_the_floor():
    stored = {"first_highest": 1400, "floor": 1400}
    assert EloParameters.from_json(stored).first_highest == 1400


def test_thinking_times_are_minutes_of_a_day():
    categories = {"categories": ["A", "B"]}
    stored = {**categories, "category_minutes": [1440, 0]}
    assert EloParameters.from_json(stored).category_minutes == (1440, 0)
    for minutes, code in (([1441, 0], "too_high"), ([60, -1], "too_low")):
        bad = {**categories, "category_minutes": minutes}
        assert errors_of(bad) == {"category_minutes": code}


FREE = {
    "cap": None,
    "cap_exempt_from": None,
    "k_limit": None,
    "floor": 0,
    "first_games": 1,
    "first_draws": 0,
    "first_highest": None,
    "performance_points": 400,
}


def test_irish_and_backgammon_editions_have_their_own_parameters():
    # docs/rules-elo.md; juniors and newcomers below 2100 have a higher K.
    bonus = {
        "over_games": 4,
        "over_change": 35,
        "threshold": 32,
        "per_game": 3,
        "below_rating": 2100,
    }
    standard = EloParameters().to_json()
    assert edition("ireland").to_json() == standard | FREE | {
        "logistic": 400,
        "k_rules": [
            {"k": 40, "until_age": 20, "below_rating": 2100},
            {"k": 32, "under_years": 8, "below_rating": 2100},
            {"k": 24, "below_rating": 2100},
            {"k": 16},
        ],
        "provisional_games": 20,
        "bonus_rules": [
            {"percent": 125, "from_k": 40, **bonus},
            {"percent": 100, "from_k": 25, **bonus},
        ],
    }
    assert edition("backgammon").to_json() == standard | FREE | {
        "logistic": 2000,
        "match_length": True,
        "decimals": 2,
        "k_rules": [{"k": 4}],
    }


@pytest.mark.parametrize(
    ("name", "most"),
    [("percent", 1000), ("from_k", 400), ("over_games", 10_000), ("over_change", 4000),
     ("threshold", 4000), ("per_game", 4000), ("below_rating", 4000)],
)  # fmt: skip
def test_bonus_conditions_are_limited_to_possible_values(name, most):
    for number in (1, most):
        (rule,) = read_bonus_rules([{"percent": 50, name: number}])
        assert rule.to_json() == {"percent": 50, name: number}
    for number, code in ((0, "too_low"), (most + 1, "too_high")):
        with pytest.raises(ValueError, match=f"^{code}$"):
            read_bonus_rules([{"percent": 50, name: number}])


@pytest.mark.parametrize(
    ("name", "most"),
    [("k", 400), ("under_games", 10_000), ("until_age", 150), ("below_rating", 4000),
     ("under_years", 150)],
)  # fmt: skip
def test_k_conditions_are_limited_to_possible_values(name, most):
    for number in (1, most):
        (rule,) = read_k_rules([{"k": 20, name: number}])
        assert rule.to_json() == {"k": 20, name: number}
    for number, code in ((0, "too_low"), (most + 1, "too_high")):
        with pytest.raises(ValueError, match=f"^{code}$"):
            read_k_rules([{"k": 20, name: number}])


def test_missing_condition_of_a_rule_does_not_restrict():
    assert BonusRule(100) == BonusRule(100, 0, 0, 0, 0, 0, None)
    assert KRule(10) == KRule(10, None, None, None, sticky=False)
    assert KRule(10).is_open
