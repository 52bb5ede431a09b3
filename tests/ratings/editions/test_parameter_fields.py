"""An edition's parameters as form fields parse and format them:
`ratings.editions.parameter_fields`, and the pieces of `ratings.editions.forms`.
"""

from dataclasses import fields

import pytest
from django.utils import translation

from ratings.editions.forms import PieceFormSet
from ratings.editions.parameter_fields import (
    read_days,
    read_number,
    read_pairs,
    write_days,
    write_number,
    write_pairs,
    written,
)
from ratings.editions.rule_lines import (
    read_json,
    rules_reader,
    rules_writer,
    write_json,
)
from ratings.rules.elo.bonus_rules import BonusRule
from ratings.rules.elo.k_rules import KRule
from ratings.system_words.elo import CONDITIONS


@pytest.mark.parametrize(
    ("system", "name", "value", "shown"),
    [
        ("elo", "anything", True, "yes"),
        ("elo", "anything", False, "no"),
        ("elo", "anything", None, "–"),
        ("elo", "anything", 0, "0"),
        ("elo", "anything", ["A", "B"], "A, B"),
        ("elo", "anything", [], "–"),
        ("elo", "anything", [{"k": 40}, {"k": 20}], '[{"k": 40},\n {"k": 20}]'),
        ("any", "period_starts", [[1, 1], [12, 24]], "01-01, 12-24"),
        ("lask_1970", "summer_starts", [6, 1], "06-01"),
        ("ssf_2008", "bonus_bands", [[1000, 20], [1200, 10]], "1000: 20, 1200: 10"),
        ("ssf_2008", "table", "ssf", "ssf"),
        ("any", "table", [[0, 16]], "[[0, 16]]"),
        ("lask_1970", "table", [[0, 16], [10, 15]], "0: 16, 10: 15"),
        ("elo", "category_minutes", [120, 60], "120, 60"),
        (
            "elo",
            "k_rules",
            [{"k": 40, "below_rating": 2300, "sticky": True}, {"k": 10}],
            "40, rating under 2300, highest ever; 10",
        ),
    ],
)
def test_a_stored_number_is_written_as_the_form_would(system, name, value, shown):
    assert written(system, name, value) == shown


@pytest.mark.parametrize(
    ("text", "number"),
    [("0,6", 0.6), ("0.6", 0.6), ("−12", -12), ("-12", -12), (" 7 ", 7)],
)
def test_number_accepts_point_or_comma_and_any_minus_sign(text, number):
    assert read_number(text) == number


@pytest.mark.parametrize("text", ["", "x", "inf", "nan", "1 2"])
def test_invalid_number_is_refused(text):
    with pytest.raises(ValueError, match=r"^not_number$"):
        read_number(text)


def test_k_rule_is_a_line_or_json():
    lines = "40, under_games 30, below_rating 2300, sticky\n20 , category A\n\n10"
    rules = [
        {"k": 40, "under_games": 30, "below_rating": 2300, "sticky": True},
        {"k": 20, "category": "A"},
        {"k": 10},
    ]
    read, write = rules_reader("k"), rules_writer("k")
    assert read(lines) == rules
    assert read(' [{"k": 10}]') == [{"k": 10}]
    assert read(write(rules)) == rules


def test_rule_conditions_are_in_the_readers_language():
    rules = [
        {"k": 40, "under_games": 30, "below_rating": 2300, "sticky": True},
        {"k": 20, "category": "A", "until_age": 18},
    ]
    with translation.override("sv"):
        text = rules_writer("k")(rules)
        assert rules_reader("k")(text) == rules

    assert text == (
        "40, partier under 30, rating under 2300, högsta någonsin\n"
        "20, kategori A, ålder högst 18"
    )


@pytest.mark.parametrize("language", ["en", "sv"])
def test_every_condition_of_a_rule_is_parsed_as_formatted(language):
    with translation.override(language):
        for part in (*fields(KRule)[1:], *fields(BonusRule)[1:]):
            rule = {"k": 10, part.name: True if part.name == "sticky" else 7}
            assert rules_reader("k")(rules_writer("k")([rule])) == [rule]
            assert part.name in CONDITIONS


def test_bonus_rule_begins_with_its_percentage():
    rules = [
        {"percent": 125, "from_k": 40, "over_games": 4, "below_rating": 2100},
        {"percent": 100},
    ]
    text = "125, K at least 40, games over 4, rating under 2100\n100"
    assert rules_writer("percent")(rules) == text
    assert rules_reader("percent")(text) == rules


def test_days_and_pairs_are_separated_by_commas_or_lines():
    assert read_days("05-01, 9-1;\n 12-24") == [[5, 1], [9, 1], [12, 24]]
    assert read_pairs("1000: 20\n1200:10,") == [[1000, 20], [1200, 10]]
    assert (read_days(""), read_pairs(" ")) == ([], [])


@pytest.mark.parametrize("text", ["05/01", "05-x", "٥-1", "-5-1"])
def test_invalid_days_are_refused(text):
    with pytest.raises(ValueError, match=r"^not_dates$"):
        read_days(text)


def test_formatted_values_are_parsed_back_unchanged():
    days, pairs, rules = [[1, 1], [9, 1]], [[1000, 20]], [{"k": 40}, {"k": 5}]

    assert read_days(write_days(days)) == days
    assert read_pairs(write_pairs(pairs)) == pairs
    assert read_json(write_json(rules)) == rules
    assert read_json("") is None
    assert read_number(write_number(0.5)) == 0.5


def pieces(*rows):
    form_data = {"piece-TOTAL_FORMS": str(len(rows)), "piece-INITIAL_FORMS": "0"}
    for place, row in enumerate(rows):
        form_data |= {f"piece-{place}-{name}": text for name, text in row.items()}
    made = PieceFormSet(form_data, prefix="piece")
    assert made.is_valid()
    return made


def test_blank_fields_of_a_piece_leave_the_rating_unchanged():
    made = pieces({}, {"first": "2000"}, {}, {"below": "2000", "plus": "−5"})

    assert made.stated == [
        {"first": 2000, "below": None, "times": 1, "plus": 0},
        {"first": None, "below": 2000, "times": 1, "plus": -5},
    ]
    assert made.numbers == [2, 4]


def test_zero_factor_counts_as_a_filled_piece():
    """All ratings become 0: a zero is not a blank field."""
    assert pieces({"times": "0"}).stated == [
        {"first": None, "below": None, "times": 0, "plus": 0}
    ]
