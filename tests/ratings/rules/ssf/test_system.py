"""A period under the SSF rules, point by point, computed by hand."""

from datetime import date

import numpy as np
import pytest

from ratings.rules.calendar import day_number
from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.step import NEVER, CannotCompute, Decisions, Span, StartFrom, State
from ratings.rules.systems import system
from tests.ratings.rules.columns import NONE, Game, Person, Side, Step, game, lines_of

GUEST = Side(1, member=False)


def test_all_games_of_a_period_are_computed_on_the_base_ratings():
    # SSF rating, point 3. 1500 beats 1500 three times: +16 each, never +15 for the
    # running difference of 32.
    games = [game(0, 1, 2), game(1, 0, 0), game(0, 1, 2)]
    outcome = Step([Person(1500), Person(1500)], games).rate()
    assert outcome.change.tolist() == [48, -48]
    assert outcome.after.tolist() == [1548, 1452]
    assert (outcome.games.tolist(), outcome.score.tolist()) == ([3, 3], [6, 0])


def test_exactly_2200_is_halved_and_2199_is_not():
    # SSF rating, point 4: "from 2200". Equal within 10 points: win 16, half of it 8.
    outcome = Step([Person(2200), Person(2199)], [game(0, 1, 2)]).rate()
    assert outcome.change.tolist() == [8, -16]


def test_the_base_rating_decides_the_halving_for_the_whole_period():
    # SSF rating, point 4: 2190 + 16 + 16 is above 2200 after the first game.
    outcome = Step([Person(2190), Person(2190)], [game(0, 1, 2), game(0, 1, 2)]).rate()
    assert outcome.after.tolist() == [2222, 2158]


@pytest.mark.parametrize("difference", range(0, 520, 3))
@pytest.mark.parametrize("score", [0, 1, 2])
def test_from_2200_every_change_of_the_table_is_exactly_half(difference, score):
    # SSF rating, point 4: the same pair, once with an unreachable limit.
    people = [Person(2200), Person(2200 + difference)]
    games = [game(0, 1, score)]
    unhalved = Step(people, games, parameters=SsfParameters(halving_from=4000)).rate()
    halved = Step(people, games).rate()
    assert (2 * halved.change).tolist() == unhalved.change.tolist()


@pytest.mark.parametrize(
    ("base", "opponent", "score", "raw_change", "after"),
    [
        # D = 20, k = 1: lower-rated win (16 + 1) / 2 = 8.5; 2205 + 8.5 = 2213.5.
        (2205, 2225, 2, 8.5, 2214),
        # D = 20, k = 1: higher-rated loss -(16 + 1) / 2 = -8.5; 2222 - 8.5 = 2213.5.
        (2222, 2202, 0, -8.5, 2214),
        # D = 20, k = 1: higher-rated draw -1 / 2; 2220 - 0.5 = 2219.5.
        (2220, 2200, 1, -0.5, 2220),
    ],
)
def test_half_a_point_is_rounded_up_after_a_gain_and_after_a_loss(
    base, opponent, score, raw_change, after
):
    # SSF rating, point 4: 2213.5 becomes 2214.
    outcome = Step([Person(base), Person(opponent)], [game(0, 1, score)]).rate()
    assert (outcome.change[0], outcome.after[0]) == (raw_change, after)


def test_half_points_add_up_before_they_are_rounded():
    # SSF rating, point 4: 2205 + 8.5 + 8.5 = 2222, not 2223.
    games = [game(0, 1, 2), game(0, 1, 2)]
    outcome = Step([Person(2205), Person(2225)], games).rate()
    assert outcome.after[0] == 2222


def test_forfeits_are_neither_rated_nor_activity():
    # SSF rating, points 6 and 10.
    step = Step([Person(1500), Person(1500)], [game(0, 1, 2, played=False)])
    outcome = step.rate()
    assert outcome.after.tolist() == [1500, 1500]
    assert outcome.games.tolist() == [0, 0]
    assert outcome.last_played.tolist() == [NEVER, NEVER]
    assert outcome.touched.tolist() == [False, False]


def test_too_short_game_is_activity_but_not_rated():
    # SSF rating, points 6 and 10: "neither long nor rapid".
    step = Step([Person(1500), Person(1500)], [game(0, 1, 2, minutes=15)])
    outcome = step.rate()
    assert (outcome.games.tolist(), outcome.change.tolist()) == ([0, 0], [0, 0])
    assert outcome.last_played.tolist() == [day_number(date(2026, 2, 1))] * 2
    assert outcome.touched.tolist() == [True, True]


