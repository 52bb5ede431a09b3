"""What programs ask the calculator of SSF rating, as OpenAPI describes it."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from ratings.calculators.shared_questions import (
    MOST_GAMES,
    FieldGoal,
    Question,
    RatedGame,
)


class SsfQuestion(Question):
    games: Annotated[list[RatedGame], Field(min_length=1, max_length=MOST_GAMES)] = []
    bonus: Annotated[
        bool,
        Field(
            description="Has the district adopted the rules below 1200: the games are"
            " then one player's in the order of play, the first `own` is the base of"
            " all, and those that follow may be left out."
        ),
    ] = False
    goal: FieldGoal | None = None


QUESTION = SsfQuestion
SUMMARY = "SSF rating: games, bonus below 1200, a goal"
EXAMPLE: Mapping[str, Any] = {"games": [{"own": 1950, "opponent": 2220, "score": 1}]}
