"""The ratings, deviations and volatilities with which a period begins under Glicko-2 (steps 1 and 6)."""

from typing import Final

import numpy as np

from ratings.rules.calendar import periods_begun
from ratings.rules.glicko2.columns import GlickoPlayers, GlickoSides
from ratings.rules.glicko2.parameters import GlickoParameters
from ratings.rules.glicko2.period import start
from ratings.rules.glicko2.scale import to_phi, to_rd
from ratings.rules.step import (
    Decisions,
    FloatArray,
    Lines,
    SideColumns,
    Span,
    StartFrom,
    State,
)
from ratings.rules.step_ratings import (
    SideRatings,
    StepRatings,
    find_step_ratings,
    for_everybody,
)

MEMORY: Final = ("rd", "volatility", "as_of")
"""Rating deviation and volatility, and the day (a day number) on which they held."""
RD, VOLATILITY, AS_OF = range(3)


def ratings_of(
    lines: Lines, state: State, decisions: Decisions, parameters: GlickoParameters
) -> StepRatings:
    """Return the ratings with which a period begins (step 1a)."""
    newcomers = for_everybody(float(parameters.start_rating))
    return find_step_ratings(lines, state, decisions, newcomers)


def players_of(
    ratings: StepRatings, state: State, span: Span, parameters: GlickoParameters
) -> GlickoPlayers:
    """Return the three numbers of each player as the period begins, the deviation grown
    since the last game.

    A rating from elsewhere has the deviation of such ratings; one given by the rules or
    the office has that of an unrated player.
    """
    memory = state.known_memory(len(MEMORY))
    rating = np.where(np.isnan(ratings.base), np.nan, ratings.base)
    rd = _grown(memory, span, parameters)
    given = np.isnan(rd) & (ratings.start_from != StartFrom.OUTSIDE)
    given &= np.isnan(state.rating)
    rd = np.where(given, float(parameters.start_rd), rd)
    return start(GlickoPlayers(rating, rd, memory[:, VOLATILITY]), parameters)


def sides_of(
    lines: Lines,
    ratings: StepRatings,
    initial: GlickoPlayers,
    parameters: GlickoParameters,
) -> tuple[GlickoSides, GlickoSides]:
    """Return White's and Black's rated sides: of members only."""
    white, black = lines.sides
    return (
        _sides_of_members(
            white,
            ratings.black,
            deviations_of(black, ratings.black, initial, parameters),
        ),
        _sides_of_members(
            black,
            ratings.white,
            deviations_of(white, ratings.white, initial, parameters),
        ),
    )


def _sides_of_members(
    side: SideColumns, opponent: SideRatings, opponent_rd: FloatArray
) -> GlickoSides:
    rated = np.flatnonzero(side.member)
    return GlickoSides(
        player=side.player.take(rated),
        opponent_rating=opponent.counts_as.take(rated).astype(np.float64),
        opponent_rd=opponent_rd.take(rated),
        score=side.score.take(rated),
    )


def deviations_of(
    side: SideColumns,
    ratings: SideRatings,
    initial: GlickoPlayers,
    parameters: GlickoParameters,
) -> FloatArray:
    """Return the rating deviations of the players of one colour, by line (n).

    A newcomer's deviation is taken from the line on which the opponent meets them, as
    the rating is, so that no player's result depends on games of others.
    """
    rd = initial.rd.take(side.player)
    if ratings.origin is None:
        return rd
    rd[ratings.origin == StartFrom.OUTSIDE] = parameters.outside_rd
    rd[ratings.origin == StartFrom.DEFAULT] = parameters.start_rd
    return rd


def _grown(memory: FloatArray, span: Span, parameters: GlickoParameters) -> FloatArray:
    """Return deviations (p) after the periods that passed without a game (step 6)."""
    rd = memory[:, RD].copy()
    known = np.flatnonzero(~np.isnan(rd))
    days = memory[known, AS_OF].astype(np.int64)
    periods = periods_begun(days, span.first_day, parameters.period_starts)
    waited = np.maximum(periods - 1, 0)
    idle = waited > 0
    rows = known[idle]
    phi = np.sqrt(to_phi(rd[rows]) ** 2 + waited[idle] * memory[rows, VOLATILITY] ** 2)
    rd[rows] = np.minimum(to_rd(phi), parameters.most_rd)
    return rd
