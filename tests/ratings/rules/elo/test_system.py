"""The FIDE rating system as used by the engine: `ratings.rules.elo.system`.

Numbers by FIDE Handbook B.02, tables 8.1.1 and 8.1.2.
"""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from ratings.rules.calendar import day_number
from ratings.rules.elo.first import first_rating
from ratings.rules.elo.k_rules import KRule
from ratings.rules.elo.parameters import edition
from ratings.rules.elo.sides import MEMORY
from ratings.rules.elo.system import SYSTEM
from ratings.rules.outcomes import next_state
from ratings.rules.step import CannotCompute, Span, StartFrom
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
FEBRUARY = Span(day_number(date(2026, 2, 1)), day_number(date(2026, 2, 28)))
NOW = edition("2025-10")


def known(*numbers):
    """Return the state of players from (rating, career games, highest)."""
    plain = state_of([Person(rating) for rating, *_rest in numbers])
    memory = np.array([rest for _rating, *rest in numbers], float)
    return replace(plain, memory=memory)


def columns(state, games, events=None, people=None, span=JANUARY, parameters=NOW):
    people = people or [Person() for _row in state.rating]
    lines = lines_of(games)
    numbers = np.ones(len(games), np.int32) if events is None else np.array(events)
    return (
        replace(lines, event=numbers),
        state,
        decisions_of(people),
        span,
        parameters,
    )


def rate(*arguments, **named):
    return SYSTEM.rate_step(*columns(*arguments, **named))


EXPERIENCED = known((2000, 50, 2000), (2100, 50, 2100), (1900, 5, 1900))


def test_a_game_is_worth_k_times_score_minus_pd():
    # D = 100: PD 0.64 for the higher-rated, 0.36 for the lower (table 8.1.2).
    outcome = rate(EXPERIENCED, [game(0, 1, 2)])

    # 20 x 0.64 = 12.8, 20 x -0.64 = -12.8; rounded half away from zero.
    assert outcome.after.tolist() == [2013, 2087, 1900]
    assert outcome.touched.tolist() == [True, True, False]


def test_the_change_is_rounded_once_a_period():
    # D = 0: PD 0.50; K = 40 under thirty games: +20 and -20 and a draw.
    state = known((1500, 0, 1500), (1500, 40, 1500))
    outcome = rate(state, [game(0, 1, 1), game(0, 1, 2)])
    assert outcome.after.tolist() == [1520, 1490]


def test_k_falls_to_10_for_good_at_2400():
    state = known((2390, 300, 2401), (2390, 300, 2399))
    outcome = rate(state, [game(0, 1, 2)])
    # PD 0.50: 10 x 0.5 = 5; 20 x -0.5 = -10.
    assert outcome.after.tolist() == [2395, 2380]


def test_career_and_highest_rating_are_stored():
    outcome = rate(EXPERIENCED, [game(0, 1, 2), game(2, 0, 0)])
    # The second game: D = 100, PD 0.64; 20 x 0.36 = 7.2; together exactly 20.
    assert outcome.memory.tolist() == [[52, 2020], [51, 2100], [6, 1900]]


def test_game_against_an_unrated_player_is_not_rated():
    state = known((2000, 50, 2000), (NONE, NONE, NONE))
    outcome = rate(state, [game(0, 1, 0)])
    assert outcome.after[0] == 2000
    assert outcome.games.tolist() == [0, 1]


UNRATED = known((NONE, NONE, NONE), *[(2000, 50, 2000)] * 5)


def unrated(games, **named):
    """Rate a newcomer against five opponents of 2000."""
    return rate(UNRATED, games, **named)


def test_five_games_give_a_first_rating():
    games = [game(0, 1, 2), game(2, 0, 0), game(0, 3, 1), game(0, 4, 0), game(5, 0, 2)]
    outcome = unrated(games)
    # Ra = (5 x 2000 + 2 x 1800) / 7 = 1942.86; score 2.5 + 1 of 7: p = 0.50, dp = 0.
    assert outcome.after[0] == 1943
    assert np.isnan(outcome.before[0])
    assert (outcome.games[0], outcome.memory[0].tolist()) == (5, [5, 1943])


def test_fewer_than_five_games_are_kept_for_later():
    first = unrated([game(0, 1, 2), game(0, 2, 0)], events=[7, 7])
    assert np.isnan(first.after[0])
    assert first.tails == {0: (24313, 2, 2, 2000, 2000)}

    games = [game(0, 3, 1), game(0, 4, 0), game(5, 0, 2)]
    second = SYSTEM.rate_step(
        *columns(next_state(first, UNRATED), games, [8, 8, 8], span=FEBRUARY)
    )
    # 1.5 of 5 and two draws: 2.5 of 7, p = 0.36, dp = -102; Ra = 1942.86.
    assert second.after[0] == 1841
    assert (second.tails, second.memory[0].tolist()) == ({}, [5, 1841])


