"""What the calculator of renju levels answers to programs, as OpenAPI describes it."""

from typing import Annotated

from pydantic import BaseModel, Field

from ratings.calculators.shared_answers import Paragraphs


class Ratio(BaseModel):
    numerator: int
    denominator: int


class RuleStep(BaseModel):
    paragraph: str
    code: str
    level: str | None
    count: int | None


class RenjuPlayer(BaseModel):
    id: int | str
    level: str | None
    entry: str | None
    games: int
    score: float
    pmean: Annotated[float | None, Field(description="Pmean of 2 §2d.")]
    mean: Annotated[Ratio | None, Field(description="The same, exactly.")]
    keep: float | None
    norms: Annotated[
        dict[str, float], Field(description="To obtain each level, in points.")
    ]
    by_norms: str | None
    holds: bool
    obtained: Annotated[str | None, Field(description="The level afterwards.")]
    confirmed: bool
    needs_board: bool
    steps: list[RuleStep]


class LevelNorm(BaseModel):
    level: str
    points: float


class RenjuNeeds(BaseModel):
    games: int
    pmean: float
    mean: Ratio
    keep: float | None
    obtain: list[LevelNorm]
    paragraphs: Paragraphs
    hindrances: list[RuleStep]


class RenjuAnswer(BaseModel):
    players: list[RenjuPlayer] = []
    cycle: Annotated[
        list[int | str] | None,
        Field(description="New players whose levels never settle; nobody is rated."),
    ] = None
    rounds: list[list[str]] | None = None
    paragraphs: Paragraphs = []
    needs: RenjuNeeds | None = None


ANSWER = RenjuAnswer
