"""The renju ranking as used by the engine: `ratings.rules.renju.system`."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.rules.activity import Activity
from ratings.rules.calendar import date_of, day_number
from ratings.rules.explained import Note
from ratings.rules.protocol import ExemptsActivePlayers
from ratings.rules.renju.columns import CONFIRMED, DROPPED, MEMORY, TOURNAMENTS
from ratings.rules.renju.parameters import RenjuParameters
from ratings.rules.renju.records import InputPlayer
from ratings.rules.renju.system import SYSTEM
from ratings.rules.renju.tournament import rate_tournament
from ratings.rules.step import NEVER, CannotCompute, Span, StartFrom
from tests.ratings.rules.columns import (
    Person,
    Side,
    decisions_of,
    game,
    lines_of,
    state_of,
)
from tests.ratings.rules.renju.crosstable import games_of, random_tournament
from tests.ratings.rules.renju.test_newcomers import CYCLE, CYCLE_TABLE
from tests.ratings.rules.renju.test_tournament import EIGHT, LADDER

START, END = date(2020, 1, 15), date(2020, 12, 20)
YEAR = Span(day_number(START), day_number(END))
MARCH = Span(day_number(date(2020, 3, 1)), day_number(date(2020, 3, 31)))
MONTH = Span(day_number(date(2025, 1, 1)), day_number(date(2025, 1, 31)))
PLAYED_ON = date(2020, 2, 1)


def people_of(players):
    return [
        Person() if player.level is None else Person(rating=float(player.level))
        for player in players
    ]


def games_by_row(players, games, **more):
    row_of = {player.id: row for row, player in enumerate(players)}
    return [
        game(row_of[each.a], row_of[each.b], each.score, day=PLAYED_ON, **more)
        for each in games
    ]


def remembered(people):
    """Return the memory of ranked players, who got it in a tournament on 1 January
    2019.
    """
    memory = np.full((len(people), len(MEMORY)), np.nan)
    ranked = [
        row for row, person in enumerate(people) if person.rating == person.rating
    ]
    memory[ranked] = (1, day_number(date(2019, 1, 1)), 0)
    return memory


def columns(people, games, span=YEAR, standing=None, watched=None, memory=None):
    state = state_of(people)
    size = len(people)
    state = replace(
        state,
        standing=None if standing is None else np.array(standing, np.float32),
        watched=None if watched is None else np.array(watched, float).reshape(size, 1),
        memory=remembered(people) if memory is None else memory,
    )
    return lines_of(games), state, decisions_of(people), span, RenjuParameters()


def rate(people, games, active=None, **facts):
    lines, state, decisions, *rest = columns(people, games, **facts)
    decisions = replace(decisions, active=active or {})
    return SYSTEM.rate_step(lines, state, decisions, *rest)


def ladder():
    return people_of(EIGHT), games_by_row(EIGHT, games_of(EIGHT, LADDER))


def test_eight_equals_agree_with_hand_computation():
    """Computed in `test_eight_equals_by_hand`."""
    outcome = rate(*ladder())

    assert outcome.after.tolist() == [12, 12, 11, 10, 10, 10, 9, 9]
    assert outcome.change.tolist() == [2, 2, 1, 0, 0, 0, -1, -1]
    assert outcome.games.tolist() == [7] * 8
    assert outcome.score.tolist() == [14, 12, 10, 8, 6, 4, 2, 0]


def test_days_of_confirmation_and_fall_are_stored():
    memory = rate(*ladder()).memory

    assert memory[:, TOURNAMENTS].tolist() == [2.0] * 8
    # `test_meeting_the_obtain_norm_of_the_own_level_confirms_it`: A to D.
    assert (memory[:, CONFIRMED] == YEAR.last_day).tolist() == [True] * 4 + [False] * 4
    assert memory[:, DROPPED].tolist() == [0.0] * 6 + [float(YEAR.last_day)] * 2


def test_running_tournament_changes_no_level():
    outcome = rate(*ladder(), span=replace(YEAR, closed=False))

    assert outcome.after.tolist() == [10] * 8
    assert outcome.games.tolist() == [7] * 8
    assert outcome.memory[:, TOURNAMENTS].tolist() == [1.0] * 8


def test_ranking_three_months_after_the_start_is_requested():
    assert SYSTEM.watched_days(YEAR) == (day_number(date(2020, 4, 15)),)


def test_level_risen_in_another_tournament_is_lowered_by_a_unit():
    # 2 §4: H obtains P1 = 9 here. P0 = 10, P2 = 12: 12 - 1 = 11.
    people, games = ladder()
    standing, watched = [10.0] * 7 + [12.0], [10.0] * 8

    outcome = rate(people, games, standing=standing, watched=watched)

    assert (outcome.before[7], outcome.after[7], outcome.change[7]) == (10, 11, -1)


def test_level_fallen_in_another_tournament_is_kept():
    # 2 §4: G obtains P1 = 9. P0 = 10, P2 = 8: 8.
    people, games = ladder()
    standing, watched = [10.0] * 6 + [8.0, 10.0], [10.0] * 8

    outcome = rate(people, games, standing=standing, watched=watched)

    assert (outcome.after[6], outcome.change[6]) == (8, 0)


def test_early_forfeit_is_ignored_and_game_of_three_months_counts():
    people, _games = ladder()
    early = game(0, 1, 2, played=False, day=date(2020, 4, 14))
    late = game(0, 2, 2, played=False, day=date(2020, 4, 15))

    outcome = rate(people, [early, late])

    assert outcome.games.tolist() == [1, 0, 1, 0, 0, 0, 0, 0]


def test_new_players_enter_with_the_levels_that_settle():
    # All are new: no ranked opponents, so R0 is 10 kyu (1) for all. N = 4,
    # Pmean = 1: the norm of P is 2 + 0.6 (P - 1). E, with no point, is 10 kyu.
    players = [InputPlayer(name, None) for name in "ABCDE"]
    table = ".2222 0.222 00.22 000.2 0000."
    outcome = rate(people_of(players), games_by_row(players, games_of(players, table)))
    result = rate_tournament(players, games_of(players, table))

    assert outcome.after.tolist() == [player.level for player in result.players]
    assert outcome.before.tolist() == outcome.after.tolist()
    assert outcome.after[4] == 1


def test_error_for_unsettled_levels_names_the_alternating_players_games():
    people = people_of(CYCLE)
    games = games_by_row(CYCLE, games_of(CYCLE, CYCLE_TABLE))
    theirs = tuple(
        row
        for row, each in enumerate(games)
        if {each.white.player, each.black.player} & {0, 1}
    )

    with pytest.raises(CannotCompute) as caught:
        rate(people, games)

    assert (caught.value.reason, caught.value.rows) == (
        CannotCompute.NEVER_SETTLES,
        theirs,
    )


RUNNING = replace(YEAR, closed=False)


@pytest.mark.parametrize(
    ("people", "span"),
    [(CYCLE, RUNNING), (CYCLE[:4], YEAR)],
    ids=["still running", "four participants"],
)
def test_unsettled_levels_do_not_stop_a_tournament_that_changes_no_level(people, span):
    # 2 §2 and 3 §1. Of four, X and Y both have 1.5 of 3 and met 11 and 12 (23). Who
    # meets 11, total 34: P = 11: 1.5 + 0.15 * (33 - 34) = 1.35, 1.5, met; P = 12: 1.8,
    # 2.0. Who meets 12, total 35: P = 12: 1.65, 1.5, met; P = 13: 2.1, 2.0. So 11 12,
    # 12 11, and on without an end.
    table = CYCLE_TABLE if len(people) == 5 else ".012 2.01 12.1 011."
    games = games_by_row(people, games_of(people, table))

    arguments = columns(people_of(people), games, span=span)
    outcome = SYSTEM.rate_step(*arguments)
    explained = SYSTEM.explain_player(*arguments, player=0)

    ranked = [player.level for player in people[2:]]
    assert np.isnan(outcome.after[:2]).all()
    assert outcome.after[2:].tolist() == ranked
    assert outcome.change.tolist() == [0] * len(people)
    assert explained.after is None
    obstacle = "unfinished_games" if span is RUNNING else "too_few_participants"
    assert [note.code for note in explained.notes] == [obstacle]


def test_start_level_within_the_tournament_ends_a_cycle():
    people = people_of(CYCLE)
    people[0] = Person(start=9.0)
    lines, state, decisions, span, parameters = columns(
        people, games_by_row(CYCLE, games_of(CYCLE, CYCLE_TABLE))
    )
    decisions = replace(decisions, start_day=decided_on(people, START))

    outcome = SYSTEM.rate_step(lines, state, decisions, span, parameters)

    # `test_decision_about_one_player_ends_a_cycle`: 9 and 11.
    assert outcome.after[:2].tolist() == [9, 11]


def test_start_level_from_before_the_tournament_is_an_ordinary_level():
    people, games = ladder()
    people[0] = Person(start=10.0)

    # A player with an earlier tournament rises by at most two; A has met 3 dan, and
    # this is the first one (`test_first_tournament_gives_the_level_of_the_norm…`).
    assert rate(people, games).after[:2].tolist() == [13, 12]


def test_a_guest_takes_part_and_gets_no_level():
    people, games = ladder()
    guests = [
        replace(
            each,
            white=Side(0, member=False, outside=10.0)
            if each.white.player == 0
            else each.white,
            black=Side(0, member=False, outside=10.0)
            if each.black.player == 0
            else each.black,
        )
        for each in games
    ]
    people[0] = Person()

    outcome = rate(people, guests)

    assert outcome.touched.tolist() == [False] + [True] * 7
    assert outcome.after[1:].tolist() == [12, 11, 10, 10, 10, 9, 9]


def test_invalid_level_stops_the_tournament():
    with pytest.raises(CannotCompute) as caught:
        rate(
            [Person(rating=5.0), Person()],
            [game(0, Side(1, member=False, outside=1500.0), 2, day=PLAYED_ON)],
        )

    assert (caught.value.reason, caught.value.rows) == (
        CannotCompute.NO_SUCH_LEVEL,
        (0,),
    )


@pytest.mark.parametrize("stranger", [Person(rating=1950.0), Person(start=21.0)])
def test_error_for_an_invalid_level_names_the_games(stranger):
    meetings = [game(0, 1, 2, day=PLAYED_ON), game(0, 2, 2, day=PLAYED_ON)]
    with pytest.raises(CannotCompute) as caught:
        rate([Person(rating=5.0), Person(rating=5.0), stranger], meetings)

    assert (caught.value.reason, caught.value.rows) == (
        CannotCompute.NO_SUCH_LEVEL,
        (1,),
    )


def confirmed_on(*days):
    return np.array([[1.0, day_number(day), 0.0] for day in days])


def test_unconfirmed_level_falls_at_the_end_of_the_month_after_five_years():
    people = [Person(rating=10.0), Person(rating=10.0), Person(rating=1.0)]
    memory = confirmed_on(date(2020, 1, 31), date(2020, 2, 1), date(2010, 1, 1))

    outcome = rate(people, [], span=MONTH, memory=memory)

    assert outcome.after.tolist() == [9, 10, 1]
    assert outcome.deduction.tolist() == [-1, 0, 0]
    assert outcome.touched.tolist() == [True, False, False]
    assert outcome.memory[0, DROPPED] == day_number(date(2025, 1, 31))


def test_fall_restarts_the_five_years():
    memory = confirmed_on(date(2015, 1, 10))
    memory[0, DROPPED] = day_number(date(2020, 1, 10))

    outcome = rate([Person(rating=9.0)], [], span=MONTH, memory=memory)

    assert outcome.after.tolist() == [8]


def test_nothing_falls_before_the_month_is_over():
    memory = confirmed_on(date(2015, 1, 10))

    outcome = rate(
        [Person(rating=9.0)], [], span=replace(MONTH, closed=False), memory=memory
    )

    assert outcome.touched.tolist() == [False]


def kept_since(day):
    return {0: (Activity(day_number(day)),)}


def test_player_active_over_the_board_keeps_the_level_after_five_years():
    people, memory = [Person(rating=10.0)] * 2, confirmed_on(*[date(2020, 1, 20)] * 2)
    active = kept_since(date(2019, 5, 1))

    outcome = rate(people, [], span=MONTH, memory=memory, active=active)

    assert outcome.after.tolist() == [10, 9]
    assert outcome.touched.tolist() == [True, True]
    # The five years continue from where they were, so that 2030 is the next day.
    assert outcome.memory[0].tolist() == memory[0].tolist()


def test_activity_that_ended_before_the_day_does_not_count():
    memory = confirmed_on(date(2020, 1, 20))
    active = {0: (Activity(0, day_number(date(2025, 1, 19))),)}

    outcome = rate([Person(rating=10.0)], [], span=MONTH, memory=memory, active=active)

    assert outcome.after.tolist() == [9]


def test_month_explanation_shows_why_a_level_was_kept():
    arguments = columns([Person(rating=10.0)], [], span=MONTH)
    lines, state, decisions, span, parameters = arguments
    state = replace(state, memory=confirmed_on(date(2020, 1, 20)))
    decisions = replace(decisions, active=kept_since(date(2019, 5, 1)))

    step = SYSTEM.explain_player(lines, state, decisions, span, parameters, 0)

    assert step.notes == (
        Note(
            "kept_active",
            "Renju 2 §5",
            days=(date(2025, 1, 20), date(2019, 5, 1)),
        ),
    )
    assert (step.before, step.after) == (10, 10)


def test_a_drop_of_an_earlier_month_is_not_booked_again():
    # Full on 10 January 2020 and 2025: whatever became of the first is in the level.
    outcome = rate(
        [Person(rating=9.0)], [], span=MONTH, memory=confirmed_on(date(2015, 1, 10))
    )

    assert outcome.after.tolist() == [8]


def test_forecast_has_the_next_fall_and_its_level():
    memory = (1.0, float(day_number(date(2020, 3, 1))), 0.0)
    today = date(2024, 6, 1)

    assert isinstance(SYSTEM, ExemptsActivePlayers)
    assert SYSTEM.next_fall(12.0, memory, (), today) == (date(2025, 3, 1), 11.0)
    active = (Activity(day_number(date(2024, 1, 1))),)
    assert SYSTEM.next_fall(12.0, memory, active, today) is None


def test_a_decided_level_counts_as_confirmed():
    people = [Person(start=12.0), Person(rating=10.0, assessed=13.0)]
    memory = np.full((2, 3), np.nan)
    memory[1] = (2, day_number(date(2016, 1, 1)), 0)

    outcome = rate(people, [], span=MONTH, memory=memory)

    assert outcome.after.tolist() == [12, 13]
    assert outcome.memory.tolist() == [
        [0.0, float(MONTH.last_day), 0.0],
        [2.0, float(MONTH.last_day), 0.0],
    ]


def decided_on(people, day):
    """Return the people, the first with a start level since a day."""
    return np.array([day_number(day), *[NEVER] * (len(people) - 1)], np.int64)


def began(people, games, day, span):
    lines, state, decisions, span, parameters = columns(people, games, span=span)
    decisions = replace(decisions, start_day=decided_on(people, day))
    arguments = (lines, state, decisions, span, parameters)
    outcome = SYSTEM.rate_step(*arguments)
    notes = SYSTEM.explain_player(*arguments, 0).notes
    return outcome, date_of(int(outcome.memory[0, CONFIRMED])), notes


def test_a_start_level_counts_as_confirmed_from_the_last_day_of_its_own_month():
    # Decided on 10 February 2024, before the first month of the pool, January 2025.
    outcome, confirmed, notes = began(
        [Person(start=12.0)], [], date(2024, 2, 10), MONTH
    )

    assert (outcome.after.tolist(), confirmed) == ([12], date(2024, 2, 29))
    assert notes == (Note("start_confirmed", "Renju 2 §5", days=(date(2024, 2, 29),)),)


def test_five_years_after_the_end_of_its_own_month_a_start_level_falls():
    memory = confirmed_on(date(2020, 1, 31))
    # Decided on 3 January 2020, first used in March 2020; the month is January 2025.
    _, confirmed, _ = began([Person(start=9.0)], [], date(2020, 1, 3), MARCH)
    assert day_number(confirmed) == memory[0, CONFIRMED]

    outcome = rate([Person(rating=9.0)], [], span=MONTH, memory=memory)

    assert outcome.after.tolist() == [8]


def test_start_level_first_used_by_a_tournament_counts_from_its_own_month():
    people, games = ladder()
    people[0] = Person(start=12.0)
    # 12, 1 dan and above by 3 December 2019 already; four participants change no level.
    four = [each for each in games if max(each.white.player, each.black.player) < 4]

    outcome, confirmed, notes = began(people[:4], four, date(2019, 12, 3), YEAR)

    assert (outcome.after[0], confirmed) == (12, date(2019, 12, 31))
    assert notes[0].days == (date(2019, 12, 31),)


def test_end_of_a_non_calendar_month_follows_the_edition():
    lines, state, decisions, span, _ = columns([Person(start=12.0)], [], span=MONTH)
    decisions = replace(decisions, start_day=decided_on([Person()], date(2023, 7, 1)))
    twice_a_year = RenjuParameters(period_starts=((3, 15), (9, 15)))

    outcome = SYSTEM.rate_step(lines, state, decisions, span, twice_a_year)

    assert outcome.memory[0, CONFIRMED] == day_number(date(2023, 9, 14))


def test_decision_raises_no_level_above_10_dan():
    outcome = rate(
        [Person(rating=19.0, adjustment=5.0)],
        [],
        span=MONTH,
        memory=confirmed_on(START),
    )

    assert outcome.after.tolist() == [20]


def test_explanation_names_norms_and_paragraphs():
    people, games = ladder()

    step = SYSTEM.explain_player(*columns(people, games), 2)

    assert (step.before, step.change, step.after) == (10, 1, 11)
    assert [note.code for note in step.notes] == ["raised"]
    # 1 dan: 3.5 + 1.05 = 4.55, 4.5 points; 2 dan 5.6, 5.5; C has 5.
    assert [(norm.level, norm.score, norm.met) for norm in step.norms][-3:] == [
        (11, 9, True),
        (12, 11, False),
        (13, 13, False),
    ]
    assert len(step.games) == 7


def test_each_game_shows_opponent_and_own_points():
    people, games = ladder()
    lines, *rest = columns(people, games)

    shown = SYSTEM.explain_player(lines, *rest, 2).games

    own = [each for each in games if 2 in (each.white.player, each.black.player)]
    assert [(each.colour, each.opponent, each.score, each.rated) for each in shown] == [
        ("white", each.black.player, each.score, True)
        if each.white.player == 2
        else ("black", each.white.player, 2 - each.score, True)
        for each in own
    ]
    assert {each.colour for each in shown} == {"white", "black"}
    assert [each.opponent_base for each in shown] == [
        people[each.opponent].rating for each in shown
    ]


def test_player_who_is_member_in_one_game_is_rated_for_all():
    people, games = ladder()
    place, first = next(
        (place, each) for place, each in enumerate(games) if each.white.player == 2
    )
    games[place] = replace(first, white=Side(2, member=False, outside=10.0))

    shown = SYSTEM.explain_player(*columns(people, games), 2).games

    assert {each.reason for each in shown} == {None}


@settings(max_examples=60)
@given(st.integers(0, 10_000), st.integers(0, 2))
def test_every_explanation_reaches_the_new_level(seed, new):
    players, games = random_tournament(seed, new, 6)
    arguments = columns(people_of(players), games_by_row(players, games))
    try:
        outcome = SYSTEM.rate_step(*arguments)
    except CannotCompute:
        return

    for row in range(len(players)):
        step = SYSTEM.explain_player(*arguments, row)
        assert (step.before, step.after, step.change) == (
            outcome.before[row],
            outcome.after[row],
            outcome.change[row],
        )
        assert step.raw + step.meanwhile == step.after


@settings(max_examples=60)
@given(st.integers(0, 10_000), st.integers(0, 2), st.randoms())
def test_order_of_games_does_not_matter(seed, new, random):
    players, games = random_tournament(seed, new, 6)
    shuffled = random.sample(games, len(games))

    def levels(those):
        try:
            return rate(people_of(players), games_by_row(players, those)).after.tolist()
        except CannotCompute:
            return None

    assert levels(games) == levels(shuffled)


def test_decision_applies_only_to_its_player():
    people = [Person(rating=10.0, adjustment=-1.0), Person(rating=10.0)]
    memory = np.vstack([confirmed_on(date(2023, 5, 1))] * 2)

    outcome = rate(people, [], span=MONTH, memory=memory)
    alone = rate(people[:1], [], span=MONTH, memory=memory[:1])

    assert outcome.touched.tolist() == [True, False]
    assert outcome.after.tolist() == [9, 10]
    assert outcome.memory[:, CONFIRMED].tolist() == [
        MONTH.last_day,
        memory[1][CONFIRMED],
    ]
    assert (alone.touched.tolist(), alone.after.tolist()) == ([True], [9])


def columns_of(outcome):
    """Return the columns of a step besides rating, games and memory."""
    names = ("change", "bonus", "deduction", "adjustment", "start_from", "last_played")
    return {name: getattr(outcome, name).tolist() for name in names}


def test_outcome_of_a_tournament_has_every_column():
    people, games = ladder()
    people.append(Person(rating=5.0, last_played=date(2019, 3, 1), adopts=True))
    outcome = rate(people, games)

    assert outcome.touched.tolist() == [True] * 8 + [False]
    assert outcome.before.tolist() == [10.0] * 8 + [5.0]
    assert columns_of(outcome) == {
        "change": [2, 2, 1, 0, 0, 0, -1, -1, 0],
        "bonus": [0] * 9,
        "deduction": [0] * 9,
        "adjustment": [0] * 9,
        "start_from": [0] * 9,
        "last_played": [day_number(PLAYED_ON)] * 8 + [day_number(date(2019, 3, 1))],
    }
    assert outcome.adopts.tolist() == [False] * 8 + [True]


def test_outcome_of_a_month_has_every_column():
    people = [
        Person(start=12.0),
        Person(rating=10.0, adjustment=-1.0, last_played=PLAYED_ON, adopts=True),
        Person(rating=10.0),
    ]
    memory = np.vstack([np.full((1, 3), np.nan), *[confirmed_on(START)] * 2])
    memory[2, CONFIRMED] = day_number(date(2020, 1, 10))
    outcome = rate(people, [], span=MONTH, memory=memory)

    assert outcome.touched.tolist() == [True] * 3
    assert outcome.before.tolist() == [12, 10, 10]
    assert outcome.after.tolist() == [12, 9, 9]
    assert columns_of(outcome) == {
        "change": [0] * 3,
        "bonus": [0] * 3,
        "deduction": [0, 0, -1],
        "adjustment": [0, -1, 0],
        "start_from": [StartFrom.DECISION, StartFrom.RATING, StartFrom.RATING],
        "last_played": [NEVER, day_number(PLAYED_ON), NEVER],
    }
    assert outcome.adopts.tolist() == [False, True, False]
    assert outcome.games.tolist() == outcome.score.tolist() == [0] * 3


def test_memory_of_new_players_begins_with_the_tournament():
    people = people_of(CYCLE[:1]) + [Person(rating=10.0)] * 4
    drawn = [game(a, b, 1, day=PLAYED_ON) for a in range(5) for b in range(a + 1, 5)]

    outcome = rate(people, drawn)

    assert outcome.touched.tolist() == [True] * 5
    # One tournament, obtained on its last day, and never fallen.
    assert outcome.memory[0].tolist() == [1, YEAR.last_day, 0]


def test_error_for_unsettled_levels_names_games_with_black_too():
    people = people_of(CYCLE)
    games = games_by_row(CYCLE, games_of(CYCLE, CYCLE_TABLE))
    turned = [
        replace(each, white=each.black, black=each.white, score=2 - each.score)
        for each in games
    ]
    theirs = tuple(
        row
        for row, each in enumerate(turned)
        if {each.white.player, each.black.player} & {0, 1}
    )
    with pytest.raises(CannotCompute) as caught:
        rate(people, turned)
    assert caught.value.rows == theirs


def test_player_who_is_member_in_one_game_with_black_is_rated_for_all():
    people, games = ladder()
    mine = [row for row, each in enumerate(games) if each.black.player == 7]
    for row in mine[1:]:
        games[row] = replace(games[row], black=Side(7, member=False, outside=10.0))

    shown = SYSTEM.explain_player(*columns(people, games), 7).games

    assert len(shown) == len(mine) > 1
    assert {each.reason for each in shown} == {None}


def test_level_names_and_tournament_deadlines_agree_with_the_rules():
    assert SYSTEM.level_parts(13) == (3, "dan")
    assert (SYSTEM.parse_level("1d"), SYSTEM.level_text(11)) == (11, "1 dan")
    assert SYSTEM.board_from == SYSTEM.parse_level("3 dan")
    # 1 §3: three weeks after the start; 1 §4: two after the end.
    assert SYSTEM.conditions_due(date(2020, 1, 15)) == date(2020, 2, 5)
    assert SYSTEM.computation_due(date(2020, 12, 20)) == date(2021, 1, 3)


def test_system_declares_its_memory_and_rating_steps():
    remembered = ("tournaments", "confirmed", "dropped")
    assert (SYSTEM.unit, SYSTEM.memory) == ("tournament", remembered)
    assert (SYSTEM.fractional, SYSTEM.in_order) == (False, True)
