"""Changes game by game, and the score needed for a goal, for a reader to check (8.3).

Gives in exact decimals what `elo.game_changes` computes for a whole period.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

import numpy as np

from ratings.rules.elo.bonus import BonusColumns, bonuses
from ratings.rules.elo.citing import LOGISTIC
from ratings.rules.elo.game_changes import (
    HALF_POINT,
    change_hundredths,
    counted_differences,
    expected_scores,
    points_of_games,
)
from ratings.rules.elo.k_factors import limited
from ratings.rules.elo.k_rules import HIGHEST_K
from ratings.rules.elo.parameters import EloParameters
from ratings.rules.elo.performance import check_field
from ratings.rules.elo.provisional import performances

FINE_DECIMALS = 6
"""Decimals of expectations by the exact logistic curve."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game of the player."""

    own: int
    opponent: int
    score: int
    """Half points: 0, 1 or 2."""
    k: int
    """K before the limit of the period, 1 to 400."""
    tournament: int = 0
    """The same number for all games of one tournament."""
    length: int = 1
    """The length of the match that the game is, for editions that use it."""

    def __post_init__(self) -> None:
        """Refuse an invalid coefficient with ValueError."""
        if not 1 <= self.k <= HIGHEST_K:
            raise ValueError(f"k: {self.k} is not 1 to {HIGHEST_K}.")


@dataclass(frozen=True, slots=True)
class CalculatedGame:
    """One game's change and its parts."""

    own: int
    opponent: int
    score: Decimal
    """0, 0.5 or 1."""
    k: int
    """K after the limit of the period."""
    difference: int
    """Own minus opponent's rating."""
    counted: int
    """D: the difference as counted."""
    expected: Decimal
    """PD: two decimals by the table, `FINE_DECIMALS` by the exact curve."""
    change: Decimal
    """Score minus PD, with the same decimals."""
    points: Decimal
    """K times that, and times the root of the length if the edition uses it."""
    paragraphs: tuple[str, ...]
    """The paragraphs that apply to this game."""


@dataclass(frozen=True, slots=True)
class Calculation:
    """One player's rating period: the games in their order, then their sums."""

    games: tuple[CalculatedGame, ...]
    score: Decimal
    expected: Decimal
    change: Decimal
    """Score minus expected."""
    points: Decimal
    """The exact change of rating."""
    rounded: int | Decimal
    """The change of rating in whole points, or with as many decimals as the edition
    uses, halves away from zero (8.3.4)."""
    bonus: int
    """Points for a large gain, in editions that give them."""
    after: int | Decimal | None
    """The new rating; None if the own rating is not the same in every game."""


@dataclass(frozen=True, slots=True)
class ScoreNeeded:
    """The lowest score that brings a rating to a goal. If it does so with a bonus, a
    higher score may miss the goal, because the bonus may be lost.
    """

    goal: int
    games: int
    expected: Decimal
    score: Decimal | None
    """None if no score is enough."""
    after: int | Decimal
    """The new rating with that score; with a full score if none is enough."""
    bonus: int
    """The part of it that is a bonus, in editions that give any."""
    paragraphs: tuple[str, ...]
    """The paragraphs that apply to any of the games."""


def calculate(games: Sequence[PlayedGame], parameters: EloParameters) -> Calculation:
    """Return the change of one player's rating by the games of one period (8.3).

    All games count towards the limit of 8.3.3. Raises ValueError, naming the column
    and the row, for an invalid rating or score, and if there are no games.
    """
    if not games:
        raise ValueError("games: there are none.")
    own, opponent, score, k, event = (
        np.array([getattr(game, name) for game in games], np.int64)
        for name in ("own", "opponent", "score", "k", "tournament")
    )
    counted = counted_differences(own, opponent, parameters, event)
    length = np.array([game.length for game in games])
    roots = np.sqrt(length) if parameters.match_length else None
    expected = expected_scores(counted, parameters, roots)
    change = change_hundredths(score, expected)
    used = limited(k, np.full(len(games), len(games)), parameters)
    points = points_of_games(change, used)
    columns = (
        counted.tolist(),
        expected.tolist(),
        change.tolist(),
        used.tolist(),
        (points if roots is None else points * roots).tolist(),
    )
    rows = (_Row(*row) for row in zip(*columns, strict=True))
    calculated = [
        _calculated(game, row, parameters)
        for game, row in zip(games, rows, strict=True)
    ]
    return _sums(calculated, parameters)


class _Row(NamedTuple):
    """One row of the columns: D, K; PD, score minus PD and points in hundredths, whole
    if they come from the table.
    """

    counted: int
    expected: float
    change: float
    k: int
    points: float


