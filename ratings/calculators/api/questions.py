"""The questions to the calculators, as OpenAPI describes them.

These models only describe: the rules read the data, and report every error by their own
codes.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ratings.rules.reading import LONGEST_MATCH

MOST_GAMES = 1000

Rating = Annotated[int, Field(ge=0, le=9999, description="In whole points.")]
LaskRating = Annotated[
    int, Field(ge=-9999, le=9999, description="In whole points; below 0 too.")
]
EloRating = Annotated[int, Field(ge=0, le=4000, description="In whole points.")]
Points = Annotated[
    float, Field(ge=0, multiple_of=0.5, description="A win is 1, a draw 0.5.")
]
RESULTS: dict[str, Any] = {"enum": [0, 0.5, 1]}
Result = Annotated[
    float, Field(description="The player's own.", json_schema_extra=RESULTS)
]
Ratings = Annotated[list[Rating], Field(min_length=1, max_length=MOST_GAMES)]
EloRatings = Annotated[list[EloRating], Field(min_length=1, max_length=MOST_GAMES)]
Level = Annotated[
    str, Field(pattern=r"^(10|[1-9]) (kyu|dan)$", description="10 kyu to 10 dan.")
]
Id = Annotated[int | str, Field(description="Whatever the caller knows it by.")]


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


class SsfQuestion(Question):
    games: Annotated[list[RatedGame], Field(min_length=1, max_length=MOST_GAMES)] = []
    bonus: Annotated[
        bool,
        Field(
            description="Has the district adopted the rules below 1200: the games are"
            " then one player's in the order of play, the first `own` is the base of"
            " all, and those that follow may be left out."
        ),
    ] = False
    goal: FieldGoal | None = None


class Mean(Question):
    """How a section's mean is known: a number, a class, or its ratings."""

    mean: LaskRating | None = None
    class_: Annotated[str | None, Field(alias="class", examples=["I"])] = None
    ratings: list[LaskRating | None] | None = None
    by: Annotated[str | None, Field(description="Who estimated the mean.")] = None
    reason: str | None = None


class ConcentratedTournament(Mean):
    rating: LaskRating
    score: Points
    games: Annotated[int, Field(ge=0, le=MOST_GAMES)]


class MonradTournament(Mean):
    rating: LaskRating
    score: Points
    rounds: Annotated[int, Field(ge=1, le=MOST_GAMES)]
    quality_points: Annotated[Points, Field(description="The opponents' scores.")]
    games: Annotated[
        int | None, Field(description="Where they are fewer than the rounds.")
    ] = None


class ByClass(Question):
    class_: Annotated[str | None, Field(alias="class", examples=["II"])] = None
    class_average: Rating | None = None
    score: Points
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)]


class BetweenNeighbours(Question):
    stronger: LaskRating
    weaker: LaskRating
    share: Annotated[float, Field(ge=0, le=1, description="Up from the weaker.")]


class LaskGame(RatedGame):
    own: Annotated[LaskRating, Field(description="The player's base rating.")]
    opponent: LaskRating


class LaskGoal(FieldGoal):
    own: LaskRating
    opponents: Annotated[list[LaskRating], Field(min_length=1, max_length=MOST_GAMES)]
    goal: Annotated[LaskRating, Field(description="The rating to be reached.")]


class LaskQuestion(Question):
    games: Annotated[list[LaskGame], Field(min_length=1, max_length=MOST_GAMES)] = []
    concentrated: ConcentratedTournament | None = None
    monrad: MonradTournament | None = None
    initial: ByClass | BetweenNeighbours | None = None
    goal: LaskGoal | None = None


class ScrabbleQuestion(Question):
    rating: Annotated[Rating, Field(description="Of a new player: leave it out.")] = (
        1000
    )
    opponents: Annotated[list[Rating], Field(max_length=MOST_GAMES)]
    wins: Points
    goal: Rating | None = None


class EloGame(RatedGame):
    own: Annotated[EloRating, Field(description="The player's rating.")]
    opponent: EloRating
    k: Annotated[int, Field(ge=1, le=400, description="The coefficient of 8.3.3.")]
    tournament: Annotated[
        int,
        Field(
            ge=0, description="Names the games of one tournament in the edition 2022."
        ),
    ] = 0
    length: Annotated[
        int,
        Field(
            ge=1,
            le=LONGEST_MATCH,
            description="Of the match that the game is, in the edition backgammon.",
        ),
    ] = 1


class FieldScore(Question):
    opponents: EloRatings
    score: Points


class EloGoal(Question):
    own: EloRating
    opponents: EloRatings
    k: Annotated[int, Field(ge=1, le=400)]
    rating: Annotated[EloRating, Field(description="The rating to be reached.")]


class EloQuestion(Question):
    edition: Literal["2025-10", "2024-03", "2022", "ireland", "backgammon"] = "2025-10"
    games: Annotated[list[EloGame], Field(min_length=1, max_length=MOST_GAMES)] = []
    first_rating: FieldScore | None = None
    performance: FieldScore | None = None
    goal: EloGoal | None = None


class GlickoGame(Question):
    rating: Annotated[float, Field(ge=0, le=10_000)]
    rd: Annotated[float, Field(ge=1, le=1000)] = 350
    score: Result


class GlickoQuestion(Question):
    rating: Annotated[float, Field(ge=0, le=10_000)] = 1500
    rd: Annotated[float, Field(ge=1, le=1000)] = 350
    volatility: Annotated[float, Field(ge=0.001, le=10)] = 0.06
    tau: Annotated[float, Field(ge=0.1, le=2)] = 0.5
    most_rd: Annotated[float, Field(ge=1, le=1000)] = 350
    most_volatility: Annotated[float, Field(ge=0.01, le=10)] = 1
    games: Annotated[list[GlickoGame], Field(max_length=MOST_GAMES)]


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
    players: Annotated[list[RenjuPlayer] | None, Field(max_length=200)] = None
    games: Annotated[list[RenjuGame] | None, Field(max_length=10_000)] = None
    sanctioned: bool = True
    needs: Annotated[
        RenjuNeeds | None, Field(description="The norms before a tournament.")
    ] = None


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
        return _resolved(parts[name], parts) | own
    return {key: _resolved(value, parts) for key, value in schema.items()}