@pytest.mark.parametrize(
    ("minutes", "rated"), [(120, [1, 1]), (119, [1, 0]), (60, [1, 0]), (59, [0, 0])]
)
def test_one_hour_suffices_for_the_side_below_1200_if_adopted(minutes, rated):
    # SSF rating, point 6: two hours, one below 1200, each side separately.
    games = [game(0, 1, 2, minutes=minutes, adopts=True)]
    outcome = Step([Person(1199), Person(1200)], games).rate()
    assert outcome.games.tolist() == rated


def test_one_hour_is_too_short_where_the_district_does_not_adopt_it():
    games = [game(0, 1, 2, minutes=60)]
    outcome = Step([Person(1100), Person(1100)], games).rate()
    assert outcome.games.tolist() == [0, 0]


def test_each_side_of_a_game_follows_its_own_district():
    games = [game(Side(0, adopts=True), Side(1), 2, minutes=60)]
    outcome = Step([Person(1100), Person(1100)], games).rate()
    assert outcome.games.tolist() == [1, 0]


def test_player_from_outside_counts_with_the_fide_rating_and_gets_none():
    # SSF rating, point 7. D = 100, k = 4: the lower-rated wins 16 + 4.
    games = [game(0, Side(1, member=False, outside=2100), 2)]
    outcome = Step([Person(2000), Person()], games).rate()
    assert outcome.change.tolist() == [20, 0]
    assert outcome.games.tolist() == [1, 0]
    assert np.isnan(outcome.after[1])
    # The game is the last one that the guest has played.
    assert outcome.touched.tolist() == [True, True]


def test_national_rating_takes_precedence_over_the_fide_rating():
    # SSF rating, point 7: equal by national ratings, so 16 and not 20.
    games = [game(0, Side(1, outside=2100), 2)]
    outcome = Step([Person(2000), Person(2000)], games).rate()
    assert outcome.change.tolist() == [16, -16]


def test_national_rating_counts_even_if_its_holder_may_have_none_here():
    games = [game(0, Side(1, member=False, outside=1000), 2)]
    outcome = Step([Person(2000), Person(2000)], games).rate()
    assert outcome.change.tolist() == [16, 0]
    assert outcome.after.tolist() == [2016, 2000]


def test_an_estimate_with_a_fraction_is_rounded_half_up_before_the_table_is_read():
    # D = 10.5 counts as 11, k = 1; 10.4 as 10, k = 0.
    for estimate, won in ((1510.5, 17), (1510.4, 16)):
        games = [game(0, Side(1, member=False, outside=estimate), 2)]
        assert Step([Person(1500), Person()], games).rate().change[0] == won


def test_opponent_without_rating_stops_the_computation_naming_the_rows():
    # SSF rating, point 7: "an estimated rating" is needed.
    games = [
        game(0, 2, 2),
        game(0, GUEST, 2, played=False),
        game(0, GUEST, 2),
        game(GUEST, 2, 2),
        game(0, GUEST, 2, minutes=15),
    ]
    step = Step([Person(1500), Person(), Person(1500)], games)
    with pytest.raises(CannotCompute) as caught:
        step.rate()
    assert caught.value.reason == CannotCompute.OPPONENT_UNKNOWN
    assert caught.value.rows == (2, 3)


def test_two_unrated_guests_may_meet():
    games = [game(Side(0, member=False), GUEST, 2)]
    outcome = Step([Person(), Person()], games).rate()
    assert outcome.games.tolist() == [0, 0]


def test_game_of_a_player_against_themself_is_refused():
    step = Step([Person(1500)], [game(0, 0, 2, played=False), game(0, 0, 2)])
    with pytest.raises(CannotCompute) as caught:
        step.rate()
    assert (caught.value.reason, caught.value.rows) == (CannotCompute.PLAYS_SELF, (1,))


@pytest.mark.parametrize(
    ("born", "start"), [(2011, 1300), (2012, 1000), (0, 1300), (1950, 1300)]
)
def test_a_beginner_starts_by_age_in_the_year(born, start):
    # SSF rating, point 9: from about 15 years 1300; 2026 - 2011 = 15.
    games = [game(0, Side(1, born=born), 1)]
    outcome = Step([Person(1500), Person()], games).rate()
    assert outcome.before[1] == start
    assert outcome.start_from.tolist() == [0, 3]


def test_age_is_of_the_year_of_the_periods_first_day():
    # From 1 September 2025: 2025 - 2011 = 14.
    games = [game(0, Side(1, born=2011), 1, day=date(2025, 12, 1))]
    step = Step([Person(1500), Person()], games, date(2025, 9, 1), date(2025, 12, 31))
    assert step.rate().before[1] == 1000


