"""The calculators' answers, as OpenAPI describes them."""

from typing import Annotated, Any

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


class SsfGame(TableGame):
    unhalved: float
    halved: bool
    bonus: float


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
    paragraphs: Paragraphs = []


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


class LaskAnswer(BaseModel):
    games: list[TableGame] = []
    change: float | None = None
    new_rating: int | None = None
    concentrated: dict[str, Any] | None = None
    monrad: dict[str, Any] | None = None
    initial: dict[str, Any] | None = None
    goal: Goal | None = None


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
