"""The Glicko-2 rating system as the engine uses it.

Deviations grow with every period without a game (step 6). The growth of a player's
deviation is computed at the next game, from the day of the last one, so that nothing
has to be stored for players who do not play.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.rules.explained import ExplainedStep
from ratings.rules.glicko2.begin import (
    AS_OF,
    MEMORY,
    RD,
    VOLATILITY,
    deviations_of,
    players_of,
    ratings_of,
    sides_of,
)
from ratings.rules.glicko2.columns import GlickoPlayers, GlickoSides
from ratings.rules.glicko2.explained import OwnPeriod, explain_period
from ratings.rules.glicko2.parameters import GlickoParameters
from ratings.rules.glicko2.period import rate_sides
from ratings.rules.outcomes import earned_base, touched_players, with_decisions
from ratings.rules.own_step import ExplainsOwnLines, OwnStep
from ratings.rules.played import last_days_played, played_lines, refuse_lines
from ratings.rules.protocol import System
from ratings.rules.step import (
    BoolArray,
    CannotCompute,
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    Span,
    State,
    StepOutcome,
    Unit,
)
from ratings.rules.step_ratings import meets_unknown


@dataclass(frozen=True, slots=True)
class Glicko(ExplainsOwnLines[GlickoParameters]):
    """The system under an edition."""

    name: str = "glicko2"
    unit: Unit = "period"
    memory: tuple[str, ...] = MEMORY
    fractional: bool = True
    in_order: bool = True
    Parameters: type[GlickoParameters] = GlickoParameters

    def default_start(
        self, born: IntArray, year: int, parameters: GlickoParameters
    ) -> FloatArray:
        """Return the same start rating for all players."""
        return np.full(len(born), float(parameters.start_rating))

    def rate_step(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: GlickoParameters,
    ) -> StepOutcome:
        """See `System.rate_step`."""
        return rate_step(lines, state, decisions, span, parameters)

    def explain_own(
        self, own: OwnStep[GlickoParameters], outcome: StepOutcome
    ) -> ExplainedStep:
        """See `ExplainsOwnLines.explain_own`."""
        state, decisions, parameters = own.state, own.decisions, own.parameters
        _at, played = played_lines(own.lines)
        initial = players_of(
            ratings_of(played, state, decisions, parameters),
            state,
            own.span,
            parameters,
        )
        shown = ratings_of(own.lines, state, decisions, parameters)
        white, black = own.lines.sides
        rd = (
            deviations_of(white, shown.white, initial, parameters),
            deviations_of(black, shown.black, initial, parameters),
        )
        period = OwnPeriod(
            own.rows, own.lines, shown, initial, rd, decisions, own.player
        )
        return explain_period(period, outcome)


SYSTEM: Final[System[GlickoParameters]] = Glicko()


def rate_step(
    lines: Lines,
    state: State,
    decisions: Decisions,
    span: Span,
    parameters: GlickoParameters,
) -> StepOutcome:
    """Rate every player of a period (steps 1 to 8).

    Raises CannotCompute, with the rows of `lines`, if a player meets an opponent from
    outside whose rating is unknown, or if a line has the same player on both sides.
    """
    players = len(state.rating)
    rows, played = played_lines(lines)
    refuse_lines(CannotCompute.PLAYS_SELF, rows, played.white == played.black)
    ratings = ratings_of(played, state, decisions, parameters)
    refuse_lines(CannotCompute.OPPONENT_UNKNOWN, rows, meets_unknown(played, ratings))
    initial = players_of(ratings, state, span, parameters)
    sides = sides_of(played, ratings, initial, parameters)
    games, score = _count(sides, players)
    # Players without a game need no computation: the rest of the columns is unchanged.
    active = np.flatnonzero(games)
    rated = rate_sides(
        _of(initial, active),
        [_among(each, active, players) for each in sides],
        parameters,
    )
    before = earned_base(ratings, state, games)
    result = before.copy()
    result[active] = rated.rating
    after = with_decisions(result, decisions)
    last_played = last_days_played(played, state)
    touched = touched_players(games, last_played, state, decisions)
    zeros = np.broadcast_to(np.float64(0), (players,))
    return StepOutcome(
        touched=touched,
        before=before,
        start_from=ratings.start_from,
        change=np.nan_to_num(result - before),
        bonus=zeros,
        deduction=zeros,
        adjustment=decisions.adjustment,
        after=after,
        games=games,
        score=score,
        last_played=last_played,
        adopts=state.adopts,
        memory=_remember(initial, rated, active, touched, state, span),
    )


def _of(players: GlickoPlayers, rows: IntArray) -> GlickoPlayers:
    return GlickoPlayers(
        players.rating[rows].astype(np.float64),
        players.rd[rows],
        players.volatility[rows],
    )


def _among(sides: GlickoSides, active: IntArray, players: int) -> GlickoSides:
    """Return the sides with the players as positions among the active ones."""
    place = np.zeros(players, np.intp)
    place[active] = np.arange(len(active))
    return GlickoSides(
        place.take(sides.player), sides.opponent_rating, sides.opponent_rd, sides.score
    )


def _count(
    sides: tuple[GlickoSides, GlickoSides], players: int
) -> tuple[IntArray, IntArray]:
    """Return each player's rated games, int16 (p), and half points in them, int32
    (p).
    """
    games, score = np.zeros(players, np.int16), np.zeros(players, np.int32)
    for side in sides:
        np.add.at(games, side.player, np.int16(1))
        np.add.at(score, side.player, side.score.astype(np.int32))
    return games, score


def _remember(
    initial: GlickoPlayers,
    rated: GlickoPlayers,
    active: IntArray,
    touched: BoolArray,
    state: State,
    span: Span,
) -> FloatArray:
    """Return the memory (p, 3) after the period, new for players who played in it.

    A player who is touched without a game keeps what is remembered; a player without
    any memory remembers the numbers with which the period began.
    """
    memory = state.known_memory(len(MEMORY)).copy()
    first = touched & np.isnan(memory[:, RD])
    memory[first, RD] = initial.rd[first]
    memory[first, VOLATILITY] = initial.volatility[first]
    memory[first, AS_OF] = span.last_day
    memory[active, RD] = rated.rd
    memory[active, VOLATILITY] = rated.volatility
    memory[active, AS_OF] = span.last_day
    return memory
