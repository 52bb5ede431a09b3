"""Write a field as the tournament file that the engine of the Dutch system reads
(TRF26).

It contains what pairing needs and nothing else: no names, no ratings.
"""

from collections.abc import Iterator

from tournaments.formats.trf.writing import PointsAhead, points_ahead_line
from tournaments.rules.pairing.dutch import DutchField, DutchPlayer, DutchRound
from tournaments.rules.points import USUAL, PointSystem
from tournaments.rules.results import Colour

_COLOURS = {Colour.WHITE: "w", Colour.BLACK: "b", None: "-"}


def write_dutch_file(field: DutchField) -> str:
    """Return the file, ready for round `field.number`."""
    return "".join(f"{line}\n" for line in _lines(field))


def _lines(field: DutchField) -> Iterator[str]:
    yield "012 Round"
    yield f"142 {field.rounds}"
    yield f"152 {_COLOURS[field.first_colour].upper()}"
    yield "192 FIDE_DUTCH_2026"
    if field.points != USUAL:
        yield _points(field.points)
    for player in field.players:
        yield _player(player, field.points)
    for pair in sorted(map(sorted, field.forbidden)):
        one, other = pair
        yield f"260 {1:3} {field.rounds:3} {one:4} {other:4}"
    for number, points in sorted(field.virtual_points.items()):
        for round_number, half_points in enumerate(points, start=1):
            if half_points:
                yield points_ahead_line(
                    PointsAhead(half_points, round_number, round_number, number, number)
                )


def _points(points: PointSystem) -> str:
    """Return the line with the points of results: an absence gives nothing, the
    pairing-allocated bye as much as a win.
    """
    worth = zip(
        "WDLAPX", (points.win, points.draw, points.loss, 0, points.win, 0), strict=True
    )
    return "162  " + "    ".join(f"{code}{halves / 2:4.1f}" for code, halves in worth)


def _player(player: DutchPlayer, points: PointSystem) -> str:
    number = player.number
    line = f"001 {number:4}      {f'Player {number}':33}{'':33}"
    line += f"{player.half_points(points) / 2:4.1f} {number:4}"
    return line + "".join(f"  {_cell(played)}" for played in player.rounds)


def _cell(played: DutchRound) -> str:
    opponent = f"{played.opponent:4}" if played.opponent else "0000"
    return f"{opponent} {_COLOURS[played.colour]} {played.cell}"
