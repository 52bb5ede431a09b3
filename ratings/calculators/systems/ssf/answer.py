"""What the calculator of SSF rating answers to programs, as OpenAPI describes it."""

from typing import Annotated

from pydantic import BaseModel, Field

from ratings.calculators.shared_answers import Goal, Paragraphs, TableGame


class SsfGame(TableGame):
    unhalved: float
    halved: bool
    bonus: float


class SsfAnswer(BaseModel):
    games: list[SsfGame] = []
    change: Annotated[
        float | None, Field(description="Without bonus, before rounding.")
    ] = None
    bonus: float | None = None
    before_rounding: float | None = None
    floored: Annotated[
        bool, Field(description="Did the lowest rating stand in the way.")
    ] = False
    new_rating: Annotated[
        int | None, Field(description="Null where `own` is not one number.")
    ] = None
    paragraphs: Paragraphs = []
    goal: Goal | None = None


ANSWER = SsfAnswer
