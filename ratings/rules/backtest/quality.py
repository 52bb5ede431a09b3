"""How well expected scores predicted results: log loss, Brier score, calibration.

Columns have length n, a row being one game seen from one side. A drawn game counts as
half a win and half a loss.
"""

from dataclasses import dataclass

import numpy as np

from ratings.rules.step import FloatArray, IntArray

SUREST = 0.999
"""The most certain expectation that is counted, so that one upset cannot cost without
limit if a table prints certainty."""
BINS = 10
"""Classes of expected score in a calibration, each a tenth of a point wide."""
WIN = 2
"""Half points."""
CERTAINTY = (0.025, 0.975)
"""The quantiles between which 95 per cent of the bootstrap means lie."""
DRAWS = 2000
"""The number of bootstrap samples."""
MOST_GROUPS = 1000
"""If games were played on more days than this, consecutive days are drawn together."""
SEED = 1


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """The sides of games whose expected score lies in one bin: two for each game."""

    low: float
    high: float
    games: int
    expected: float | None
    """Mean expected score, None without a game."""
    scored: float | None
    """Mean actual score."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How well some games were predicted."""

    games: int
    log_loss: float | None
    """Mean, in nats; without any knowledge it is 0.6931. None without a game."""
    brier: float | None
    """Mean; without any knowledge it is at most 0.25. None without a game."""
    right: float | None
    """The share of decided games that the favourite won. None without a decided
    game."""
    calibration: tuple[CalibrationBin, ...]


def log_losses(expected: FloatArray, half_points: IntArray) -> FloatArray:
    """Return -s ln E - (1 - s) ln (1 - E) of each game, float64 (n)."""
    score = half_points / WIN
    sure = np.clip(expected, 1 - SUREST, SUREST)
    losses: FloatArray = -(score * np.log(sure) + (1 - score) * np.log1p(-sure))
    return losses


def brier_scores(expected: FloatArray, half_points: IntArray) -> FloatArray:
    """Return (s - E)² of each game, float64 (n)."""
    squared: FloatArray = (half_points / WIN - expected) ** 2
    return squared


def quality_of(expected: FloatArray, half_points: IntArray) -> Quality:
    """Return the measures of games that all have an expected score.

    `expected` (n) is from 0 to 1, `half_points` (n) 0, 1 or 2.
    """
    return Quality(
        games=len(expected),
        log_loss=_mean(log_losses(expected, half_points)),
        brier=_mean(brier_scores(expected, half_points)),
        right=favourites_right(expected, half_points),
        calibration=calibration(expected, half_points),
    )


def calibration(
    expected: FloatArray, half_points: IntArray
) -> tuple[CalibrationBin, ...]:
    """Compare expected with actual scores, by bins of the expected score.

    Every game is counted from both sides, because which side is named first is
    arbitrary: the classes above a half mirror those below. An exact limit belongs to
    the upper class.
    """
    both = np.concatenate((expected, 1 - expected))
    scores = np.concatenate((half_points, WIN - half_points)) / WIN
    place = np.minimum((both * BINS + 1e-9).astype(np.int64), BINS - 1)
    games = np.bincount(place, minlength=BINS)
    hoped = np.bincount(place, both, BINS)
    scored = np.bincount(place, scores, BINS)
    return tuple(
        CalibrationBin(
            low=number / BINS,
            high=(number + 1) / BINS,
            games=int(games[number]),
            expected=_share(hoped[number], games[number]),
            scored=_share(scored[number], games[number]),
        )
        for number in range(BINS)
    )


@dataclass(frozen=True, slots=True)
class LogLossGap:
    """How much higher the log loss per game is than that of another prediction of the
    same games, in nats, and between which limits it lies with 95 per cent certainty.
    """

    mean: float
    limits: tuple[float, float] | None
    """None if no limits can be given: there are no games, or all on one day."""


def log_loss_gap(losses: FloatArray, best: FloatArray, days: IntArray) -> LogLossGap:
    """Compare two predictions of the same games by a paired bootstrap.

    Both columns (n) are as returned by `log_losses`; `days` int (n) is when each game
    was played. Days are drawn with all their games, since games of one day share
    players and circumstances. The same columns always give the same limits.
    """
    difference = losses - best
    mean = float(difference.mean()) if len(difference) else 0.0
    each, of_day = np.unique(days, return_inverse=True)
    played = len(each)
    if played <= 1:
        return LogLossGap(mean, None)
    groups = min(played, MOST_GROUPS)
    group = of_day * groups // played
    losses_by_group, games = np.bincount(group, difference), np.bincount(group)
    drawn = np.random.default_rng(SEED).multinomial(
        groups, np.full(groups, 1 / groups), size=DRAWS
    )
    low, high = np.quantile((drawn @ losses_by_group) / (drawn @ games), CERTAINTY)
    return LogLossGap(mean, (float(low), float(high)))


def favourites_right(expected: FloatArray, half_points: IntArray) -> float | None:
    """Return the share of decided games that were won by the side with the higher
    expected score; a game in which both are equal counts half. None without a decided
    game.
    """
    decided = half_points != WIN // 2
    ahead = expected[decided] - 0.5
    won = half_points[decided] == WIN
    right = np.where(ahead == 0, 0.5, (ahead > 0) == won)
    return _mean(right)


def _mean(column: FloatArray) -> float | None:
    return float(column.mean()) if len(column) else None


def _share(total: float, games: int) -> float | None:
    return float(total / games) if games else None
