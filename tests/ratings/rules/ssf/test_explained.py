"""The explanation that a player can check by hand."""

from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ratings.rules.calendar import day_number
from ratings.rules.explained import ExplainedGame, ExplainedStep
from ratings.rules.step import CannotCompute
from ratings.rules.systems import system
from tests.ratings.rules.columns import Person, Side, Step, game
from tests.ratings.rules.plain_reading import rate, unknown_opponents
from tests.ratings.rules.steps import steps

SSF = system("ssf_2008")


def explained(step, player=0):
    return SSF.explain_player(*step.columns(), player=player)


def test_explanation_of_adam_has_every_number_of_the_example():
    # SSF rating, SYSTEM: D = 270 is in the row 237 - 270, k = 10.
    step = Step([Person(1950), Person(2220)], [game(0, 1, 2)])
    (line,) = explained(step).games
    assert line == ExplainedGame(
        row=0,
        colour="white",
        opponent=1,
        score=2,
        rated=True,
        reason=None,
        base=1950,
        opponent_base=2220,
        opponent_from="rating",
        difference=270,
        table_low=237,
        table_high=270,
        compensation=10,
        unhalved=26,
        halved=False,
        change=26,
        bonus=0,
        running_before=1950,
        running_after=1976,
        paragraphs=("SSF rating, point 3",),
    )


def test_explanation_of_bertil_shows_the_halving():
    step = Step([Person(1950), Person(2220)], [game(0, 1, 2)])
    (line,) = explained(step, player=1).games
    assert (line.colour, line.score, line.unhalved, line.halved, line.change) == (
        "black", 0, -26, True, -13,
    )  # fmt: skip
    assert line.paragraphs == ("SSF rating, point 3", "SSF rating, point 4")


def test_the_last_row_of_the_table_is_open():
    step = Step([Person(1500), Person(2100)], [game(0, 1, 1)])
    (line,) = explained(step).games
    assert (line.table_low, line.table_high, line.compensation) == (500, None, 15)


def test_running_rating_includes_changes_and_bonus_of_earlier_games():
    # 990 -> 20 and -16; 994 -> 20 and 0; 1014 -> 10 and +16.
    low = Side(0, adopts=True)
    games = [game(low, 1, 0), game(1, low, 1), game(low, 1, 2)]
    step = Step([Person(990), Person(990)], games)
    result = explained(step)
    assert [
        (line.running_before, line.change, line.bonus, line.running_after)
        for line in result.games
    ] == [(990, -16, 20, 994), (994, 0, 20, 1014), (1014, 16, 10, 1040)]
    assert result.games[0].paragraphs == (
        "SSF rating, point 3",
        "SSF rating, Below 1200",
    )
    assert (result.bonus, result.after) == (50, 1040)


def test_whole_period_of_a_player_below_1200_is_explained():
    # D = 20, k = 1: the lower-rated wins 16 + 1 and draws for 1; 1150 -> 10, and
    # 1177 -> 10 in a game of one hour. 1150 + 18 + 20 + 2.5 = 1190.5, up to 1191.
    low = Side(1, adopts=True)
    games = [game(0, 2, 1), game(low, 0, 2), game(0, low, 1, minutes=60)]
    people = [Person(1170), Person(1150, adjustment=2.5), Person(1170)]
    rated = {"rated": True, "reason": None, "opponent": 0, "bonus": 10}
    rated |= {"base": 1150, "opponent_base": 1170, "opponent_from": "rating"}
    rated |= {"difference": 20, "table_low": 11, "table_high": 33, "compensation": 1}
    rated |= {"halved": False}
    rated["paragraphs"] = ("SSF rating, point 3", "SSF rating, Below 1200")
    assert explained(Step(people, games), player=1) == ExplainedStep(
        player=1,
        before=1150,
        start_from="rating",
        games=(
            ExplainedGame(
                row=1,
                colour="white",
                score=2,
                unhalved=17,
                change=17,
                running_before=1150,
                running_after=1177,
                **rated,
            ),
            ExplainedGame(
                row=2,
                colour="black",
                score=1,
                unhalved=1,
                change=1,
                running_before=1177,
                running_after=1188,
                **rated,
            ),
        ),
        rated_games=2,
        score=3,
        change=18,
        bonus=20,
        deduction=0,
        anniversaries=(),
        adjustment=2.5,
        assessed=None,
        raw=1190.5,
        rounded=1191,
        floored=False,
        after=1191,
        cited={
            "start": "SSF rating, point 3",
            "deduction": "SSF rating, point 10",
            "adjustment": "SSF rating, point 5",
            "rounding": "SSF rating, point 4",
            "floor": "SSF rating, Below 1200",
        },
    )


def test_unrated_games_show_the_reason():
    games = [
        game(0, 1, 2, played=False),
        game(0, 1, 2, minutes=15),
        game(Side(0, member=False), 1, 1),
        game(2, 1, 1),
        game(0, 1, 2),
    ]
    result = explained(Step([Person(1500), Person(1490), Person(1500)], games))
    assert [
        (line.row, line.rated, line.reason, line.change, line.paragraphs)
        for line in result.games
    ] == [
        (0, False, "forfeit", 0, ("SSF rating, point 6",)),
        (1, False, "too_short", 0, ("SSF rating, point 6",)),
        (2, False, "outside", 0, ("SSF rating, point 7",)),
        (4, True, None, 16, ("SSF rating, point 3",)),
    ]
    forfeit = result.games[0]
    assert (forfeit.base, forfeit.opponent_base, forfeit.difference) == (
        1500, 1490, None,
    )  # fmt: skip
    assert result.rated_games == 1


