"""Tournament files of FIDE: TRF16 (C.04 annex 2, 2016) and TRF26 (from 2025-09-01),
whose lines of players are the same.

Columns are counted from 1 in FIDE's text and from 0 here.
"""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date

from django.utils.translation import gettext_noop as _

from ratings.files.spellings import NO_RATING, country_code, fide_id_of, name_of
from ratings.files.wording import Said, Wrong
from ratings.imports.formats.people import Person
from ratings.imports.formats.trf_dates import (
    day_said,
    encoded_minutes,
    spoken_minutes,
)

_LINE_END = re.compile("\r\n|\r|\n")
_LONGEST_FIDE_ID = 9
"""Digits. What is longer in the field is a number of somebody else's."""
RESULTS = {
    "1": (2, True), "=": (1, True), "0": (0, True),
    "W": (2, False), "D": (1, False), "L": (0, False),
    "+": (2, False), "-": (0, False),
}  # fmt: skip
"""Half points, and whether the game was played and is rated."""
_GENDERS = {"m": "m", "w": "f", "f": "f"}
_FIRST_CELL, _CELL = 91, 10
MOST_RATING = 4000
FIRST_YEAR, LAST_YEAR = 1880, 2100
"""Of birth, as the register has them."""


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """A player's line: who it is, and a cell for each round, of opponent's number,
    colour and result. `rating` is FIDE's, NO_RATING where there is none.
    """

    line: int
    person: Person
    federation: str
    rating: int
    cells: tuple[tuple[int, str, str], ...]


@dataclass(slots=True)
class Tournament:
    """A tournament as read from its file; `minutes` a player for 60 moves, 0 where the
    file does not give it in figures; `odd_years` counts impossible years of birth,
    which are ignored; `faults` are lines that could not be read.
    """

    name: str = ""
    start: date | None = None
    end: date | None = None
    minutes: int = 0
    days: dict[int, date] = field(default_factory=dict)
    players: dict[int, TrfPlayer] = field(default_factory=dict)
    numbers: dict[int, str] = field(default_factory=dict)
    odd_years: int = 0
    faults: list[tuple[int, Said]] = field(default_factory=list)

    def person(self, rank: int) -> Person:
        """Return a player by starting number, with the national number where there is
        one.
        """
        said = self.players[rank].person
        return Person(
            self.numbers.get(rank, ""),
            said.fide_id,
            said.first_name,
            said.last_name,
            said.birth_year,
            said.gender,
            self.players[rank].federation[:3],
        )


def decoded(content: bytes) -> tuple[str, bool]:
    """The text, and whether its encoding leaves nothing to doubt."""
    marked = content.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding), encoding != "cp1252"
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1"), False


def looks_like_trf(text: str) -> bool:
    """Whether there is a line of a player or of the tournament's name."""
    return any(line.startswith(("001 ", "012 ")) for line in _LINE_END.split(text))


def read_tournament(text: str, home: str) -> Tournament:
    """Read a file. `home` is the code of the federation whose numbers of players (in
    lines `NRS`) are ours.

    Raises Wrong where it is no tournament, or says neither name nor first day.
    """
    tournament = Tournament()
    for number, line in enumerate(_LINE_END.split(text), start=1):
        try:
            _read_line(tournament, number, line, home)
        except Wrong as wrong:
            tournament.faults.append((number, wrong.said))
    _refuse_what_cannot_be_imported(tournament, text)
    return tournament


def _refuse_what_cannot_be_imported(tournament: Tournament, text: str) -> None:
    """What is there and cannot be read is never called missing."""
    faults = dict(tournament.faults)
    if not tournament.players:
        _refuse_line(text, "001", faults)
        raise Wrong(_("no tournament file: there is no line 001 of a player"))
    if not tournament.name:
        raise Wrong(_("the line 012 with the tournament's name is missing"))
    if tournament.start is None:
        _refuse_line(text, "042", faults)
        raise Wrong(_("the line 042 with the tournament's first day is missing"))


def _refuse_line(text: str, code: str, faults: Mapping[int, Said]) -> None:
    for number, line in enumerate(_LINE_END.split(text), start=1):
        if line.startswith(code) and number in faults:
            raise Wrong(faults[number].text, **faults[number].facts)


def event_name(tournament: Tournament) -> str:
    """The name by which an event is recognised: with its year, as many recur."""
    name = " ".join(tournament.name.split())
    year = str(tournament.start.year) if tournament.start else ""
    return name if year in name else f"{name} {year}"


def _read_line(tournament: Tournament, number: int, line: str, home: str) -> None:
    code, said = line[:3], line[4:].strip()
    match code:
        case "001":
            _enter(tournament, number, line)
        # A ruler, 0123456789…, is no name; of several names the first is taken.
        case "012" if line[3:4] in ("", " "):
            tournament.name = tournament.name or said
        case "042":
            tournament.start = day_said(said, None)
        case "052":
            tournament.end = day_said(said, None)
        case "132":
            tournament.days |= _round_days(line, tournament.start)
        case "122" | "222":
            _read_minutes(tournament, code, said)
    if code == home:
        tournament.numbers[_rank(line)] = line[57:68].strip()


