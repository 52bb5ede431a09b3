"""Events rated as a whole, and the bonus of the summer, in the engine's step.

LASK text, points 11 and 12, with the worked tournament of tests/golden/lask.json: 1900
scores 5½ of 9 in a section with the mean 1950, which gives 50 points; rule 11a.
"""

import json
from dataclasses import replace
from datetime import date
from itertools import combinations
from math import floor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from ratings.rules.calendar import day_number
from ratings.rules.lask.monrad import find_opponents_mean, worth_of_monrad
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.system import SYSTEM, enter_games
from ratings.rules.lask.tournament import worth_of_tournament
from ratings.rules.parameters import BadParameters
from ratings.rules.played import Method, empty_lines, pairs_without_game
from ratings.rules.step import CannotCompute, Span
from tests.ratings.rules.columns import NONE, Person, Side, decisions_of, lines_of
from tests.ratings.rules.lask.test_system import known, long, random_columns, rows_of
from tests.ratings.rules.steps import steps

GOLDEN = json.loads(
    (Path(__file__).parents[3] / "golden" / "lask.json").read_text("utf-8")
)["concentrated_tournament"]
PARAMETERS = LaskParameters()
AUTUMN = Span(day_number(date(2025, 9, 1)), day_number(date(2025, 10, 31)))
SUMMER = Span(day_number(date(2026, 6, 1)), day_number(date(2026, 8, 31)))
JULY = date(2026, 7, 5)
# Nine opponents that make the section's mean 1950 with 1900.
SECTION = (1900, *[1950] * 8, 2000)
RESULTS = (2, 2, 2, 2, 2, 1, 0, 0, 0)


def columns(state, games, span=AUTUMN, people=None, **more):
    people = people or [Person() for _row in state.rating]
    lines = replace(lines_of(games), **more)
    return lines, state, decisions_of(people), span, PARAMETERS


def event_columns(games, method, **more):
    rows = len(games)
    return {
        "event": np.full(rows, 7),
        "method": np.full(rows, method, np.int8),
        **more,
    }


def own_games():
    return [long(0, row, score) for row, score in enumerate(RESULTS, start=1)]


def test_the_worked_tournament_is_rated_on_the_mean_of_its_section():
    games = own_games()
    arguments = columns(
        known(*SECTION), games, **event_columns(games, Method.CONCENTRATED)
    )
    outcome = SYSTEM.rate_step(*arguments)
    explained = SYSTEM.explain_player(*arguments, player=0)
    assert (outcome.change[0], outcome.after[0]) == (
        GOLDEN["change"],
        GOLDEN["new_rating"],
    )
    assert {line.opponent_base for line in explained.games} == {GOLDEN["average"]}
    assert {line.paragraphs for line in explained.games} == {("LASK text, point 11",)}
    assert {line.opponent_from for line in explained.games} == {"section"}
    assert sum(line.change for line in explained.games) == GOLDEN["change"]


def test_newcomer_counts_in_the_mean_with_the_number_that_the_others_see():
    # LASK text, point 11: the section has one mean. Row 0 brings 1800 to an earlier
    # game of the period and 1860 to the section: (1860 + 1900 + 2000) / 3 is 1920 for
    # all three; with 1800 it would be 1900 for row 0 alone. The base is 1800:
    # D = 120, K = 5, and 21 + 21 in the section after 16 + 6 against 1950 (D = 150).
    newcomer = Side(0, outside=1860)
    games = [
        long(Side(0, outside=1800), 3, 2),
        long(newcomer, 1, 2),
        long(newcomer, 2, 2),
        long(1, 2, 1),
    ]
    arguments = columns(
        known(NONE, 1900, 2000, 1950),
        games,
        event=np.array([6, 7, 7, 7]),
        method=np.array([Method.GAMES, *[Method.CONCENTRATED] * 3], np.int8),
    )
    faced = enter_games(*arguments[:3], PARAMETERS).faced
    assert set(faced.white[1:].tolist()) == set(faced.black[1:].tolist()) == {1920}
    assert SYSTEM.rate_step(*arguments).change[0] == 22 + 21 + 21


