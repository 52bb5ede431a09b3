"""SSF changes game by game, and the score needed for a goal, for a reader to check.

Gives in plain numbers what `ssf.sides`, `ssf.bonus` and `ssf.result` compute for a
whole period.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from ratings.rules.rating_table import WIN, TableRow, rating_table
from ratings.rules.rounding import round_half_up
from ratings.rules.ssf.bonus import walk_bonus
from ratings.rules.ssf.explained import CHANGE, HALVING, LOW
from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.ssf.request import SsfGame, SsfGoal, SsfRequest
from ratings.rules.ssf.result import SsfResult, new_ratings, raw_ratings
from ratings.rules.ssf.sides import RatedSides, is_halved
from ratings.rules.step import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class CalculatedGame:
    """One game's change and its parts, in rating points."""

    own: int
    """The base rating."""
    opponent: int
    score: int
    """Half points: 0, 1 or 2."""
    difference: int
    """Absolute."""
    row: TableRow
    """Of the rating table; its k goes to the weaker from the stronger."""
    unhalved: float
    """The change before any halving."""
    halved: bool
    change: float
    bonus: float
    running: float | None
    """The running rating after the game; None if the games have different bases."""
    paragraphs: tuple[str, ...]
    """The paragraphs that apply to this game."""


@dataclass(frozen=True, slots=True)
class NewRating:
    """From one base to the new rating (points 4 and 5, and Below 1200)."""

    base: int
    raw: float
    """The base, the changes and the bonuses, before rounding."""
    rounded: int
    rating: int
    floored: bool
    """Whether the lowest rating prevented a lower one."""


@dataclass(frozen=True, slots=True)
class SsfCalculation:
    """The games in their order, their sums, and the new rating."""

    games: tuple[CalculatedGame, ...]
    change: float
    """The sum of the changes, without bonus and before rounding."""
    bonus: float
    new: NewRating | None
    """None if the own rating is not the same in every game."""


@dataclass(frozen=True, slots=True)
class ScoreNeeded:
    """The lowest score that brings a rating to a goal, without any bonus."""

    own: int
    goal: int
    games: int
    score: int | None
    """Half points; None if no score is enough."""
    after: int
    """The new rating with that score; with a full score if none is enough."""


@dataclass(frozen=True, slots=True)
class SsfAnswer:
    """The answer to each part of a request; None for parts that were not requested."""

    calculation: SsfCalculation | None
    goal: ScoreNeeded | None


def answer(request: SsfRequest, parameters: SsfParameters) -> SsfAnswer:
    """Answer every part of a request by the rules of an edition."""
    games, goal = request.games, request.goal
    return SsfAnswer(
        calculate(games, parameters, bonus=request.bonus) if games else None,
        None if goal is None else score_needed(goal, parameters),
    )


def calculate(
    games: Sequence[SsfGame], parameters: SsfParameters, *, bonus: bool
) -> SsfCalculation:
    """Return the changes of one or more games for the player named first in each.

    With `bonus` they are one player's games in order of play, on one base.
    """
    own: FloatArray = np.array([game.own for game in games], np.float32)
    opponent: FloatArray = np.array([game.opponent for game in games], np.float32)
    score: IntArray = np.array([game.score for game in games], np.int8)
    unhalved = rating_table(parameters.table).doubled_changes(own - opponent, score)
    doubled = halved_changes(own, unhalved, parameters)
    bonuses = (
        _bonuses(own, score, doubled, parameters) if bonus else np.zeros(len(games))
    )
    one_base = len({game.own for game in games}) == 1
    running = _running(own, doubled, bonuses) if one_base else [None] * len(games)
    rows = zip(games, unhalved / 2, doubled / 2, bonuses, running, strict=True)
    calculated = tuple(_calculated(*row, parameters) for row in rows)
    return SsfCalculation(
        games=calculated,
        change=sum(game.change for game in calculated),
        bonus=sum(game.bonus for game in calculated),
        new=_new_rating(calculated, parameters, adopts=bonus) if one_base else None,
    )


def halved_changes(
    own: FloatArray, doubled: IntArray, parameters: SsfParameters
) -> IntArray:
    """Return twice the changes (n), halved if the base `own` (n) requires it (point
    4).
    """
    return np.where(is_halved(own, parameters), doubled // 2, doubled)


def _bonuses(
    own: FloatArray, score: IntArray, doubled: IntArray, parameters: SsfParameters
) -> FloatArray:
    line = np.arange(len(own))
    sides = RatedSides(
        line, np.zeros_like(line), doubled, score, np.ones(len(own), np.bool_)
    )
    return walk_bonus(sides, own[:1], parameters)


def _running(
    own: FloatArray, doubled: IntArray, bonuses: FloatArray
) -> list[float | None]:
    moves = (doubled / 2 + bonuses).tolist()
    return list(accumulate(moves, initial=float(own[0])))[1:]


def _calculated(
    game: SsfGame,
    unhalved: float,
    change: float,
    bonus: float,
    running: float | None,
    parameters: SsfParameters,
) -> CalculatedGame:
    difference = abs(game.own - game.opponent)
    halved = bool(is_halved(np.array(game.own), parameters))
    cited = (CHANGE, halved and HALVING, bonus and LOW)
    return CalculatedGame(
        own=game.own,
        opponent=game.opponent,
        score=game.score,
        difference=difference,
        row=rating_table(parameters.table).row_of(difference),
        unhalved=float(unhalved),
        halved=halved,
        change=float(change),
        bonus=float(bonus),
        running=running,
        paragraphs=tuple(paragraph for paragraph in cited if paragraph),
    )


def _new_rating(
    games: Sequence[CalculatedGame], parameters: SsfParameters, *, adopts: bool
) -> NewRating:
    result = SsfResult(
        before=np.array([games[0].own], np.float64),
        change=np.array([sum(game.change for game in games)]),
        bonus=np.array([sum(game.bonus for game in games)]),
        deduction=None,
        adjustment=np.zeros(1),
        assessed=np.array([np.nan]),
    )
    raw = raw_ratings(result)
    rating = int(new_ratings(result, np.array([adopts]), parameters).item())
    rounded = int(round_half_up(raw.copy()).item())
    return NewRating(
        base=games[0].own,
        raw=float(raw.item()),
        rounded=rounded,
        rating=rating,
        floored=rating != rounded,
    )


def score_needed(goal: SsfGoal, parameters: SsfParameters) -> ScoreNeeded:
    """Return the lowest score against these opponents, in one period, for a goal.

    Only the sum of the points matters, not against whom they are won: every half
    point is worth 16, or 8 from 2200.
    """
    opponents = np.array(goal.opponents, np.float32)
    own = np.full_like(opponents, goal.own)
    losses = rating_table(parameters.table).doubled_changes(
        own - opponents, np.zeros(len(opponents), np.int8)
    )
    halved = bool(is_halved(np.array(goal.own), parameters))
    half_points = np.arange(2 * len(opponents) + 1)
    doubled = int(halved_changes(own, losses, parameters).sum(dtype=np.int64))
    step = WIN if halved else 2 * WIN
    after = round_half_up(goal.own + (doubled + step * half_points) / 2)
    reached = np.flatnonzero(after >= goal.goal)
    score = int(reached[0]) if reached.size else None
    return ScoreNeeded(
        own=goal.own,
        goal=goal.goal,
        games=len(opponents),
        score=score,
        after=int(after[-1 if score is None else score]),
    )
