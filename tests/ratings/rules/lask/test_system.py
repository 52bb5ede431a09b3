"""LASK as used by the engine: `ratings.rules.lask.system`.

Numbers by the text of 1970, its worked ledger (tests/golden/lask.json) and table 4.
"""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from ratings.rules.calendar import day_number
from ratings.rules.lask.memory import MEMORY
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.system import SYSTEM
from ratings.rules.step import NEVER, CannotCompute, Span
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

PARAMETERS = LaskParameters()
AUTUMN = Span(day_number(date(2025, 9, 1)), day_number(date(2025, 10, 31)))
SPRING = Span(day_number(date(2026, 3, 1)), day_number(date(2026, 5, 31)))
SEASON = day_number(date(2025, 9, 1))


def known(*ratings, games=0):
    """Return the state of players with these ratings and so many games this season."""
    plain = state_of([Person(rating) for rating in ratings])
    memory = np.array([[SEASON, games]] * len(ratings), float)
    return replace(plain, memory=memory)


def long(white, black, score, day=date(2026, 3, 15), **more):
    return game(white, black, score, minutes=180, day=day, **more)


def columns(state, games, people=None, span=AUTUMN):
    people = people or [Person() for _row in state.rating]
    return lines_of(games), state, decisions_of(people), span, PARAMETERS


def rate(*arguments, **named):
    return SYSTEM.rate_step(*columns(*arguments, **named))


def test_worked_ledger_is_reproduced():
    """Adam, base 1900: a win against 1850 is +14, a draw with 1970 +3."""
    arguments = columns(
        known(1900, 1850, 1970),
        [long(0, 1, 2, date(2025, 9, 5)), long(2, 0, 1, date(2025, 9, 6))],
    )
    outcome = SYSTEM.rate_step(*arguments)
    explained = SYSTEM.explain_player(*arguments, player=0)

    assert outcome.after.tolist() == [1917, 1836, 1967]
    assert [line.change for line in explained.games] == [14, 3]
    assert [line.running_after for line in explained.games] == [1914, 1917]


def test_nothing_is_halved_from_2200():
    # A win among equals is 16 points each way, whatever the rating.
    outcome = rate(known(2300, 2300), [long(0, 1, 2)])
    assert outcome.after.tolist() == [2316, 2284]


@pytest.mark.parametrize(
    ("games", "points"),
    [(0, -27), (1, -20), (2, -14), (3, -9), (4, -5), (5, -2), (6, 0), (7, 0)],
)
def test_too_few_games_in_the_season_cost_points_on_1_june(games, points):
    outcome = rate(known(1800, 1800, games=games), [], span=SPRING)
    assert outcome.deduction.tolist() == [points, points]
    assert outcome.after[0] == 1800 + points
    assert outcome.touched.all() == bool(points)


def test_games_of_the_last_period_count_too():
    # Three before and one now: four games, five points.
    outcome = rate(known(1800, 1800, games=3), [long(0, 1, 1)], span=SPRING)
    assert outcome.after.tolist() == [1795, 1795]
    assert outcome.memory.tolist() == [[SEASON, 4], [SEASON, 4]]


def test_new_season_counts_from_zero():
    before = known(1800, 1800, games=5)
    autumn = Span(day_number(date(2026, 9, 1)), day_number(date(2026, 10, 31)))
    outcome = rate(before, [long(0, 1, 1, date(2026, 9, 5))], span=autumn)
    assert outcome.memory.tolist() == [[day_number(date(2026, 9, 1)), 1]] * 2


def test_memory_of_untouched_players_is_kept():
    before = known(1800, 1800, 1800, games=5)
    before.memory[2] = [day_number(date(2024, 9, 1)), 4]
    outcome = rate(before, [long(0, 1, 1, date(2025, 9, 5))])
    assert outcome.memory.tolist() == [
        [SEASON, 6],
        [SEASON, 6],
        [day_number(date(2024, 9, 1)), 4],
    ]
    assert before.memory[0].tolist() == [SEASON, 5]


def test_missing_memory_means_no_games_this_season():
    before = replace(known(1800, 1800, 1800), memory=None)
    outcome = rate(before, [long(0, 1, 1, date(2025, 9, 5))])
    assert outcome.memory.tolist() == [[SEASON, 1], [SEASON, 1], [SEASON, 0]]


def test_a_short_game_and_a_forfeit_are_not_entered():
    games = [game(0, 1, 2, minutes=120), long(0, 1, 2, played=False)]
    outcome = rate(known(1800, 1800), games)
    assert outcome.after.tolist() == [1800, 1800]
    assert outcome.games.tolist() == [0, 0]


def test_unrated_opponent_stops_the_computation():
    with pytest.raises(CannotCompute) as answer:
        rate(known(1800, NONE), [long(0, 1, 2)])
    assert answer.value.rows == (0,)