def test_decisions_apply_to_a_first_rating_too():
    # 8.2 gives 1943 (five draws and two more against Ra = 1942.86).
    games = [game(0, number, 1) for number in (1, 2, 3, 4, 5)]
    others = [Person() for _ in range(5)]
    assessed = unrated(games, people=[Person(assessed=2050), *others])
    assert (assessed.after[0], assessed.memory[0].tolist()) == (2050, [5, 2050])
    adjusted = unrated(games, people=[Person(adjustment=-30), *others])
    assert (adjusted.after[0], adjusted.memory[0].tolist()) == (1913, [5, 1913])


def test_first_rating_that_a_decision_lowers_below_the_floor_is_a_fall_below_it():
    games = [game(0, number, 1) for number in (1, 2, 3, 4, 5)]
    others = [Person() for _ in range(5)]
    lowered = unrated(games, people=[Person(adjustment=-600), *others])
    assert np.isnan(lowered.after[0])
    # The games are those of a rating, and are not pooled with later ones.
    assert (lowered.tails, lowered.memory[0][0]) == ({}, 5)
    later = rate(next_state(lowered, UNRATED), [game(0, 1, 1)], span=FEBRUARY)
    assert np.isnan(later.after[0])


@pytest.mark.parametrize("decided", [Person(start=1500), Person(assessed=1500)])
def test_events_before_a_decided_rating_do_not_count_after_a_fall_below_the_floor(
    decided,
):
    # 7.2.1: a player below 1400 is "any other unrated player". The two wins of
    # January came before the decided rating and are not pooled with later games.
    others = [Person() for _ in range(5)]
    january = unrated([game(0, 1, 2), game(0, 2, 2)])
    state = next_state(january, UNRATED)
    february = rate(state, [], people=[decided, *others], span=FEBRUARY)
    assert (february.after[0], february.tails) == (1500, {})
    state = next_state(february, state)
    fallen = rate(state, [], people=[Person(adjustment=-101), *others], span=FEBRUARY)
    state = next_state(fallen, state)
    assert np.isnan(state.rating[0])
    games = [game(0, number, 1) for number in (3, 4, 5)]
    assert np.isnan(rate(state, games, span=FEBRUARY).after[0])


def test_scoreless_first_event_is_disregarded():
    first = unrated([game(0, 1, 0), game(0, 2, 0)], events=[7, 7])
    games = [game(0, number, 1) for number in (1, 2, 3, 4, 5)]
    second = SYSTEM.rate_step(
        *columns(next_state(first, UNRATED), games, [8] * 5, span=FEBRUARY)
    )
    # Five draws and two more: p = 0.50 on Ra = 1942.86.
    assert second.after[0] == 1943


def test_two_identical_scoreless_events_are_kept_separately():
    first = unrated([game(0, 1, 0), game(0, 1, 0)], events=[7, 8])
    # Only the very first is disregarded (8.2.1): both are stored.
    assert first.tails == {0: (24313, 0, 1, 2000, 24313, 0, 1, 2000)}
    games = [game(0, number, 1) for number in (2, 3, 4, 5)]
    second = SYSTEM.rate_step(
        *columns(next_state(first, UNRATED), games, [9] * 4, span=FEBRUARY)
    )
    # 0 of 1 and 2 of 4 and two draws: 3 of 7, p = 0.43, dp = -50; Ra = 1942.86.
    assert second.after[0] == 1893


class Newcomer:
    """A newcomer's events rated in sequence, as the text describes."""

    def __init__(self):
        self.events, self.rating = [], None

    def rate(self, month, played):
        """`played`: (event, opponent, half points) in order of play."""
        names = dict.fromkeys(event for event, _opponent, _score in played)
        for name in names:
            games = [each[1:] for each in played if each[0] == name]
            self.events.append((month, games))
        lost = sum(score for _opponent, score in self.events[0][1]) == 0
        pool = [
            each
            for day, games in self.events[1 if lost else 0 :]
            for each in games
            if day > month - 26
        ]
        if pool:
            opponents, scores = zip(*pool, strict=True)
            self.rating = first_rating(opponents, sum(scores), NOW).published


