"""The FIDE rating system as the engine uses it (B.02, 7 and 8).

Changes are exact, by the table in whole hundredths of a point, until they are rounded
once a period. The system remembers of a player the number of rated games and the
highest rating; of an unrated player also every event that may still contribute to a
first rating.
"""

from dataclasses import dataclass, replace
from datetime import date
from typing import Final

import numpy as np

from ratings.rules.calendar import day_number
from ratings.rules.elo.bonus import BonusColumns, bonuses
from ratings.rules.elo.explained import OwnEloPeriod, explain_games
from ratings.rules.elo.game_changes import (
    NumberArray,
    rounded_changes,
    sum_by_player,
    with_decimals,
)
from ratings.rules.elo.k_factors import coefficients
from ratings.rules.elo.k_rules import asks_years
from ratings.rules.elo.parameters import EloParameters
from ratings.rules.elo.provisional import are_provisional, performances
from ratings.rules.elo.sides import (
    CAREER,
    HIGHEST,
    MEMORY,
    SINCE,
    Sides,
    careers_of,
    known_memory,
    rated_sides,
    rated_since,
    ratings_of,
)
from ratings.rules.elo.tables import HUNDRED
from ratings.rules.elo.unrated import FirstRatings, Tails
from ratings.rules.explained import ExplainedStep
from ratings.rules.outcomes import earned_base, touched_players, with_decisions
from ratings.rules.own_step import ExplainsOwnLines, OwnStep
from ratings.rules.played import last_days_played, played_lines, refuse_lines
from ratings.rules.protocol import System
from ratings.rules.rounding import round_half_up
from ratings.rules.step import (
    CannotCompute,
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    Span,
    StartFrom,
    State,
    StepOutcome,
    Unit,
)


@dataclass(frozen=True, slots=True)
class Elo(ExplainsOwnLines[EloParameters]):
    """The system under an edition."""

    name: str = "elo"
    unit: Unit = "period"
    memory: tuple[str, ...] = MEMORY
    fractional: bool = False
    """Whether ratings have decimals, as in some editions (`of_edition`)."""
    in_order: bool = True
    Parameters: type[EloParameters] = EloParameters

    def of_edition(self, parameters: EloParameters) -> "Elo":
        """See `protocol.DependsOnEdition`."""
        return replace(self, fractional=bool(parameters.decimals))

    def floor_of(self, parameters: EloParameters) -> int:
        """Return the lowest rating that is published (7.2.1), in rating points."""
        return parameters.floor

    def coefficients_listed(
        self,
        state: State,
        birth_years: IntArray,
        day: date,
        parameters: EloParameters,
    ) -> IntArray | None:
        """See `protocol.HasCoefficients`; None if K depends on the category (8.3.3),
        and 0 for provisional ratings.
        """
        if parameters.categories:
            return None
        span = Span(day_number(day), day_number(day))
        everybody = np.arange(len(state.rating))
        careers = careers_of(
            everybody, state.rating, birth_years, state, span, parameters
        )
        k = coefficients(careers, day.year, parameters)
        return np.where(are_provisional(careers.games, parameters), 0, k)

    def rate_step(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: EloParameters,
    ) -> StepOutcome:
        """See `System.rate_step`."""
        return rate_step(lines, state, decisions, span, parameters)

    def explain_own(
        self, own: OwnStep[EloParameters], outcome: StepOutcome
    ) -> ExplainedStep:
        """See `ExplainsOwnLines.explain_own`."""
        at, played = played_lines(own.lines)
        ratings = ratings_of(played, own.state, own.decisions)
        sides = rated_sides(played, ratings, own.state, own.span, own.parameters)
        shown = ratings_of(own.lines, own.state, own.decisions)
        games = OwnEloPeriod(
            own.rows,
            own.lines,
            at,
            shown,
            sides,
            own.decisions,
            own.player,
            own.parameters,
        )
        return explain_games(games, outcome)


SYSTEM: Final[System[EloParameters]] = Elo()


