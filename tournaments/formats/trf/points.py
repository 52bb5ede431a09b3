"""The points of a win, a draw and a loss in a tournament file (line 162 of TRF26)."""

import re

from ratings.imports.formats.trf.reading import lines_of
from tournaments.rules.points import USUAL, PointSystem

_POINTS = re.compile(r"([WDL])\s*(\d+(?:\.\d+)?)")


class OddPointsError(ValueError):
    """A line 162 whose points are not multiples of a half."""

    def __init__(self, line: int) -> None:
        self.line = line
        super().__init__(f"line {line}")


def point_system_in(text: str) -> PointSystem:
    """Return the point system of the file; 1–½–0 without a line 162. Raises
    OddPointsError.
    """
    points = {"W": USUAL.win / 2, "D": USUAL.draw / 2, "L": USUAL.loss / 2}
    for number, line in enumerate(lines_of(text), start=1):
        if not line.startswith("162"):
            continue
        points |= {code: float(value) for code, value in _POINTS.findall(line[3:])}
        if any(2 * value % 1 for value in points.values()):
            raise OddPointsError(number)
    return PointSystem(*(int(2 * points[code]) for code in "WDL"))
