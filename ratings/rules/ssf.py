"""The SSF rating system of 2008 (the original has headings; cited by point).

Exact: every change is a whole or half point, and all sums of these are exact in
float64.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ratings.rules.explained import ExplainedStep
from ratings.rules.ssf_bonus import latest_choices, total_bonus
from ratings.rules.ssf_ends import Ends, find_ends, halve_high, played_lines
from ratings.rules.ssf_explained import OwnStep, explain_step
from ratings.rules.ssf_inactivity import deductions, last_days_played
from ratings.rules.ssf_numbers import Numbers, find_numbers, says_anything
from ratings.rules.ssf_parameters import SsfParameters
from ratings.rules.ssf_result import Result, new_ratings
from ratings.rules.step import (
    BoolArray,
    CannotCompute,
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    Outcome,
    Span,
    State,
    System,
    Unit,
)


@dataclass(frozen=True, slots=True)
class Ssf:
    """The system as an edition knows it."""

    name: str = "ssf_2008"
    unit: Unit = "period"
    Parameters: type[SsfParameters] = SsfParameters

    def rate_step(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: SsfParameters,
    ) -> Outcome:
        """See `System.rate_step`."""
        return rate_step(lines, state, decisions, span, parameters)

    def explain_player(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: SsfParameters,
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
        step = OwnStep(rows, own, state, decisions, span, parameters, player)
        return explain_step(step, outcome)


SYSTEM: Final[System[SsfParameters]] = Ssf()


def rate_step(
    lines: Lines,
    state: State,
    decisions: Decisions,
    span: Span,
    parameters: SsfParameters,
) -> Outcome:
    """Rate every player of a period: points 1 to 10 and Below 1200.

    Raises CannotCompute, with the rows of `lines`, where a rated side meets somebody
    without rating or estimate, or a player the same player.
    """
    rows, played = played_lines(lines)
    numbers = find_numbers(played, state, decisions, span, parameters)
    white, black = find_ends(rows, played, numbers, parameters)
    change, games, score = _add_up(white, black, len(state.rating))
    change = halve_high(change, numbers.base, parameters)
    last_played = last_days_played(played, state)
    result = Result(
        before=_earned(numbers, games),
        change=change,
        bonus=total_bonus(white, black, numbers.base, decisions, parameters),
        deduction=deductions(state.rating, last_played, span, parameters),
        adjustment=decisions.adjustment,
        assessed=decisions.assessed,
    )
    adopts = latest_choices(played, state)
    touched = _touched(games, last_played, adopts, result, state, decisions)
    return Outcome(
        touched=touched,
        before=result.before,
        start_from=numbers.start_from,
        change=change,
        bonus=_or_zeros(result.bonus, change),
        deduction=_or_zeros(result.deduction, change),
        adjustment=decisions.adjustment,
        after=new_ratings(result, adopts & touched, parameters),
        games=games,
        score=score,
        last_played=last_played,
        adopts=adopts,
    )


def _add_up(
    white: Ends, black: Ends, players: int
) -> tuple[FloatArray, IntArray, IntArray]:
    """float64, int32, int32 (p): unhalved changes, games, half points."""
    change = np.zeros(players)
    games, score = np.zeros(players, np.int32), np.zeros(players, np.int32)
    for ends in (white, black):
        # np.add.at is fast only where the types agree to the letter.
        np.add.at(change, ends.player, ends.change)
        np.add.at(games, ends.player, np.int32(1))
        np.add.at(score, ends.player, ends.score.astype(np.int32))
    return change, games, score


def _earned(numbers: Numbers, games: IntArray) -> FloatArray:
    """Base ratings without those of newcomers who have had no rated game."""
    unrated = numbers.newcomers[games.take(numbers.newcomers) == 0]
    if not unrated.size:
        return numbers.base
    before = numbers.base.copy()
    before[unrated] = np.nan
    return before


def _touched(
    games: IntArray,
    last_played: IntArray,
    adopts: BoolArray,
    result: Result,
    state: State,
    decisions: Decisions,
) -> BoolArray:
    """Who has anything to record."""
    touched: BoolArray = (games > 0) | (last_played != state.last_played)
    if adopts is not state.adopts:
        touched |= adopts != state.adopts
    if result.deduction is not None:
        touched |= result.deduction < 0
    if says_anything(decisions.start, np.nan):
        touched |= np.isnan(state.rating) & ~np.isnan(decisions.start)
    if says_anything(decisions.adjustment, 0):
        touched |= decisions.adjustment != 0
    if says_anything(decisions.assessed, np.nan):
        touched |= ~np.isnan(decisions.assessed)
    return touched


def _or_zeros(column: FloatArray | None, like: FloatArray) -> FloatArray:
    return np.zeros(len(like)) if column is None else column
