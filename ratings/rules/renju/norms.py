"""Norms: how many points a level requires (Renju 2 §2c-f).

Points are counted in whole half points. A norm is a multiple of 0.05 points, and is
rounded correctly only in whole numbers: with N finished games against opponents whose
indexes add up to `total`, the obtain-norm of a level P is 10 N + 3 (P N - total)
tenths of a half point, the keep-norm 5 N + 3 (P N - total).
"""

from typing import Final

from ratings.rules.renju.levels import HIGHEST, LEVELS, LOWEST

FARTHEST: Final = 3
"""Units from the player's own level beyond which an opponent's level is limited (2
§2c).
"""

_OBTAIN = 10
_KEEP = 5
_UNIT = 3
"""What a unit of the index adds per game, in tenths of a half point."""
_HALF_POINT = 10
_HALF_UP = 5


def clamp_opponent(opponent: int, own: int) -> int:
    """Return what an opponent's index counts as: at most three units from `own` (2
    §2c).
    """
    return max(own - FARTHEST, min(own + FARTHEST, opponent))


def obtain_norm(level: int, games: int, total: int) -> int:
    """Return the half points needed to obtain a level (2 §2e), rounded by 2 §2f.

    `games` is the number of finished games, `total` the sum of the opponents'
    indexes over them. Rounded to the nearest half point, an exact quarter of a point
    upwards. The norm can be more than can be scored in that number of games.
    """
    return (games * _OBTAIN + _above_mean(level, games, total)) // _HALF_POINT


def keep_norm(level: int, games: int, total: int) -> int:
    """Return the half points needed to keep the present level (2 §2e), as
    `obtain_norm`.

    Below zero if the opponents are so strong that no points are required.
    """
    return (games * _KEEP + _above_mean(level, games, total)) // _HALF_POINT


def _above_mean(level: int, games: int, total: int) -> int:
    return _UNIT * (level * games - total) + _HALF_UP


def obtain_norms(games: int, total: int) -> tuple[int, ...]:
    """Return the obtain-norms of all levels from 10 kyu to 10 dan, in half points.

    Empty without a game.
    """
    if not games:
        return ()
    first = games * _OBTAIN + _above_mean(LOWEST, games, total)
    each = _UNIT * games
    norms = range(first, first + each * len(LEVELS), each)
    return tuple([norm // _HALF_POINT for norm in norms])


def highest_met(score: int, games: int, total: int) -> int:
    """Return the highest index, at most 20, whose obtain-norm `score` half points meet.

    Below 1 if not even the norm of 10 kyu is met. `games` is at least 1.
    """
    # obtain_norm(P) <= score, solved for P.
    room = (
        _HALF_POINT * (score + 1) - 1 - games * _OBTAIN - _above_mean(0, games, total)
    )
    return min(HIGHEST, room // (_UNIT * games))
