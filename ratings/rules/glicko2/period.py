"""A rating period under Glicko-2, all players at once.

All games of a period count as played at the same time: every number of a player and of
the opponents is the one before the period (introduction of the paper).
"""

from collections.abc import Iterable

import numpy as np

from ratings.rules.glicko2.columns import (
    WIN,
    GlickoPlayers,
    GlickoSides,
    refuse_not_positive,
    refuse_out_of_range,
    refuse_rows,
)
from ratings.rules.glicko2.parameters import MOST_RATING, GlickoParameters
from ratings.rules.glicko2.scale import (
    SCALE,
    deviation_after,
    deviation_before,
    expected_scores,
    improvement,
    information,
    surprise,
    to_mu,
    to_phi,
    to_rd,
    weight,
)
from ratings.rules.glicko2.volatility import VolatilityCurve, new_volatility
from ratings.rules.step import FloatArray


def start(players: GlickoPlayers, parameters: GlickoParameters) -> GlickoPlayers:
    """Return the numbers with which players enter a period (step 1).

    An unrated player gets the start values; a player who has a rating without
    deviation, from elsewhere, gets the deviation of such ratings.
    """
    unrated, unsure = np.isnan(players.rating), np.isnan(players.rd)
    unknown = np.isnan(players.volatility)
    usual = np.where(unrated, parameters.start_rd, parameters.outside_rd)
    return GlickoPlayers(
        np.where(unrated, parameters.start_rating, players.rating),
        np.where(unsure, usual, players.rd),
        np.where(unknown, parameters.start_volatility, players.volatility),
    )


def rate_sides(
    players: GlickoPlayers, sides: Iterable[GlickoSides], parameters: GlickoParameters
) -> GlickoPlayers:
    """Return new numbers of players whose own are all known (steps 2 to 8).

    A player without a game keeps rating and volatility, and the deviation grows (step
    6). No new deviation or volatility is above the limits of `parameters`. Raises
    ValueError, naming it, for an impossible number or row, also for a new rating.
    """
    players.refuse_unknown()
    informed, surprised = _add_up(players, sides, parameters)
    phi = to_phi(players.rd)
    volatility = _volatility(players, phi, informed, surprised, parameters)
    after = deviation_after(deviation_before(phi, volatility), informed)
    # The same as by way of μ', and exact for players without a game.
    rating = players.rating + SCALE * improvement(after, surprised)
    refuse_out_of_range("new rating", rating)
    return GlickoPlayers(
        rating, np.minimum(to_rd(after), parameters.most_rd), volatility
    )


def _add_up(
    players: GlickoPlayers, sides: Iterable[GlickoSides], parameters: GlickoParameters
) -> tuple[FloatArray, FloatArray]:
    """Return sums (p) of information and surprise over each player's games (steps 3 and
    4).
    """
    mu = to_mu(players.rating)
    informed, surprised = np.zeros(len(players)), np.zeros(len(players))
    for side in sides:
        refuse_rows(side.player, len(players))
        informs, surprises = _evidence(mu, side, parameters)
        informed += np.bincount(side.player, informs, len(players))
        surprised += np.bincount(side.player, surprises, len(players))
    return informed, surprised


def _evidence(
    mu: FloatArray, side: GlickoSides, parameters: GlickoParameters
) -> tuple[FloatArray, FloatArray]:
    """Return information and surprise of each game (n) to its player (steps 3 and
    4).
    """
    unknown = np.isnan(side.opponent_rd)
    rd = np.where(unknown, parameters.outside_rd, side.opponent_rd)
    refuse_out_of_range("opponent_rating", side.opponent_rating)
    refuse_not_positive("opponent_rd", rd, MOST_RATING)
    weights = weight(to_phi(rd))
    opponent_mu = to_mu(side.opponent_rating)
    expected, rest = expected_scores(mu.take(side.player), opponent_mu, weights)
    return (
        information(weights, expected, rest),
        surprise(weights, expected, rest, side.score / WIN),
    )


def _volatility(
    players: GlickoPlayers,
    phi: FloatArray,
    informed: FloatArray,
    surprised: FloatArray,
    parameters: GlickoParameters,
) -> FloatArray:
    """Return new volatilities (p), the old ones without a game (steps 3 to 5)."""
    volatility = players.volatility.copy()
    rows = np.flatnonzero(informed)
    variance = 1 / informed[rows]
    delta = variance * surprised[rows]
    old, tau = volatility[rows], parameters.tau
    curve = VolatilityCurve.of(old, phi[rows], variance, delta, tau)
    volatility[rows] = np.minimum(new_volatility(curve), parameters.most_volatility)
    return volatility
