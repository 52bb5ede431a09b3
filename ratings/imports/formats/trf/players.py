"""Parse the line of a player (001) in a tournament file, column by column.

Columns are counted from 1 in messages about a line, and from 0 in the code.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from django.utils.translation import gettext_noop as noted

from federation.rules.birth_years import is_birth_year
from ratings.files.spellings import NO_RATING, country_code, fide_id_of, name_of
from ratings.files.wording import FileMessage, InvalidField
from ratings.imports.formats.people import NamedPerson

_LONGEST_FIDE_ID = 9
"""In digits. A longer number in the field is not a FIDE number."""
RESULTS = {
    "1": (2, True), "=": (1, True), "0": (0, True),
    "W": (2, False), "D": (1, False), "L": (0, False),
    "+": (2, False), "-": (0, False),
}  # fmt: skip
"""Half points of each result, and whether the game was played and is rated."""
BYES = "HFUZ"
_WITHOUT_OPPONENT = {*RESULTS, *BYES, " "}
_GENDERS = {"m": "m", "w": "f", "f": "f"}
_NO_RESULT = noted("round %(round)d against number %(opponent)d has no result")
FIRST_CELL, CELL = 91, 10
_POINTS, _RANK = 80, 85
MOST_RATING = 4000

Cell = tuple[int, str, str]
"""Opponent's number (0 for none), colour and result of a round."""
_NOTHING: Cell = (0, " ", " ")


@dataclass(frozen=True, slots=True)
class GameWithoutResult:
    """A round of a player's line that has an opponent and no result."""

    round: int
    opponent: int
    colour: str

    @property
    def message(self) -> FileMessage:
        """The sentence for readers who need the result."""
        return FileMessage(_NO_RESULT, round=self.round, opponent=self.opponent)


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """A player's line: the person, and a cell for each round, without a game where the
    game has no result. `rating` is FIDE's, NO_RATING if there is none; `points` and
    `place` are texts as written in the file.
    """

    line: int
    person: NamedPerson
    federation: str
    rating: int
    cells: tuple[Cell, ...]
    points: str = ""
    place: str = ""
    length: int = 0
    """Columns of the line as it was written; 0 if not counted."""
    other_id: str = ""
    """The number in the field of the FIDE number if it is too long for one."""
    without_result: tuple[GameWithoutResult, ...] = ()

    @property
    def games(self) -> int:
        """The number of rounds with an opponent."""
        return sum(opponent > 0 for opponent, _colour, _result in self.cells)


def player_of(
    number: int, line: str, unread: list[FileMessage], this_year: int
) -> TrfPlayer:
    """Return the player of a line; messages about ignored fields are added to `unread`.
    Raises InvalidField if the player cannot be identified.
    """
    refused: InvalidField | None = None
    player, left_out = None, list[FileMessage]()
    try:
        player = _player_in_columns(number, line, left_out, this_year)
    except InvalidField as wrong:
        refused = wrong
    # Some programs count bytes, so that a letter such as å takes two columns.
    wide = line.encode().decode("latin-1")
    doubts = _doubts(player, left_out)
    if (refused or doubts) and len(wide) != len(line):
        name = wide[14:47].encode("latin-1").decode("utf-8", "ignore")
        fewer: list[FileMessage] = []
        with suppress(InvalidField):
            by_bytes = _player_in_columns(number, wide, fewer, this_year, name)
            if player is None or (
                _doubts(by_bytes, fewer) < doubts and by_bytes.games >= player.games
            ):
                player, left_out = by_bytes, fewer
    if player is None:
        assert refused is not None  # noqa: S101
        raise refused
    unread += left_out
    return player


def _doubts(player: TrfPlayer | None, left_out: list[FileMessage]) -> int:
    return len(left_out) + (len(player.without_result) if player else 0)


def _player_in_columns(
    number: int, line: str, unread: list[FileMessage], this_year: int, name: str = ""
) -> TrfPlayer:
    first, last = name_of(name or line[14:47])
    cells = tuple(_cells(line, unread))
    return TrfPlayer(
        line=number,
        person=NamedPerson(
            fide_id=_fide_id(line[57:68], unread),
            first_name=first,
            last_name=last,
            birth_year=_birth_year(line[69:79], this_year),
            gender=_GENDERS.get(line[9:10].lower(), ""),
        ),
        federation=country_code(line[53:56]),
        rating=_rating(line[48:52], unread),
        cells=tuple(
            _NOTHING if isinstance(cell, GameWithoutResult) else cell for cell in cells
        ),
        points=line[_POINTS : _POINTS + 4].strip(),
        place=line[_RANK : _RANK + 4].strip(),
        length=len(line.rstrip()),
        other_id=_other_id(line[57:68]),
        without_result=tuple(
            cell for cell in cells if isinstance(cell, GameWithoutResult)
        ),
    )


def _birth_year(field: str, this_year: int) -> int | None:
    """Parse the year of birth; None if it is missing (as 0000/00/00) or impossible."""
    value = field.strip()[:4]
    year = int(value) if value.isascii() and value.isdecimal() else 0
    return year if is_birth_year(year, this_year) else None


def _rating(field: str, unread: list[FileMessage]) -> int:
    value = field.strip() or "0"
    if not value.isascii() or not value.isdecimal() or int(value) > MOST_RATING:
        text = noted("‘%(said)s’ in column %(at)d is not a rating, and is left out")
        unread.append(FileMessage(text, said=value, at=49))
        return NO_RATING
    return int(value) or NO_RATING


def _fide_id(field: str, unread: list[FileMessage]) -> int | None:
    value = field.strip()
    if _other_id(field):
        return None
    if value and not (value.isascii() and value.isdecimal()):
        text = noted(
            "‘%(said)s’ in column %(at)d is not a FIDE number, and is left out"
        )
        unread.append(FileMessage(text, said=value, at=58))
        return None
    return fide_id_of(field)


def _other_id(field: str) -> str:
    value = field.strip()
    is_number = value.isascii() and value.isdecimal()
    return value if is_number and len(value) > _LONGEST_FIDE_ID else ""


def _cells(line: str, unread: list[FileMessage]) -> Iterator[Cell | GameWithoutResult]:
    """Yield the cells of all rounds; one that cannot be read is taken as a round without
    a game.
    """
    for start in range(FIRST_CELL, len(line.rstrip()), CELL):
        cell = line[start : start + 8].ljust(8)
        try:
            yield _cell(cell, start)
        except InvalidField as wrong:
            unread.append(wrong.message)
            yield _NOTHING


def _cell(cell: str, start: int) -> Cell | GameWithoutResult:
    opponent, colour, result = cell[:4].strip(), cell[5].lower(), cell[7].upper()
    number, column = (start - FIRST_CELL) // CELL + 1, start + 1
    is_number = opponent.isascii() and (opponent or "0").isdecimal()
    if not is_number or colour not in "wb- ":
        raise InvalidField(
            noted("‘%(said)s’ in column %(at)d is not a result of a round"),
            said=cell.strip(),
            at=column,
        )
    playing = int(opponent or 0)
    if playing and result == " ":
        return GameWithoutResult(number, playing, colour)
    if result not in (RESULTS if playing else _WITHOUT_OPPONENT):
        raise InvalidField(
            noted("round %(round)d: ‘%(said)s’ in column %(at)d is not a result"),
            round=number,
            said=result,
            at=start + 8,
        )
    return playing, colour, result
