"""The score with which a rating is reached (inverse of LASK Rankingregel 1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from ratings.rules.lask.games import CHANGE, find_compensation
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.whole_numbers import BadEntry, check_rating
from ratings.rules.rating_table import WIN


@dataclass(frozen=True, slots=True)
class NeededScore:
    """The score needed against some opponents.

    Only the sum of the points matters, not against whom they are won: a half point
    is worth 16 against every opponent.
    """

    own: int
    goal: int
    games: int
    compensation: int
    """The sum of all k as they count for the player."""
    half_points: int | None
    """The lowest score that is enough; None if no score is."""
    reached: int
    """The rating with that score, or with a full score if no score is enough."""
    paragraph: str = CHANGE


def find_needed_score(
    own: int, opponents: Sequence[int], goal: int, parameters: LaskParameters
) -> NeededScore:
    """Return the fewest half points against these opponents with which `goal` is
    reached.

    All are base ratings. BadEntry for an invalid rating, and without opponents
    (opponents: nobody).
    """
    check_rating("own", own)
    check_rating("goal", goal)
    if not opponents:
        raise BadEntry("opponents", "nobody")
    for row, opponent in enumerate(opponents):
        check_rating(f"opponents[{row}]", opponent)
    compensation = sum(
        find_compensation(own, opponent, parameters)[1] for opponent in opponents
    )
    lost_all = own + compensation - WIN * len(opponents)
    needed = max(0, -((lost_all - goal) // WIN))
    scored = min(needed, 2 * len(opponents))
    return NeededScore(
        own=own,
        goal=goal,
        games=len(opponents),
        compensation=compensation,
        half_points=needed if needed == scored else None,
        reached=lost_all + WIN * scored,
    )
