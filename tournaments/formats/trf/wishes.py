"""Requests for pairing in a tournament file besides the players' lines: those of TRF26,
and the lines XX… that pairing programs wrote before it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from types import MappingProxyType
from typing import Any

from ratings.imports.formats.trf.reading import lines_of
from tournaments.rules.pairing.dutch import RoundCell
from tournaments.rules.results import Colour

_COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK}
_BYES = {"F": RoundCell.FULL_BYE, "H": RoundCell.HALF_BYE, "Z": RoundCell.ABSENT}


MOST_SAID = 100_000
"""Maximum number of pairs, byes and points in a file; if all of 440 players are kept
apart from each other, the pairs are fewer.
"""
LONGEST_NUMBER = 4
"""Maximum digits of a starting number."""


class _TooMuchError(ValueError):
    """A line, together with those before it, says more than a tournament can contain."""


@dataclass(frozen=True, slots=True)
class PlayersLine:
    """A line about players, with the first and the last round to which it applies; 0 if
    its kind names no rounds.
    """

    line: int
    code: str
    players: tuple[int, ...]
    first: int = 0
    last: int = 0
    bye: str = ""


@dataclass(slots=True)
class PairingWishes:
    """The requests for pairing a round. `byes` are by round and starting number;
    `virtual_points` are half points by starting number and round; `rounds` is 0 and
    `first_colour` None if the file does not say. `accelerated` are the numbers of the
    lines with virtual points, `unread` of those that could not be read, and `too_much`
    of those with more data than a tournament can contain; `lines` are those about
    players that were read.
    """

    round: int
    rounds: int = 0
    first_colour: Colour | None = None
    forbidden: set[frozenset[int]] = field(default_factory=set)
    byes: dict[tuple[int, int], RoundCell] = field(default_factory=dict)
    absent: set[int] = field(default_factory=set)
    virtual_points: dict[tuple[int, int], int] = field(default_factory=dict)
    accelerated: list[int] = field(default_factory=list)
    unread: list[int] = field(default_factory=list)
    too_much: list[int] = field(default_factory=list)
    lines: list[PlayersLine] = field(default_factory=list)
    at: int = 0
    """The number of the line that is being read."""
    data_read: int = 0
    """How many pairs, byes and points have been read."""

    def count_data(self, count: int) -> None:
        """Count the data of a line before it is read. Raises _TooMuchError."""
        if self.data_read + count > MOST_SAID:
            raise _TooMuchError
        self.data_read += count

    def note(self, code: str, players: Iterable[int], **more: Any) -> None:
        """Store which players and rounds a line is about."""
        self.lines.append(PlayersLine(self.at, code, tuple(players), **more))


def read_wishes(text: str, number: int) -> PairingWishes:
    """Return the requests for pairing round `number`."""
    wishes = PairingWishes(number)
    for place, line in enumerate(lines_of(text), start=1):
        read, wishes.at = _READERS.get(line[:3]), place
        try:
            if read:
                read(wishes, line)
            if read in (_read_points_by_round, _read_acceleration):
                wishes.accelerated.append(place)
        except _TooMuchError:
            wishes.too_much.append(place)
        except (ValueError, KeyError, OverflowError):
            wishes.unread.append(place)
    return wishes


def _read_rounds(wishes: PairingWishes, line: str) -> None:
    wishes.rounds = _whole(line[4:])


def _read_first_colour(wishes: PairingWishes, line: str) -> None:
    wishes.first_colour = _COLOURS[line[4:].strip()[:1].lower()]


def _read_configuration(wishes: PairingWishes, line: str) -> None:
    """Read words such as rank and white1; only those about the colour matter."""
    for word in line[4:].lower().split():
        if word in ("white1", "black1"):
            wishes.first_colour = _COLOURS[word[0]]


def _read_absent(wishes: PairingWishes, line: str) -> None:
    players = list(map(_whole, line[4:].split()))
    wishes.absent |= set(players)
    wishes.note("XXZ", players)


def _read_forbidden(wishes: PairingWishes, line: str) -> None:
    players = list(map(_whole, line[4:].split()))
    _forbid(wishes, players)
    wishes.note("XXP", players)


def _read_prohibited(wishes: PairingWishes, line: str) -> None:
    first, last, players = _whole(line[4:7]), _whole(line[8:11]), _numbers(line, 12)
    if first <= wishes.round <= last:
        _forbid(wishes, players)
    wishes.note("260", players, first=first, last=last)


def _read_byes(wishes: PairingWishes, line: str) -> None:
    bye, number = _BYES[line[4:5].upper()], _whole(line[6:9])
    players = _numbers(line, 10)
    wishes.count_data(len(players))
    wishes.byes |= {(number, player): bye for player in players}
    wishes.note("240", players, first=number, last=number, bye=line[4:5].upper())


def _read_points_by_round(wishes: PairingWishes, line: str) -> None:
    first, *points = line[4:].split()
    player = _whole(first)
    wishes.count_data(len(points))
    for number, written in enumerate(points, start=1):
        wishes.virtual_points[player, number] = _half_points(written)


def _read_acceleration(wishes: PairingWishes, line: str) -> None:
    half_points = _half_points(line[9:13])
    players = range(_whole(line[22:26]), _whole(line[27:31]) + 1)
    rounds = range(_whole(line[14:17]), _whole(line[18:21]) + 1)
    wishes.count_data(len(players) * len(rounds))
    for player in players:
        for number in rounds:
            wishes.virtual_points[player, number] = half_points


_READERS: Mapping[str, Callable[[PairingWishes, str], None]] = MappingProxyType(
    {
        "142": _read_rounds,
        "XXR": _read_rounds,
        "152": _read_first_colour,
        "XXC": _read_configuration,
        "XXZ": _read_absent,
        "XXP": _read_forbidden,
        "260": _read_prohibited,
        "240": _read_byes,
        "XXA": _read_points_by_round,
        "250": _read_acceleration,
    }
)


def _numbers(line: str, start: int) -> list[int]:
    """Return starting numbers in columns of four characters, separated by a space."""
    fields = (line[place : place + 4] for place in range(start, len(line.rstrip()), 5))
    return [_whole(each) for each in fields]


def _whole(written: str) -> int:
    """Return a number of a player or a round, from 1. Raises ValueError."""
    digits = written.strip()
    if not digits.isascii() or not digits.isdecimal() or len(digits) > LONGEST_NUMBER:
        raise ValueError(digits)
    if not int(digits):
        raise ValueError(digits)
    return int(digits)


def _forbid(wishes: PairingWishes, numbers: list[int]) -> None:
    """Keep all of these players apart from each other."""
    if len(set(numbers)) < len(numbers):
        raise ValueError(numbers)
    wishes.count_data(len(numbers) * (len(numbers) - 1) // 2)
    wishes.forbidden |= set(map(frozenset, combinations(numbers, 2)))


def _half_points(written: str) -> int:
    return round(float(written) * 2)
