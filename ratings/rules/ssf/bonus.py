"""Bonus, where a district adopts it (SSF rating, Below 1200)."""

import numpy as np

from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.ssf.sides import RatedSides
from ratings.rules.step import (
    BoolArray,
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    SideColumns,
    State,
)


def bonus_points(running: FloatArray, parameters: SsfParameters) -> FloatArray:
    """Return the bonus for a game before which a player has this running rating."""
    limits = [below for below, _ in parameters.bonus_bands]
    points = [points for _, points in parameters.bonus_bands]
    band = np.searchsorted(limits, running, side="right")
    return np.array([*points, 0], np.float32)[band]


def total_bonus(
    white: RatedSides,
    black: RatedSides,
    base: FloatArray,
    decisions: Decisions,
    parameters: SsfParameters,
) -> FloatArray | None:
    """Return each player's bonus (p); None if no district adopts the junior rules."""
    if not (white.adopts.any() or black.adopts.any()):
        return None
    low = may_get_bonus(white, black, base, parameters) & ~decisions.bonus_withheld
    sides = white.where(low.take(white.player))
    sides = sides.join(black.where(low.take(black.player)))
    total = np.zeros(len(base), np.float32)
    np.add.at(total, sides.player, walk_bonus(sides, base, parameters))
    return total


def may_get_bonus(
    white: RatedSides, black: RatedSides, base: FloatArray, parameters: SsfParameters
) -> BoolArray:
    """Return whose running rating can fall low enough for a bonus, bool (p).

    That is: players with an adopting line whose base minus all losses of points,
    without any gain, is below the highest limit.
    """
    limit = max((below for below, _ in parameters.bonus_bands), default=0)
    worst, adopting = base.copy(), np.zeros(len(base), np.bool_)
    for sides in (white, black):
        losses = np.minimum(sides.doubled, 0) * np.float32(0.5)
        np.add.at(worst, sides.player, losses.astype(worst.dtype, copy=False))
        adopting[sides.player.take(np.flatnonzero(sides.adopts))] = True
    return adopting & (worst < limit)


def walk_bonus(
    sides: RatedSides, base: FloatArray, parameters: SsfParameters
) -> FloatArray:
    """Return the bonus of each side, given all sides of some players in any order.

    `base` (p) contains base ratings. The running rating is the base plus all changes
    and bonuses of earlier games. The first games of all players are computed at once,
    then the second ones, and so on.
    """
    order = np.lexsort((sides.line, sides.player))
    players, first, games = np.unique(
        sides.player[order], return_index=True, return_counts=True
    )
    busiest_first = np.argsort(-games, kind="stable")
    first, games = first[busiest_first], games[busiest_first]
    running = base.take(players[busiest_first])
    bonus = np.zeros(len(sides), np.float32)
    for played in range(int(games.max(initial=0))):
        at = order[first[games > played] + played]
        now = running[: len(at)]
        bonus[at] = np.where(
            sides.adopts[at], bonus_points(now, parameters), np.float32(0)
        )
        now += sides.doubled[at] * np.float32(0.5) + bonus[at]
    return bonus


def latest_choices(lines: Lines, state: State) -> BoolArray:
    """Return whether the district of each player adopts the junior rules, by the
    player's latest line given, bool (p).
    """
    white, black = lines.sides
    if not (state.adopts.any() or white.adopts.any() or black.adopts.any()):
        return state.adopts
    changed = np.concatenate((_changed(white, state), _changed(black, state)))
    if not changed.size:
        return state.adopts
    # Row and choice in one number: the greatest is the latest, its parity the choice.
    latest: IntArray = np.zeros(len(state.adopts), np.int64)
    has_changed = np.zeros(len(state.adopts), np.bool_)
    has_changed[changed] = True
    for side in (white, black):
        rows = np.flatnonzero(has_changed.take(side.player))
        choice = 2 * rows + side.adopts.take(rows)
        np.maximum.at(latest, side.player.take(rows), choice)
    adopts = state.adopts.copy()
    adopts[changed] = latest[changed] % 2
    return adopts


def _changed(side: SideColumns, state: State) -> IntArray:
    """Return players on whose line the choice differs from that before the step."""
    differs: BoolArray = side.adopts != state.adopts.take(side.player)
    return side.player.take(np.flatnonzero(differs))
