"""Scrabble as used by the engine: `ratings.rules.scrabble.system`."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.rules.calendar import day_number
from ratings.rules.scrabble.parameters import ScrabbleParameters
from ratings.rules.scrabble.system import SYSTEM
from ratings.rules.step import NEVER, CannotCompute, Span, StartFrom
from tests.ratings.rules.columns import (
    NONE,
    Person,
    Side,
    decisions_of,
    game,
    lines_of,
    state_of,
)

GOLDEN = json.loads(
    (Path(__file__).parents[3] / "golden" / "scrabble.json").read_text("utf-8")
)
PARAMETERS = ScrabbleParameters()
WEEKEND = Span(20000, 20001)


def rate(people, games, standing=None):
    state = state_of(people)
    if standing is not None:
        state = replace(state, standing=np.array(standing, np.float32))
    return SYSTEM.rate_step(
        lines_of(games), state, decisions_of(people), WEEKEND, PARAMETERS
    )


def explain(people, games, player, standing=None):
    state = state_of(people)
    if standing is not None:
        state = replace(state, standing=np.array(standing, np.float32))
    return SYSTEM.explain_player(
        lines_of(games), state, decisions_of(people), WEEKEND, PARAMETERS, player
    )


def rated(*ratings):
    return [Person(rating=float(rating)) for rating in ratings]


def test_three_wins_of_four_against_equals_give_ten_points():
    people = rated(1200, 1200, 1200, 1200, 1200)
    games = [game(0, opponent, 2) for opponent in (1, 2, 3)] + [game(0, 4, 0)]

    outcome = rate(people, games)

    assert outcome.after.tolist() == [1210, 1195, 1195, 1195, 1205]


def test_new_player_starts_at_1000_and_is_rated_from_there():
    people = [Person(), Person(rating=1000)]

    outcome = rate(people, [game(0, 1, 2)])

    assert outcome.before.tolist() == [1000, 1000]
    assert outcome.after.tolist() == [1005, 995]


def test_decided_start_rating_takes_precedence_over_1000():
    people = [Person(start=1300), Person(rating=1300)]

    assert rate(people, [game(0, 1, 1)]).after.tolist() == [1300, 1300]


def test_forfeits_are_not_rated():
    outcome = rate(rated(1000, 1000), [game(0, 1, 2, played=False)])

    assert outcome.touched.tolist() == [False, False]
    assert outcome.after.tolist() == [1000, 1000]


def test_a_guest_counts_with_the_number_on_the_line_and_is_not_rated():
    people = [Person(rating=1000), Person()]
    guest = Side(1, member=False, outside=1000)

    outcome = rate(people, [game(0, guest, 2)])

    assert outcome.after[0] == 1005
    assert outcome.games.tolist() == [1, 0]
    assert np.isnan(outcome.after[1])


def test_guest_without_rating_stops_the_tournament():
    people = [Person(rating=1000), Person()]

    with pytest.raises(CannotCompute) as caught:
        rate(people, [game(0, Side(1, member=False), 2)])

    assert (caught.value.reason, caught.value.rows) == (
        CannotCompute.OPPONENT_UNKNOWN,
        (0,),
    )


def test_tournament_change_is_added_to_the_rating_when_booked():
    people = rated(1000, 1000)

    outcome = rate(people, [game(0, 1, 2)], standing=[1040, 990])

    assert outcome.before.tolist() == [1000, 1000]
    assert outcome.after.tolist() == [1045, 985]


def test_a_step_without_games_books_decisions_only():
    people = [Person(rating=1000, adjustment=50), Person(rating=1100, assessed=900)]

    outcome = rate([*people, Person(rating=1200)], [])

    assert outcome.touched.tolist() == [True, True, False]
    assert outcome.after.tolist() == [1050, 900, 1200]


def test_difference_of_nine_points_agrees_with_the_text():
    """The second case of Hur ratingen fungerar: 0.5359 for the higher rated."""
    case = next(each for each in GOLDEN["cases"] if "difference" in each)
    people = rated(1000 + case["difference"], 1000)

    step = explain(people, [game(0, 1, 2)], 0)

    assert [each.expected for each in step.games] == [case["higher_probability"]]
    assert step.change == pytest.approx(10 * (1 - case["higher_probability"]))


def test_explanation_of_overlapping_tournaments_names_points_gained_meanwhile():
    step = explain(rated(1000, 1000), [game(0, 1, 2)], 0, standing=[1040, 990])

    assert (step.before, step.raw, step.rounded) == (1000, 1005, 1005)
    assert (step.meanwhile, step.after) == (40, 1045)


RATINGS = st.one_of(st.none(), st.integers(0, 2500))


@st.composite
def tournaments(draw):
    size = draw(st.integers(2, 8))
    rows = st.integers(0, size - 1)
    pairs = draw(
        st.lists(
            st.tuples(rows, rows, st.integers(0, 2)).filter(
                lambda pair: pair[0] != pair[1]
            ),
            max_size=25,
        )
    )
    ratings = draw(st.lists(RATINGS, min_size=size, max_size=size))
    people = [
        Person() if rating is None else Person(rating=float(rating))
        for rating in ratings
    ]
    return people, [game(*pair) for pair in pairs]


@given(tournaments())
def test_every_explanation_reaches_the_new_rating(tournament):
    people, games = tournament
    outcome = rate(people, games)

    for player in range(len(people)):
        step = explain(people, games, player)
        if outcome.games[player]:
            assert (step.before, step.after) == (
                outcome.before[player],
                outcome.after[player],
            )
            assert abs(sum(each.change for each in step.games) - step.change) < 1e-9


@given(tournaments(), st.randoms())
def test_order_of_games_does_not_matter(tournament, random):
    people, games = tournament
    shuffled = random.sample(games, len(games))

    assert np.array_equal(
        rate(people, games).after, rate(people, shuffled).after, equal_nan=True
    )


def test_outcome_of_a_tournament_has_every_column():
    # Against an equal a win is 5 points, against the guest of 900 a draw -3.413.
    people = [
        Person(rating=1000),
        Person(),
        Person(),
        Person(start=1300),
        Person(rating=1100, adjustment=50),
    ]
    guest = Side(2, member=False, outside=900)
    games = [game(0, 1, 2), game(guest, 0, 1)]
    outcome = rate(people, games)

    played = day_number(games[0].day)
    assert outcome.touched.tolist() == [True] * 5
    np.testing.assert_array_equal(outcome.before, [1000, 1000, NONE, 1300, 1100])
    assert outcome.start_from.tolist()[1] == StartFrom.DEFAULT
    assert outcome.start_from.tolist()[3] == StartFrom.DECISION
    assert outcome.change.tolist() == pytest.approx([1.587, -5, 0, 0, 0])
    assert outcome.bonus.tolist() == outcome.deduction.tolist() == [0] * 5
    assert outcome.adjustment.tolist() == [0, 0, 0, 0, 50]
    np.testing.assert_array_equal(outcome.after, [1002, 995, NONE, 1300, 1150])
    assert outcome.games.tolist() == [2, 1, 0, 0, 0]
    assert outcome.score.tolist() == [3, 0, 0, 0, 0]
    assert outcome.last_played.tolist() == [*[played] * 3, NEVER, NEVER]
    assert outcome.adopts.tolist() == [False] * 5
    assert outcome.memory is None
    assert (outcome.games.dtype, outcome.score.dtype) == (np.int16, np.int32)


def test_game_of_a_player_against_themself_is_refused():
    with pytest.raises(CannotCompute) as caught:
        rate(rated(1000, 1000, 1000), [game(0, 1, 2), game(2, 2, 2)])
    assert (caught.value.reason, caught.value.rows) == (CannotCompute.PLAYS_SELF, (1,))


def test_player_without_rating_is_refused_on_either_side():
    people = [Person(rating=1000), Person()]
    for games in (
        [game(0, Side(1, member=False), 2)],
        [game(Side(1, member=False), 0, 2)],
    ):
        with pytest.raises(CannotCompute) as caught:
            rate(people, games)
        assert caught.value.reason == CannotCompute.OPPONENT_UNKNOWN


def test_two_guests_may_meet():
    games = [game(Side(0, member=False), Side(1, member=False), 2)]
    assert np.isnan(rate([Person(), Person()], games).after).all()


def test_newcomers_start_on_the_editions_rating_and_no_day_is_watched():
    start = SYSTEM.default_start(
        np.array([1980, 0]), 2026, ScrabbleParameters(start=900)
    )
    assert start.tolist() == [900, 900]
    assert SYSTEM.watched_days(WEEKEND) == ()


def test_system_declares_its_memory_and_rating_steps():
    assert (SYSTEM.unit, SYSTEM.memory) == ("tournament", ())
    assert (SYSTEM.fractional, SYSTEM.in_order) == (False, False)
