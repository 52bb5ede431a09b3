"""The rated sides of a period's games, and the value of each (B.02, 8.3)."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ratings.rules.calendar import date_of
from ratings.rules.elo.game_changes import (
    NumberArray,
    change_hundredths,
    counted_differences,
    expected_scores,
    points_of_games,
)
from ratings.rules.elo.k_factors import Careers, coefficients_by_time, limited
from ratings.rules.elo.k_rules import asks_years
from ratings.rules.elo.parameters import EloParameters
from ratings.rules.elo.provisional import (
    ProvisionalGames,
    are_provisional,
    provisional_points,
)
from ratings.rules.step import (
    BoolArray,
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    Span,
    State,
)
from ratings.rules.step_ratings import (
    UNKNOWN,
    StepRatings,
    find_step_ratings,
    for_everybody,
)

MEMORY: Final = ("career_games", "highest")
"""The rated games of a career, and the highest rating ever published."""
CAREER, HIGHEST = range(2)
SINCE: Final = 1
"""The length of the memory beyond those columns for a player with a rating, if the
edition needs it: the month in which the rating began."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The rated sides of games, White's and then Black's, columns of length n."""

    line: IntArray
    """intp: row of the played lines."""
    player: IntArray
    """intp: row of State."""
    score: IntArray
    """int8: the player's half points."""
    opponent: NumberArray
    """What the opponent counts as."""
    counted: NumberArray
    """D as it is counted (8.3.1)."""
    expected: NumberArray
    """PD in hundredths (8.3.2)."""
    k: IntArray
    """K after the limit of the period (8.3.3); 0 for a provisional rating."""
    provisional: BoolArray
    points: NumberArray
    """The change by the game, in hundredths of rating points."""


def ratings_of(lines: Lines, state: State, decisions: Decisions) -> StepRatings:
    """Return the ratings with which a period begins; there is no default rating
    (7.1.4).
    """
    return find_step_ratings(lines, state, decisions, for_everybody(UNKNOWN))


def rated_sides(
    lines: Lines,
    ratings: StepRatings,
    state: State,
    span: Span,
    parameters: EloParameters,
) -> Sides:
    """Return the members' sides of the games between two players with a rating (8.3);
    `lines` are played games.
    """
    both = (ratings.white, ratings.black)
    parts = [
        _rated_side(one.player, one.member, own.base, other.counts_as, parameters)
        for one, own, other in zip(lines.sides, both, both[::-1], strict=True)
    ]
    line, player, own, opponent = (
        np.concatenate(part) for part in zip(*parts, strict=True)
    )
    is_white = np.repeat([True, False], [len(part[0]) for part in parts])
    half_points = lines.score.take(line)
    score = np.where(is_white, half_points, 2 - half_points).astype(np.int8)
    event = _own_events(lines, line, player) if parameters.cap_once else None
    counted = counted_differences(own, opponent, parameters, event)
    roots = square_roots(lines, line, parameters)
    expected = expected_scores(counted, parameters, roots)
    born = np.where(
        is_white, lines.white_birth_year.take(line), lines.black_birth_year.take(line)
    )
    careers = careers_of(player, own, born, state, span, parameters)
    k = _coefficients(player, careers, lines.minutes.take(line), span, parameters)
    points = points_of_games(change_hundredths(score, expected), k)
    if roots is not None:
        points = points * roots
    provisional = are_provisional(careers.games, parameters)
    if provisional.any():
        games = ProvisionalGames(player, own, opponent, score, careers.games)
        points = np.where(provisional, provisional_points(games, parameters), points)
        k = np.where(provisional, 0, k).astype(k.dtype)
    return Sides(
        line=line,
        player=player,
        score=score,
        opponent=opponent,
        counted=counted,
        expected=expected,
        k=k,
        provisional=provisional,
        points=points,
    )


def _rated_side(
    player: IntArray,
    member: BoolArray,
    own: FloatArray,
    opponent: FloatArray,
    parameters: EloParameters,
) -> tuple[IntArray, IntArray, Any, Any]:
    rated = np.flatnonzero(member & ~np.isnan(own) & ~np.isnan(opponent))
    kind = np.float64 if parameters.decimals else np.int16
    return (
        rated,
        player.take(rated),
        own.take(rated).astype(kind),
        opponent.take(rated).astype(kind),
    )


def square_roots(
    lines: Lines, line: IntArray, parameters: EloParameters
) -> FloatArray | None:
    """Return the square roots of the lengths of matches (n), if the edition uses them;
    a game without a stated length counts as a match of one point.
    """
    if not parameters.match_length:
        return None
    if lines.length is None:
        return np.ones(len(line))
    return np.sqrt(np.maximum(lines.length.take(line), 1))


def _own_events(lines: Lines, line: IntArray, player: IntArray) -> IntArray | None:
    """Return a number for each player in each event; None if no line has an event."""
    if lines.event is None:
        return None
    players = int(player.max(initial=0)) + 1
    return lines.event.take(line).astype(np.int64) * players + player


def careers_of(
    player: IntArray,
    own: NumberArray,
    born: IntArray,
    state: State,
    span: Span,
    parameters: EloParameters,
) -> Careers:
    """Return the data that determine coefficients (n), for these players, their own
    ratings and birth years (n, 0 where unknown).
    """
    months = None
    if asks_years(parameters.k_rules):
        months = month_of(span) - rated_since(state, span).take(player)
    return Careers(
        rating=own,
        highest=_remembered(state, HIGHEST, player),
        games=_remembered(state, CAREER, player),
        birth_year=born,
        months=months,
    )


def month_of(span: Span) -> int:
    """Return the month in which a period begins, counted from the year 0."""
    day = date_of(span.first_day)
    return 12 * day.year + day.month


def rated_since(state: State, span: Span) -> IntArray:
    """Return the month (p, as `month_of`) in which each player's rating began; 0 if
    that was before it was recorded; for players without a rating the month of the span.
    """
    since = np.where(np.isnan(state.now), month_of(span), 0).astype(np.int64)
    for row, tail in state.tails.items():
        if len(tail) == SINCE:
            since[row] = int(tail[0])
    return since


def _coefficients(
    player: IntArray,
    careers: Careers,
    minutes: IntArray,
    span: Span,
    parameters: EloParameters,
) -> IntArray:
    """Return K of every rated side, limited by the games of the period (8.3.3)."""
    year = date_of(span.first_day).year
    games = np.bincount(player).take(player)
    k = coefficients_by_time(careers, minutes, year, parameters)
    return limited(k, games, parameters)


def known_memory(state: State) -> FloatArray:
    """Return what is remembered (p, 2), 0 if nothing is."""
    if state.memory is None:
        return np.zeros((len(state.rating), len(MEMORY)))
    # Remembered numbers are never below 0: the same as nan_to_num, in half the time.
    return np.fmax(state.memory, 0)


def _remembered(state: State, column: int, player: IntArray) -> IntArray:
    if state.memory is None:
        return np.zeros(len(player), np.int32)
    return np.fmax(state.memory[:, column].take(player), 0).astype(np.int32)
