"""How probable the results of a pair, or of a player in a whole tournament, are (our
own checks; no paragraph requires them).

The expected score of a game comes from the pool's own system, since the games are rated
by it (`ratings.rules.prediction`).

No system says how many games are drawn. An accusation must not depend on a guess, so
the probability is the largest that any share of draws gives: a player who is found
implausible is so under any assumption about draws. Examples: ten wins in ten games
between equals (1 in 1,024), two wins in two games of which 1 point in 32 was expected
each (1 in 1,024); one such win is not (1 in 32).
"""

from collections.abc import Iterator, Sequence
from math import prod

LIMIT = 1 / 1000
"""Results less probable than this must be explained: those of a pair, and those of a
player against all opponents.
"""
SURPRISE = 1 / 16
"""A single result that is at most this probable is a surprise."""

_SHARES_OF_DRAWS = 40


def tail_probability(expected: Sequence[float], half_points: int) -> float:
    """Return the greatest chance of scoring so many half points or more in some games.

    Each game is `expected` to give so many points, 0 to 1; the share of draws is the
    one that makes the chance largest.
    """
    return max(_tail(expected, share, half_points) for share in _shares())


def pair_probability(expected: float, games: int, half_points: int) -> float:
    """Return how probable a pair's games together are, the same for both players.

    `expected` is what one player was expected to score in a game, 0 to 1, `half_points`
    what that player scored.
    """
    return total_probability([expected] * games, half_points)


def total_probability(expected: Sequence[float], half_points: int) -> float:
    """Return how probable a player's score in some games is.

    Above the expected score it is the chance of doing so well or better; below it, of
    doing so badly or worse; 1 at exactly the expected score.
    """
    if half_points == 2 * sum(expected):
        return 1.0
    return tail_probability(*_as_doing_well(expected, half_points))


def is_improbable(expected: Sequence[float], half_points: int) -> bool:
    """Return whether `total_probability` is below `LIMIT`.

    The first share of draws, none, already shows for nearly all players that it is not,
    and the search ends there.
    """
    if half_points == 2 * sum(expected):
        return False
    as_well = _as_doing_well(expected, half_points)
    return all(_tail(as_well[0], share, as_well[1]) < LIMIT for share in _shares())


def surprises(expected: Sequence[float], half_points: Sequence[int]) -> list[int]:
    """Return the indices of a player's games that are surprises in the same direction,
    up or down: the less probable direction.
    """
    ways: dict[bool, list[int]] = {True: [], False: []}
    for place, (share, scored) in enumerate(zip(expected, half_points, strict=True)):
        if _single(share, scored) <= SURPRISE:
            ways[scored > 2 * share].append(place)
    return min(
        ways.values(), key=lambda way: surprise_probability(expected, half_points, way)
    )


def surprise_probability(
    expected: Sequence[float], half_points: Sequence[int], places: Sequence[int]
) -> float:
    """Return how probable it is that just these games end so, whatever the other
    results are.

    A score against all opponents hides them: five wins in seven games are little less
    than expected of a player who lost the other two to beginners.
    """
    return prod(_single(expected[at], half_points[at]) for at in places)


def _single(expected: float, half_points: int) -> float:
    """Return `pair_probability` of one game; a draw has at most twice the smaller
    share.
    """
    return (1 - expected, 2 * min(expected, 1 - expected), expected)[half_points]


def _as_doing_well(
    expected: Sequence[float], half_points: int
) -> tuple[Sequence[float], int]:
    """Return the expected scores and the score of the side that did better than
    expected.
    """
    if half_points >= 2 * sum(expected):
        return expected, half_points
    return [1 - each for each in expected], 2 * len(expected) - half_points


def _shares() -> Iterator[float]:
    """Yield shares of draws, none first."""
    return (step / _SHARES_OF_DRAWS for step in range(_SHARES_OF_DRAWS + 1))


def _tail(expected: Sequence[float], share: float, half_points: int) -> float:
    chances = [1.0]
    for each in expected:
        draws = 2 * min(each, 1 - each) * share
        win = each - draws / 2
        longer = [0.0] * (len(chances) + 2)
        for score, chance in enumerate(chances):
            for gained, probability in enumerate((1 - win - draws, draws, win)):
                longer[score + gained] += chance * probability
        chances = longer
    return sum(chances[half_points:])
