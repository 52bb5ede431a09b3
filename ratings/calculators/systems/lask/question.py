"""What programs ask the calculator of LASK, as OpenAPI describes it."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from ratings.calculators.shared_questions import (
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

    mean: LaskRating | None = None
    class_: Annotated[str | None, Field(alias="class", examples=["I"])] = None
    ratings: list[LaskRating | None] | None = None
    by: Annotated[str | None, Field(description="Who estimated the mean.")] = None
    reason: str | None = None


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
        int | None, Field(description="Where they are fewer than the rounds.")
    ] = None


class ByClass(Question):
    class_: Annotated[str | None, Field(alias="class", examples=["II"])] = None
    class_average: Rating | None = None
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
    games: Annotated[list[LaskGame], Field(min_length=1, max_length=MOST_GAMES)] = []
    concentrated: ConcentratedTournament | None = None
    monrad: MonradTournament | None = None
    initial: ByClass | BetweenNeighbours | None = None
    goal: LaskGoal | None = None


QUESTION = LaskQuestion
SUMMARY = "LASK 1970: games, tournaments as one sum, first ratings, a goal"
EXAMPLE: Mapping[str, Any] = {
    "games": [
        {"own": 1900, "opponent": 1850, "score": 1},
        {"own": 1900, "opponent": 1970, "score": 0.5},
    ]
}
