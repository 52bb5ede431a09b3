"""A player's own lines as an explanation shows them, the same for every system."""

from dataclasses import dataclass

import numpy as np

from ratings.rules.explained import ExplainedGame, NotRated, Origin
from ratings.rules.step import Lines, StartFrom
from ratings.rules.step_ratings import StepRatings

WIN = 2
"""Half points."""

ORIGINS: dict[int, Origin] = {
    StartFrom.RATING: "rating",
    StartFrom.DECISION: "decision",
    StartFrom.OUTSIDE: "outside",
    StartFrom.DEFAULT: "default",
}


@dataclass(frozen=True, slots=True)
class OwnLine:
    """One line seen from the side of one of its players."""

    line: int
    """Row of the own lines."""
    is_white: bool
    opponent: int
    """Row of the opponent in State."""
    score: int
    """The player's half points."""
    member: bool
    counts_as: float | None
    """What the opponent counts as, None if unknown."""
    origin: Origin | None
    """Where that rating comes from."""


def own_line(lines: Lines, ratings: StepRatings, line: int, player: int) -> OwnLine:
    """Return a line from the side of `player`; `ratings` are those of all given lines."""
    is_white = bool(lines.white[line] == player)
    row, side = (
        (lines.black, ratings.black) if is_white else (lines.white, ratings.white)
    )
    member = lines.white_member if is_white else lines.black_member
    origins = ratings.start_from.take(row) if side.origin is None else side.origin
    counts_as = known(side.counts_as[line])
    score = int(lines.score[line])
    return OwnLine(
        line=line,
        is_white=is_white,
        opponent=int(row[line]),
        score=score if is_white else WIN - score,
        member=bool(member[line]),
        counts_as=counts_as,
        origin=None if counts_as is None else ORIGINS[int(origins[line])],
    )


def plain_game(
    own: OwnLine,
    row: int,
    base: float | None,
    reason: NotRated | str | None,
    paragraph: str,
) -> ExplainedGame:
    """Return the explained line without the value of the game; it is not rated if there
    is a reason.
    """
    return ExplainedGame(
        row=row,
        colour="white" if own.is_white else "black",
        opponent=own.opponent,
        score=own.score,
        rated=reason is None,
        reason=reason,
        base=base,
        opponent_base=own.counts_as,
        opponent_from=own.origin,
        paragraphs=(paragraph,),
    )


def known(rating: float) -> float | None:
    """Return the rating, None for NaN."""
    return None if np.isnan(rating) else float(rating)
