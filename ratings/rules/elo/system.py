"""The FIDE rating system as the engine knows it (B.02, 7 and 8).

A rating is exact: changes are whole hundredths of a point until they are rounded once
a period. What the system remembers of a player are the rated games of the career and
the highest rating; of somebody unrated also every event that may still make a first
rating.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.rules.base_numbers import round_half_up
from ratings.rules.elo.explained import OwnGames, explain_games
from ratings.rules.elo.numbers import round_half_away, sum_by_player
from ratings.rules.elo.parameters import EloParameters
from ratings.rules.elo.sides import (
    CAREER,
    HIGHEST,
    MEMORY,
    Sides,
    known_memory,
    numbers_of,
    rated_sides,
)
from ratings.rules.elo.unrated import FirstRatings
from ratings.rules.explained import ExplainedStep
from ratings.rules.outcomes import earned_base, touched_players, with_decisions
from ratings.rules.own_step import ExplainsOwnLines, OwnStep
from ratings.rules.played import last_days_played, played_lines, refuse_lines
from ratings.rules.protocol import System
from ratings.rules.step import (
    CannotCompute,
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    Outcome,
    Span,
    StartFrom,
    State,
    Unit,
)


@dataclass(frozen=True, slots=True)
class Elo(ExplainsOwnLines[EloParameters]):
    """The system as an edition knows it."""

    name: str = "elo"
    unit: Unit = "period"
    memory: tuple[str, ...] = MEMORY
    fractional: bool = False
    in_order: bool = True
    Parameters: type[EloParameters] = EloParameters

    def floor_of(self, parameters: EloParameters) -> int:
        """The lowest rating that is published (7.2.1), in rating points."""
        return parameters.floor

    def rate_step(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: EloParameters,
    ) -> Outcome:
        """See `System.rate_step`."""
        return rate_step(lines, state, decisions, span, parameters)

    def explain_own(
        self, own: OwnStep[EloParameters], outcome: Outcome
    ) -> ExplainedStep:
        """See `ExplainsOwnLines.explain_own`."""
        at, played = played_lines(own.lines)
        numbers = numbers_of(played, own.state, own.decisions)
        sides = rated_sides(played, numbers, own.state, own.span, own.parameters)
        shown = numbers_of(own.lines, own.state, own.decisions)
        games = OwnGames(
            own.rows, own.lines, at, shown, sides, own.decisions, own.player
        )
        return explain_games(games, outcome)


SYSTEM: Final[System[EloParameters]] = Elo()


def rate_step(
    lines: Lines,
    state: State,
    decisions: Decisions,
    span: Span,
    parameters: EloParameters,
) -> Outcome:
    """Rate every player of a period (7.1.4, 8.2, 8.3).

    A game against somebody without any rating is not rated. Raises CannotCompute, with
    the rows of `lines`, where a player meets the same player.
    """
    players = len(state.rating)
    rows, played = played_lines(lines)
    refuse_lines(CannotCompute.PLAYS_SELF, rows, played.white == played.black)
    numbers = numbers_of(played, state, decisions)
    sides = rated_sides(played, numbers, state, span, parameters)
    games, score = _count(sides, players)
    career = games.astype(np.float64)
    exact = sum_by_player(sides.player, sides.change, sides.k, players)
    change = np.zeros(players, np.float32)
    active = np.flatnonzero(games)
    change[active] = round_half_away(exact.take(active))
    last_played = last_days_played(played, state)
    before = earned_base(numbers, state, games)
    after = published_ratings(_rounded(before + change, decisions), parameters)
    touched = touched_players(games, last_played, state, decisions)
    first = FirstRatings(played, numbers, state, span, parameters)
    first.rate(after, games, score, career)
    touched[first.players] = True
    start_from = numbers.start_from.copy()
    start_from[first.published] = StartFrom.DEFAULT
    nothing = np.broadcast_to(np.float32(0), (players,))
    return Outcome(
        touched=touched,
        before=before,
        start_from=start_from,
        change=np.where(np.isnan(before), np.float32(0), change),
        bonus=nothing,
        deduction=nothing,
        adjustment=decisions.adjustment,
        after=after,
        games=games,
        score=score,
        last_played=last_played,
        adopts=state.adopts,
        memory=_remember(state, career, after),
        tails=first.tails(state),
    )


def published_ratings(rating: FloatArray, parameters: EloParameters) -> FloatArray:
    """Ratings (p) as a list shows them: NaN, unrated, below the floor (7.2.1).

    Somebody who falls below the floor is treated afterwards as any other unrated
    player.
    """
    unrated = rating.dtype.type(np.nan)
    return np.where(rating < parameters.floor, unrated, rating)


def _count(sides: Sides, players: int) -> tuple[IntArray, IntArray]:
    games = np.bincount(sides.player, minlength=players).astype(np.int16)
    score = np.bincount(sides.player, sides.score, players).astype(np.int32)
    return games, score


def _rounded(rating: FloatArray, decisions: Decisions) -> FloatArray:
    """Ratings (p) with what was decided; half a point that was decided goes up."""
    return round_half_up(with_decisions(rating, decisions).astype(np.float32))


def _remember(state: State, career: FloatArray, after: FloatArray) -> FloatArray:
    memory = known_memory(state)
    memory[:, CAREER] += career
    memory[:, HIGHEST] = np.fmax(memory[:, HIGHEST], after)
    return memory
