"""How probable the results of a pair, or of a player in a whole tournament, are (our
own checks; no paragraph asks for them).

What is expected of a game the pool's own system says, for it is the measure by which
the games are rated (`ratings.rules.prediction`).

What no system says is how many games are drawn. An accusation must not hang on a
guess, so the probability is the largest that any share of draws gives: whoever is
found implausible is so whatever one believes about draws. Examples: ten wins in ten
games between equals (1 in 1,024), two wins in two games of which 1 point in 32 was
expected each (1 in 1,024); one such win is not (1 in 32).
"""

from collections.abc import Iterator, Sequence
from math import prod

LIMIT = 1 / 1000
"""Results less probable than this need an answer: those of a pair, and those of a
player against everybody.
"""
SURPRISE = 1 / 16
"""A single result that is no more probable than this is a surprise."""

_SHARES_OF_DRAWS = 40


def tail_probability(expected: Sequence[float], half_points: int) -> float:
    """Return the chance, at most, of scoring so many half points or more in some games.

    Each game is `expected` to give so many points, 0 to 1; the share of draws is the
    one that makes the chance largest.
    """
    return max(_tail(expected, share, half_points) for share in _shares())


def pair_probability(expected: float, games: int, half_points: int) -> float:
    """Return how probable a pair's games together are, seen from either of the two.

    `expected` is what one player was expected to score in a game, 0 to 1,
    `half_points` what that player scored.
    """
    return total_probability([expected] * games, half_points)


def total_probability(expected: Sequence[float], half_points: int) -> float:
    """Return how probable a player's score in some games is: where it is above what was
    expected of them, the chance of doing so well or better; where it is below, of doing
    so badly or worse; 1 where it is just that.
    """
    if half_points == 2 * sum(expected):
        return 1.0
    return tail_probability(*_as_doing_well(expected, half_points))


def is_improbable(expected: Sequence[float], half_points: int) -> bool:
    """Return whether `total_probability` is below `LIMIT`. Without any draws it is
    above it for nearly everybody, and nothing more is worked out.
    """
    if half_points == 2 * sum(expected):
        return False
    as_well = _as_doing_well(expected, half_points)
    return all(_tail(as_well[0], share, as_well[1]) < LIMIT for share in _shares())


def surprises(expected: Sequence[float], half_points: Sequence[int]) -> list[int]:
    """Return which games of a player, by place, are surprises that point the same way,
    up or down: those that are the less probable together.
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
    """Return how probable it is that just these games end so, whatever the others do.

    A score against everybody hides them: five wins in seven games are little less than
    expected of somebody who lost the other two to beginners.
    """
    return prod(_single(expected[at], half_points[at]) for at in places)


def _single(expected: float, half_points: int) -> float:
    """`pair_probability` of one game: of a draw at most twice the lesser share."""
    return (1 - expected, 2 * min(expected, 1 - expected), expected)[half_points]


def _as_doing_well(
    expected: Sequence[float], half_points: int
) -> tuple[Sequence[float], int]:
    """Return the same seen from whoever did better than expected."""
    if half_points >= 2 * sum(expected):
        return expected, half_points
    return [1 - each for each in expected], 2 * len(expected) - half_points


def _shares() -> Iterator[float]:
    """Shares of draws, none first."""
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