def _read_minutes(tournament: Tournament, code: str, said: str) -> None:
    """In figures (222) before in words (122), whichever comes first."""
    if code == "222":
        tournament.minutes = encoded_minutes(said) or tournament.minutes
    else:
        tournament.minutes = tournament.minutes or spoken_minutes(said)


def _enter(tournament: Tournament, number: int, line: str) -> None:
    rank = _rank(line)
    if rank in tournament.players:
        raise Wrong(_("starting number %(rank)d stands twice"), rank=rank)
    unread: list[Said] = []
    player = tournament.players[rank] = _player(number, line, unread)
    tournament.faults += [(number, said) for said in unread]
    if player.person.birth_year is None and line[69:79].strip("0/.- "):
        tournament.odd_years += 1


def _rank(line: str) -> int:
    said = line[4:8].strip()
    if not said.isascii() or not said.isdecimal() or not int(said):
        raise Wrong(_("‘%(said)s’ is no starting number"), said=said)
    return int(said)


def _player(number: int, line: str, unread: list[Said]) -> TrfPlayer:
    """The player of a line; `unread` gets what in it is left out, and why."""
    refused: Wrong | None = None
    player, left_out = None, list[Said]()
    try:
        player = _player_in_columns(number, line, left_out)
    except Wrong as wrong:
        refused = wrong
    # Some programs count bytes, so that a letter such as å takes two columns.
    wide = line.encode().decode("latin-1")
    if (refused or left_out) and len(wide) != len(line):
        name = wide[14:47].encode("latin-1").decode("utf-8", "ignore")
        fewer: list[Said] = []
        with suppress(Wrong):
            by_bytes = _player_in_columns(number, wide, fewer, name)
            if player is None or len(fewer) < len(left_out):
                player, left_out = by_bytes, fewer
    if player is None:
        assert refused is not None  # noqa: S101
        raise refused
    unread += left_out
    return player


def _player_in_columns(
    number: int, line: str, unread: list[Said], name: str = ""
) -> TrfPlayer:
    first, last = name_of(name or line[14:47])
    return TrfPlayer(
        line=number,
        person=Person(
            fide_id=_fide_id(line[57:68], unread),
            first_name=first,
            last_name=last,
            birth_year=_birth_year(line[69:79]),
            gender=_GENDERS.get(line[9:10].lower(), ""),
        ),
        federation=country_code(line[53:56]),
        rating=_rating(line[48:52]),
        cells=tuple(_cells(line, unread)),
    )


def _birth_year(field: str) -> int | None:
    """Parse the year of birth; None where there is none (as 0000/00/00), or an
    impossible one.
    """
    said = field.strip()[:4]
    year = int(said) if said.isascii() and said.isdecimal() else 0
    return year if FIRST_YEAR <= year <= LAST_YEAR else None


def _rating(field: str) -> int:
    said = field.strip() or "0"
    if not said.isascii() or not said.isdecimal() or int(said) > MOST_RATING:
        raise Wrong(_("‘%(said)s’ is no rating"), said=said)
    return int(said) or NO_RATING


def _fide_id(field: str, unread: list[Said]) -> int | None:
    said = field.strip()
    if said.isascii() and said.isdecimal() and len(said) > _LONGEST_FIDE_ID:
        unread.append(
            Said(_("‘%(said)s’ is no FIDE number, and is left out"), said=said)
        )
        return None
    return fide_id_of(field)


def _cells(line: str, unread: list[Said]) -> Iterator[tuple[int, str, str]]:
    """A game whose result cannot be read is left out alone, as a round without one."""
    for start in range(_FIRST_CELL, len(line.rstrip()), _CELL):
        cell = line[start : start + 8].ljust(8)
        opponent, colour, result = cell[:4].strip(), cell[5], cell[7].upper()
        if not (opponent or "0").isdecimal() or colour.lower() not in "wb- ":
            raise Wrong(_("‘%(said)s’ is no result of a round"), said=cell.strip())
        playing = int(opponent or 0)
        if playing and result not in RESULTS:
            number = (start - _FIRST_CELL) // _CELL + 1
            unread.append(
                Said(
                    _("round %(round)d against number %(opponent)d has no result"),
                    round=number,
                    opponent=playing,
                )
            )
            yield 0, " ", " "
            continue
        yield playing, colour.lower(), result


def _round_days(line: str, start: date | None) -> dict[int, date]:
    days = {}
    for place in range(_FIRST_CELL, len(line.rstrip()), _CELL):
        said = line[place : place + _CELL].strip()
        if said:
            days[(place - _FIRST_CELL) // _CELL + 1] = day_said(said, start)
    return days