@given(st.integers(0, 2**32 - 1))
def test_first_ratings_agree_with_a_slow_implementation_of_the_text(seed):
    rng = np.random.default_rng(seed)
    state = known(*[(NONE, NONE, NONE)] * 6, *[(1500, 50, 1500), (2100, 50, 2100)] * 2)
    slow = [Newcomer() for _row in range(6)]
    for month in range(3):
        played = [
            (int(rng.integers(6)), 6 + int(rng.integers(4)), int(rng.integers(3)))
            for _game in range(rng.integers(16))
        ]
        events = [int(rng.integers(3)) for _game in played]
        first = date(2026 + month, 1, 1)
        span = Span(day_number(first), day_number(first.replace(day=31)))
        games = [game(*each) for each in played]
        outcome = SYSTEM.rate_step(*columns(state, games, events, span=span))
        for row, newcomer in enumerate(slow):
            own = [
                (event, int(state.rating[opponent]), score)
                for event, (player, opponent, score) in zip(events, played, strict=True)
                if player == row
            ]
            if own and newcomer.rating is None:
                newcomer.rate(12 * month, own)
                assert known_or_none(outcome.after[row]) == newcomer.rating
        state = next_state(outcome, state)
        # Rated newcomers drop out, and no rated player changes.
        state = replace(state, rating=np.append(state.rating[:6], [1500, 2100] * 2))


def known_or_none(number):
    return None if np.isnan(number) else number


def test_player_falling_below_the_floor_is_unrated_again():
    state = known((1401, 50, 1500), (1401, 50, 1500))
    outcome = rate(state, [game(0, 1, 2)])
    # 1401 - 10 = 1391 is below 1400.
    assert outcome.after[0] == 1411
    assert np.isnan(outcome.after[1])
    assert outcome.touched.tolist() == [True, True]


def test_guest_counts_with_the_rating_of_the_line_and_gets_none():
    state = known((2000, 50, 2000), (NONE, NONE, NONE))
    outcome = rate(state, [game(0, Side(1, member=False, outside=2000), 2)])
    assert outcome.after[0] == 2010
    assert np.isnan(outcome.after[1])


def test_higher_rated_player_has_the_cap_once_per_tournament_in_2022():
    state = known((2500, 50, 2500), *[(2000, 50, 2000)] * 2)
    games = [game(0, 1, 2), game(0, 2, 2), game(0, 1, 2)]
    outcome = rate(state, games, [1, 1, 2], parameters=edition("2022"))
    # K = 10. With the cap PD is 0.92, and 10 x 0.08 = 0.8, once in each tournament;
    # D = 500 is 0.96, and 10 x 0.04 = 0.4. 0.8 + 0.4 + 0.8 = 2.
    assert outcome.after[0] == 2502


def test_explanation_adds_up_to_the_new_rating():
    arguments = columns(EXPERIENCED, [game(0, 1, 2), game(2, 0, 1)])
    explained = SYSTEM.explain_player(*arguments, player=0)

    assert [(g.expected, g.coefficient, g.change) for g in explained.games] == [
        (0.36, 20, 12.8),
        (0.64, 20, -2.8),
    ]
    assert (explained.raw, explained.rounded, explained.after) == (2010, 2010, 2010)


def test_game_of_a_player_against_themself_is_refused():
    with pytest.raises(CannotCompute) as answer:
        rate(EXPERIENCED, [game(0, 1, 2), game(2, 2, 2)])
    assert answer.value.rows == (1,)


def random_columns(step):
    state = state_of(step.people)
    memory = np.full((len(step.people), len(MEMORY)), np.nan)
    events = [each.day.toordinal() % 3 for each in step.games]
    span = Span(day_number(step.first), day_number(step.last))
    return columns(replace(state, memory=memory), step.games, events, step.people, span)


