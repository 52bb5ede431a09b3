"""What the calculator of LASK answers to programs, as OpenAPI describes it."""

from typing import Any

from pydantic import BaseModel

from ratings.calculators.shared_answers import Goal, TableGame


class LaskAnswer(BaseModel):
    games: list[TableGame] = []
    change: float | None = None
    new_rating: int | None = None
    concentrated: dict[str, Any] | None = None
    monrad: dict[str, Any] | None = None
    initial: dict[str, Any] | None = None
    goal: Goal | None = None


ANSWER = LaskAnswer
