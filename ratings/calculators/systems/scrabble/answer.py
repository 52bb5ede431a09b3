"""What the calculator of Scrabble rating answers to programs, as OpenAPI describes it."""

from typing import Annotated

from pydantic import BaseModel, Field

from ratings.calculators.shared_answers import Paragraphs, Score


class ExpectedGame(BaseModel):
    opponent: int
    expected: float


class ScrabbleAnswer(BaseModel):
    rating: int
    games: list[ExpectedGame]
    expected: Annotated[float, Field(description="Wins, two decimals.")]
    expected_exact: Annotated[float, Field(description="All four decimals.")]
    wins: float
    change: Annotated[float, Field(description="Points, one decimal.")]
    change_exact: Annotated[float, Field(description="All four decimals.")]
    new_rating: int | float
    goal: int | None
    wins_for_goal: Score
    paragraphs: Paragraphs


ANSWER = ScrabbleAnswer
