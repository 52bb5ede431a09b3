"""How probable the results of one pair are (our own check; no paragraph asks for it).

What is expected of a game the pool's own system says, for it is the measure by which
the games are rated (`ratings.rules.prediction`).

What no system says is how many games are drawn. An accusation must not hang on a
guess, so the probability is the largest that any share of draws gives: whoever is
found implausible is so whatever one believes about draws. Examples: ten wins in ten
games between equals (1 in 1,024), two wins in two games of which 1 point in 32 was
expected each (1 in 1,024); one such win is not (1 in 32).
"""

LIMIT = 1 / 1000
"""Results less probable than this need an answer."""

_SHARES_OF_DRAWS = 40


def tail_probability(expected: float, games: int, half_points: int) -> float:
    """The chance, at most, of scoring so many half points or more in so many games.

    Each game is expected to give `expected` points, 0 to 1; the share of draws
    is the one that makes the chance largest.
    """
    most_draws = 2 * min(expected, 1 - expected)
    steps = range(_SHARES_OF_DRAWS + 1)
    shares = (most_draws * step / _SHARES_OF_DRAWS for step in steps)
    return max(_tail(expected, share, games, half_points) for share in shares)


def pair_probability(expected: float, games: int, half_points: int) -> float:
    """How probable a pair's games together are, seen from either of the two.

    `expected` is what one player was expected to score in a game, 0 to 1,
    `half_points` what that player scored. The chance is that of the one who did better
    than expected doing so well or better; 1 where both did as expected.
    """
    if half_points < 2 * games * expected:
        return tail_probability(1 - expected, games, 2 * games - half_points)
    if half_points == 2 * games * expected:
        return 1.0
    return tail_probability(expected, games, half_points)


def _tail(expected: float, draws: float, games: int, half_points: int) -> float:
    win = expected - draws / 2
    one_game = (1 - win - draws, draws, win)
    chances = [1.0]
    for _ in range(games):
        longer = [0.0] * (len(chances) + 2)
        for score, chance in enumerate(chances):
            for gained, probability in enumerate(one_game):
                longer[score + gained] += chance * probability
        chances = longer
    return sum(chances[half_points:])