def test_opponent_met_twice_counts_once_in_the_mean():
    # 1900, 1800, 2000 and a half up: (1900 + 1800 + 2001) / 3 is 1900⅓.
    games = [long(0, 1, 2), long(1, 0, 0), long(0, 2, 1)]
    lines, state, decisions, _, parameters = columns(
        known(1900, 1800, 2001), games, **event_columns(games, Method.CONCENTRATED)
    )
    faced = enter_games(lines, state, decisions, parameters).faced
    assert (faced.white[0], faced.black[1], faced.white[2]) == (1900, 1900, 1900)


def test_absent_player_still_belongs_to_the_section():
    # The worked tournament, and a tenth of 2450 who won without a game: the mean is
    # (10 * 1950 + 2450) / 11 = 1995.45, 1995; D = 95, K = 4, and 32 + 4 * 9 = 68.
    # Both players of the unplayed game have the same mean.
    absent = replace(long(0, 10, 0), played=False)
    games = [*own_games(), absent, long(10, 1, 2)]
    others = [*games, *(replace(long(1, row, 1), played=False) for row in range(2, 10))]
    state = known(*SECTION, 2450)
    arguments = columns(state, others, **event_columns(others, Method.CONCENTRATED))
    assert SYSTEM.rate_step(*arguments).change[0] == 68
    faced = enter_games(*arguments[:3], PARAMETERS).faced
    assert set(faced.white[:9].tolist()) == {1995}
    assert faced.black[-1] == 1995


def test_forfeit_does_not_change_the_mean_of_the_section():
    # 1286, 1427, 1670 and 1329, mean 1428, all of them rated; 1427 does not play 1670
    # and has half a point of the other two: D = 1, K = 0, 1427 + (0.5 - 1.5) * 16.
    # With only the two played opponents, 1286 and 1329, it would be 1403.
    state = known(1286, 1427, 1670, 1329)
    games = [
        long(0, 1, 2),
        replace(long(1, 2, 2), played=False),
        long(1, 3, 1),
        *(long(white, black, 1) for white, black in ((0, 2), (0, 3), (2, 3))),
    ]
    arguments = columns(state, games, **event_columns(games, Method.CONCENTRATED))

    outcome = SYSTEM.rate_step(*arguments)

    assert set(enter_games(*arguments[:3], PARAMETERS).faced.white.tolist()) == {1428}
    assert outcome.after[1] == 1411


@given(st.lists(st.integers(-50, 2700), min_size=2, max_size=8), st.data())
def test_section_has_one_mean_whichever_boards_are_unplayed(ratings, data):
    pairs = list(combinations(range(len(ratings)), 2))
    become = st.sampled_from(["played", "forfeit", "no line"])
    fates = data.draw(st.lists(become, min_size=len(pairs), max_size=len(pairs)))
    games = [
        replace(long(*pair, data.draw(st.integers(0, 2))), played=fate == "played")
        for pair, fate in zip(pairs, fates, strict=True)
        if fate != "no line"
    ]
    met = {frozenset((game.white.player, game.black.player)) for game in games}
    empty = pairs_without_game(range(len(ratings)), met)
    games += [replace(long(*pair, 1), played=False) for pair in empty]
    arguments = columns(
        known(*ratings), games, **event_columns(games, Method.CONCENTRATED)
    )

    faced = enter_games(*arguments[:3], PARAMETERS).faced

    mean = floor(sum(ratings) / len(ratings) + 0.5)
    found = {*faced.white.tolist(), *faced.black.tolist()}
    assert found == ({mean} if "played" in fates else set())


def test_an_empty_line_is_no_game_for_either_player():
    games = [long(0, 1, 2), replace(long(0, 2, 1), played=False), long(1, 2, 1)]
    arguments = columns(
        known(1900, 1900, 1900), games, **event_columns(games, Method.CONCENTRATED)
    )
    for player in (0, 2):
        explained = SYSTEM.explain_player(*arguments, player=player)
        lines = [(game.reason, game.paragraphs) for game in explained.games]
        assert lines.count(("no_game", ("LASK text, point 11",))) == 1
        assert explained.rated_games == len(lines) - 1


