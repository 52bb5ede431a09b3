"""Read FIDE's tournament files: TRF16 (C.04 annex 2, 2016) and TRF26 (from 2025-09-01),
whose lines of players are the same.

Columns are counted from 1 in FIDE's text and from 0 in the code.
"""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from operator import itemgetter

from django.utils.translation import gettext_noop as noted

from federation.rules.birth_years import LAST_BIRTH_YEAR
from ratings.files.wording import FileMessage, InvalidField
from ratings.imports.formats.people import NamedPerson
from ratings.imports.formats.trf.days import DayLines
from ratings.imports.formats.trf.players import TrfPlayer, player_of
from ratings.imports.formats.trf.times import encoded_minutes, spoken_minutes

_LINE_END = re.compile("\r\n|\r|\n")
_LONGEST_NUMBER = 4
_POINTS_BESIDE = re.compile(
    r"299.{10}( *-?\d{1,2}\.[05])[ \d]{5} ( *\d{1,4}(?: +\d{1,4})*) *"
)
_OTHER_POINTS = frozenset({"162", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"})
"""Codes of lines that give other points for results than 1, ½ and 0."""


@dataclass(slots=True)
class ReadTournament:
    """A tournament as read from its file. `minutes`: thinking time a player for 60
    moves, 0 if unknown; `announced`: number of rounds, 0 if the file does not give it;
    `odd_years`: number of impossible years of birth, which are ignored; `unread`: lines
    that could not be read, at least not completely; `day_lines`: the days as they were
    written.
    """

    name: str = ""
    minutes: int = 0
    announced: int = 0
    has_usual_points: bool = True
    day_lines: DayLines = field(default_factory=DayLines)
    players: dict[int, TrfPlayer] = field(default_factory=dict)
    numbers: dict[int, str] = field(default_factory=dict)
    odd_years: int = 0
    unread: list[tuple[int, FileMessage]] = field(default_factory=list)
    beside_results: Counter[int] = field(default_factory=Counter)
    """Half points that a player gets or loses in addition to the results (299)."""
    this_year: int = LAST_BIRTH_YEAR
    """Nobody is born later."""

    @property
    def faults(self) -> list[tuple[int, FileMessage]]:
        """The lines that were not read, or not completely, and games without result."""
        without_result = (
            (player.line, game.message)
            for player in self.players.values()
            for game in player.without_result
        )
        return sorted([*self.unread, *without_result], key=itemgetter(0))

    @property
    def start(self) -> date | None:
        """The first day, if it could be read."""
        return self.day_lines.start

    @property
    def end(self) -> date | None:
        """The last day, if it could be read."""
        return self.day_lines.end

    @property
    def days(self) -> dict[int, date]:
        """The days of rounds that have one."""
        return self.day_lines.rounds

    def person(self, rank: int) -> NamedPerson:
        """Return a player by starting number, with the national number if there is one."""
        person = self.players[rank].person
        return NamedPerson(
            self.numbers.get(rank, ""),
            person.fide_id,
            person.first_name,
            person.last_name,
            person.birth_year,
            person.gender,
            self.players[rank].federation[:3],
        )


def decoded(content: bytes) -> tuple[str, bool]:
    """Return the text, and whether its encoding is certain."""
    marked = content.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding), encoding != "cp1252"
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1"), False


def looks_like_trf(text: str) -> bool:
    """Return whether the text has a line with a player or the tournament's name."""
    return any(line.startswith(("001 ", "012 ")) for line in _LINE_END.split(text))


def read_tournament(
    text: str, home: str, this_year: int = LAST_BIRTH_YEAR
) -> ReadTournament:
    """Read a file. `home` is the code of the federation whose player numbers (in lines
    `NRS`) are ours.

    Raises InvalidField if there is no line of a player at all.
    """
    if not any(line.startswith("001") for line in lines_of(text)):
        raise InvalidField(noted("not a tournament file: it has no player line (001)"))
    return read_lines(text, home, this_year)


def read_lines(
    text: str, home: str, this_year: int = LAST_BIRTH_YEAR
) -> ReadTournament:
    """Read all lines of a file, which may lack name, days and players."""
    tournament = ReadTournament(this_year=this_year)
    for number, line in enumerate(lines_of(text), start=1):
        try:
            _read_line(tournament, number, line, home)
        except InvalidField as wrong:
            tournament.unread.append((number, wrong.message))
        if extra := _POINTS_BESIDE.fullmatch(line):
            for each in extra[2].split():
                tournament.beside_results[int(each)] += int(2 * float(extra[1]))
    tournament.day_lines.read()
    return tournament


def lines_of(text: str) -> list[str]:
    """Return the lines, with any of the three kinds of line ends."""
    return _LINE_END.split(text)


def event_name(tournament: ReadTournament) -> str:
    """Return the name by which an event is recognised, with its year, as many recur."""
    return name_with_year(tournament.name, tournament.start)


def name_with_year(name: str, start: date | None) -> str:
    """Return a tournament's name with its first year, unless the name contains it."""
    name = " ".join(name.split())
    year = str(start.year) if start else ""
    return name if year in name else f"{name} {year}"


def _read_line(tournament: ReadTournament, number: int, line: str, home: str) -> None:
    code, text = line[:3], line[4:].strip()
    match code:
        case "001":
            _enter(tournament, number, line)
        # A ruler, 0123456789…, is no name; of several names the first is used.
        case "012" if line[3:4] in ("", " "):
            tournament.name = tournament.name or text
        case "042" | "052" | "132":
            tournament.day_lines.note(code, number, line)
        case "122" | "222":
            _read_minutes(tournament, code, text)
        case "142" | "XXR":
            tournament.announced = _rounds_announced(text)
    if code in _OTHER_POINTS:
        tournament.has_usual_points = False
    if code == home:
        tournament.numbers[_rank(line)] = line[57:68].strip()


def _rounds_announced(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > _LONGEST_NUMBER:
        raise InvalidField(
            noted("‘%(said)s’ in column %(at)d is not a number of rounds"),
            said=text,
            at=5,
        )
    return int(text)


def _read_minutes(tournament: ReadTournament, code: str, text: str) -> None:
    """Read the thinking time; one in figures (222) has precedence over words (122)."""
    if code == "222":
        tournament.minutes = encoded_minutes(text) or tournament.minutes
    else:
        tournament.minutes = tournament.minutes or spoken_minutes(text)


def _enter(tournament: ReadTournament, number: int, line: str) -> None:
    rank = _rank(line)
    if rank in tournament.players:
        raise InvalidField(
            noted("start number %(rank)d in column %(at)d occurs twice"),
            rank=rank,
            at=5,
        )
    unread: list[FileMessage] = []
    player = tournament.players[rank] = player_of(
        number, line, unread, tournament.this_year
    )
    tournament.unread += [(number, text) for text in unread]
    if player.person.birth_year is None and line[69:79].strip("0/.- "):
        tournament.odd_years += 1


def _rank(line: str) -> int:
    text = line[4:8].strip()
    if not text.isascii() or not text.isdecimal() or not int(text):
        raise InvalidField(
            noted("‘%(said)s’ in column %(at)d is not a start number"),
            said=text,
            at=5,
        )
    return int(text)
