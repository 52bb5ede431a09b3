"""The LASK calculator with plain data."""

import json
from dataclasses import fields

import pytest

from ratings.rules.lask.calculator import LaskCalculations, calculate
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.whole_numbers import BadEntry
from ratings.rules.rating_table import TableRow

LASK = LaskParameters()


def ask(text):
    return calculate(json.loads(text), LASK)


def test_games_are_shown_singly_with_their_total():
    # Sven Andersson: +14 and +3.
    answer = ask("""{"games": [
        {"own": 1900, "opponent": 1850, "score": 1},
        {"own": 1900, "opponent": 1970, "score": 0.5}]}""")
    shown = [
        (game.difference, game.row, game.change, game.paragraph)
        for game in answer.games.games
    ]
    assert shown == [
        (50, TableRow(34, 56, 2), 14, "LASK Rankingregel 1"),
        (70, TableRow(57, 79, 3), 3, "LASK Rankingregel 1"),
    ]
    assert answer.games.total == 17


def test_no_games_give_no_change():
    assert ask('{"games": []}').games.total == 0


@pytest.mark.parametrize(
    ("mean", "change"),
    [
        ('"mean": 1950', 50),
        ('"class": "I"', 50),
        ('"class": "I", "ratings": [1900, null, null]', 50),
        ('"ratings": [1900, 2000]', 50),
        ('"ratings": [1900, null], "mean": 1950, "by": "CRK", "reason": "x"', 50),
        # 125 above the average of class II: k = 5, 32 - 45.
        ('"class": "II"', -13),
    ],
)
def test_concentrated_tournament_accepts_its_mean_in_every_form(mean, change):
    text = f'{{"concentrated": {{"rating": 1900, "score": 5.5, "games": 9, {mean}}}}}'
    assert ask(text).concentrated.change == change


@pytest.mark.parametrize(
    ("question", "change"),
    [
        # 60 apart is k = 3: a win over the weaker is 16 - 3, a loss -16 - 3.
        ('{"games": [{"own": -40, "opponent": -100, "score": 1}]}', 13),
        ('{"games": [{"own": -40, "opponent": -100, "score": 0}]}', -19),
        # 100 apart across zero is k = 4.
        ('{"games": [{"own": -50, "opponent": 50, "score": 1}]}', 20),
    ],
)
def test_negative_ratings_are_rated_by_their_difference(question, change):
    assert ask(question).games.total == change


@pytest.mark.parametrize(
    ("mean", "change"),
    [
        # Two of three won is 16; 53 below the mean is k = 2 a game.
        ('"mean": 3', 16 + 2 * 3),
        # -50, 50 and 9 make 3, and -51, 50 and 9 make 2⅔, which is 3.
        ('"ratings": [-50, 50, 9]', 16 + 2 * 3),
        ('"ratings": [-51, 50, 9]', 16 + 2 * 3),
        # -50 and -49 make -49½: halves are rounded up.
        ('"ratings": [-50, -49]', 16),
    ],
)
def test_mean_of_negative_ratings_is_computed(mean, change):
    question = f'{{"concentrated": {{"rating": -50, "score": 2, "games": 3, {mean}}}}}'
    tournament = ask(question).concentrated
    assert (tournament.change, tournament.after) == (change, -50 + change)


def test_monrad_tournament_of_negative_ratings_is_computed():
    # Half the quality points: M = G, 60 above the player is k = 3 a game.
    answer = ask("""{"monrad": {"rating": -40, "score": 4, "rounds": 8,
        "quality_points": 32, "mean": 20}}""")
    assert answer.monrad.opponents.rating == 20
    assert answer.monrad.tournament.change == 3 * 8


def test_score_for_a_negative_goal_is_found():
    # Against -40 twice a draw is 0 and a win 16: one win and a draw reach -24.
    answer = ask('{"goal": {"own": -40, "opponents": [-40, -40], "goal": -24}}')
    assert answer.goal.half_points == 3


def test_a_mean_beside_ratings_and_a_class_is_refused():
    with pytest.raises(BadEntry) as refused:
        ask("""{"concentrated": {"rating": 1900, "score": 5.5, "games": 9,
            "ratings": [1900, null], "class": "I", "mean": 1950}}""")
    error = refused.value
    assert (error.field, error.code) == ("concentrated.mean", "unknown_field")


def test_a_monrad_tournament_is_computed():
    answer = ask("""{"monrad": {"rating": 1900, "score": 5, "rounds": 8,
        "quality_points": 36, "mean": 1800}}""")
    assert answer.monrad.opponents.rating == 1844
    assert answer.monrad.tournament.change == 16


def test_a_monrad_tournament_with_a_round_missed():
    answer = ask("""{"monrad": {"rating": 1800, "score": 4, "rounds": 8, "games": 7,
        "quality_points": 28, "mean": 1800}}""")
    assert answer.monrad.opponents.rating == 1800
    assert answer.monrad.tournament.change == 16


@pytest.mark.parametrize(
    ("initial", "rating"),
    [
        ('{"class": "II", "score": 6.5, "games": 9}', 1950),
        ('{"class": "I", "score": 4, "games": 9}', 1914),
        ('{"class_average": 1600, "score": 4.5, "games": 9}', 1600),
        ('{"stronger": 1800, "weaker": 1760, "share": 0.5}', 1780),
        ('{"stronger": 1800, "weaker": 1700, "share": 0.1}', 1710),
    ],
)
def test_an_initial_rating_is_found_by_either_method(initial, rating):
    assert ask(f'{{"initial": {initial}}}').initial.rating == rating