def test_player_entered_under_two_cards_counts_once_in_the_mean():
    # The second card, now merged, has no game: (1900 + 1800) / 2 = 1850 for both.
    games = [
        long(0, 1, 2),
        replace(long(0, 0, 1), played=False),
        replace(long(1, 0, 1), played=False),
    ]
    arguments = columns(
        known(1900, 1800), games, **event_columns(games, Method.CONCENTRATED)
    )

    faced = enter_games(*arguments[:3], PARAMETERS).faced

    assert (faced.white.tolist(), faced.black.tolist()) == ([1850], [1850])


def test_given_mean_is_used_for_unrated_opponents():
    games = own_games()
    mean = np.full(len(games), 1950.0)
    state = known(1900, *[NONE] * 9)
    guests = [
        replace(each, black=Side(each.black.player, member=False)) for each in games
    ]
    arguments = columns(
        state,
        guests,
        **event_columns(games, Method.CONCENTRATED, white_mean=mean, black_mean=mean),
    )
    assert SYSTEM.rate_step(*arguments).change[0] == GOLDEN["change"]


def test_section_with_unrated_players_and_no_mean_is_refused():
    games = own_games()
    state = known(1900, NONE, *[1950] * 8)
    arguments = columns(state, games, **event_columns(games, Method.CONCENTRATED))
    with pytest.raises(CannotCompute) as answer:
        SYSTEM.rate_step(*arguments)
    assert answer.value.rows == tuple(range(9))


def test_monrad_tournament_uses_each_sides_own_mean():
    # Kv = 36 in eight rounds, G = 1800: M = 1800 + 11 * 4 = 1844 (formula 2b).
    games = [long(0, row, 1) for row in range(1, 9)]
    white, black = np.full(8, 1844.0), np.full(8, 1750.0)
    arguments = columns(
        known(*[1900] * 9),
        games,
        **event_columns(games, Method.MONRAD, white_mean=white, black_mean=black),
    )
    outcome = SYSTEM.rate_step(*arguments)
    opponents = find_opponents_mean(1800, 72, 8)
    worth = worth_of_monrad(1900, 8, opponents, PARAMETERS)
    assert (opponents.rating, outcome.change[0]) == (1844, worth.tournament.change)
    # 1900 against 1750: D = 150.
    one = worth_of_tournament(1900, 1750, 1, 1, PARAMETERS)
    assert outcome.change[1:].tolist() == [one.change] * 8
    cited = SYSTEM.explain_player(*arguments, player=0).games[0].paragraphs
    assert cited == ("LASK text, point 12",)


def test_a_monrad_tournament_without_a_mean_is_refused():
    games = [long(0, 1, 1)]
    arguments = columns(known(1900, 1900), games, **event_columns(games, Method.MONRAD))
    with pytest.raises(CannotCompute):
        SYSTEM.rate_step(*arguments)


def test_section_without_known_event_is_refused():
    games = own_games()
    method = np.full(len(games), Method.CONCENTRATED, np.int8)
    with pytest.raises(CannotCompute):
        SYSTEM.rate_step(*columns(known(*SECTION), games, method=method))


def test_other_events_of_the_step_are_rated_game_by_game():
    # +14 against 1850 as in the worked ledger, and a win in a section with mean 1900.
    games = [long(0, 1, 2), long(0, 2, 2)]
    arguments = columns(
        known(1900, 1850, 1900),
        games,
        event=np.array([1, 2]),
        method=np.array([Method.GAMES, Method.CONCENTRATED], np.int8),
    )
    assert SYSTEM.rate_step(*arguments).change[0] == 14 + 16


