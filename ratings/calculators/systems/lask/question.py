"""What programs ask the calculator of LASK, as OpenAPI describes it."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from ratings.calculators.shared_questions import (
    LEFT_OUT,
    MOST_GAMES,
    FieldGoal,
    Points,
    Question,
    RatedGame,
    Rating,
)

LaskRating = Annotated[
    int, Field(ge=-9999, le=9999, description="In whole points; below 0 too.")
]


class Mean(Question):
    """How a section's mean is known: a number, a class, or its ratings."""

    mean: LaskRating = LEFT_OUT
    class_: Annotated[str, Field(alias="class", examples=["I"])] = LEFT_OUT
    ratings: Annotated[
        list[LaskRating | None], Field(min_length=1, max_length=MOST_GAMES)
    ] = LEFT_OUT
    by: Annotated[str, Field(description="Who estimated the mean.")] = LEFT_OUT
    reason: str = LEFT_OUT


class ConcentratedTournament(Mean):
    rating: LaskRating
    score: Points
    games: Annotated[int, Field(ge=0, le=MOST_GAMES)]


class MonradTournament(Mean):
    rating: LaskRating
    score: Points
    rounds: Annotated[int, Field(ge=1, le=MOST_GAMES)]
    quality_points: Annotated[Points, Field(description="The opponents' scores.")]
    games: Annotated[
        int,
        Field(
            ge=1,
            le=MOST_GAMES,
            description="Where they are fewer than the rounds.",
        ),
    ] = LEFT_OUT


class ByClass(Question):
    class_: Annotated[str, Field(alias="class", examples=["II"])] = LEFT_OUT
    class_average: Rating = LEFT_OUT
    score: Points
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)]


class BetweenNeighbours(Question):
    stronger: LaskRating
    weaker: LaskRating
    share: Annotated[float, Field(ge=0, le=1, description="Up from the weaker.")]


class LaskGame(RatedGame):
    own: Annotated[LaskRating, Field(description="The player's base rating.")]
    opponent: LaskRating


class LaskGoal(FieldGoal):
    own: LaskRating
    opponents: Annotated[list[LaskRating], Field(min_length=1, max_length=MOST_GAMES)]
    goal: Annotated[LaskRating, Field(description="The rating to be reached.")]


class LaskQuestion(Question):
    games: Annotated[list[LaskGame], Field(min_length=1, max_length=MOST_GAMES)] = (
        LEFT_OUT
    )
    concentrated: ConcentratedTournament = LEFT_OUT
    monrad: MonradTournament = LEFT_OUT
    initial: ByClass | BetweenNeighbours = LEFT_OUT
    goal: LaskGoal = LEFT_OUT


QUESTION = LaskQuestion
SUMMARY = "LASK 1970: games, tournaments as one sum, first ratings, a goal"
EXAMPLE: Mapping[str, Any] = {
    "games": [
        {"own": 1900, "opponent": 1850, "score": 1},
        {"own": 1900, "opponent": 1970, "score": 0.5},
    ]
}
