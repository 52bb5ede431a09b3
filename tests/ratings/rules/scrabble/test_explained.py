"""Explanation of one player's tournament under the Scrabble rules."""

from dataclasses import replace

import pytest

from ratings.rules.explained import ExplainedStep
from tests.ratings.rules.columns import Person, Side, game
from tests.ratings.rules.explanations import GAME
from tests.ratings.rules.scrabble.test_system import explain

PLAIN = replace(
    GAME,
    base=1000,
    opponent_base=1100,
    paragraphs=("Om ratingen, Hur ratingen fungerar",),
)
NOTHING = ("Om ratingen",)


def test_explanation_has_every_number():
    # Φ(-1) = 0.1587, so a win is 8.413 points; Φ(0.5) = 0.6915, a draw -1.915: 6.498
    # together. With 50 decided points 1056.498, and 40 more points from events ended
    # meanwhile.
    games = [
        game(1, 2, 1),
        game(0, 1, 2),
        game(2, 0, 1),
        game(0, 1, 2, played=False),
    ]
    people = [
        Person(rating=1000, adjustment=50),
        Person(rating=1100),
        Person(rating=950),
    ]
    found = explain(people, games, 0, standing=[1040, 1100, 950])
    assert found == ExplainedStep(
        player=0,
        before=1000,
        start_from="rating",
        games=(
            replace(PLAIN, row=1, difference=100, expected=0.1587, change=8.413),
            replace(
                PLAIN,
                row=2,
                colour="black",
                opponent=2,
                score=1,
                opponent_base=950,
                difference=50,
                expected=0.6915,
                change=-1.915,
            ),
            replace(PLAIN, row=3, rated=False, reason="forfeit", paragraphs=NOTHING),
        ),
        rated_games=2,
        score=3,
        change=pytest.approx(6.498),
        bonus=0,
        deduction=0,
        anniversaries=(),
        adjustment=50,
        assessed=None,
        raw=pytest.approx(1056.498),
        rounded=1056,
        floored=False,
        after=1096,
        cited={
            "start": "Om ratingen, Hur ratingen fungerar",
            "adjustment": "Om ratingen",
            "rounding": "Om ratingen, Avrundning",
        },
        rounds_by=1e-9,
        meanwhile=40,
    )


def test_a_newcomer_starts_on_the_default():
    found = explain([Person(), Person(rating=1000)], [game(0, 1, 2)], 0)
    assert (found.before, found.start_from, found.meanwhile) == (1000, "default", 0)
    assert (found.rounded, found.after) == (1005, 1005)


def test_decided_rating_is_kept_whatever_other_events_gave():
    people = [Person(rating=1000, assessed=1300)]
    found = explain(people, [], 0, standing=[1040])
    assert (found.assessed, found.raw, found.rounded) == (1300, 1000, 1300)
    assert (found.meanwhile, found.after) == (40, 1300)


def test_guests_game_is_shown_as_unrated():
    people = [Person(rating=1100), Person()]
    found = explain(people, [game(0, Side(1, member=False, outside=1000), 2)], 1)
    (line,) = found.games
    assert line == replace(
        PLAIN,
        colour="black",
        opponent=0,
        score=0,
        rated=False,
        reason="outside",
        base=None,
        paragraphs=NOTHING,
    )
    assert (found.before, found.start_from, found.raw) == (None, None, None)
    assert (found.rounded, found.after, found.rated_games) == (None, None, 0)


def test_guest_without_rating_appears_only_in_a_forfeit():
    people = [Person(rating=1000), Person()]
    games = [game(0, Side(1, member=False), 2, played=False)]
    (line,) = explain(people, games, 0).games
    assert (line.reason, line.opponent_base, line.opponent_from) == (
        "forfeit", None, None
    )  # fmt: skip


def test_newcomer_of_the_first_day_has_no_points_of_other_events():
    found = explain([Person()], [], 0, standing=[1040])
    assert (found.before, found.meanwhile) == (None, 0)
    assert (found.raw, found.rounded, found.after) == (None, 1040, 1040)
