"""What programs ask the calculator of Scrabble rating, as OpenAPI describes it."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from ratings.calculators.shared_questions import MOST_GAMES, Points, Question, Rating


class ScrabbleQuestion(Question):
    rating: Annotated[Rating, Field(description="Of a new player: leave it out.")] = (
        1000
    )
    opponents: Annotated[list[Rating], Field(max_length=MOST_GAMES)]
    wins: Points
    goal: Rating | None = None


QUESTION = ScrabbleQuestion
SUMMARY = "Scrabble: a tournament, a goal"
EXAMPLE: Mapping[str, Any] = {
    "rating": 1000,
    "opponents": [1009, 1097, 1000, 1000, 1000, 1000, 1000],
    "wins": 4,
}
