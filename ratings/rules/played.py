"""The played games of a step, the last day on which each player played, and the refusal
of games that the rules cannot rate.
"""

from dataclasses import replace

import numpy as np

from ratings.rules.step import BoolArray, CannotCompute, IntArray, Lines, State


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