def rate_step(
    lines: Lines,
    state: State,
    decisions: Decisions,
    span: Span,
    parameters: EloParameters,
) -> StepOutcome:
    """Rate every player of a period (7.1.4, 8.2, 8.3).

    A game against an opponent without any rating is not rated. Raises CannotCompute,
    with the rows of `lines`, if a line has the same player on both sides.
    """
    players = len(state.rating)
    rows, played = played_lines(lines)
    refuse_lines(CannotCompute.PLAYS_SELF, rows, played.white == played.black)
    ratings = ratings_of(played, state, decisions)
    sides = rated_sides(played, ratings, state, span, parameters)
    games, score = _count(sides, players)
    career = games.astype(np.float64)
    exact = sum_by_player(sides.player, sides.points, players)
    change = np.zeros(players, state.rating.dtype)
    active = np.flatnonzero(games)
    change[active] = rounded_changes(exact.take(active), parameters.decimals)
    last_played = last_days_played(played, state)
    before = earned_base(ratings, state, games)
    bonus = bonus_of(sides, before, exact, games, parameters)
    result = before + change + bonus
    touched = touched_players(games, last_played, state, decisions)
    first = FirstRatings(played, ratings, state, span, parameters)
    first.rate(result, games, score, career)
    touched[first.players] = True
    after = published_ratings(_rounded(result, decisions, parameters), parameters)
    start_from = ratings.start_from.copy()
    start_from[first.published] = StartFrom.DEFAULT
    nothing = np.broadcast_to(np.float32(0), (players,))
    _count_as_full(career, before, state, parameters)
    return StepOutcome(
        touched=touched,
        before=before,
        start_from=start_from,
        change=np.where(np.isnan(before), np.float32(0), change),
        bonus=bonus,
        deduction=nothing,
        adjustment=decisions.adjustment,
        after=after,
        games=games,
        score=score,
        last_played=last_played,
        adopts=state.adopts,
        memory=_remember(state, career, after),
        tails=_tails(first.tails(state), after, state, span, parameters),
    )


def published_ratings(rating: FloatArray, parameters: EloParameters) -> FloatArray:
    """Return ratings (p) as a list shows them: NaN if below the floor (7.2.1).

    A player who falls below the floor is afterwards treated as any other unrated
    player.
    """
    unrated = rating.dtype.type(np.nan)
    return np.where(rating < parameters.floor, unrated, rating)


def _count(sides: Sides, players: int) -> tuple[IntArray, IntArray]:
    games = np.bincount(sides.player, minlength=players).astype(np.int16)
    score = np.bincount(sides.player, sides.score, players).astype(np.int32)
    return games, score


def _rounded(
    rating: FloatArray, decisions: Decisions, parameters: EloParameters
) -> FloatArray:
    """Return ratings (p) with decisions applied, rounded as the edition requires."""
    if parameters.decimals:
        decided = with_decisions(rating, decisions).astype(np.float64)
        return with_decimals(decided, parameters.decimals)
    return round_half_up(with_decisions(rating, decisions).astype(np.float32))


def bonus_of(
    sides: Sides,
    before: FloatArray,
    exact: NumberArray,
    games: IntArray,
    parameters: EloParameters,
) -> FloatArray:
    """Return each player's bonus (p) for the change of a period."""
    players = len(before)
    if not parameters.bonus_rules:
        return np.broadcast_to(np.float32(0), (players,))
    k = np.zeros(players, np.int64)
    np.maximum.at(k, sides.player, sides.k)
    worth = performances(sides.opponent, sides.score.astype(np.int64), parameters)
    total = np.bincount(sides.player, worth, players)
    period = BonusColumns(
        before, exact / HUNDRED, games, k, total / np.maximum(games, 1)
    )
    return bonuses(period, parameters).astype(before.dtype)


def _count_as_full(
    career: FloatArray, before: FloatArray, state: State, parameters: EloParameters
) -> None:
    """Add to `career`, for ratings that were not made by games, the number of games
    that keeps them from being provisional.
    """
    if parameters.provisional_games is not None:
        unplayed = ~np.isnan(before) & (known_memory(state)[:, CAREER] == 0)
        career[unplayed] += parameters.provisional_games


def _tails(
    tails: Tails,
    after: FloatArray,
    state: State,
    span: Span,
    parameters: EloParameters,
) -> Tails:
    """Return what is remembered beyond the columns: the events of unrated players and,
    if the edition needs it, since when rated players have had a rating. The events of a
    player who has a rating by decision or from elsewhere are forgotten (7.2.1).
    """
    remembered = {
        row: tail
        for row, tail in tails.items()
        if (len(tail) == SINCE) != np.isnan(after[row])
    }
    if asks_years(parameters.k_rules):
        since = rated_since(state, span)
        rows = np.flatnonzero(~np.isnan(after) & (since > 0)).tolist()
        remembered |= {row: (float(since[row]),) for row in rows}
    return remembered


def _remember(state: State, career: FloatArray, after: FloatArray) -> FloatArray:
    memory = known_memory(state)
    memory[:, CAREER] += career
    memory[:, HIGHEST] = np.fmax(memory[:, HIGHEST], after)
    return memory
