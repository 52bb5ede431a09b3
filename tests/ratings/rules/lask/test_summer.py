"""LASK 11a and 11b: additions of the committee in the summer."""

from datetime import date

import numpy as np
import pytest

from ratings.rules.calendar import day_number
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.season import season_of
from ratings.rules.lask.summer import club_supplement, has_supplement, summer_bonus
from ratings.rules.lask.whole_numbers import BadEntry

LASK = LaskParameters()
SEASON = season_of(date(1970, 9, 1), LASK)


def bonus(*games, players=3):
    player = np.array([player for player, _ in games], np.intp)
    day = np.array([day_number(day) for _, day in games], np.int32)
    return summer_bonus(player, day, players, SEASON, LASK).tolist()


def test_game_in_a_large_summer_event_gives_16_points():
    assert bonus((1, date(1971, 7, 3))) == [0, 16, 0]


def test_several_games_and_events_give_no_more():
    assert bonus((1, date(1971, 6, 10)), (1, date(1971, 7, 3)), (1, date(1971, 8, 3)),
                 (2, date(1971, 7, 3))) == [0, 16, 16]  # fmt: skip


@pytest.mark.parametrize(
    ("day", "points"),
    [
        (date(1971, 5, 31), 0),
        (date(1971, 6, 1), 16),
        (date(1971, 8, 31), 16),
        (date(1971, 9, 1), 0),
        (date(1972, 7, 1), 0),
    ],
)
def test_the_summer_is_june_to_august_of_that_year(day, points):
    assert bonus((0, day), players=1) == [points]


def test_no_games_give_no_bonus():
    assert bonus() == [0, 0, 0]


@pytest.mark.parametrize(
    ("points", "games", "members", "supplement"),
    [
        # 10 * 120/60 - 120/30 = 20 - 4.
        (120, 60, 30, 16),
        # A club with losses: 10 * -120/60 + 120/30.
        (-120, 60, 30, -16),
        # 10 * 7/20 - 7/14 = 3.5 - 0.5.
        (7, 20, 14, 3),
        # 10 * 9/20 - 9/9 = 3.5 goes up, 10 * -9/20 + 9/9 = -3.5 too.
        (9, 20, 9, 4),
        (-9, 20, 9, -3),
        # 10 * 100/60 - 100/30 = 16.67 - 3.33 = 13.33.
        (100, 60, 30, 13),
        # More than ten games per member: the players have already had more.
        (100, 400, 20, -2),
        (0, 60, 30, 0),
        (0, 0, 30, 0),
    ],
)
def test_supplement_is_ten_mean_gains_minus_a_members_gain(
    points, games, members, supplement
):
    assert club_supplement(points, games, members, LASK) == supplement


@pytest.mark.parametrize(
    ("points", "games", "members", "refused"),
    [
        (1, -1, 10, "games: too_low"),
        (1, 10, 0, "members: too_low"),
        (1, 0, 10, "points: points_without_games"),
    ],
)
def test_impossible_club_numbers_are_refused(points, games, members, refused):
    with pytest.raises(BadEntry, match=f"^{refused}$"):
        club_supplement(points, games, members, LASK)


def test_only_the_first_season_ends_with_the_supplement():
    assert has_supplement(SEASON, LASK)
    assert not has_supplement(season_of(date(1971, 9, 1), LASK), LASK)
    assert not has_supplement(SEASON, LaskParameters(supplement_season=0))
