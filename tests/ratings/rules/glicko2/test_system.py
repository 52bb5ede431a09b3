"""Glicko-2 as used by the engine: `ratings.rules.glicko2.system`."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from ratings.rules.calendar import day_number
from ratings.rules.glicko2.begin import MEMORY
from ratings.rules.glicko2.columns import GlickoPlayers
from ratings.rules.glicko2.parameters import GlickoParameters
from ratings.rules.glicko2.period import rate_sides
from ratings.rules.glicko2.system import SYSTEM
from ratings.rules.step import NEVER, CannotCompute, Span, StartFrom, State
from tests.ratings.rules.columns import (
    NONE,
    Person,
    Side,
    decisions_of,
    game,
    lines_of,
    state_of,
)
from tests.ratings.rules.steps import steps

JANUARY = Span(day_number(date(2026, 1, 1)), day_number(date(2026, 1, 31)))
DECEMBER = day_number(date(2025, 12, 31))
OCTOBER = day_number(date(2025, 10, 31))
PARAMETERS = GlickoParameters()


def known(*numbers, as_of=DECEMBER):
    """Return the state of players from (rating, rd, volatility)."""
    rating, rd, volatility = (
        np.array(column, float) for column in zip(*numbers, strict=True)
    )
    plain = state_of([Person() for _each in numbers])
    memory = np.column_stack((rd, volatility, np.full(len(rd), float(as_of))))
    return replace(plain, rating=rating, memory=memory)


def rate(state, games, people=None, span=JANUARY):
    people = people or [Person() for _row in state.rating]
    return SYSTEM.rate_step(
        lines_of(games), state, decisions_of(people), span, PARAMETERS
    )


def explain(state, games, player, people=None, span=JANUARY):
    people = people or [Person() for _row in state.rating]
    return SYSTEM.explain_player(
        lines_of(games), state, decisions_of(people), span, PARAMETERS, player
    )


def columns_of(step):
    """A random step of the SSF tests under Glicko-2."""
    plain = state_of(step.people)
    memory = np.full((len(step.people), len(MEMORY)), np.nan)
    state = State(plain.rating.astype(float), plain.last_played, plain.adopts, memory)
    span = Span(day_number(step.first), day_number(step.last))
    return lines_of(step.games), state, decisions_of(step.people), span, PARAMETERS


def rows_of(outcome):
    return [
        tuple(
            np.nan_to_num(column[row], nan=-1).tolist()
            for column in (
                outcome.touched,
                outcome.before,
                outcome.change,
                outcome.after,
                outcome.games,
                outcome.score,
                outcome.last_played,
                outcome.memory,
            )
        )
        for row in range(len(outcome.after))
    ]


PAPER = known((1500, 200, 0.06), (1400, 30, 0.06), (1550, 100, 0.06), (1700, 300, 0.06))
PAPER_GAMES = [game(0, 1, 2), game(0, 2, 0), game(3, 0, 2)]


def test_paper_example_is_reproduced():
    """Glickman, Example of the Glicko-2 system: 1464.06, 151.52, 0.05999."""
    outcome = rate(PAPER, PAPER_GAMES)

    assert outcome.after[0] == pytest.approx(1464.06, abs=0.01)
    assert outcome.memory[0, 0] == pytest.approx(151.52, abs=0.005)
    assert outcome.memory[0, 1] == pytest.approx(0.05999, abs=0.00001)
    assert (outcome.games[0], outcome.score[0]) == (3, 2)


def test_explanation_adds_up_to_the_new_rating():
    explained = explain(PAPER, PAPER_GAMES, 0)

    shares = sum(line.change for line in explained.games)
    assert explained.before + shares == pytest.approx(explained.after)
    # Step 3 of the paper prints E = 0.639, 0.432 and 0.303.
    assert [round(line.expected, 3) for line in explained.games] == [
        0.639,
        0.432,
        0.303,
    ]
    assert [measure.name for measure in explained.measures] == ["rd", "volatility"]


def test_idle_player_has_no_row():
    outcome = rate(
        known((1500, 200, 0.06), (1500, 200, 0.06), (1600, 90, 0.06)), [game(0, 1, 2)]
    )
    assert outcome.touched.tolist() == [True, True, False]


def test_a_deviation_grows_with_every_period_that_passes_without_a_game():
    """Step 6 for November and December, before January is rated."""
    waited = known((1500, 90, 0.06), (1500, 90, 0.06), as_of=OCTOBER)
    grown = GlickoPlayers(*(np.array([value]) for value in (1500.0, 90.0, 0.06)))
    for _period in range(2):
        grown = rate_sides(grown, [], PARAMETERS)
    numbers = (1500, grown.rd[0], 0.06)

    outcome = rate(waited, [game(0, 1, 2)])
    again = rate(known(numbers, numbers), [game(0, 1, 2)])
    at_once = rate(known((1500, 90, 0.06), (1500, 90, 0.06)), [game(0, 1, 2)])

    assert outcome.after.tolist() == pytest.approx(again.after.tolist())
    assert outcome.memory[:, 0].tolist() == pytest.approx(again.memory[:, 0].tolist())
    assert outcome.after[0] > at_once.after[0]


def test_newcomer_starts_with_the_values_of_an_unrated_player():
    people = [Person(), Person()]
    outcome = rate(State.unknown(2, MEMORY, fractional=True), [game(0, 1, 2)], people)

    assert outcome.before.tolist() == [1500.0, 1500.0]
    # By hand: φ = 350 / 173.7178 = 2.0148, g = 0.6691, E = 0.5, v = 8.936 (step 3);
    # φ*² = φ² + 0.06², φ' = 1.6712 (steps 6 and 7), and 290.3 points (step 8).
    assert outcome.memory[0, 0] == pytest.approx(290.3, abs=0.1)
    assert outcome.after[0] - 1500 == pytest.approx(1500 - outcome.after[1])


def test_outside_rating_has_the_deviation_of_outside_ratings():
    games = [game(0, Side(1, member=False, outside=1700), 2)]
    sure = rate(known((1500, 200, 0.06), (np.nan, np.nan, np.nan)), games)
    parameters = replace(PARAMETERS, outside_rd=50)
    surer = SYSTEM.rate_step(
        lines_of(games),
        known((1500, 200, 0.06), (np.nan, np.nan, np.nan)),
        decisions_of([Person(), Person()]),
        JANUARY,
        parameters,
    )
    assert np.isnan(sure.after[1])
    assert surer.after[0] > sure.after[0] > 1500


def test_player_without_any_rating_stops_the_computation():
    state = known((1500, 200, 0.06), (1500, 200, 0.06), (np.nan, np.nan, np.nan))
    with pytest.raises(CannotCompute) as answer:
        rate(state, [game(0, 1, 2), game(0, Side(2, member=False), 2)])
    assert answer.value.rows == (1,)


def test_decided_points_and_ratings_are_applied_last():
    people = [Person(adjustment=25), Person(assessed=1800), Person(start=1650)]
    state = known((1500, 200, 0.06), (1500, 200, 0.06), (np.nan, np.nan, np.nan))
    outcome = rate(state, [], people)

    assert outcome.after.tolist() == [1525.0, 1800.0, 1650.0]
    assert outcome.touched.all()


@given(steps(), st.data())
def test_subset_of_players_with_all_their_games_gets_the_same_result(step, data):
    try:
        all_rows = rows_of(SYSTEM.rate_step(*columns_of(step)))
    except CannotCompute:
        reject()
    chosen = data.draw(st.sets(st.sampled_from(range(len(step.people)))))
    touching = [
        each
        for each in step.games
        if each.white.player in chosen or each.black.player in chosen
    ]
    part = rows_of(SYSTEM.rate_step(*columns_of(replace(step, games=touching))))
    for player in chosen:
        assert part[player] == all_rows[player]


@given(steps())
def test_every_explanation_reaches_the_new_rating(step):
    columns = columns_of(step)
    try:
        outcome = SYSTEM.rate_step(*columns)
    except CannotCompute:
        reject()
    for player in range(len(step.people)):
        explained = SYSTEM.explain_player(*columns, player)
        after = outcome.after[player]
        assert explained.after == (None if np.isnan(after) else after)
        assert explained.rated_games == outcome.games[player]
        shares = sum(line.change for line in explained.games)
        assert shares == pytest.approx(explained.change, abs=1e-6)


def test_outcome_of_a_period_has_every_column():
    people = [Person(), Person(), Person(), Person(start=1650), Person(adjustment=25)]
    numbers = [(1500, 200, 0.06), (1400, 30, 0.06), (NONE,) * 3, (NONE,) * 3]
    state = known(*numbers, (1700, 90, 0.05))
    guest = Side(2, member=False, outside=1600)
    outcome = rate(state, [game(0, 1, 2), game(guest, 0, 1)], people)

    played = day_number(date(2026, 2, 1))
    assert outcome.touched.tolist() == [True] * 5
    np.testing.assert_array_equal(outcome.before, [1500, 1400, NONE, 1650, 1700])
    assert outcome.start_from.tolist()[3] == StartFrom.DECISION
    np.testing.assert_allclose(
        outcome.change, np.nan_to_num(outcome.after - outcome.before) - [0, 0, 0, 0, 25]
    )
    assert outcome.change[0] > 0 > outcome.change[1]
    assert outcome.bonus.tolist() == outcome.deduction.tolist() == [0] * 5
    assert outcome.adjustment.tolist() == [0, 0, 0, 0, 25]
    assert outcome.after.tolist()[3:] == [1650, 1725]
    assert outcome.games.tolist() == [2, 1, 0, 0, 0]
    assert outcome.score.tolist() == [3, 0, 0, 0, 0]
    assert outcome.last_played.tolist() == [*[played] * 3, NEVER, NEVER]
    assert outcome.adopts.tolist() == [False] * 5
    # Players with games have new values as of today, players with a decision their old
    # ones, and players without any those of an unrated player.
    assert outcome.memory[0, 0] < 200
    assert outcome.memory[3:].tolist() == [
        [350, 0.06, JANUARY.last_day],
        [90, 0.05, DECEMBER],
    ]
    assert outcome.memory[:2, 2].tolist() == [JANUARY.last_day] * 2
    assert (outcome.games.dtype, outcome.score.dtype) == (np.int16, np.int32)


def test_game_of_a_player_against_themself_is_refused():
    with pytest.raises(CannotCompute) as answer:
        rate(PAPER, [game(0, 1, 2), game(2, 2, 2)])
    assert (answer.value.reason, answer.value.rows) == (CannotCompute.PLAYS_SELF, (1,))


def test_player_without_rating_is_refused_on_either_side():
    state = known((1500, 200, 0.06), (NONE, NONE, NONE))
    for games in (
        [game(0, Side(1, member=False), 2)],
        [game(Side(1, member=False), 0, 2)],
    ):
        with pytest.raises(CannotCompute) as answer:
            rate(state, games)
        assert answer.value.reason == CannotCompute.OPPONENT_UNKNOWN


def test_two_guests_may_meet():
    state = known((NONE, NONE, NONE), (NONE, NONE, NONE))
    outcome = rate(state, [game(Side(0, member=False), Side(1, member=False), 2)])
    assert np.isnan(outcome.after).all()


def test_newcomers_start_on_the_rating_of_the_edition():
    start = SYSTEM.default_start(
        np.array([1980, 0]), 2026, GlickoParameters(start_rating=1200)
    )
    assert start.tolist() == [1200, 1200]


def test_deviation_depends_on_the_source_of_the_rating():
    parameters = GlickoParameters(start_rd=300, outside_rd=100)
    unknown = (NONE, NONE, NONE)
    state = known((1500, NONE, NONE), unknown, unknown, unknown)
    people = [Person(), Person(), Person(), Person(start=1500)]
    games = [game(0, Side(1, outside=1500), 1), game(2, 3, 1)]
    columns = (lines_of(games), state, decisions_of(people), JANUARY, parameters)
    measured = [
        SYSTEM.explain_player(*columns, player).measures[0].before
        for player in range(4)
    ]
    # A converted rating, one from the line, the default, a decided one.
    assert measured == [100, 100, 300, 300]


def test_deviation_grows_at_most_to_the_limit_without_games():
    # √(345² + 2 x (173.7178 x 0.3)²) = 353 is above 350.
    state = known((1500, 345, 0.3), (1500, 90, 0.06), as_of=OCTOBER)
    found = explain(state, [game(0, 1, 1)], 0)
    assert found.measures[0].before == 350


def test_deviation_grows_only_by_the_periods_in_between():
    # √(90² + (173.7178 x 0.06)²) = 90.60 after one month, 91.2 after two.
    for as_of, rd in ((DECEMBER, 90), (date(2025, 11, 30), 90.60), (OCTOBER, 91.20)):
        day = as_of if isinstance(as_of, int) else day_number(as_of)
        state = known((1500, 90, 0.06), (1500, 90, 0.06), as_of=day)
        found = explain(state, [game(0, 1, 1)], 0)
        assert found.measures[0].before == pytest.approx(rd, abs=0.005)


def test_deviation_above_a_newly_lowered_limit_is_kept():
    found = explain(known((1500, 400, 0.06), (1500, 90, 0.06)), [game(0, 1, 1)], 0)
    assert found.measures[0].before == 400


def test_guest_has_the_deviation_of_outside_ratings_on_either_side():
    parameters = GlickoParameters(start_rd=300, outside_rd=100)
    people = decisions_of([Person(), Person()])
    met = known((1500, 200, 0.06), (1700, 100, 0.06))
    same = SYSTEM.rate_step(lines_of([game(0, 1, 2)]), met, people, JANUARY, parameters)
    state = known((1500, 200, 0.06), (NONE, NONE, NONE))
    guest = Side(1, member=False, outside=1700)
    for line in (game(0, guest, 2), game(guest, 0, 0)):
        columns = (lines_of([line]), state, people, JANUARY, parameters)
        assert SYSTEM.rate_step(*columns).after[0] == pytest.approx(same.after[0])
        (shown,) = SYSTEM.explain_player(*columns, player=0).games
        assert shown.change == pytest.approx(same.change[0])


def test_opponents_meet_a_newcomer_at_the_rating_of_each_line():
    """A player's result does not depend on games of others."""
    parameters = GlickoParameters(start_rd=300, outside_rd=100)
    state = known((1500, 200, 0.06), (NONE, NONE, NONE), (1500, 200, 0.06))
    people = decisions_of([Person() for _ in range(3)])
    elsewhere, unknown = game(0, Side(1, outside=1700), 1), game(2, 1, 2)

    def after(*games):
        columns = (lines_of(games), state, people, JANUARY, parameters)
        return SYSTEM.rate_step(*columns).after[[0, 2]].tolist()

    both = after(elsewhere, unknown)
    assert both == [after(elsewhere)[0], after(unknown)[1]]


def test_system_declares_its_memory_and_rating_steps():
    assert (SYSTEM.unit, SYSTEM.memory) == ("period", ("rd", "volatility", "as_of"))
    assert (SYSTEM.fractional, SYSTEM.in_order) == (True, True)
