"""What the questions to the calculators share, as OpenAPI describes them.

These models only describe: the rules read the data, and report every error by their own
codes.
"""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

MOST_GAMES = 1000
LEFT_OUT: Any = None
"""The default of a part that may be left out; null in its place is refused."""

Rating = Annotated[int, Field(ge=0, le=9999, description="In whole points.")]
Points = Annotated[
    float, Field(ge=0, multiple_of=0.5, description="A win is 1, a draw 0.5.")
]
RESULTS: dict[str, Any] = {"enum": [0, 0.5, 1]}
Result = Annotated[
    float, Field(description="The player's own.", json_schema_extra=RESULTS)
]
Ratings = Annotated[list[Rating], Field(min_length=1, max_length=MOST_GAMES)]


class Question(BaseModel):
    """Unknown names are refused everywhere, since they are mistakes."""

    model_config = ConfigDict(extra="forbid")


class RatedGame(Question):
    own: Annotated[Rating, Field(description="The player's base rating.")]
    opponent: Rating
    score: Result


class FieldGoal(Question):
    own: Rating
    opponents: Ratings
    goal: Annotated[Rating, Field(description="The rating to be reached.")]


class OpponentGame(Question):
    opponent: Rating
    score: Result


class GamesQuestion(Question):
    """Of a system that has no calculator of its own."""

    own: Annotated[Rating, Field(description="The player's rating.")]
    games: Annotated[list[OpponentGame], Field(min_length=1, max_length=MOST_GAMES)]


def schema_without_references(model: type[BaseModel]) -> dict[str, Any]:
    """Return a model's JSON schema without references, to be included anywhere."""
    schema = model.model_json_schema()
    parts = schema.pop("$defs", {})
    return dict(_resolved(schema, parts))


def _resolved(schema: Any, parts: dict[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_resolved(each, parts) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        own = {key: value for key, value in schema.items() if key != "$ref"}
        return _resolved(parts[name], parts) | _described(own)
    return _described({key: _resolved(value, parts) for key, value in schema.items()})


def _described(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a part that may be left out without `LEFT_OUT` as its default:
    a program would send it.
    """
    is_left_out = schema.get("default", ...) is LEFT_OUT
    return {
        key: value
        for key, value in schema.items()
        if not (is_left_out and key == "default")
    }
