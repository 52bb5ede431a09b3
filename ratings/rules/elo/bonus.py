"""The bonus for a change that is far above the usual one."""

from dataclasses import dataclass

import numpy as np

from ratings.rules.elo.bonus_rules import BonusRule
from ratings.rules.elo.game_changes import NumberArray
from ratings.rules.elo.parameters import EloParameters
from ratings.rules.step import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class BonusColumns:
    """The data that determine a bonus, columns of length p."""

    rating: FloatArray
    """The base rating, NaN if there is none."""
    change: FloatArray
    """The exact change of the period in points."""
    games: IntArray
    """Rated games of the period."""
    k: IntArray
    """The greatest K of those games; 0 for a provisional rating."""
    performance: FloatArray
    """The mean of the performances in the games."""


def bonuses(period: BonusColumns, parameters: EloParameters) -> FloatArray:
    """Return each player's bonus (p) in whole points, 0 for none: that of the first
    rule whose every condition is met, even if it amounts to 0.
    """
    bonus = np.zeros(len(period.rating))
    for rule in reversed(parameters.bonus_rules):
        holds = _holds(rule, period)
        bonus[holds] = _points(rule, period)[holds]
    return bonus


def _holds(rule: BonusRule, period: BonusColumns) -> BoolArray:
    met: BoolArray = (
        ~np.isnan(period.rating)
        & (period.k > 0)
        & (period.k >= rule.from_k)
        & (period.games > rule.over_games)
        & (period.change > rule.over_change)
    )
    if rule.below_rating is not None:
        met &= period.rating + period.change < rule.below_rating
        met &= period.rating < rule.below_rating
    return met


def _points(rule: BonusRule, period: BonusColumns) -> FloatArray:
    threshold = rule.threshold + rule.per_game * (period.games - rule.over_games)
    above = _nearest(period.change - threshold)
    bonus = _nearest(rule.percent / 100 * above)
    limits = [period.performance]
    if rule.below_rating is not None:
        limits.append(np.full(len(bonus), float(rule.below_rating)))
    for limit in limits:
        bonus = np.minimum(bonus, limit - period.rating)
    return np.where(above > 0, np.maximum(_nearest(bonus), 0), 0)


def _nearest(points: NumberArray) -> FloatArray:
    """Return the nearest whole points, halves upward; relevant values are positive."""
    nearest: FloatArray = np.floor(np.round(points, 6) + 0.5)
    return nearest