@given(steps(), st.data())
def test_rating_events_as_a_whole_agrees_with_a_single_players_view(step, data):
    methods = data.draw(
        st.lists(
            st.sampled_from([Method.GAMES, Method.CONCENTRATED]),
            min_size=len(step.games),
            max_size=len(step.games),
        )
    )
    events = [row % 3 for row in range(len(step.games))]
    methods = [methods[event] for event in events] if methods else []
    large = [row % 2 == 0 for row in range(len(step.games))]

    def arguments(rows):
        picked = replace(step, games=[step.games[row] for row in rows])
        lines, *rest = random_columns(picked)
        lines = replace(
            lines,
            event=np.array([events[row] for row in rows], int),
            method=np.array([methods[row] for row in rows], np.int8),
            large=np.array([large[row] for row in rows], bool),
        )
        return lines, *rest

    everything = range(len(step.games))
    try:
        outcome = SYSTEM.rate_step(*arguments(everything))
    except CannotCompute:
        reject()
    chosen = data.draw(st.integers(0, len(step.people) - 1))
    own = [
        row
        for row in everything
        if chosen in (step.games[row].white.player, step.games[row].black.player)
    ]
    alone = SYSTEM.rate_step(*arguments(own))
    assert rows_of(alone)[chosen] == rows_of(outcome)[chosen]
    explained = SYSTEM.explain_player(*arguments(everything), chosen)
    assert sum(line.change for line in explained.games) == explained.change
    assert explained.period_bonus == outcome.bonus[chosen]


def large(games, *marked):
    return {"large": np.array([row in marked for row in range(len(games))])}


def test_large_summer_event_gives_16_points_once():
    games = [long(0, 1, 1, JULY), long(1, 0, 1, JULY), long(2, 3, 1, JULY)]
    arguments = columns(known(*[1900] * 4), games, SUMMER, **large(games, 0, 1))
    outcome = SYSTEM.rate_step(*arguments)
    explained = SYSTEM.explain_player(*arguments, player=0)
    assert outcome.bonus.tolist() == [16, 16, 0, 0]
    assert outcome.after.tolist() == [1916, 1916, 1900, 1900]
    assert explained.period_bonus == 16
    assert explained.games[0].paragraphs == ("LASK Rankingregel 1", "LASK 11a")
    assert explained.raw == 1916


def test_the_bonus_waits_until_the_next_season_has_begun():
    games = [long(0, 1, 1, JULY)]
    open_summer = replace(SUMMER, closed=False)
    arguments = columns(known(1900, 1900), games, open_summer, **large(games, 0))
    assert SYSTEM.rate_step(*arguments).bonus.tolist() == [0, 0]


def test_season_games_give_no_bonus():
    games = [long(0, 1, 1, date(2025, 9, 5))]
    arguments = columns(known(1900, 1900), games, AUTUMN, **large(games, 0))
    assert SYSTEM.rate_step(*arguments).bonus.tolist() == [0, 0]


def test_guest_gets_no_bonus_and_bonus_can_be_withheld():
    guest = Side(1, member=False, outside=1900)
    games = [long(0, guest, 1, JULY), long(2, 3, 1, JULY)]
    people = [Person(), Person(), Person(bonus_withheld=True), Person()]
    arguments = columns(
        known(1900, NONE, 1900, 1900), games, SUMMER, people, **large(games, 0, 1)
    )
    assert SYSTEM.rate_step(*arguments).bonus.tolist() == [16, 0, 0, 16]


def test_base_date_within_the_summer_is_refused():
    dates = [[1, 1], [6, 1], [7, 1], [9, 1]]
    with pytest.raises(BadParameters) as caught:
        LaskParameters.from_json({"period_starts": dates})
    assert caught.value.errors == {"period_starts": "base_date_in_summer"}


def test_lines_are_not_empty_without_a_method():
    games = [replace(long(0, 1, 1), played=False), long(0, 1, 1)]
    lines = lines_of(games)
    assert empty_lines(lines).tolist() == [False, False]
    for method, empty in ((Method.CONCENTRATED, True), (Method.MONRAD, False)):
        of_event = replace(lines, **event_columns(games, method))
        assert empty_lines(of_event).tolist() == [empty, False]
    won = lines_of([replace(games[0], score=score) for score in (0, 2)])
    assert (
        empty_lines(replace(won, **event_columns(games, Method.CONCENTRATED))).any()
        == 0
    )
