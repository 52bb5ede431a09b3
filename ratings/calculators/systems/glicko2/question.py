"""What programs ask the calculator of Glicko-2, as OpenAPI describes it."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from ratings.calculators.shared_questions import MOST_GAMES, Question, Result


class GlickoGame(Question):
    rating: Annotated[float, Field(ge=0, le=10_000)]
    rd: Annotated[float, Field(ge=1, le=1000)] = 350
    score: Result


class GlickoQuestion(Question):
    rating: Annotated[float, Field(ge=0, le=10_000)] = 1500
    rd: Annotated[float, Field(ge=1, le=1000)] = 350
    volatility: Annotated[float, Field(ge=0.001, le=10)] = 0.06
    tau: Annotated[float, Field(ge=0.1, le=2)] = 0.5
    most_rd: Annotated[float, Field(ge=1, le=1000)] = 350
    most_volatility: Annotated[float, Field(ge=0.01, le=10)] = 1
    games: Annotated[list[GlickoGame], Field(max_length=MOST_GAMES)]


QUESTION = GlickoQuestion
SUMMARY = "Glicko-2: a period, step by step"
EXAMPLE: Mapping[str, Any] = {
    "rating": 1500,
    "rd": 200,
    "volatility": 0.06,
    "tau": 0.5,
    "games": [
        {"rating": 1400, "rd": 30, "score": 1},
        {"rating": 1550, "rd": 100, "score": 0},
        {"rating": 1700, "rd": 300, "score": 0},
    ],
}
