"""What the calculator of Glicko-2 answers to programs, as OpenAPI describes it."""

from typing import Annotated

from pydantic import BaseModel, Field

from ratings.calculators.shared_answers import Paragraphs


class Strength(BaseModel):
    rating: float
    rd: float
    volatility: float


class GlickoGame(BaseModel):
    rating: float
    rd: float
    score: float
    mu: float
    phi: float
    g: float
    expected: float
    information: float
    surprise: float
    points: Annotated[float, Field(description="The game's share of the change.")]


class VolatilityRound(BaseModel):
    a: float
    b: float
    f_a: float
    f_b: float


class GlickoAnswer(Strength):
    """`rating`, `rd` and `volatility` are the new ones, unrounded."""

    before: Strength
    change: float
    low: Annotated[float, Field(description="Of the interval of 95 per cent.")]
    high: float
    tau: float
    mu: float
    phi: float
    games: list[GlickoGame]
    v: float | None
    delta: float | None
    a: float | None
    rounds: list[VolatilityRound]
    phi_star: float
    new_phi: float
    new_mu: float
    new_rating: float
    new_rd: float
    new_volatility: float
    volatility_bounded: bool
    rd_bounded: bool
    paragraphs: Paragraphs
    steps: Annotated[dict[str, int], Field(description="Where the paper has each.")]


ANSWER = GlickoAnswer