def test_the_score_for_a_goal_is_found():
    answer = ask('{"goal": {"own": 1900, "opponents": [1850, 1970], "goal": 1917}}')
    assert answer.goal.half_points == 3


def test_several_parts_may_be_requested_and_the_rest_are_none():
    answer = ask("""{"games": [], "goal":
        {"own": 1900, "opponents": [1900], "goal": 1900}}""")
    answered = [
        part.name for part in fields(LaskCalculations) if getattr(answer, part.name)
    ]
    assert answered == ["games", "goal"]


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("[]", "request: not_an_object"),
        ("{}", "request: missing"),
        ('{"elo": 1}', "request.elo: unknown_field"),
        ('{"games": {}}', "games: not_a_list"),
        ('{"games": [1]}', "games[0]: not_an_object"),
        ('{"games": [{"own": 1, "opponent": 1}]}', "games[0].score: missing"),
        (
            """{"initial":
            {"class": "I", "class_average": 1600, "score": 4, "games": 9}}""",
            "initial.class_average: unknown_field",
        ),
        (
            '{"games": [{"own": 1, "opponent": 1, "score": 1, "k": 20}]}',
            "games[0].k: unknown_field",
        ),
        (
            '{"games": [{"own": -10000, "opponent": 1, "score": 1}]}',
            "games[0].own: too_low",
        ),
        (
            '{"games": [{"own": 1900.5, "opponent": 1, "score": 1}]}',
            "games[0].own: not_whole",
        ),
        (
            '{"games": [{"own": "1900", "opponent": 1, "score": 1}]}',
            "games[0].own: not_whole",
        ),
        (
            '{"games": [{"own": 1, "opponent": 99999, "score": 1}]}',
            "games[0].opponent: too_high",
        ),
        (
            '{"games": [{"own": 1, "opponent": 1, "score": 0.3}]}',
            "games[0].score: not_a_score",
        ),
        (
            '{"games": [{"own": 1, "opponent": 1, "score": 1.5}]}',
            "games[0].score: too_high",
        ),
        (
            '{"games": [{"own": 1, "opponent": 1, "score": -0.5}]}',
            "games[0].score: too_low",
        ),
        (
            '{"games": [{"own": 1, "opponent": 1, "score": true}]}',
            "games[0].score: not_a_number",
        ),
        (
            '{"games": [{"own": 1, "opponent": 1, "score": NaN}]}',
            "games[0].score: not_a_number",
        ),
        (
            '{"games": [{"own": 1, "opponent": 1, "score": Infinity}]}',
            "games[0].score: not_a_number",
        ),
        (
            '{"concentrated": {"rating": 1900, "score": 10, "games": 9, "mean": 1}}',
            "concentrated.score: too_high",
        ),
        (
            '{"concentrated": {"rating": 1900, "score": 1, "games": 9}}',
            "concentrated.mean: missing",
        ),
        (
            """{"concentrated": {"rating": 1900, "score": 1, "games": 9,
                "ratings": [1900, null]}}""",
            "concentrated.ratings[1]: unrated",
        ),
        (
            """{"concentrated": {"rating": 1900, "score": 1, "games": 9, "mean": 1900,
                "ratings": [1900, null, null], "by": "CRK", "reason": "x"}}""",
            "concentrated.ratings: too_few_rated",
        ),
        (
            """{"concentrated": {"rating": 1900, "score": 1, "games": 9, "mean": 1900,
                "ratings": [1900, null]}}""",
            "concentrated.by: missing",
        ),
        (
            """{"concentrated": {"rating": 1900, "score": 1, "games": 9, "mean": 1900,
                "class": "I"}}""",
            "concentrated.mean: unknown_field",
        ),
        (
            """{"monrad": {"rating": 1900, "score": 1, "rounds": 8, "mean": 1900,
                "quality_points": 65}}""",
            "monrad.quality_points: too_high",
        ),
        (
            '{"initial": {"class": "M", "score": 5, "games": 9}}',
            "initial.class: unknown_class",
        ),
        ('{"initial": {"class": 1, "score": 5, "games": 9}}', "initial.class: not_a_text"),
        ('{"initial": {"stronger": 1}}', "initial.weaker: missing"),
        (
            '{"initial": {"stronger": 1, "class": "I"}}',
            "initial.class: unknown_field",
        ),
        (
            '{"goal": {"own": 1, "opponents": [], "goal": 1}}',
            "goal.opponents: nobody",
        ),
        (
            '{"goal": {"own": 1, "opponents": [1, null], "goal": 1}}',
            "goal.opponents[1]: not_whole",
        ),
    ],
)  # fmt: skip
def test_refusal_has_the_path_of_the_error(text, refused):
    with pytest.raises(BadEntry) as caught:
        ask(text)
    assert str(caught.value) == refused


def test_overlong_list_is_refused():
    game = {"own": 1900, "opponent": 1900, "score": 1}
    with pytest.raises(BadEntry, match=r"^games: too_many$"):
        calculate({"games": [game] * 1001}, LASK)
