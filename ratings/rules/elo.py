"""The FIDE rating system as the engine knows it (B.02, 7 and 8).

A rating is exact: changes are whole hundredths of a point until they are rounded once
a period. What the system remembers of a player are the rated games of the career and
the highest rating; of somebody unrated also every event that may still make a first
rating.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.rules.base_numbers import Numbers, says_anything
from ratings.rules.elo_explained import OwnGames, explain_games
from ratings.rules.elo_lists import published_ratings
from ratings.rules.elo_numbers import round_half_away, sum_by_player
from ratings.rules.elo_parameters import EloParameters
from ratings.rules.elo_sides import (
    CAREER,
    HIGHEST,
    MEMORY,
    UNKNOWN,
    Sides,
    known_memory,
    numbers_of,
    rated_sides,
)
from ratings.rules.elo_unrated import FirstRatings
from ratings.rules.explained import ExplainedStep
from ratings.rules.played import last_days_played, played_lines
from ratings.rules.protocol import System
from ratings.rules.step import (
    BoolArray,
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
class Elo:
    """The system as an edition knows it."""

    name: str = "elo"
    unit: Unit = "period"
    memory: tuple[str, ...] = MEMORY
    fractional: bool = False
    in_order: bool = True
    Parameters: type[EloParameters] = EloParameters

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

    def explain_player(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: EloParameters,
        player: int,
    ) -> ExplainedStep:
        """See `System.explain_player`."""
        rows = np.flatnonzero((lines.white == player) | (lines.black == player))
        own = lines.take(rows)
        try:
            outcome = rate_step(own, state, decisions, span, parameters)
        except CannotCompute as error:
            to_blame = rows[list(error.rows)].tolist()
            raise CannotCompute(error.reason, tuple(to_blame)) from None
        at, played = played_lines(own)
        numbers = numbers_of(played, state, decisions)
        sides = rated_sides(played, numbers, state, span, parameters)
        shown = numbers_of(own, state, decisions)
        games = OwnGames(rows, own, at, shown, sides, decisions, player)
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
    _refuse_self(rows, played)
    numbers = numbers_of(played, state, decisions)
    sides = rated_sides(played, numbers, state, span, parameters)
    games, score = _count(sides, players)
    career = games.astype(np.float64)
    exact = sum_by_player(sides.player, sides.change, sides.k, players)
    change = (round_half_away(exact)).astype(np.float32)
    last_played = last_days_played(played, state)
    before = _before(numbers, state, games)
    after = published_ratings(_decided(before + change, decisions), parameters)
    touched = _touched(games, last_played, state, decisions)
    first = FirstRatings(played, numbers, state, span, parameters)
    first.rate(after, games, score, career)
    touched[list(first.events)] = True
    start_from = numbers.start_from.copy()
    start_from[list(first.published)] = StartFrom.DEFAULT
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


def _count(sides: Sides, players: int) -> tuple[IntArray, IntArray]:
    games = np.bincount(sides.player, minlength=players).astype(np.int16)
    score = np.bincount(sides.player, sides.score, players).astype(np.int32)
    return games, score


def _before(numbers: Numbers, state: State, games: IntArray) -> FloatArray:
    """Base ratings; a number brought from elsewhere is one from the first game on."""
    earned = ~np.isnan(state.rating) | (games > 0)
    earned |= numbers.start_from == StartFrom.DECISION
    return np.where(earned, numbers.base, UNKNOWN)


def _decided(rating: FloatArray, decisions: Decisions) -> FloatArray:
    after = rating
    if says_anything(decisions.adjustment, 0):
        after = after + decisions.adjustment
    if says_anything(decisions.assessed, np.nan):
        after = np.where(np.isnan(decisions.assessed), after, decisions.assessed)
    whole: FloatArray = np.floor(after + np.float32(0.5))
    return whole


def _touched(
    games: IntArray, last_played: IntArray, state: State, decisions: Decisions
) -> BoolArray:
    touched: BoolArray = (games > 0) | (last_played != state.last_played)
    touched |= np.isnan(state.rating) & ~np.isnan(decisions.start)
    touched |= decisions.adjustment != 0
    touched |= ~np.isnan(decisions.assessed)
    return touched


def _remember(state: State, career: FloatArray, after: FloatArray) -> FloatArray:
    memory = known_memory(state)
    memory[:, CAREER] += career
    memory[:, HIGHEST] = np.fmax(memory[:, HIGHEST], after)
    return memory


def _refuse_self(rows: IntArray, lines: Lines) -> None:
    meets = lines.white == lines.black
    if meets.any():
        raise CannotCompute(CannotCompute.PLAYS_SELF, tuple(rows[meets].tolist()))
