"""LASK 2, 3, 6 and 7: the year of the ledger and the deductions of 1 June."""

from datetime import date

import numpy as np
import pytest

from ratings.rules.calendar import period_of
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.season import (
    Keeper,
    Season,
    books_bonus,
    books_deductions,
    deductions,
    ledger_keeper,
    season_games,
    season_of,
)
from ratings.rules.lask.whole_numbers import BadEntry
from ratings.rules.step import Span
from tests.ratings.rules.columns import game, lines_of

LASK = LaskParameters()
FIRST = Season(
    first_date=date(1970, 9, 1),
    last_date=date(1971, 5, 31),
    summer_first=date(1971, 6, 1),
    summer_last=date(1971, 8, 31),
    return_due=date(1971, 6, 15),
)


@pytest.mark.parametrize(
    "day",
    [
        date(1970, 9, 1),
        date(1970, 12, 31),
        date(1971, 5, 31),
        date(1971, 6, 1),
        date(1971, 8, 31),
    ],
)
def test_season_and_its_summer_contain_september_to_august(day):
    assert season_of(day, LASK) == FIRST


def test_a_season_may_lie_within_a_year():
    within = LaskParameters(
        period_starts=((2, 1), (10, 1)), season_starts=(2, 1), summer_starts=(10, 1)
    )
    season = season_of(date(2026, 1, 15), within)
    assert (season.first_date, season.last_date) == (
        date(2025, 2, 1),
        date(2025, 9, 30),
    )
    assert (season.summer_first, season.summer_last) == (
        date(2025, 10, 1),
        date(2026, 1, 31),
    )


@pytest.mark.parametrize(
    ("day", "keeper"),
    [
        (date(1971, 5, 31), Keeper.CLUB),
        (date(1971, 6, 1), Keeper.COMMITTEE),
        (date(1971, 8, 31), Keeper.COMMITTEE),
        (date(1971, 9, 1), Keeper.CLUB),
    ],
)
def test_clubs_keep_the_ledger_until_31_may_and_the_committee_in_summer(day, keeper):
    assert ledger_keeper(day, LASK) is keeper


def test_games_of_first_and_last_day_of_the_season_count():
    def on(day, **more):
        return game(0, 1, 1, day=day, minutes=more.pop("minutes", 180), **more)

    lines = lines_of(
        [
            on(date(1970, 8, 31)),
            on(date(1970, 9, 1)),
            on(date(1971, 5, 31)),
            on(date(1971, 6, 1)),
            on(date(1971, 2, 1), played=False),
            on(date(1971, 2, 1), minutes=60),
        ]
    )
    assert season_games(lines, 3, FIRST, LASK).tolist() == [2, 2, 0]


def test_an_adjourned_game_counts_in_the_season_in_which_it_is_finished():
    # Rankingregel 3: the line's day is the day on which the game was finished.
    begun_in_august = game(0, 1, 1, day=date(1970, 9, 2), minutes=180)
    assert season_games(lines_of([begun_in_august]), 2, FIRST, LASK).tolist() == [1, 1]


def test_table_4_deducts_from_players_with_fewer_than_six_games():
    games = np.array([0, 1, 2, 3, 4, 5, 6, 40])
    assert deductions(games, LASK).tolist() == [-27, -20, -14, -9, -5, -2, 0, 0]


def test_negative_number_of_games_is_refused():
    with pytest.raises(BadEntry, match=r"^games: too_low$"):
        deductions(np.array([3, -1]), LASK)


@pytest.mark.parametrize(
    ("day", "deducts", "gives"),
    [
        (date(1971, 2, 28), False, False),
        (date(1971, 4, 1), True, False),
        (date(1971, 7, 1), False, True),
        (date(1970, 12, 1), False, False),
    ],
)
def test_the_spring_ends_with_the_deductions_and_the_summer_with_the_bonus(
    day, deducts, gives
):
    span = period_of(day, LASK.period_starts).span
    assert books_deductions(span, LASK) is deducts
    assert books_bonus(span, LASK) is gives


def test_nothing_is_booked_before_the_next_period_begins():
    for day in (date(1971, 4, 1), date(1971, 7, 1)):
        span = period_of(day, LASK.period_starts).span
        running = Span(span.first_day, span.last_day, closed=False)
        assert not books_deductions(running, LASK)
        assert not books_bonus(running, LASK)


def test_no_players_give_no_deductions():
    assert deductions(np.zeros(0, np.int32), LASK).tolist() == []
