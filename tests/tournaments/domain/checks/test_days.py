"""The order of the days of rounds, and days with too many games."""

from datetime import date

import pytest

from tests.factories import acting, member
from tests.tournaments.domain.checks.found import found
from tests.tournaments.tournaments_made import played, section, started, tournament
from tournaments.domain.starting import set_round_dates

pytestmark = pytest.mark.django_db

ONE_DAY = date(2026, 5, 4)


def on_one_day(size: int, minutes: int):
    made = tournament(start_date=ONE_DAY, end_date=ONE_DAY, minutes=minutes)
    bo = member(first_name="Bo", last_name="Ek")
    others = [member() for _ in range(size - 1)]
    return played(started(section(made), players=[bo, *others]))


def test_three_games_of_two_hours_each_fill_a_day():
    rows = found(on_one_day(4, 120))["full_day"]

    assert len(rows) == 4
    assert "Bo Ek, 2026-05-04: 3 × 120 min" in rows


@pytest.mark.parametrize(("size", "minutes"), [(3, 180), (4, 119), (6, 60)])
def test_two_long_games_or_several_short_ones_do_not_fill_a_day(size, minutes):
    assert "full_day" not in found(on_one_day(size, minutes))


def test_six_games_of_an_hour_each_fill_a_day():
    assert len(found(on_one_day(8, 60))["full_day"]) == 8


def test_games_of_several_sections_on_one_day_are_added_up():
    made = tournament(start_date=ONE_DAY, end_date=ONE_DAY)
    people = [member(first_name="Bo", last_name="Ek"), member(), member()]
    first = played(started(section(made), players=people))
    assert "full_day" not in found(first)
    played(started(section(made, name="Group B"), players=[people[0], member()]))

    assert found(first)["full_day"] == ["Bo Ek, 2026-05-04: 3 × 120 min"]


def test_forfeits_take_no_time():
    made = tournament(start_date=ONE_DAY, end_date=ONE_DAY)
    group = played(started(section(made), size=4), "+-")
    assert "full_day" not in found(group)


def test_round_dated_before_the_round_before_it_needs_an_answer():
    group = played(started(size=4))
    days = [date(2026, 5, 4), date(2026, 5, 18), date(2026, 5, 11)]
    set_round_dates(group.pk, days, acting=acting())

    assert found(group) == {"days_fall": ["3. 2026-05-11 < 2. 2026-05-18"]}


def test_two_rounds_on_one_day_are_in_order():
    group = played(started(size=4))
    days = [date(2026, 5, 4), date(2026, 5, 4), date(2026, 5, 11)]
    set_round_dates(group.pk, days, acting=acting())

    assert found(group) == {}