def test_a_newcomer_with_a_fide_rating_starts_on_it():
    # D = 0: 16 each; 1900 + 16.
    games = [game(0, Side(1, outside=1900, born=2015), 0)]
    outcome = Step([Person(1900), Person()], games).rate()
    assert (outcome.before[1], outcome.after[1]) == (1900, 1916)
    assert outcome.start_from.tolist() == [0, 2]


def test_decided_start_rating_takes_precedence_over_the_fide_rating():
    # Both sides are computed with the decided number: D = 0.
    games = [game(0, Side(1, outside=1900), 0)]
    outcome = Step([Person(1500), Person(start=1500)], games).rate()
    assert outcome.change.tolist() == [-16, 16]
    assert outcome.start_from.tolist() == [0, 1]


def test_start_rating_is_ignored_for_a_rated_player():
    outcome = Step([Person(1500, start=1700)]).rate()
    assert outcome.after.tolist() == [1500]
    assert outcome.touched.tolist() == [False]


def test_decided_start_rating_applies_without_a_game():
    outcome = Step([Person(start=1234.5)]).rate()
    assert outcome.before.tolist() == [1235]
    assert outcome.after.tolist() == [1235]
    assert outcome.touched.tolist() == [True]


def test_the_first_line_decides_the_start_rating_for_the_period():
    games = [
        game(0, Side(1, outside=1800), 1, played=False),
        game(0, Side(1, outside=1700), 1),
        game(Side(1, outside=1600), 0, 1),
    ]
    assert Step([Person(1500), Person()], games).rate().before[1] == 1700


def test_a_newcomer_without_a_rated_game_has_no_rating_yet():
    games = [game(0, 1, 1, minutes=30)]
    outcome = Step([Person(1500), Person()], games).rate()
    assert np.isnan(outcome.before[1])
    assert np.isnan(outcome.after[1])
    assert outcome.touched.tolist() == [True, True]


def test_two_newcomers_meet_on_their_start_ratings():
    # 1300 and 1000: D = 300, k = 11; the higher-rated wins 16 - 11.
    games = [game(Side(0, born=1990), Side(1, born=2016), 2)]
    outcome = Step([Person(), Person()], games).rate()
    assert outcome.after.tolist() == [1305, 995]


def test_decided_points_are_added_last_and_rounded_with_the_rest():
    # 2205 + 8.5 - 100 = 2113.5, up to 2114.
    people = [Person(2205, adjustment=-100), Person(2225)]
    outcome = Step(people, [game(0, 1, 2)]).rate()
    assert outcome.after[0] == 2114
    assert outcome.adjustment.tolist() == [-100, 0]


@pytest.mark.parametrize("points", [1, -1])
def test_one_point_for_all_players_counts_as_a_decision(points):
    outcome = Step([Person(1500, adjustment=points)]).rate()
    assert outcome.after.tolist() == [1500 + points]
    assert outcome.touched.tolist() == [True]


def test_decided_points_do_not_lower_a_rating_below_800_if_adopted():
    # 820 - 100 = 720, up to 800.
    outcome = Step([Person(820, adopts=True, adjustment=-100)]).rate()
    assert outcome.after.tolist() == [800]
    assert outcome.touched.tolist() == [True]


def test_assessed_rating_replaces_the_result():
    # SSF rating, point 10: the strength is assessed by hand.
    people = [Person(1500, assessed=1400), Person(1500), Person(assessed=1600)]
    outcome = Step(people, [game(0, 1, 2)]).rate()
    assert outcome.change.tolist() == [16, -16, 0]
    assert outcome.after.tolist() == [1400, 1484, 1600]
    assert outcome.touched.tolist() == [True, True, True]


def test_rating_does_not_fall_below_800_if_adopted():
    # Below 1200: 806 - 16 = 790, up to 800; the bonus is withheld.
    people = [Person(806, bonus_withheld=True), Person(806)]
    outcome = Step(people, [game(Side(0, adopts=True), 1, 0)]).rate()
    assert outcome.change.tolist() == [-16, 16]
    assert outcome.after.tolist() == [800, 822]


def test_rating_may_fall_below_800_if_not_adopted():
    people = [Person(806), Person(806)]
    outcome = Step(people, [game(0, Side(1, adopts=True), 0)]).rate()
    assert outcome.after[0] == 790


def test_the_floor_applies_to_the_new_rating_only():
    # Below 1200: 806 - 16 - 16 = 774 on the way, 774 + 16 + 16 = 806 at the end.
    people = [Person(806, bonus_withheld=True), Person(806)]
    games = [game(Side(0, adopts=True), 1, score) for score in (0, 0, 2, 2)]
    assert Step(people, games).rate().after[0] == 806


