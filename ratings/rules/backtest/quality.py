"""How well expected scores foretold results: log loss, Brier score, calibration.

Columns have length n, a row being one game seen from one side. A drawn game counts as
half a win and half a loss.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from ratings.rules.step import FloatArray, IntArray

SUREST = 0.999
"""No expectation counts as surer than this, so that one upset cannot cost without
limit where a table prints certainty."""
BINS = 10
"""Classes of expected score in a calibration, a tenth of a point wide."""
WIN = 2
"""Half points."""
CERTAINTY = 1.96
"""Standard errors either way within which a mean lies with 95 per cent certainty."""


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """The games whose expected score lies in one bin."""

    low: float
    high: float
    games: int
    expected: float | None
    """Mean of what was expected, None without a game."""
    scored: float | None
    """Mean of what was scored."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How well some games were foretold."""

    games: int
    log_loss: float | None
    """Mean, in nats; what knows nothing has 0.6931. None without a game."""
    brier: float | None
    """Mean; what knows nothing has at most 0.25. None without a game."""
    calibration: tuple[CalibrationBin, ...]


def log_losses(expected: FloatArray, half_points: IntArray) -> FloatArray:
    """-s ln E - (1 - s) ln (1 - E) of each game, float64 (n)."""
    score = half_points / WIN
    sure = np.clip(expected, 1 - SUREST, SUREST)
    losses: FloatArray = -(score * np.log(sure) + (1 - score) * np.log1p(-sure))
    return losses


def brier_scores(expected: FloatArray, half_points: IntArray) -> FloatArray:
    """(s - E)² of each game, float64 (n)."""
    squared: FloatArray = (half_points / WIN - expected) ** 2
    return squared


def quality_of(expected: FloatArray, half_points: IntArray) -> Quality:
    """The measures of games that all have an expected score.

    `expected` (n) is from 0 to 1, `half_points` (n) 0, 1 or 2.
    """
    return Quality(
        games=len(expected),
        log_loss=_mean(log_losses(expected, half_points)),
        brier=_mean(brier_scores(expected, half_points)),
        calibration=calibration(expected, half_points),
    )


def calibration(
    expected: FloatArray, half_points: IntArray
) -> tuple[CalibrationBin, ...]:
    """Compare expected with actual scores, by bins of the expected score.

    Every game is seen from both its sides, since the sides are named by chance: the
    classes above a half mirror those below. An exact limit belongs to the upper class.
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


def behind(losses: FloatArray, best: FloatArray) -> tuple[float, float]:
    """How much more is lost a game than by another prediction of the same games, and
    how far that mean is certain, either way, to 95 per cent.

    Both columns (n) are as `log_losses` gives them. Nothing is certain of a single
    game: infinity.
    """
    difference = losses - best
    if len(difference) <= 1:
        return float(difference.sum()), float("inf")
    error = float(difference.std(ddof=1)) / sqrt(len(difference))
    return float(difference.mean()), CERTAINTY * error


def _mean(column: FloatArray) -> float | None:
    return float(column.mean()) if len(column) else None


def _share(total: float, games: int) -> float | None:
    return float(total / games) if games else None
