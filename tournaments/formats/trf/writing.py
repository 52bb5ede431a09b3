"""Write a section as a tournament file of FIDE (TRF26, whose lines of players are
TRF16's).

Columns are counted from 1 in FIDE's text and from 0 here. Names are as in the register
or, for FIDE, in ASCII as in FIDE's own lists; the national lines contain the players'
numbers in the register.
"""

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from datetime import date

from anyascii import anyascii

from tournaments.formats.trf.announced import fide_tie_breaks
from tournaments.formats.trf.own_lines import own_lines
from tournaments.rules.points import USUAL, PointSystem

LINE_END = "\r\n"
LONGEST_NAME = 33
NO_OPPONENT = "  0000 - "
_ROUND_DATES = 91
_CELL = 10
Spelled = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class CellWritten:
    """A player's round: the opponent's starting number (0 for none), the colour as w, b
    or -, and the letter of the result.
    """

    opponent: int
    colour: str
    letter: str


@dataclass(frozen=True, slots=True)
class PlayerWritten:
    """A player's line. `half_points` by the section's points; `national_id` is empty if
    the player's number is not shown. `rank` is the line of the table: every player has
    another, also where a place is shared.
    """

    number: int
    last_name: str
    first_name: str
    cells: Sequence[CellWritten]
    half_points: int = 0
    rank: int | None = None
    gender: str = ""
    title: str = ""
    birth_year: int | None = None
    federation: str = ""
    fide_id: int | None = None
    fide_rating: int | None = None
    national_id: str = ""
    national_rating: int | None = None


@dataclass(frozen=True, slots=True)
class PointsAhead:
    """Half points that are added for the pairing of some rounds, although they were not
    scored, to the players with the starting numbers `first_player` to `last_player`.
    """

    half_points: int
    first_round: int
    last_round: int
    first_player: int
    last_player: int


@dataclass(frozen=True, slots=True)
class PointsTaken:
    """Half points that the players with these starting numbers have by their letters in
    a round, but not in the standings.
    """

    half_points: int
    round: int
    players: Sequence[int]


@dataclass(frozen=True, slots=True)
class TournamentWritten:
    """A section with everything that its file contains. `kind` is the content of line
    192, `in_words` that of line 092; `minutes` are those of a player for 60 moves;
    `tie_breaks` are codes of the registry; `withdrawn` is the round after which a
    player withdrew, by starting number; `planned` the rounds announced, if more or
    fewer are played, and why.
    """

    name: str
    federation: str
    first_date: date
    last_date: date
    kind: str
    rounds: int
    minutes: int
    players: Sequence[PlayerWritten]
    round_dates: Sequence[date | None] = ()
    first_colour: str = ""
    points: PointSystem = USUAL
    city: str = ""
    kept_apart: Sequence[tuple[int, int]] = ()
    points_ahead: Sequence[PointsAhead] = ()
    in_words: str = ""
    tie_breaks: Sequence[str] | None = None
    withdrawn: Mapping[int, int] = field(default_factory=dict)
    planned: tuple[int, str] | None = None
    points_taken: Sequence[PointsTaken] = ()


def write_trf(tournament: TournamentWritten, *, is_for_fide: bool = False) -> str:
    """Return the file, with the players by starting number; for FIDE with its texts in
    ASCII.
    """
    spelled = in_ascii if is_for_fide else _on_one_line
    players = tournament.players
    names = [_name(player, spelled) for player in players]
    lines = [*_head(tournament, spelled), *map(_player_line, players, names)]
    lines += [
        _national_line(player, name, tournament.federation)
        for player, name in zip(players, names, strict=True)
        if player.national_id
    ]
    return LINE_END.join([*lines, ""])


def _head(section: TournamentWritten, spelled: Spelled) -> Iterator[str]:
    rated = sum(player.fide_rating is not None for player in section.players)
    yield f"012 {spelled(section.name)}"
    if section.city:
        yield f"022 {spelled(section.city)}"
    yield f"032 {section.federation}"
    yield f"042 {section.first_date:%Y/%m/%d}"
    yield f"052 {section.last_date:%Y/%m/%d}"
    yield f"062 {len(section.players)}"
    yield f"072 {rated}"
    if section.in_words:
        yield f"092 {section.in_words}"
    yield f"122 {section.minutes} min"
    if any(section.round_dates):
        dates = (f"{day:%y/%m/%d}" if day else " " * 8 for day in section.round_dates)
        yield "132".ljust(_ROUND_DATES) + "  ".join(dates).rstrip()
    yield from _announced_lines(section)
    for one, other in section.kept_apart:
        yield f"260   1 {section.rounds:3} {one:4} {other:4}"
    yield from map(points_ahead_line, section.points_ahead)
    yield from map(_points_taken_line, section.points_taken)
    planned = section.planned and (section.planned[0], spelled(section.planned[1]))
    yield from own_lines(section.withdrawn, planned, section.tie_breaks)


def _announced_lines(section: TournamentWritten) -> Iterator[str]:
    yield f"142 {section.rounds}"
    if section.first_colour:
        yield f"152 {section.first_colour}"
    if section.points != USUAL:
        worth = zip("WDL", astuple(section.points), strict=True)
        yield "162  " + "    ".join(f"{code}{half / 2:4.1f}" for code, half in worth)
    yield f"192 {section.kind}"
    if fide_codes := fide_tie_breaks(section.tie_breaks or ()):
        yield f"202 {','.join(fide_codes)}"
    yield f"222 {60 * section.minutes}"


def points_ahead_line(ahead: PointsAhead) -> str:
    return (
        f"250      {ahead.half_points / 2:4.1f} {ahead.first_round:3} {ahead.last_round:3}"
        f" {ahead.first_player:4} {ahead.last_player:4}"
    )


def _points_taken_line(taken: PointsTaken) -> str:
    numbers = " ".join(f"{number:4}" for number in taken.players)
    return f"299     0.0  {-taken.half_points / 2:4.1f}  {taken.round:3} {numbers}"


def _player_line(player: PlayerWritten, name: str) -> str:
    born = f"{player.birth_year}/00/00" if player.birth_year else ""
    head = (
        f"001 {player.number:4} {player.gender:1}{player.title:>3} "
        f"{name} {_number(player.fide_rating):>4} "
        f"{player.federation:3} {_number(player.fide_id):>11} {born:10} "
        f"{player.half_points / 2:4.1f} {_number(player.rank):>4}"
    )
    return head + "".join(map(_cell, player.cells))


def _cell(cell: CellWritten) -> str:
    if not cell.opponent:
        return NO_OPPONENT + (cell.letter if cell.letter.strip() else "Z")
    return f"  {cell.opponent:4} {cell.colour:1} {cell.letter:1}"


def _national_line(player: PlayerWritten, name: str, federation: str) -> str:
    return (
        f"{federation:3} {player.number:4} {player.gender:1}    "
        f"{name} {_number(player.national_rating):>4} "
        f"{player.federation:3} {player.national_id:>11}"
    )


def _name(player: PlayerWritten, spelled: Spelled) -> str:
    """Return the name, cut and padded to the width of its columns."""
    name = ", ".join(filter(None, map(spelled, (player.last_name, player.first_name))))
    return f"{name[:LONGEST_NAME]:{LONGEST_NAME}}"


def in_ascii(text: str) -> str:
    """Return the text as FIDE's lists spell names: a for å and ä, o for ö and ø, ae for
    æ.
    """
    return " ".join(anyascii(text).split())


def _on_one_line(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def _number(number: int | None) -> str:
    return "" if number is None else str(number)
