"""The rated sides of a period's games, and what each is worth (B.02, 8.3)."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.rules.base_numbers import UNKNOWN, Numbers, find_numbers, for_everybody
from ratings.rules.calendar import date_of
from ratings.rules.elo.k_factors import Careers, coefficients_by_time, limited
from ratings.rules.elo.numbers import (
    change_hundredths,
    counted_differences,
    expected_hundredths,
)
from ratings.rules.elo.parameters import EloParameters
from ratings.rules.step import (
    BoolArray,
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    Span,
    State,
)

MEMORY: Final = ("career_games", "highest")
"""The rated games of a career, and the highest rating ever published."""
CAREER, HIGHEST = range(2)


@dataclass(frozen=True, slots=True)
class Sides:
    """The rated sides of games, White's and then Black's, columns of length n."""

    line: IntArray
    """intp: row of the played lines."""
    player: IntArray
    """intp: row of State."""
    score: IntArray
    """int8: the player's half points."""
    counted: IntArray
    """D as it is counted (8.3.1)."""
    expected: IntArray
    """PD in hundredths (8.3.2)."""
    change: IntArray
    """Score minus PD in hundredths."""
    k: IntArray
    """K after the limit of the period (8.3.3)."""


def numbers_of(lines: Lines, state: State, decisions: Decisions) -> Numbers:
    """Return the ratings with which a period begins: without a rating there is none by
    default (7.1.4).
    """
    return find_numbers(lines, state, decisions, for_everybody(UNKNOWN))


def rated_sides(
    lines: Lines,
    numbers: Numbers,
    state: State,
    span: Span,
    parameters: EloParameters,
) -> Sides:
    """Every side of a played game between two who both have a rating (8.3)."""
    white, black = lines.sides
    parts = [
        _rated_side(lines, one.player, one.member, own.base, other.counts_as)
        for one, own, other in (
            (white, numbers.white, numbers.black),
            (black, numbers.black, numbers.white),
        )
    ]
    line, player, own, opponent = (
        np.concatenate(part) for part in zip(*parts, strict=True)
    )
    is_white = np.repeat([True, False], [len(part[0]) for part in parts])
    half_points = lines.score.take(line)
    score = np.where(is_white, half_points, 2 - half_points).astype(np.int8)
    event = _own_events(lines, line, player) if parameters.cap_once else None
    counted = counted_differences(own, opponent, parameters, event)
    expected = expected_hundredths(counted)
    born = np.where(
        is_white, lines.white_birth_year.take(line), lines.black_birth_year.take(line)
    )
    return Sides(
        line=line,
        player=player,
        score=score,
        counted=counted,
        expected=expected,
        change=change_hundredths(score, expected),
        k=_coefficients(
            player,
            _careers(player, own, born, state),
            lines.minutes.take(line),
            span,
            parameters,
        ),
    )


def _rated_side(
    lines: Lines,
    player: IntArray,
    member: BoolArray,
    own: FloatArray,
    opponent: FloatArray,
) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    rated = np.flatnonzero(member & ~np.isnan(own) & ~np.isnan(opponent))
    return (
        rated,
        player.take(rated),
        own.take(rated).astype(np.int16),
        opponent.take(rated).astype(np.int16),
    )


def _own_events(lines: Lines, line: IntArray, player: IntArray) -> IntArray | None:
    """Return a number for each player in each event; None where no line has an event."""
    if lines.event is None:
        return None
    players = int(player.max(initial=0)) + 1
    return lines.event.take(line).astype(np.int64) * players + player


def _careers(player: IntArray, own: IntArray, born: IntArray, state: State) -> Careers:
    """What the coefficient of every rated side looks at."""
    return Careers(
        rating=own,
        highest=_remembered(state, HIGHEST, player),
        games=_remembered(state, CAREER, player),
        birth_year=born,
    )


def _coefficients(
    player: IntArray,
    careers: Careers,
    minutes: IntArray,
    span: Span,
    parameters: EloParameters,
) -> IntArray:
    """K of every rated side, limited by the games of the period (8.3.3)."""
    year = date_of(span.first_day).year
    games = np.bincount(player).take(player)
    k = coefficients_by_time(careers, minutes, year, parameters)
    return limited(k, games, parameters)


def known_memory(state: State) -> FloatArray:
    """What is remembered (p, 2), 0 where nothing is."""
    if state.memory is None:
        return np.zeros((len(state.rating), len(MEMORY)))
    # Nothing that is remembered is below 0: the same as nan_to_num, in half the time.
    return np.fmax(state.memory, 0)


def _remembered(state: State, column: int, player: IntArray) -> IntArray:
    if state.memory is None:
        return np.zeros(len(player), np.int32)
    return np.fmax(state.memory[:, column].take(player), 0).astype(np.int32)