@pytest.mark.parametrize(
    ("opponent", "person", "number", "origin", "paragraph"),
    [
        (Side(1, member=False, outside=1600), Person(), 1600, "outside", 7),
        (Side(1, outside=1600), Person(), 1600, "outside", 7),
        (Side(1, born=2016), Person(), 1000, "default", 9),
        (Side(1, outside=1600), Person(start=1400), 1400, "decision", 9),
    ],
)
def test_source_of_the_opponents_rating_is_shown(
    opponent, person, number, origin, paragraph
):
    step = Step([Person(1500), person], [game(0, opponent, 1)])
    (line,) = explained(step).games
    assert (line.opponent_base, line.opponent_from) == (number, origin)
    assert line.paragraphs == (
        "SSF rating, point 3",
        f"SSF rating, point {paragraph}",
    )


def test_unrated_opponent_of_an_unrated_game_has_no_number():
    step = Step(
        [Person(1500), Person()], [game(0, Side(1, member=False), 1, minutes=5)]
    )
    (line,) = explained(step).games
    assert (line.opponent_base, line.opponent_from) == (None, None)


def test_source_of_a_newcomers_start_rating_is_shown():
    step = Step([Person(), Person(1500)], [game(Side(0, born=2016), 1, 1)])
    result = explained(step)
    assert (result.before, result.start_from) == (1000, "default")
    assert result.cited["start"] == "SSF rating, point 9"


def test_unrated_player_has_no_rounding():
    result = explained(Step([Person(), Person(1500)], [game(0, 1, 1, minutes=5)]))
    assert (result.before, result.start_from) == (None, None)
    assert (result.raw, result.rounded, result.floored, result.after) == (
        None, None, False, None,
    )  # fmt: skip


def test_deduction_names_the_day_on_which_the_year_ended():
    result = explained(Step([Person(1500, date(2024, 2, 29))], first=date(2026, 1, 1)))
    assert result.deduction == -50
    assert result.anniversaries == (day_number(date(2026, 2, 28)),)
    assert result.cited["deduction"] == "SSF rating, point 10"


def test_sum_rounding_and_floor_are_shown_at_the_end():
    # 806 - 16 - 0.5 = 789.5, up to 790, and not below 800.
    person = Person(806, adjustment=-0.5, bonus_withheld=True)
    step = Step([person, Person(806)], [game(Side(0, adopts=True), 1, 0)])
    result = explained(step)
    assert (result.raw, result.rounded, result.floored, result.after) == (
        789.5, 790, True, 800,
    )  # fmt: skip
    assert (result.change, result.bonus, result.adjustment) == (-16, 0, -0.5)


def test_assessed_rating_is_shown_in_place_of_the_sum():
    result = explained(Step([Person(1500, assessed=1400), Person(1500)], []))
    assert (result.assessed, result.raw, result.after) == (1400, 1400, 1400)


def test_unratable_lines_of_others_do_not_matter():
    games = [game(1, Side(2, member=False), 1), game(0, 1, 2)]
    step = Step([Person(1500), Person(1500), Person()], games)
    assert explained(step).after == 1516
    with pytest.raises(CannotCompute) as refused:
        explained(step, player=1)
    assert refused.value.rows == (0,)


@given(steps(), st.data())
def test_explanation_adds_up_to_the_new_rating(step, data):
    assume(not unknown_opponents(step))
    player = data.draw(st.integers(0, len(step.people) - 1))
    outcome, result = step.rate(), explained(step, player)
    expected = rate(step, player)
    rated = [line for line in result.games if line.rated]
    assert sum(line.change for line in rated) == outcome.change[player]
    assert sum(line.bonus for line in rated) == outcome.bonus[player]
    assert sum(line.score for line in rated) == outcome.score[player]
    assert (len(rated), result.rated_games) == (outcome.games[player],) * 2
    assert (result.before, result.start_from, result.after, result.deduction) == (
        expected.before, expected.start_from, expected.after, expected.deduction,
    )  # fmt: skip
    assert -50 * len(result.anniversaries) == outcome.deduction[player]
    for before, after in pairwise(rated):
        assert after.running_before == before.running_after
    for line in rated:
        assert line.change == line.unhalved / (2 if line.halved else 1)
        assert line.running_after == line.running_before + line.change + line.bonus
    if rated and result.assessed is None:
        end = rated[-1].running_after + result.deduction + result.adjustment
        assert result.raw == end


@given(steps(), st.data())
def test_every_line_of_the_player_is_shown_in_order(step, data):
    assume(not unknown_opponents(step))
    player = data.draw(st.integers(0, len(step.people) - 1))
    assert [line.row for line in explained(step, player).games] == [
        row
        for row, played in enumerate(step.games)
        if player in (played.white.player, played.black.player)
    ]


def test_guest_of_a_newcomer_whose_base_comes_from_another_line_is_explained():
    # On the second line alone the newcomer would be below 1200, with an hour enough.
    young = Side(0, adopts=True, born=2015)
    guest = Side(1, member=False)
    games = [
        game(replace(young, outside=1500), 2, 1),
        game(young, guest, 1, minutes=60),
    ]
    step = Step([Person(), Person(), Person(1500)], games)
    assert step.rate().games.tolist() == [1, 0, 1]

    (line,) = explained(step, player=1).games

    assert (line.rated, line.reason) == (False, "outside")