def _calculated(
    game: PlayedGame, row: _Row, parameters: EloParameters
) -> CalculatedGame:
    difference = game.own - game.opponent
    beyond = parameters.cap is not None and abs(difference) > parameters.cap
    cited = {
        "8.3.1": beyond,
        "8.3.2": parameters.logistic is None,
        LOGISTIC: parameters.logistic is not None,
        "8.3.3": row.k != game.k,
    }
    return CalculatedGame(
        own=game.own,
        opponent=game.opponent,
        score=_decimal(HALF_POINT * game.score),
        k=row.k,
        difference=difference,
        counted=row.counted,
        expected=_decimal(row.expected),
        change=_decimal(row.change),
        points=_decimal(row.points),
        paragraphs=tuple(paragraph for paragraph, holds in cited.items() if holds),
    )


def _sums(games: Sequence[CalculatedGame], parameters: EloParameters) -> Calculation:
    zero = _decimal(0)
    points = sum((game.points for game in games), zero)
    rounded = _rounded(points, parameters.decimals)
    own = {game.own for game in games}
    bonus = _bonus(games, float(points), parameters)
    return Calculation(
        games=tuple(games),
        score=sum((game.score for game in games), zero),
        expected=sum((game.expected for game in games), zero),
        change=sum((game.change for game in games), zero),
        points=points,
        rounded=rounded,
        bonus=bonus,
        after=own.pop() + rounded + bonus if len(own) == 1 else None,
    )


def _bonus(
    games: Sequence[CalculatedGame], change: float, parameters: EloParameters
) -> int:
    """Return the bonus for one player's period; 0 if the own rating is not the same in
    every game.
    """
    if len({game.own for game in games}) > 1:
        return 0
    score = float(sum(game.score for game in games))
    return _bonuses(games, [score], [change], parameters)[0]


def _bonuses(
    games: Sequence[CalculatedGame],
    scores: Sequence[float],
    changes: Sequence[float],
    parameters: EloParameters,
) -> list[int]:
    """Return the bonus for one player's period of these games with each of several
    scores in points and the exact change that it gives.
    """
    size = len(scores)
    if not parameters.bonus_rules:
        return [0] * size
    average = np.full(size, np.mean([game.opponent for game in games]))
    half_points = 2 * np.array(scores) / len(games)
    worth = performances(average, half_points, parameters)
    period = BonusColumns(
        rating=np.full(size, float(games[0].own)),
        change=np.array(changes),
        games=np.full(size, len(games)),
        k=np.full(size, max(game.k for game in games)),
        performance=worth.astype(np.float64),
    )
    return [int(bonus) for bonus in bonuses(period, parameters)]


def _decimal(hundredths: float) -> Decimal:
    if isinstance(hundredths, int):
        return Decimal(hundredths).scaleb(-2)
    return round(Decimal(hundredths).scaleb(-2), FINE_DECIMALS)


def _rounded(points: Decimal, decimals: int) -> int | Decimal:
    rounded = points.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    return rounded if decimals else int(rounded)


def score_needed(
    own: int,
    opponents: Sequence[int],
    k: int,
    goal: int,
    parameters: EloParameters,
    *,
    length: int = 1,
) -> ScoreNeeded:
    """Return the lowest score against these opponents, in one tournament, for a goal;
    `length` is that of every match, for editions that use it.

    Raises ValueError as `calculate` does, and for a goal that is not a rating.
    """
    check_field(opponents, 0)
    check_field((goal,), 0)
    losses = [PlayedGame(own, opponent, 0, k, length=length) for opponent in opponents]
    zero_score = calculate(losses, parameters)
    scores = [_decimal(HALF_POINT * each) for each in range(2 * len(losses) + 1)]
    root = Decimal(length).sqrt() if parameters.match_length else Decimal(1)
    exact = [
        zero_score.points + zero_score.games[0].k * root * score for score in scores
    ]
    bonus = _bonuses(
        zero_score.games,
        [float(score) for score in scores],
        [float(change) for change in exact],
        parameters,
    )
    after = [
        own + _rounded(change, parameters.decimals) + extra
        for change, extra in zip(exact, bonus, strict=True)
    ]
    enough = next((row for row, each in enumerate(after) if each >= goal), None)
    shown = -1 if enough is None else enough
    cited = {each for game in zero_score.games for each in game.paragraphs}
    return ScoreNeeded(
        goal=goal,
        games=len(losses),
        expected=zero_score.expected,
        score=None if enough is None else scores[enough],
        after=after[shown],
        bonus=bonus[shown],
        paragraphs=tuple(sorted(cited)),
    )
