"""What the calculators' answers share, as OpenAPI describes them."""

from typing import Annotated

from pydantic import BaseModel, Field

Paragraphs = Annotated[
    list[str], Field(description="Those of the regulations that decide this.")
]
Score = Annotated[float | None, Field(description="Points; null where none is enough.")]


class Problem(BaseModel):
    path: Annotated[str, Field(examples=["games[1].score"])]
    code: Annotated[str, Field(examples=["too_high"])]
    why: Annotated[str, Field(description="In the language that was asked for.")]


class OpponentGame(BaseModel):
    opponent: int
    score: float
    rated: bool
    change: float
    paragraphs: Paragraphs


class GamesAnswer(BaseModel):
    own: int
    games: list[OpponentGame]
    score: float
    change: float
    new_rating: float | None


class Problems(BaseModel):
    errors: list[Problem]


class TableRow(BaseModel):
    low: int
    high: Annotated[int | None, Field(description="Null for the last, open row.")]


class TableGame(BaseModel):
    own: int
    opponent: int
    score: float
    difference: Annotated[int, Field(description="Absolute.")]
    table_row: TableRow
    k: Annotated[int, Field(description="Compensation of the row.")]
    change: float
    running: float | None
    paragraphs: Paragraphs


class Goal(BaseModel):
    own: int | None = None
    goal: int
    games: int
    expected: float | None = None
    score: Score
    new_rating: Annotated[
        int | float,
        Field(description="With that score; with a full one where none is enough."),
    ]
    bonus: Annotated[
        int | None,
        Field(
            description="Part of the new rating, in Elo editions that give any. A higher"
            " score may lose it and miss the goal."
        ),
    ] = None
    paragraphs: Paragraphs = []
