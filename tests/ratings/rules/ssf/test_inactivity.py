"""SSF rating, point 10: 50 points for each year without a game, at most three."""

from datetime import date, timedelta

import pytest

from ratings.rules.calendar import THREE_PERIODS, date_of, day_number, periods_between
from ratings.rules.ssf.inactivity import anniversaries, anniversary
from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.step import Span
from tests.ratings.rules.columns import Person, Side, Step, game


def deduction(last_played, first, last, **parameters):
    step = Step(
        [Person(1500, last_played)],
        first=first,
        last=last,
        parameters=SsfParameters(**parameters),
    )
    outcome = step.rate()
    assert outcome.after[0] == 1500 + outcome.deduction[0]
    assert outcome.touched[0] == (outcome.deduction[0] != 0)
    return float(outcome.deduction[0])


@pytest.mark.parametrize(
    ("last_played", "points"),
    [
        # A year is full on 1 January 2026: booked at that period start already.
        (date(2025, 1, 1), 0),
        # Full on 2 January ... 1 May 2026: booked on 1 May, at the end of this period.
        (date(2025, 1, 2), -50),
        (date(2025, 4, 30), -50),
        (date(2025, 5, 1), -50),
        # Full on 2 May 2026: booked on 1 September.
        (date(2025, 5, 2), 0),
        # The second and the third year.
        (date(2024, 3, 1), -50),
        (date(2023, 3, 1), -50),
        # The fourth: the strength is assessed by hand.
        (date(2022, 3, 1), 0),
        (None, 0),
    ],
)
def test_year_is_booked_at_the_first_period_start_on_or_after_its_end(
    last_played, points
):
    assert deduction(last_played, date(2026, 1, 1), date(2026, 4, 30)) == points


def test_at_most_150_points_are_deducted_over_the_years():
    taken = {
        period.label: deduction(date(2020, 2, 29), period.first_date, period.last_date)
        for period in periods_between(
            date(2020, 5, 1), date(2026, 12, 31), THREE_PERIODS
        )
    }
    assert {label: points for label, points in taken.items() if points} == {
        "2021-01 … 2021-04": -50,
        "2022-01 … 2022-04": -50,
        "2023-01 … 2023-04": -50,
    }


@pytest.mark.parametrize(
    ("day", "years", "later"),
    [
        (date(2024, 2, 29), 1, date(2025, 2, 28)),
        (date(2024, 2, 29), 4, date(2028, 2, 29)),
        (date(2024, 2, 28), 1, date(2025, 2, 28)),
        (date(2023, 3, 1), 1, date(2024, 3, 1)),
    ],
)
def test_anniversary_of_29_february_is_the_28th(day, years, later):
    assert anniversary(day, years) == later


@pytest.mark.parametrize("last_played", [date(2024, 2, 28), date(2024, 2, 29)])
def test_a_leap_day_is_booked_by_its_anniversary_on_28_february(last_played):
    # Periods that start on 1 March and on 28 February 2025.
    assert deduction(last_played, date(2025, 1, 1), date(2025, 2, 27)) == -50
    assert deduction(last_played, date(2025, 2, 28), date(2025, 6, 30)) == 0
    assert deduction(last_played, date(2025, 2, 27), date(2025, 6, 30)) == -50


@pytest.mark.parametrize("years", [1, 2, 3, 4])
def test_every_day_of_four_years_is_booked_at_its_anniversary(years):
    parameters = SsfParameters(deductions=4)
    spans = [
        (date(2024, 1, 1), date(2024, 2, 27)),
        (date(2024, 2, 28), date(2024, 2, 28)),
        (date(2024, 2, 29), date(2024, 2, 29)),
        (date(2025, 1, 1), date(2025, 2, 27)),
        (date(2025, 2, 28), date(2025, 4, 30)),
    ]
    for first, last in spans:
        span = Span(day_number(first), day_number(last))
        for number in range(day_number(date(2019, 1, 1)), day_number(first)):
            full = anniversary(date_of(number), years)
            booked = day_number(full) in anniversaries(number, span, parameters)
            assert booked == (first < full <= last + timedelta(days=1))


def test_player_who_has_played_again_loses_nothing():
    # Full on 1 February; played on 1 March, before the period start of 1 May.
    people = [Person(1500, date(2025, 2, 1)), Person(1500)]
    for minutes in (120, 10):
        games = [game(0, 1, 1, day=date(2026, 3, 1), minutes=minutes)]
        assert Step(people, games).rate().deduction.tolist() == [0, 0]


def test_forfeit_does_not_count_as_activity():
    people = [Person(1500, date(2025, 2, 1)), Person(1500)]
    games = [game(0, 1, 2, day=date(2026, 3, 1), played=False)]
    assert Step(people, games).rate().after.tolist() == [1450, 1500]


def test_late_game_restarts_the_count_from_its_own_day():
    # Carried from 10 March 2025: full on 10 March 2026 instead of 1 February.
    people = [Person(1500, date(2025, 2, 1)), Person(1500)]
    games = [game(0, 1, 1, day=date(2025, 3, 10))]
    outcome = Step(people, games).rate()
    assert outcome.deduction[0] == -50
    assert outcome.last_played[0] == day_number(date(2025, 3, 10))


def test_older_late_game_does_not_move_the_count_back():
    people = [Person(1500, date(2025, 10, 1)), Person(1500)]
    games = [game(0, 1, 1, day=date(2025, 3, 10))]
    outcome = Step(people, games).rate()
    assert outcome.deduction[0] == 0
    assert outcome.last_played[0] == day_number(date(2025, 10, 1))


def test_unrated_player_has_no_deduction():
    # Neither a player with only rapid games nor one who gets a start rating now.
    people = [Person(last_played=date(2025, 2, 1))]
    people.append(Person(last_played=date(2025, 2, 1), start=1500))
    outcome = Step(people).rate()
    assert outcome.deduction.tolist() == [0, 0]
    assert outcome.after[1] == 1500


def test_unrated_player_does_not_affect_others_deductions():
    lately, long_ago = date(2025, 12, 1), date(2025, 2, 1)
    people = [
        Person(1500, long_ago),
        Person(last_played=long_ago),
        Person(1500, lately),
    ]
    assert Step(people).rate().deduction.tolist() == [-50, 0, 0]


def test_a_span_of_two_years_books_both():
    assert deduction(date(2023, 6, 1), date(2024, 1, 1), date(2025, 12, 31)) == -100


def test_a_period_of_a_year_books_the_year_after_a_game_in_it():
    # Played on 1 January 2025, the first day: full on 1 January 2026, the next start.
    people = [Person(1500), Person(1500)]
    games = [game(0, Side(1), 1, day=date(2025, 1, 1))]
    step = Step(people, games, date(2025, 1, 1), date(2025, 12, 31))
    assert step.rate().deduction.tolist() == [-50, -50]


def test_an_edition_may_take_another_number_of_points_and_years():
    march = (date(2026, 1, 1), date(2026, 4, 30))
    assert deduction(date(2022, 3, 1), *march, deductions=4, deduction=25) == -25
    assert deduction(date(2025, 3, 1), *march, deductions=0) == 0


def test_no_deduction_is_positive_zero():
    step = Step([Person(1500, date(2025, 2, 1)), Person(1500, date(2025, 12, 1))])
    assert str(float(step.rate().deduction[1])) == "0.0"
