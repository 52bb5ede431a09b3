"""What the calculator of Elo answers to programs, as OpenAPI describes it."""

from typing import Annotated

from pydantic import BaseModel, Field

from ratings.calculators.shared_answers import Goal, Paragraphs


class EloGame(BaseModel):
    own: int
    opponent: int
    score: float
    k: Annotated[int, Field(description="After the limit of 8.3.3.")]
    difference: Annotated[int, Field(description="Absolute.")]
    counted: Annotated[int, Field(description="D: the difference as it counts.")]
    expected: Annotated[float, Field(description="PD of table 8.1.2.")]
    surplus: Annotated[float, Field(description="Score minus expected.")]
    change: Annotated[float, Field(description="Rating points: K times surplus.")]
    paragraphs: Paragraphs


class FirstRating(BaseModel):
    games: int
    score: float
    average: float
    p: float
    difference: int | float
    exact: float
    rating: int | float
    reason: Annotated[str | None, Field(description="Why it is not published.")]
    published: int | float | None
    paragraphs: Paragraphs


class Performance(BaseModel):
    games: int
    score: float
    average: int
    p: float
    difference: int
    rating: int
    paragraphs: Paragraphs


class EloAnswer(BaseModel):
    edition: str
    games: list[EloGame] = []
    score: float | None = None
    expected: float | None = None
    surplus: float | None = None
    change: Annotated[float | None, Field(description="Exact, in points.")] = None
    rounded: Annotated[
        int | float | None, Field(description="The change, by 8.3.4.")
    ] = None
    bonus: Annotated[
        int | None, Field(description="For a great gain, in editions that give any.")
    ] = None
    new_rating: int | float | None = None
    paragraphs: Paragraphs = []
    first_rating: FirstRating | None = None
    performance: Performance | None = None
    goal: Goal | None = None


ANSWER = EloAnswer
