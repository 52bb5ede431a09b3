"""One player's period under Glicko-2 with every intermediate number.

The same functions as for a whole period (`glicko2.period`), written out for a reader
to check step by step.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from ratings.rules.glicko2.request import GlickoRequest, GlickoResult
from ratings.rules.glicko2.scale import (
    deviation_after,
    deviation_before,
    expected_scores,
    improvement,
    information,
    interval,
    surprise,
    to_mu,
    to_phi,
    to_rating,
    to_rd,
    weight,
)
from ratings.rules.glicko2.volatility import VolatilityCurve, brackets, volatility_at
from ratings.rules.step import FloatArray

STEP_OF: Final[Mapping[str, int]] = MappingProxyType(
    {
        "mu": 2,
        "phi": 2,
        "g": 3,
        "expected": 3,
        "information": 3,
        "v": 3,
        "surprise": 4,
        "delta": 4,
        "a": 5,
        "rounds": 5,
        "new_volatility": 5,
        "phi_star": 6,
        "new_phi": 7,
        "new_mu": 7,
        "new_rating": 8,
        "new_rd": 8,
    }
)
"""The step of the paper that gives each number of the calculation."""


@dataclass(frozen=True, slots=True)
class CalculatedGame:
    """One game: the numbers of the request, and the results of steps 2 to 4."""

    rating: float
    rd: float
    score: float
    mu: float
    phi: float
    g: float
    expected: float
    """E."""
    information: float
    """g² E (1 - E)."""
    surprise: float
    """g (s - E)."""
    points: float
    """The game's share of the change of rating, in rating points (steps 7 and 8)."""


@dataclass(frozen=True, slots=True)
class VolatilityRound:
    """One row of the search for the volatility (step 5.4)."""

    a: float
    b: float
    f_a: float
    f_b: float


@dataclass(frozen=True, slots=True)
class GlickoCalculation:
    """A player's period, step by step; `STEP_OF` names the step of each number."""

    rating: float
    rd: float
    volatility: float
    tau: float
    mu: float
    phi: float
    games: tuple[CalculatedGame, ...]
    v: float | None
    """None without a game: then only step 6 applies."""
    delta: float | None
    a: float | None
    """The logarithm of the volatility squared."""
    rounds: tuple[VolatilityRound, ...]
    new_volatility: float
    phi_star: float
    new_phi: float
    new_mu: float
    new_rating: float
    new_rd: float
    volatility_bounded: bool
    """Whether the limit of the volatility prevented a greater one (step 5)."""
    rd_bounded: bool
    """Whether the limit of the deviation prevented a greater one (step 8)."""
    low: float
    """The lower end of the interval of 95 per cent around the new rating."""
    high: float
    """The upper end."""

    def to_json(self) -> dict[str, object]:
        """Return every number as JSON, and its place in the paper under "steps"."""
        return {**asdict(self), "steps": dict(STEP_OF)}


@dataclass(frozen=True, slots=True)
class _Games:
    """The games as columns of length n."""

    results: tuple[GlickoResult, ...]
    mu: FloatArray
    phi: FloatArray
    g: FloatArray
    expected: FloatArray
    information: FloatArray
    surprise: FloatArray


@dataclass(frozen=True, slots=True)
class _Search:
    """The search for the volatility."""

    v: float | None
    delta: float | None
    a: float | None
    rounds: tuple[VolatilityRound, ...]
    volatility: float
    bounded: bool


def calculate(request: GlickoRequest) -> GlickoCalculation:
    """Return all numbers from the player's old to the new ones (steps 1 to 8)."""
    player = request.player
    mu, phi = to_mu(player.rating), to_phi(player.rd)
    games = _games(mu, request.games)
    search = _search(request, phi, games)
    grown = deviation_before(np.array([phi]), np.array([search.volatility]))
    after = deviation_after(grown, games.information.sum())
    new_mu = mu + improvement(after, games.surprise.sum()).item()
    new_rating, new_rd = to_rating(new_mu), to_rd(after.item())
    bounded_rd = min(new_rd, player.most_rd)
    low, high = interval(new_rating, bounded_rd)
    return GlickoCalculation(
        rating=player.rating,
        rd=player.rd,
        volatility=player.volatility,
        tau=player.tau,
        mu=mu,
        phi=phi,
        games=_calculated(games, after),
        v=search.v,
        delta=search.delta,
        a=search.a,
        rounds=search.rounds,
        new_volatility=search.volatility,
        phi_star=grown.item(),
        new_phi=after.item(),
        new_mu=new_mu,
        new_rating=new_rating,
        new_rd=bounded_rd,
        volatility_bounded=search.bounded,
        rd_bounded=bounded_rd < new_rd,
        low=low,
        high=high,
    )


def _games(own_mu: float, results: tuple[GlickoResult, ...]) -> _Games:
    mu = to_mu(np.array([game.rating for game in results], np.float64))
    phi = to_phi(np.array([game.rd for game in results], np.float64))
    score = np.array([game.score for game in results], np.float64)
    g = weight(phi)
    expected, rest = expected_scores(np.array([own_mu]), mu, g)
    informs, surprises = (
        information(g, expected, rest),
        surprise(g, expected, rest, score),
    )
    return _Games(results, mu, phi, g, expected, informs, surprises)


def _search(request: GlickoRequest, phi: float, games: _Games) -> _Search:
    player = request.player
    if not request.games:
        return _Search(None, None, None, (), player.volatility, bounded=False)
    v = 1 / games.information.sum()
    delta = v * games.surprise.sum()
    volatility, own_phi = np.array([player.volatility]), np.array([phi])
    curve = VolatilityCurve.of(
        volatility, own_phi, np.array([v]), np.array([delta]), player.tau
    )
    rounds = tuple(brackets(curve))
    shown = tuple(
        VolatilityRound(row.a.item(), row.b.item(), row.at_a.item(), row.at_b.item())
        for row in rounds
    )
    new_volatility = volatility_at(rounds[-1].a).item()
    return _Search(
        v=float(v),
        delta=float(delta),
        a=curve.start.item(),
        rounds=shown,
        volatility=min(new_volatility, player.most_volatility),
        bounded=new_volatility > player.most_volatility,
    )


def _calculated(games: _Games, after: FloatArray) -> tuple[CalculatedGame, ...]:
    points = to_rd(improvement(after, games.surprise))
    columns = (games.mu, games.phi, games.g, games.expected)
    numbers = np.stack((*columns, games.information, games.surprise, points), axis=1)
    return tuple(
        CalculatedGame(result.rating, result.rd, result.score, *row)
        for result, row in zip(games.results, numbers.tolist(), strict=True)
    )
