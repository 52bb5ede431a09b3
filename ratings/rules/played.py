"""The played games of a step, the last day on which each player played, and the refusal
of games that the rules cannot rate; how an event is rated, and its lines without a
game.

The ledger records for every system how an event is rated. Only LASK's rules compute
with it (`lask.methods`).
"""

from collections.abc import Collection, Iterable
from dataclasses import replace
from enum import IntEnum
from itertools import combinations

import numpy as np

from ratings.rules.step import BoolArray, CannotCompute, IntArray, Lines, State

EMPTY_LINE_SCORE = 1
"""White's half points on an empty line: one without a game, for two players of a
concentrated section who have no rated game with each other."""


class Method(IntEnum):
    """How an event is rated (`Lines.method`)."""

    GAMES = 0
    """Game by game (LASK Rankingregel 1)."""
    CONCENTRATED = 1
    """On the section's mean (LASK text, point 11)."""
    MONRAD = 2
    """On the mean of a player's opponents by their scores (LASK text, point 12)."""


def played_lines(lines: Lines) -> tuple[IntArray, Lines]:
    """Return rows and columns of the games that were played (no forfeits, no byes)."""
    # np.add.at is slow with any other index type.
    white, black = (
        side.astype(np.intp, copy=False) for side in (lines.white, lines.black)
    )
    lines = replace(lines, white=white, black=black)
    if lines.played.all():
        return np.arange(len(lines)), lines
    rows = np.flatnonzero(lines.played)
    return rows, lines.take(rows)


def refuse_lines(reason: str, rows: IntArray, wrong: BoolArray) -> None:
    """Raise CannotCompute if any line (n) is wrong; `rows` (n) are the rows of these
    lines among all lines of the step.
    """
    if wrong.any():
        raise CannotCompute(reason, tuple(rows[wrong].tolist()))


def last_days_played(lines: Lines, state: State) -> IntArray:
    """Return the day of each player's last game including these, int32 (p).

    Every given line counts, rated or not; leave out forfeits.
    """
    last = state.last_played.copy()
    np.maximum.at(last, lines.white, lines.day)
    np.maximum.at(last, lines.black, lines.day)
    return last


def empty_lines(lines: Lines) -> BoolArray:
    """Return which lines are no game of the two players, but only record that both
    belong to the section.
    """
    if lines.method is None:
        return np.zeros(len(lines), np.bool_)
    is_empty_line = ~lines.played & (lines.score == EMPTY_LINE_SCORE)
    empty: BoolArray = is_empty_line & (lines.method == Method.CONCENTRATED)
    return empty


def pairs_without_game(
    members: Iterable[int], met: Collection[frozenset[int]]
) -> tuple[tuple[int, int], ...]:
    """Return the pairs of a section that need a line that was not played, so that each
    player's own lines contain all its members: those not among `met`, the pairs of its
    other lines.
    """
    pairs = combinations(sorted(members), 2)
    return tuple(pair for pair in pairs if frozenset(pair) not in met)
