"""The Scrabble rating system as the engine uses it (Svenska Scrabbleförbundet, 2004).

A step is a tournament, rated on the ratings of its first day; its change is added to
the current rating when the tournament is booked.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.rules.explained import ExplainedStep
from ratings.rules.outcomes import earned_base, touched_players, with_decisions
from ratings.rules.own_step import ExplainsOwnLines, OwnStep
from ratings.rules.played import last_days_played, played_lines, refuse_lines
from ratings.rules.protocol import TournamentSystem
from ratings.rules.scrabble.expected import DECIMALS, expected_wins
from ratings.rules.scrabble.explained import OwnTournament, explain_tournament
from ratings.rules.scrabble.parameters import ScrabbleParameters
from ratings.rules.scrabble.tournament import change_of, new_rating
from ratings.rules.step import (
    CannotCompute,
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    SideColumns,
    Span,
    State,
    StepOutcome,
    Unit,
)
from ratings.rules.step_ratings import (
    SideRatings,
    StepRatings,
    find_step_ratings,
    for_everybody,
    meets_unknown,
)


@dataclass(frozen=True, slots=True)
class Scrabble(ExplainsOwnLines[ScrabbleParameters]):
    """The system under an edition."""

    name: str = "scrabble"
    unit: Unit = "tournament"
    memory: tuple[str, ...] = ()
    fractional: bool = False
    in_order: bool = False
    Parameters: type[ScrabbleParameters] = ScrabbleParameters

    def watched_days(self, span: Span) -> tuple[int, ...]:
        """See `TournamentSystem.watched_days`."""
        return ()

    def default_start(
        self, born: IntArray, year: int, parameters: ScrabbleParameters
    ) -> FloatArray:
        """Return the same start rating for all players."""
        return np.full(len(born), float(parameters.start))

    def rate_step(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: ScrabbleParameters,
    ) -> StepOutcome:
        """See `System.rate_step`."""
        return rate_step(lines, state, decisions, parameters)

    def explain_own(
        self, own: OwnStep[ScrabbleParameters], outcome: StepOutcome
    ) -> ExplainedStep:
        """See `ExplainsOwnLines.explain_own`."""
        shown = ratings_of(own.lines, own.state, own.decisions, own.parameters)
        tournament = OwnTournament(
            own.rows,
            own.lines,
            shown,
            own.state,
            own.decisions,
            own.parameters,
            own.player,
        )
        return explain_tournament(tournament, outcome)


SYSTEM: Final[TournamentSystem[ScrabbleParameters]] = Scrabble()


def ratings_of(
    lines: Lines, state: State, decisions: Decisions, parameters: ScrabbleParameters
) -> StepRatings:
    """Return the ratings with which a tournament is computed: a new player enters with
    the start rating (Hur ratingen fungerar).
    """
    newcomers = for_everybody(float(parameters.start))
    return find_step_ratings(lines, state, decisions, newcomers)


def rate_step(
    lines: Lines, state: State, decisions: Decisions, parameters: ScrabbleParameters
) -> StepOutcome:
    """Rate every player of a tournament (Hur ratingen fungerar, Avrundning).

    Raises CannotCompute, with the rows of `lines`, if a player meets an opponent from
    outside whose rating is unknown, or if a line has the same player on both sides.
    """
    rows, played = played_lines(lines)
    refuse_lines(CannotCompute.PLAYS_SELF, rows, played.white == played.black)
    ratings = ratings_of(played, state, decisions, parameters)
    refuse_lines(CannotCompute.OPPONENT_UNKNOWN, rows, meets_unknown(played, ratings))
    games, score, expected = _sums(played, ratings, len(state.rating), parameters)
    change = change_of(score, expected, parameters)
    before = earned_base(ratings, state, games)
    last_played = last_days_played(played, state)
    nothing = np.broadcast_to(np.float32(0), games.shape)
    return StepOutcome(
        touched=touched_players(games, last_played, state, decisions),
        before=before,
        start_from=ratings.start_from,
        change=change / DECIMALS,
        bonus=nothing,
        deduction=nothing,
        adjustment=decisions.adjustment,
        after=with_decisions(_after(before, change, games, state), decisions),
        games=games.astype(np.int16),
        score=score.astype(np.int32),
        last_played=last_played,
        adopts=state.adopts,
    )


def _sums(
    lines: Lines, ratings: StepRatings, players: int, parameters: ScrabbleParameters
) -> tuple[IntArray, IntArray, IntArray]:
    """Return rated games, half points and expected wins in ten-thousandths, int64
    (p).
    """
    games, score, expected = np.zeros((3, players), np.int64)
    white, black = lines.sides
    for side, own, opponent in (
        (white, ratings.white, ratings.black),
        (black, ratings.black, ratings.white),
    ):
        player, points, hoped = _ends(side, own, opponent, parameters)
        # np.add.at is fast only if the types agree exactly.
        np.add.at(games, player, np.int64(1))
        np.add.at(score, player, points.astype(np.int64))
        np.add.at(expected, player, hoped.astype(np.int64))
    return games, score, expected


def _ends(
    side: SideColumns,
    own: SideRatings,
    opponent: SideRatings,
    parameters: ScrabbleParameters,
) -> tuple[IntArray, IntArray, IntArray]:
    """Return player, half points and expected wins of one colour's rated sides, which
    are those of members.
    """
    base, met = own.base, opponent.counts_as
    player, score = side.player, side.score
    if not side.member.all():
        rated = np.flatnonzero(side.member)
        base, met = base.take(rated), met.take(rated)
        player, score = player.take(rated), score.take(rated)
    hoped = expected_wins(
        base.astype(np.int64), met.astype(np.int64), parameters.spread
    )
    return player, score, hoped


def _after(
    before: FloatArray, change: IntArray, games: IntArray, state: State
) -> FloatArray:
    """Return the new ratings (p): the whole points of the tournament, added to the
    current ratings.
    """
    current = np.where(np.isnan(state.now), before, state.now)
    active = np.flatnonzero(games)
    base = before[active].astype(np.int64)
    after = current.copy()
    after[active] += new_rating(base, change[active]) - base
    return after
