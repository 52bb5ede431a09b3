"""The games of a step that were played, when everybody last did, and the refusal of
those that the rules cannot rate.
"""

from dataclasses import replace

import numpy as np

from ratings.rules.step import BoolArray, CannotCompute, IntArray, Lines, State


def played_lines(lines: Lines) -> tuple[IntArray, Lines]:
    """Return rows and columns of the games that were played (no forfeits, no byes)."""
    # np.add.at is slow with any other index.
    white, black = (
        side.astype(np.intp, copy=False) for side in (lines.white, lines.black)
    )
    lines = replace(lines, white=white, black=black)
    if lines.played.all():
        return np.arange(len(lines)), lines
    rows = np.flatnonzero(lines.played)
    return rows, lines.take(rows)


def refuse_lines(reason: str, rows: IntArray, wrong: BoolArray) -> None:
    """Raise CannotCompute where any line (n) is wrong; `rows` (n) are their numbers
    among all lines of the step.
    """
    if wrong.any():
        raise CannotCompute(reason, tuple(rows[wrong].tolist()))


def last_days_played(lines: Lines, state: State) -> IntArray:
    """int32 (p): the day of everybody's last game when these have been played.

    Every line given counts, rated or not; leave forfeits out.
    """
    last = state.last_played.copy()
    np.maximum.at(last, lines.white, lines.day)
    np.maximum.at(last, lines.black, lines.day)
    return last
