"""Ratings that are provisional until they are based on enough games.

Such a rating is the mean of all games so far: each opponent's rating, increased by a
fixed number of points for a win and reduced by it for a loss. The new rating is the
mean of the old one and of the new games, weighted by the numbers of games.
"""

from dataclasses import dataclass

import numpy as np

from ratings.rules.elo.game_changes import WIN, NumberArray
from ratings.rules.elo.parameters import EloParameters
from ratings.rules.elo.tables import HUNDRED
from ratings.rules.step import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class ProvisionalGames:
    """The data for changes of provisional ratings, columns of length n."""

    player: IntArray
    own: NumberArray
    opponent: NumberArray
    score: IntArray
    """Half points."""
    career: IntArray
    """Rated games of the player before the period."""


def are_provisional(career: IntArray, parameters: EloParameters) -> BoolArray:
    """Return whose rating (n) is provisional. A rating without any rated game was
    decided or comes from elsewhere, and is a full one.
    """
    if parameters.provisional_games is None:
        return np.zeros(len(career), np.bool_)
    provisional: BoolArray = (career > 0) & (career < parameters.provisional_games)
    return provisional


def performances(
    opponent: NumberArray, score: NumberArray, parameters: EloParameters
) -> NumberArray:
    """Return the performance in each game (n): the opponent's rating, increased by the
    edition's points for a win and reduced by them for a loss. `score` is in half
    points. Averages of opponents and scores give the average.
    """
    assert parameters.performance_points is not None  # noqa: S101 - never provisional
    return opponent + parameters.performance_points * (score - WIN // 2)


def provisional_points(
    games: ProvisionalGames, parameters: EloParameters
) -> FloatArray:
    """Return the part of each game (n) in the change of a provisional rating, in
    hundredths of points: a player's parts add up to the whole change.
    """
    new = np.bincount(games.player).take(games.player) if len(games.player) else 0
    worth = performances(games.opponent, games.score.astype(np.int64), parameters)
    parts: FloatArray = HUNDRED * (worth - games.own) / (games.career + new)
    return parts
