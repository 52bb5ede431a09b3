"""A player's performance in an event: the score compared with the expected one.

The Swedish regulations define no performance rating; FIDE's title regulations do (B.01,
1.4.6 to 1.4.9), and its tables suit every scale on which 200 points mean much the same.
Scrabble has its own scale and expectation, and no performance rating.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ratings.rules.elo.game_changes import expected_hundredths
from ratings.rules.elo.k_rules import HIGHEST_RATING
from ratings.rules.elo.performance import performance
from ratings.rules.elo.tables import HUNDRED
from ratings.rules.scrabble.expected import DECIMALS, expected_wins
from ratings.rules.step import IntArray

HALF = 0.5


@dataclass(frozen=True, slots=True)
class PerformanceGame:
    """A played game: both players' ratings before it, None where unknown, and the
    player's own half points.
    """

    own: float | None
    opponent: float | None
    score: int


@dataclass(frozen=True, slots=True)
class EventPerformance:
    """One player's event."""

    games: int
    score: int
    """Half points in all games."""
    rated: int
    """Games against opponents with a rating; the following fields are about these."""
    rated_score: int
    """Half points in them."""
    average: int | None
    """The opponents' mean, rounded with halves upward (1.4.7); None without such
    games."""
    expected: float | None
    """Points; None without such games, or if the own rating is unknown in one."""
    rating: int | None
    """The performance rating (1.4.8); None without such games, on a scale that has
    none, and if an opponent's rating is outside FIDE's scale."""


def event_performance(
    games: Sequence[PerformanceGame], spread: int | None = None
) -> EventPerformance:
    """Compute one player's event.

    Expectations are FIDE's (8.1.2), without the cap of 8.3.1, which is about changes;
    with `spread` they are those of the Scrabble system, whose unit it is. Ratings are
    first rounded to whole numbers, halves upward.
    """
    rated = [game for game in games if game.opponent is not None]
    opponents = _whole([game.opponent for game in rated])
    score = sum(game.score for game in rated)
    return EventPerformance(
        games=len(games),
        score=sum(game.score for game in games),
        rated=len(rated),
        rated_score=score,
        average=int(np.floor(opponents.mean() + HALF)) if rated else None,
        expected=_expected(rated, opponents, spread),
        rating=_performance(opponents, score) if spread is None else None,
    )


def _expected(
    rated: Sequence[PerformanceGame], opponents: IntArray, spread: int | None
) -> float | None:
    if not rated or any(game.own is None for game in rated):
        return None
    own = _whole([game.own for game in rated])
    if spread is not None:
        return float(expected_wins(own, opponents, spread).sum(dtype=int)) / DECIMALS
    return float(expected_hundredths(own - opponents).sum()) / HUNDRED


def _performance(opponents: IntArray, score: int) -> int | None:
    off_scale = (opponents < 0) | (opponents > HIGHEST_RATING)
    if not opponents.size or off_scale.any():
        return None
    return performance(opponents.tolist(), score).rating


def _whole(ratings: Sequence[float | None]) -> IntArray:
    whole: IntArray = np.floor(np.array(ratings, np.float64) + HALF).astype(np.int64)
    return whole
