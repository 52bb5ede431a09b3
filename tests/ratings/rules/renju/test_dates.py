"""Renju 1 §§3-4 and 3 §3: deadlines, and which games count as finished."""

from datetime import date

import pytest

from ratings.rules.renju.dates import (
    GameEnd,
    computation_due,
    conditions_due,
    counting_games,
    months_after,
    three_months_after,
)

START, END = date(2024, 1, 15), date(2025, 1, 15)
THREE_MONTHS = date(2024, 4, 15)


def test_conditions_are_sent_within_three_weeks_of_the_start():
    assert conditions_due(date(2024, 2, 20)) == date(2024, 3, 12)


def test_the_preliminary_computation_comes_within_two_weeks_of_the_end():
    assert computation_due(date(2024, 12, 20)) == date(2025, 1, 3)


@pytest.mark.parametrize(
    ("day", "months", "later"),
    [
        (date(2024, 1, 15), 3, date(2024, 4, 15)),
        (date(2023, 11, 30), 3, date(2024, 2, 29)),
        (date(2024, 11, 30), 3, date(2025, 2, 28)),
        (date(2024, 12, 31), 12, date(2025, 12, 31)),
        (date(2024, 2, 29), 60, date(2029, 2, 28)),
        (date(2024, 9, 1), 3, date(2024, 12, 1)),
    ],
)
def test_months_end_on_the_same_day_or_the_last_of_the_month(day, months, later):
    assert months_after(day, months) == later
    if months == 3:
        assert three_months_after(day) == later


@pytest.mark.parametrize(
    ("game", "counts"),
    [
        # Really won or drawn, whenever that was.
        (GameEnd(played=True, ended=date(2024, 2, 1)), True),
        (GameEnd(played=True), True),
        # Forfeited before three months were full.
        (GameEnd(played=False, ended=date(2024, 4, 14)), False),
        # Still running when they were, however it ended.
        (GameEnd(played=False, ended=THREE_MONTHS), True),
        (GameEnd(played=False, ended=END), True),
        (GameEnd(played=False), True),
    ],
)
def test_game_counts_if_played_or_running_for_three_months(game, counts):
    assert counting_games([game], START, END) == (counts,)


def test_a_game_still_running_does_not_count_in_a_tournament_of_two_months():
    games = [GameEnd(played=False), GameEnd(played=True)]
    assert counting_games(games, START, date(2024, 3, 15)) == (False, True)


@pytest.mark.parametrize("ended", [date(2024, 1, 14), date(2025, 1, 16)])
def test_a_game_that_ended_outside_the_tournament_is_named(ended):
    games = [GameEnd(played=True), GameEnd(played=True, ended=ended)]
    with pytest.raises(ValueError, match=r"games\[1\]\.ended"):
        counting_games(games, START, END)


def test_a_game_may_end_on_the_first_and_on_the_last_day():
    games = [GameEnd(played=True, ended=day) for day in (START, END)]
    assert counting_games(games, START, END) == (True, True)
    assert counting_games(games[:1], START, START) == (True,)


def test_a_tournament_does_not_end_before_it_starts():
    with pytest.raises(ValueError, match="before it starts"):
        counting_games([], END, START)