def test_two_unrated_opponents_are_refused_from_either_side():
    # Black has a number on a later line, which White's computation does not see.
    later = long(0, Side(1, outside=700), 0)
    with pytest.raises(CannotCompute) as answer:
        rate(known(NONE, NONE, NONE), [long(1, 2, 0), later])
    assert answer.value.rows == (0,)


def test_decided_rating_is_used_as_the_start():
    people = [Person(), Person(start=1700)]
    outcome = rate(known(1700, NONE), [long(0, 1, 2)], people)
    assert outcome.after.tolist() == [1716, 1684]


def test_guest_counts_with_the_rating_of_the_line_and_gets_none():
    guest = Side(1, member=False, outside=1800)
    outcome = rate(known(1800, NONE), [long(0, guest, 2)])
    assert outcome.after[0] == 1816
    assert np.isnan(outcome.after[1])


def random_columns(step):
    state = state_of(step.people)
    memory = np.full((len(step.people), len(MEMORY)), np.nan)
    games = [replace(each, minutes=3 * each.minutes) for each in step.games]
    span = Span(day_number(step.first), day_number(step.last))
    return columns(replace(state, memory=memory), games, step.people, span)


def rows_of(outcome):
    columns = (
        outcome.touched,
        outcome.before,
        outcome.change,
        outcome.deduction,
        outcome.after,
        outcome.games,
        outcome.score,
        outcome.last_played,
        outcome.memory,
    )
    return [
        tuple(np.nan_to_num(column[row], nan=-1).tolist() for column in columns)
        for row in range(len(outcome.after))
    ]


@given(steps(), st.data())
def test_subset_of_players_with_all_their_games_gets_the_same_result(step, data):
    try:
        all_rows = rows_of(SYSTEM.rate_step(*random_columns(step)))
    except CannotCompute:
        reject()
    chosen = data.draw(st.sets(st.sampled_from(range(len(step.people)))))
    touching = [
        each
        for each in step.games
        if each.white.player in chosen or each.black.player in chosen
    ]
    part = rows_of(SYSTEM.rate_step(*random_columns(replace(step, games=touching))))
    for player in chosen:
        assert part[player] == all_rows[player]


@given(steps())
def test_every_explanation_reaches_the_new_rating(step):
    arguments = random_columns(step)
    try:
        outcome = SYSTEM.rate_step(*arguments)
    except CannotCompute:
        reject()
    for player in range(len(step.people)):
        explained = SYSTEM.explain_player(*arguments, player)
        after = outcome.after[player]
        assert explained.after == (None if np.isnan(after) else after)
        assert explained.rated_games == outcome.games[player]
        assert sum(line.change for line in explained.games) == explained.change


def test_game_of_a_player_against_themself_is_refused():
    with pytest.raises(CannotCompute) as answer:
        rate(known(1900, 1850), [long(0, 1, 2), long(1, 1, 2)])
    assert (answer.value.reason, answer.value.rows) == (CannotCompute.PLAYS_SELF, (1,))


def test_nothing_is_deducted_from_unrated_players():
    # Without a game every rated player loses 27 points (6, table 4).
    outcome = rate(known(1900, NONE), [], span=SPRING)
    assert outcome.deduction.tolist() == [-27, 0]


def test_outcome_of_a_period_has_every_column():
    # Equals: 20 points each way; the third has too few games when the season ends.
    people = [Person(adjustment=5), Person(), Person()]
    games = [long(0, 1, 2)]
    state = known(1900, 1900, 1700, games=6)
    state.memory[2, 1] = 5
    outcome = rate(state, games, people, span=SPRING)

    assert outcome.touched.tolist() == [True] * 3
    assert outcome.before.tolist() == [1900, 1900, 1700]
    assert outcome.start_from.tolist() == [0] * 3
    win = outcome.change.tolist()[0]
    assert outcome.change.tolist() == [win, -win, 0]
    assert outcome.bonus.tolist() == [0] * 3
    assert outcome.adjustment.tolist() == [5, 0, 0]
    # Table 4: five games cost two points.
    assert outcome.deduction.tolist() == [0, 0, -2]
    assert outcome.after.tolist() == [1900 + win + 5, 1900 - win, 1698]
    assert outcome.games.tolist() == [1, 1, 0]
    assert outcome.score.tolist() == [2, 0, 0]
    assert outcome.last_played.tolist() == [day_number(games[0].day)] * 2 + [NEVER]
    assert outcome.adopts.tolist() == [False] * 3


def test_system_declares_its_memory_steps_and_minimum_time():
    assert (SYSTEM.unit, SYSTEM.memory) == ("period", ("season", "season_games"))
    assert (SYSTEM.fractional, SYSTEM.in_order) == (False, False)
    # Rules 4 and 5: three minutes a move, sixty moves.
    assert SYSTEM.minimum_minutes(PARAMETERS) == PARAMETERS.minutes
    minutes = SYSTEM.required_minutes(np.zeros(2), np.ones(2, bool), PARAMETERS)
    assert minutes.tolist() == [PARAMETERS.minutes] * 2
