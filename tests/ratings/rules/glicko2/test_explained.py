"""Explanation of one player's period under Glicko-2."""

from dataclasses import replace

import pytest

from ratings.rules.explained import ExplainedStep, Measure
from tests.ratings.rules.columns import NONE, Person, Side, game
from tests.ratings.rules.explanations import GAME
from tests.ratings.rules.glicko2.test_golden import E, G
from tests.ratings.rules.glicko2.test_system import PAPER, explain, known

PLAIN = replace(
    GAME,
    base=1500,
    opponent_base=1400,
    paragraphs=("Glicko-2, steps 3–4",),
)
NOTHING = ("Glicko-2, introduction",)


def share(place, score):
    """Steps 7 and 8 of the paper: 173.7178 x .8722² x g (s - E)."""
    points = 173.7178 * 0.8722**2 * G[place] * (score - E[place])
    return pytest.approx(points, abs=0.1)


def test_explanation_of_the_papers_player_has_every_number():
    games = [
        game(1, 2, 1),
        game(0, 1, 2),
        game(0, 2, 0),
        game(3, 0, 2),
        game(0, 1, 2, played=False),
    ]
    people = [Person(adjustment=25), Person(), Person(), Person()]
    known_to = {"abs": 0.02}
    assert explain(PAPER, games, 0, people) == ExplainedStep(
        player=0,
        before=1500,
        start_from="rating",
        games=(
            replace(
                PLAIN,
                row=1,
                change=share(0, 1),
                expected=pytest.approx(E[0], abs=0.0005),
            ),
            replace(
                PLAIN,
                row=2,
                opponent=2,
                score=0,
                opponent_base=1550,
                change=share(1, 0),
                expected=pytest.approx(E[1], abs=0.0005),
            ),
            replace(
                PLAIN,
                row=3,
                colour="black",
                opponent=3,
                score=0,
                opponent_base=1700,
                change=share(2, 0),
                expected=pytest.approx(E[2], abs=0.0005),
            ),
            replace(PLAIN, row=4, rated=False, reason="forfeit", paragraphs=NOTHING),
        ),
        rated_games=3,
        score=2,
        # The paper's player falls from 1500 to 1464.06; 25 points are decided.
        change=pytest.approx(-35.94, **known_to),
        bonus=0,
        deduction=0,
        anniversaries=(),
        adjustment=25,
        assessed=None,
        raw=pytest.approx(1489.06, **known_to),
        rounded=pytest.approx(1489.06, **known_to),
        floored=False,
        after=pytest.approx(1489.06, **known_to),
        cited={
            "start": "Glicko-2, step 1",
            "adjustment": "Glicko-2, introduction",
            "rounding": "Glicko-2, steps 6–8",
        },
        measures=(
            Measure(
                "rd",
                200,
                pytest.approx(151.52, abs=0.005),
                "Glicko-2, steps 6–8",
                pytest.approx((1192.08, 1786.04), abs=0.02),
            ),
            Measure(
                "volatility",
                0.06,
                pytest.approx(0.05999, abs=0.00001),
                "Glicko-2, step 5",
            ),
        ),
        rounds_by=1e-6,
    )


def test_idle_player_has_no_measures():
    found = explain(known((1500, 200, 0.06)), [], 0)
    assert (found.before, found.start_from, found.after) == (1500, "rating", 1500)
    assert (found.change, found.games, found.measures) == (0, (), ())


def test_a_newcomer_starts_on_the_default():
    state = known((NONE, NONE, NONE), (1500, 200, 0.06))
    found = explain(state, [game(0, 1, 1)], 0)
    assert (found.before, found.start_from) == (1500, "default")
    assert [(each.name, each.before) for each in found.measures] == [
        ("rd", 350), ("volatility", 0.06)
    ]  # fmt: skip


def test_decided_ratings_are_named():
    people = [Person(start=1650), Person(assessed=1800)]
    state = known((NONE, NONE, NONE), (1500, 200, 0.06))
    start = explain(state, [], 0, people)
    assert (start.before, start.start_from, start.raw) == (1650, "decision", 1650)
    assert start.measures == (
        Measure("rd", 350, 350, "Glicko-2, steps 6–8", (964, 2336)),
        Measure("volatility", 0.06, 0.06, "Glicko-2, step 5"),
    )
    assessed = explain(state, [], 1, people)
    assert (assessed.assessed, assessed.raw, assessed.after) == (1800, 1500, 1800)


def test_guests_game_is_shown_as_unrated():
    state = known((1400, 200, 0.06), (NONE, NONE, NONE))
    guest = Side(1, member=False, outside=1700)
    found = explain(state, [game(0, guest, 2)], 1)
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
    assert (found.before, found.start_from, found.raw, found.after) == (None,) * 4
    assert found.rated_games == 0


def test_guest_without_rating_appears_only_in_a_forfeit():
    games = [game(0, Side(1, member=False), 2, played=False)]
    (line,) = explain(known((1500, 200, 0.06), (NONE,) * 3), games, 0).games
    assert (line.reason, line.opponent_base, line.opponent_from) == (
        "forfeit", None, None
    )  # fmt: skip


def test_shares_add_up_where_the_deviation_reaches_its_limit():
    # Step 7 uses φ' and the limit of 350 points applies after step 8 only: a game that
    # says nearly nothing leaves it above 350, and the shares are computed with it.
    state = known((900, 350, 0.06), (2700, 60, 0.06))
    working = explain(state, [game(0, 1, 2)], 0)
    assert working.measures[0].after == 350
    assert working.games[0].change == pytest.approx(working.change, abs=1e-6)
