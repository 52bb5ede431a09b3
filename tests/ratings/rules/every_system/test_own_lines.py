"""A player's own lines as shown in explanations: `ratings.rules.own_lines` and what
steps begin with.
"""

from dataclasses import astuple

import numpy as np

from ratings.rules.explained import ExplainedStep
from ratings.rules.own_lines import ORIGINS, OwnLine, known, own_line, plain_game
from ratings.rules.step import StartFrom
from ratings.rules.step_ratings import find_step_ratings, for_everybody
from tests.ratings.rules.columns import (
    Person,
    Side,
    decisions_of,
    game,
    lines_of,
    state_of,
)
from tests.ratings.rules.explanations import GAME, STEP


def test_every_source_of_a_number_has_a_name():
    assert ORIGINS == {
        StartFrom.RATING: "rating",
        StartFrom.DECISION: "decision",
        StartFrom.OUTSIDE: "outside",
        StartFrom.DEFAULT: "default",
    }


PEOPLE = [Person(1500), Person(start=1600), Person()]
LINES = lines_of(
    [
        game(0, 1, 2),
        game(Side(2, member=False, outside=1700), 0, 2),
        game(2, 0, 1),
    ]
)


def seen(line, player, default=1000.0):
    ratings = find_step_ratings(
        LINES, state_of(PEOPLE), decisions_of(PEOPLE), for_everybody(default)
    )
    return own_line(LINES, ratings, line, player)


def test_own_line_has_own_colour_and_score_and_the_opponents_number():
    assert astuple(seen(0, 0)) == (0, True, 1, 2, True, 1600.0, "decision")
    assert astuple(seen(0, 1)) == (0, False, 0, 0, True, 1500.0, "rating")
    assert astuple(seen(1, 0)) == (1, False, 2, 0, True, 1700.0, "outside")
    assert astuple(seen(1, 2)) == (1, True, 0, 2, False, 1500.0, "rating")
    assert astuple(seen(2, 0)) == (2, False, 2, 1, True, 1000.0, "default")
    assert astuple(seen(2, 0, np.nan)) == (2, False, 2, 1, True, None, None)


def test_numbers_come_from_the_start_if_all_are_known():
    lines = LINES.take(np.array([0]))
    people, decided = state_of(PEOPLE), decisions_of(PEOPLE)
    ratings = find_step_ratings(lines, people, decided, for_everybody(np.nan))
    assert own_line(lines, ratings, 0, 0).origin == "decision"
    assert own_line(lines, ratings, 0, 1).origin == "rating"


def test_new_line_has_a_change_of_zero():
    own = OwnLine(
        line=4,
        is_white=False,
        opponent=1,
        score=2,
        member=True,
        counts_as=1000.0,
        origin="rating",
    )
    rated = plain_game(own, 7, 1500.0, None, "paragraph")
    assert (rated.row, rated.colour, rated.rated, rated.reason) == (
        7,
        "black",
        True,
        None,
    )
    assert (rated.base, rated.opponent_base, rated.paragraphs) == (
        1500.0, 1000.0, ("paragraph",),
    )  # fmt: skip
    assert (rated.change, rated.bonus, rated.halved) == (0.0, 0.0, False)
    forfeit = plain_game(own, 7, None, "forfeit", "paragraph")
    assert (forfeit.rated, forfeit.reason) == (False, "forfeit")


def test_missing_number_is_none():
    assert (known(np.nan), known(np.float32(3))) == (None, 3.0)


def test_fields_unused_by_a_system_are_empty():
    assert isinstance(STEP, ExplainedStep)
    assert (STEP.period_bonus, STEP.rounds_by, STEP.meanwhile) == (0, 0, 0)
    assert (STEP.measures, STEP.notes, STEP.norms) == ((), (), ())
    assert (GAME.expected, GAME.coefficient, GAME.length) == (None, None, None)