def rows_of(outcome):
    return [
        (
            *(
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
            ),
            outcome.tails.get(row),
        )
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
    part = SYSTEM.rate_step(*random_columns(replace(step, games=touching)))
    for player in chosen:
        assert rows_of(part)[player] == all_rows[player]


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
        assert abs(sum(g.change for g in explained.games) - explained.change) <= 0.5


def test_outcome_of_a_period_has_every_column():
    # Five draws with 2000 and two with 1800: Ra = 1942.86. D = 0: 20 x .50.
    state = known((NONE, NONE, NONE), (2000, 50, 2000), (2000, 50, 2000))
    people = [Person(), Person(), Person(adjustment=-5)]
    games = [*[game(0, 1, 1)] * 5, game(2, 1, 0)]
    outcome = rate(state, games, people=people)

    assert outcome.touched.tolist() == [True, True, True]
    np.testing.assert_array_equal(outcome.before, [NONE, 2000, 2000])
    assert outcome.start_from.tolist() == [StartFrom.DEFAULT, 0, 0]
    assert outcome.change.tolist() == [0, 10, -10]
    assert outcome.bonus.tolist() == outcome.deduction.tolist() == [0, 0, 0]
    assert outcome.adjustment.tolist() == [0, 0, -5]
    assert outcome.after.tolist() == [1943, 2010, 1985]
    assert (outcome.games.tolist(), outcome.score.tolist()) == ([5, 1, 1], [5, 2, 0])
    assert outcome.last_played.tolist() == [day_number(games[0].day)] * 3
    assert outcome.adopts.tolist() == [False] * 3
    assert outcome.memory.tolist() == [[5, 1943], [51, 2010], [51, 2000]]
    assert outcome.tails == {}
    assert (outcome.games.dtype, outcome.score.dtype) == (np.int16, np.int32)
    assert outcome.after.dtype == outcome.change.dtype == np.float32


def test_half_a_decided_point_is_rounded_up():
    people = [Person(adjustment=0.5), Person(assessed=1800.5)]
    state = known((2000, 50, 2000), (2000, 50, 2000))
    assert rate(state, [], people=people).after.tolist() == [2001, 1801]


def test_player_without_memory_begins_a_career():
    # K = 40 under thirty games; PD .50.
    state = state_of([Person(2000), Person(2000)])
    outcome = rate(state, [game(0, 1, 2)])
    assert outcome.after.tolist() == [2020, 1980]
    assert outcome.memory.tolist() == [[1, 2020], [1, 1980]]


def test_first_game_of_a_career_counts_as_one():
    rules = replace(NOW, k_rules=(KRule(40, under_games=1), KRule(10)))
    state = known((2000, NONE, NONE), (2000, 1, 2000))
    outcome = rate(state, [game(0, 1, 2)], parameters=rules)
    assert outcome.after.tolist() == [2020, 1995]


def test_each_player_has_the_cap_once_per_tournament_in_2022():
    # K = 10, PD .92: 0.8 for both, each in a tournament of the own.
    state = known(*[(2500, 50, 2500)] * 2, *[(2000, 50, 2000)] * 2)
    games = [game(0, 2, 2), game(1, 3, 2)]
    outcome = rate(state, games, [2, 1], parameters=edition("2022"))
    assert outcome.after.tolist()[:2] == [2501, 2501]


def test_in_2022_a_period_may_be_without_rated_games():
    outcome = rate(EXPERIENCED, [], parameters=edition("2022"))
    assert outcome.after.tolist() == [2000, 2100, 1900]


def test_tournaments_must_be_given_in_2022():
    lines, *rest = columns(EXPERIENCED, [game(0, 1, 2)], parameters=edition("2022"))
    with pytest.raises(ValueError, match="event"):
        SYSTEM.rate_step(replace(lines, event=None), *rest)


def test_newcomers_games_without_event_count_as_one_event():
    lines, *rest = columns(
        known((NONE, NONE, NONE), (2000, 50, 2000)), [game(0, 1, 2), game(0, 1, 0)]
    )
    outcome = SYSTEM.rate_step(replace(lines, event=None), *rest)
    assert outcome.tails == {0: (24313, 2, 2, 2000, 2000)}


def test_first_event_and_events_of_26_months_are_stored():
    # January 2026 is month 12 x 2026 + 1 = 24313; 25 months before it is 24288.
    state = known((NONE,) * 3, (2000, 50, 2000), (NONE,) * 3)
    first, old, recent = (24200, 1, 1, 1500), (24287, 2, 1, 1700), (24288, 1, 1, 1600)
    state = replace(state, tails={0: (*first, *old, *recent), 2: old})
    outcome = rate(state, [game(0, 1, 0)])
    assert outcome.tails == {0: (*first, *recent, 24313, 0, 1, 2000), 2: old}
    assert (outcome.games.tolist(), outcome.score.tolist()) == ([1, 0, 0], [0, 0, 0])


def test_system_declares_its_memory_and_rating_steps():
    assert (SYSTEM.unit, SYSTEM.memory) == ("period", ("career_games", "highest"))
    assert (SYSTEM.fractional, SYSTEM.in_order) == (False, True)


def test_events_are_ordered_by_the_players_own_first_games():
    # The second begins with the third event; both end with the second, in which the
    # first has played before (event 8's first line is not the second player's).
    state = known((NONE,) * 3, (NONE,) * 3, (2000, 50, 2000))
    games = [game(0, 2, 1), game(1, 2, 2), game(1, 2, 1)]
    outcome = rate(state, games, events=[8, 9, 8])
    assert outcome.tails == {
        0: (24313, 1, 1, 2000),
        1: (24313, 2, 1, 2000, 24313, 1, 1, 2000),
    }


def test_players_and_tournaments_are_not_confused_in_2022():
    # All but the third are 500 points ahead, and have the cap in each tournament.
    strong, weak = (2500, 50, 2500), (2000, 50, 2000)
    others = (0, 1, 3, 4, 5)
    games = [game(row, 2, 2) for _event in range(8) for row in others]
    events = [event for event in range(8) for _row in others]
    state = known(strong, strong, weak, strong, strong, strong)
    after = rate(state, games, events, parameters=edition("2022")).after
    # K = 10, PD .92: 8 x 0.8 = 6.4; each game without the cap would be 0.4 less.
    assert [after[player] for player in others] == [2506] * 5
