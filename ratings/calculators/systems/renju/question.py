"""What programs ask the calculator of renju levels, as OpenAPI describes it."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from ratings.calculators.shared_questions import LEFT_OUT, Question

Level = Annotated[
    str, Field(pattern=r"^(10|[1-9]) (kyu|dan)$", description="10 kyu to 10 dan.")
]
Id = Annotated[int | str, Field(description="Whatever the caller knows it by.")]


class RenjuPlayer(Question):
    id: Id
    level: Annotated[Level | None, Field(description="Null for a new player.")]
    at_three_months: Annotated[Level | None, Field(description="P0 of 2 §4.")] = None
    at_end: Annotated[Level | None, Field(description="P2 of 2 §4.")] = None
    first_tournament: bool = False
    decided: Annotated[
        Level | None, Field(description="Decided by the committee for a new player.")
    ] = None


class RenjuGame(Question):
    a: Id
    b: Id
    score: Annotated[
        float | None,
        Field(
            description="Of `a`: 0, 0.5 or 1; null while the game goes on.",
            json_schema_extra={"enum": [0, 0.5, 1, None]},
        ),
    ]
    counts: Annotated[bool, Field(description="As finished, by 3 §3.")] = True
    key: Annotated[Id | None, Field(description="No two games may share it.")] = None


class RenjuNeeds(Question):
    level: Level | None
    opponents: Annotated[
        list[Level], Field(min_length=1, description="One for each game.")
    ]
    first_tournament: bool = False


class RenjuQuestion(Question):
    players: Annotated[list[RenjuPlayer], Field(max_length=200)] = LEFT_OUT
    games: Annotated[list[RenjuGame], Field(max_length=10_000)] = LEFT_OUT
    sanctioned: bool = True
    needs: Annotated[
        RenjuNeeds, Field(description="The norms before a tournament.")
    ] = LEFT_OUT


QUESTION = RenjuQuestion
SUMMARY = "Correspondence renju: a tournament's levels, the norms before it"
EXAMPLE: Mapping[str, Any] = {"needs": {"level": "1 kyu", "opponents": ["1 kyu"] * 8}}
