"""What programs ask the calculator of SSF rating, as OpenAPI describes it."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from ratings.calculators.shared_questions import (
    LEFT_OUT,
    MOST_GAMES,
    FieldGoal,
    Question,
    RatedGame,
    Rating,
)


class SsfGame(RatedGame):
    own: Annotated[
        Rating,
        Field(
            description="The player's base rating; with `bonus` in the first game only."
        ),
    ] = LEFT_OUT


class SsfQuestion(Question):
    games: Annotated[list[SsfGame], Field(min_length=1, max_length=MOST_GAMES)] = (
        LEFT_OUT
    )
    bonus: Annotated[
        bool,
        Field(
            description="Has the district adopted the rules below 1200: the games are"
            " then one player's in the order of play, the first `own` is the base of"
            " all, and those that follow may be left out."
        ),
    ] = False
    goal: FieldGoal = LEFT_OUT


QUESTION = SsfQuestion
SUMMARY = "SSF rating: games, bonus below 1200, a goal"
EXAMPLE: Mapping[str, Any] = {"games": [{"own": 1950, "opponent": 2220, "score": 1}]}