def test_latest_line_decides_whether_the_floor_is_adopted():
    people = [Person(806, adopts=True), Person(806)]
    no_longer = [game(Side(0, adopts=True), 1, 1), game(Side(0), 1, 0)]
    outcome = Step(people, no_longer).rate()
    # Bonus for the first game only: 806 + 0 + 20, then - 16, is above 800 anyway.
    assert outcome.bonus[0] == 20
    assert outcome.adopts.tolist() == [False, False]
    at_last = [game(0, 1, 0), game(Side(0, adopts=True), 1, 1)]
    outcome = Step([Person(806, bonus_withheld=True), Person(806)], at_last).rate()
    assert outcome.adopts.tolist() == [True, False]
    assert outcome.after[0] == 800


def test_floor_does_not_affect_untouched_players():
    outcome = Step([Person(700, adopts=True)]).rate()
    assert outcome.after.tolist() == [700]
    assert outcome.touched.tolist() == [False]


def test_district_is_unchanged_without_games():
    outcome = Step([Person(840, last_played=date(2025, 2, 1), adopts=True)]).rate()
    assert outcome.adopts.tolist() == [True]
    # 840 - 50 = 790, up to 800.
    assert outcome.after.tolist() == [800]


def test_a_move_to_another_district_is_recorded_without_a_rated_game():
    step = Step(
        [Person(1500, date(2026, 2, 1)), Person(1500)],
        [game(Side(0, adopts=True), 1, 1, minutes=5)],
    )
    outcome = step.rate()
    assert outcome.adopts.tolist() == [True, False]
    assert outcome.touched.tolist() == [True, True]


def test_empty_period_changes_nothing():
    outcome = Step([Person(1500), Person()]).rate()
    assert outcome.touched.tolist() == [False, False]
    assert outcome.after[0] == 1500
    assert np.isnan(outcome.after[1])


def test_period_without_players_is_rated():
    assert Step([]).rate().after.tolist() == []


def test_tournament_across_the_boundary_belongs_entirely_to_the_old_period():
    # SSF rating, point 8 (Rilton Cup): the lines carry days after the last one.
    games = [game(0, 1, 2, day=date(2025, 12, 28)), game(0, 1, 2, day=date(2026, 1, 4))]
    people = [Person(1500, date(2025, 1, 1)), Person(1500)]
    outcome = Step(people, games, date(2025, 9, 1), date(2025, 12, 31)).rate()
    assert outcome.after.tolist() == [1532, 1468]
    assert outcome.last_played[0] == day_number(date(2026, 1, 4))


def test_parameters_of_another_edition_are_used():
    parameters = SsfParameters(halving_from=1600, minutes=90, low_minutes=90)
    games = [game(0, 1, 2, minutes=90)]
    step = Step([Person(1600), Person(1599)], games, parameters=parameters)
    assert step.rate().change.tolist() == [8, -16]


def test_input_is_not_changed():
    people = [Person(1000, adopts=True), Person(), Person(2300, date(2025, 2, 1))]
    games = [game(0, Side(1, outside=900.4), 0, adopts=True), game(2, 1, 0)]
    columns = Step(people, games).columns()
    before = [
        {
            name: getattr(part, name).copy()
            for name in part.__slots__
            if getattr(part, name) is not None
        }
        for part in columns[:3]
    ]
    ssf = system("ssf_2008")
    ssf.rate_step(*columns)
    ssf.explain_player(*columns, player=0)
    for part, copies in zip(columns, before, strict=False):
        for name, copy in copies.items():
            np.testing.assert_array_equal(getattr(part, name), copy, err_msg=name)


def test_ratings_in_eight_bytes_and_rows_in_four_give_the_same():
    people = [Person(2205), Person(2225), Person(1000, adopts=True)]
    games = [game(0, 1, 2), game(Side(2, adopts=True), 1, 0)]
    lines, state, decisions, span, parameters = Step(people, games).columns()
    wide = State(state.rating.astype(np.float64), state.last_played, state.adopts)
    wider = {
        name: getattr(decisions, name).astype(np.float64)
        for name in ("start", "adjustment", "assessed")
    }
    narrow = type(lines)(
        *(
            getattr(lines, name).astype(np.int32)
            if name in ("white", "black")
            else getattr(lines, name)
            for name in lines.__slots__
        )
    )
    ssf = system("ssf_2008")
    outcome = ssf.rate_step(
        narrow,
        wide,
        Decisions(**wider, bonus_withheld=decisions.bonus_withheld),
        span,
        parameters,
    )
    expected = Step(people, games).rate()
    for name in expected.__slots__:
        np.testing.assert_array_equal(
            getattr(outcome, name), getattr(expected, name), err_msg=name
        )


