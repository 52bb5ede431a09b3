"""One player's tournament with every intermediate number, and the score for a goal."""

from dataclasses import dataclass

import numpy as np

from ratings.rules.scrabble.expected import DECIMALS, expected_wins
from ratings.rules.scrabble.parameters import ScrabbleParameters
from ratings.rules.scrabble.request import ScrabbleRequest
from ratings.rules.scrabble.tournament import HALF_WIN, WIN, change_of, new_rating


@dataclass(frozen=True, slots=True)
class ScrabbleCalculation:
    """A player's tournament; wins and points in whole ten-thousandths."""

    rating: int
    opponents: tuple[int, ...]
    expected: tuple[int, ...]
    """Expected wins against each opponent."""
    expected_sum: int
    score: int
    """Half points."""
    change: int
    """In ten-thousandths of a rating point, before rounding."""
    new_rating: int
    goal: int | None
    score_for_goal: int | None
    """The fewest half points that reach the goal; None if no score does."""

    def to_json(self) -> dict[str, object]:
        """Return wins and points as decimal numbers, with four decimals."""
        return {
            "rating": self.rating,
            "games": [
                {"opponent": opponent, "expected": part / DECIMALS}
                for opponent, part in zip(self.opponents, self.expected, strict=True)
            ],
            "expected": self.expected_sum / DECIMALS,
            "wins": self.score / WIN,
            "change": self.change / DECIMALS,
            "new_rating": self.new_rating,
            "goal": self.goal,
            "wins_for_goal": _wins(self.score_for_goal),
        }


def _wins(score: int | None) -> float | None:
    return None if score is None else score / WIN


def calculate(
    request: ScrabbleRequest, parameters: ScrabbleParameters
) -> ScrabbleCalculation:
    """Return all numbers from the player's old to the new rating."""
    opponents = np.array(request.opponents, np.int64)
    own = np.full_like(opponents, request.rating)
    expected = expected_wins(own, opponents, parameters.spread).tolist()
    change = change_of(request.score, sum(expected), parameters)
    return ScrabbleCalculation(
        rating=request.rating,
        opponents=request.opponents,
        expected=tuple(expected),
        expected_sum=sum(expected),
        score=request.score,
        change=change,
        new_rating=new_rating(request.rating, change),
        goal=request.goal,
        score_for_goal=score_for(request, sum(expected), parameters),
    )


def score_for(
    request: ScrabbleRequest, expected: int, parameters: ScrabbleParameters
) -> int | None:
    """Return the fewest half points with which the new rating reaches the goal.

    `expected` is the sum of expected wins in ten-thousandths. None without a goal,
    and if winning every game is not enough.
    """
    if request.goal is None:
        return None
    # The lowest change that is rounded up to the goal, solved for the score.
    least = (request.goal - request.rating) * DECIMALS - DECIMALS // 2
    needed = least + parameters.factor * expected
    score = max(0, -(-needed // (parameters.factor * HALF_WIN)))
    return score if score <= WIN * len(request.opponents) else None
