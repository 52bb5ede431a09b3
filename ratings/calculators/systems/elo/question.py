"""What programs ask the calculator of Elo, as OpenAPI describes it."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from ratings.calculators.shared_questions import (
    LEFT_OUT,
    MOST_GAMES,
    Points,
    Question,
    RatedGame,
)
from ratings.rules.reading import LONGEST_MATCH

EloRating = Annotated[int, Field(ge=0, le=4000, description="In whole points.")]
MatchLength = Annotated[
    int,
    Field(
        ge=1,
        le=LONGEST_MATCH,
        description="Of the match that each game is, in the edition backgammon.",
    ),
]
EloRatings = Annotated[list[EloRating], Field(min_length=1, max_length=MOST_GAMES)]


class EloGame(RatedGame):
    own: Annotated[EloRating, Field(description="The player's rating.")]
    opponent: EloRating
    k: Annotated[int, Field(ge=1, le=400, description="The coefficient of 8.3.3.")]
    tournament: Annotated[
        int,
        Field(
            ge=0,
            le=MOST_GAMES,
            description="Names the games of one tournament in the edition 2022.",
        ),
    ] = 0
    length: MatchLength = 1


class FieldScore(Question):
    opponents: EloRatings
    score: Points


class EloGoal(Question):
    own: EloRating
    opponents: EloRatings
    k: Annotated[int, Field(ge=1, le=400)]
    rating: Annotated[EloRating, Field(description="The rating to be reached.")]
    length: MatchLength = 1


class EloQuestion(Question):
    edition: Literal["2025-10", "2024-03", "2022", "ireland", "backgammon"] = "2025-10"
    games: Annotated[list[EloGame], Field(min_length=1, max_length=MOST_GAMES)] = (
        LEFT_OUT
    )
    first_rating: FieldScore = LEFT_OUT
    performance: FieldScore = LEFT_OUT
    goal: EloGoal = LEFT_OUT


QUESTION = EloQuestion
SUMMARY = "FIDE Elo: games, a first rating, a performance, a goal"
EXAMPLE: Mapping[str, Any] = {
    "edition": "2025-10",
    "games": [{"own": 2000, "opponent": 2100, "score": 0.5, "k": 20}],
}