def test_sums_of_many_games_do_not_overflow():
    # 600 wins between equals: 600 * 16 = 9600 = 19,200 half points; 2000 wins twice
    # as many as fit in 16 bits.
    for games in (600, 2000):
        outcome = Step([Person(1500), Person(1500)], [game(0, 1, 2)] * games).rate()
        assert outcome.change.tolist() == [16 * games, -16 * games]
        assert outcome.score.tolist() == [2 * games, 0]


def test_sums_of_many_large_changes_do_not_overflow():
    # D >= 500, k = 15: 31 for each of 600 wins is 37,200 half points.
    games = [game(0, 1, 2)] * 600
    outcome = Step([Person(1000), Person(1600)], games).rate()
    assert outcome.change.tolist() == [31 * 600, -31 * 600]


def test_more_games_than_can_be_counted_are_refused():
    one = lines_of([game(0, 1, 2)])
    lines = one.take(np.zeros(40_000, np.intp))
    state = State.unknown(2)
    with pytest.raises(OverflowError):
        system("ssf_2008").rate_step(
            lines, state, Decisions.none(2), Span(0, 119), SsfParameters()
        )


def test_empty_decisions_take_no_memory_and_have_no_effect():
    nothing = Decisions.none(3)
    assert nothing.start.strides == (0,)
    assert np.isnan(nothing.start).all()
    assert np.isnan(nothing.assessed).all()
    assert nothing.adjustment.tolist() == [0, 0, 0]
    assert nothing.bonus_withheld.tolist() == [False, False, False]


def test_columns_of_unequal_length_are_refused():
    lines = lines_of([game(0, 1, 2)])
    columns = {name: getattr(lines, name) for name in lines.__slots__}
    columns["day"] = columns["day"][:0]
    with pytest.raises(ValueError, match="differ in length"):
        type(lines)(**columns)


def test_each_line_is_a_game():
    assert len(lines_of([Game(Side(0), Side(1, outside=NONE), 1)] * 3)) == 3


def test_outcome_of_a_period_has_every_column():
    # 1500 beats 1500: 16 points; 1100 has 10 of the bonus and 25 decided. The fourth
    # has not played for two years: 50 points.
    people = [
        Person(1500, date(2025, 5, 1)),
        Person(1500),
        Person(1100, adopts=True, adjustment=25),
        Person(1300, date(2024, 2, 1)),
        Person(),
    ]
    played = date(2026, 2, 1)
    rested = game(0, 1, 2, day=played)
    outcome = Step(people, [rested]).rate()

    assert outcome.touched.tolist() == [True, True, True, True, False]
    assert outcome.before.tolist()[:4] == [1500, 1500, 1100, 1300]
    assert outcome.start_from.tolist() == [StartFrom.RATING] * 4 + [0]
    assert outcome.change.tolist() == [16, -16, 0, 0, 0]
    assert outcome.bonus.tolist() == [0] * 5
    assert outcome.deduction.tolist() == [0, 0, 0, -50, 0]
    assert outcome.adjustment.tolist() == [0, 0, 25, 0, 0]
    assert outcome.after.tolist()[:4] == [1516, 1484, 1125, 1250]
    assert outcome.games.tolist() == [1, 1, 0, 0, 0]
    assert outcome.score.tolist() == [2, 0, 0, 0, 0]
    assert outcome.last_played.tolist() == [
        day_number(played),
        day_number(played),
        NEVER,
        day_number(date(2024, 2, 1)),
        NEVER,
    ]
    assert outcome.adopts.tolist() == [False, False, True, False, False]
    assert outcome.memory is None


def test_system_declares_its_memory_steps_and_minimum_time():
    ssf = system("ssf_2008")
    assert (ssf.unit, ssf.memory) == ("period", ())
    assert (ssf.fractional, ssf.in_order) == (False, False)
    # SSF rating, point 6: two hours, one hour below 1200 where it is adopted.
    parameters = SsfParameters()
    assert ssf.minimum_minutes(parameters) == 60
    base, adopts = np.array([1199.0, 1200.0, 1199.0]), np.array([True, True, False])
    assert ssf.required_minutes(base, adopts, parameters).tolist() == [60, 120, 120]
    # Point 9.
    born = np.array([2000, 2015, 0], np.int16)
    start = ssf.default_start(born, 2026, parameters)
    assert start.tolist() == [1300, 1000, 1300]
