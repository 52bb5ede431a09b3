"""What the committee adds for the summer (LASK 11a and 11b)."""

from fractions import Fraction

import numpy as np

from ratings.rules.calendar import day_number
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.season import Season
from ratings.rules.lask.whole_numbers import BadEntry, half_up
from ratings.rules.step import BoolArray, IntArray


def summer_bonus(
    player: IntArray,
    day: IntArray,
    players: int,
    season: Season,
    parameters: LaskParameters,
) -> IntArray:
    """Return each player's bonus of a summer, int16 (p), 0 or 16, booked on the next 1
    September.

    `player` (n, intp) and `day` (n, int32) are the games played in SM and other large
    events; games outside the summer give nothing, and several games give no more than
    one.
    """
    bonus = np.zeros(players, np.int16)
    bonus[player[in_summer(day, season)]] = parameters.summer_bonus
    return bonus


def in_summer(day: IntArray, season: Season) -> BoolArray:
    """Return which days (n) are in the summer of a season."""
    within: BoolArray = day >= day_number(season.summer_first)
    return within & (day <= day_number(season.summer_last))


def has_supplement(season: Season, parameters: LaskParameters) -> bool:
    """Return whether this is the system's first season, the only one with the
    supplement (11b).
    """
    return season.first_date.year == parameters.supplement_season


def club_supplement(
    points: int, games: int, members: int, parameters: LaskParameters
) -> int:
    """Return the points for every player of a club, whole: 10 · S/N - S/M (11b).

    S (`points`) are the points that the club won, or lost, in its N (`games`) games
    against other clubs; M (`members`) is its number of members. Rounded once, halves
    upwards; 0 without games. BadEntry for fewer than 0 games, no members, or points
    without games.
    """
    if games < 0:
        raise BadEntry("games", "too_low")
    if members < 1:
        raise BadEntry("members", "too_low")
    if games == 0 and points:
        raise BadEntry("points", "points_without_games")
    if games == 0:
        return 0
    mean_gain = Fraction(points, games)
    return half_up(parameters.supplement_factor * mean_gain - Fraction(points, members))
