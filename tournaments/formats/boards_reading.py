"""Read a whole tournament from a table of its boards: CSV, or a sheet of a workbook."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from io import StringIO

from django.utils.translation import gettext_noop as noted

from ratings.files.spellings import day_of, round_of
from ratings.files.text_files import NotATable
from ratings.files.text_tables import TextTable, open_table
from ratings.files.wording import FileMessage, InvalidField
from ratings.rules.calendar import date_of
from tournaments.formats.board_columns import (
    COLOURS,
    OPTIONAL,
    REQUIRED,
    board_columns,
    header_in,
)
from tournaments.formats.board_players import (
    BoardPlayer,
    Mention,
    identify_players,
    mention_of,
    number_players,
)
from tournaments.formats.sections_read import BoardRead, SectionRead
from tournaments.formats.written_results import read_bye, read_result
from tournaments.rules.results import Result

LONGEST_BOARD = 4
NO_RESULTS = FileMessage(
    noted("no column is called “result”: the boards are read without results")
)


@dataclass(frozen=True, slots=True)
class _Row:
    """A row as written, with the data that it gives about White and Black."""

    line: int
    fields: Mapping[str, str]
    white: Mention | None
    black: Mention | None

    @property
    def mentions(self) -> tuple[Mention, ...]:
        return tuple(each for each in (self.white, self.black) if each)


@dataclass(frozen=True, slots=True)
class _Board:
    """A board by its players; None as Black is a bye. `day` is the row's own day,
    `finished` the day on which the game was finished, if the row names another.
    """

    round: int
    board: int
    white: BoardPlayer
    black: BoardPlayer | None
    result: Result
    day: date | None
    finished: date | None


@dataclass(slots=True)
class _Reading:
    """What has been read so far; `seated` are lines by round and player, `planned` rounds
    without a board, `withdrawn` the rounds after which players withdrew.
    """

    meant: Mapping[Mention, BoardPlayer | FileMessage] = field(default_factory=dict)
    boards: list[_Board] = field(default_factory=list)
    seated: dict[tuple[int, int], int] = field(default_factory=dict)
    days: dict[int, Counter[date]] = field(default_factory=dict)
    planned: set[int] = field(default_factory=set)
    withdrawn: dict[int, int] = field(default_factory=dict)
    faults: list[tuple[int, FileMessage]] = field(default_factory=list)


def read_boards(text: str, name: str = "") -> SectionRead:
    """Read a table with a row for each board: round, White, Black and the result. A row
    without Black is a bye, one without a round a player without a board, and one
    without players a planned round. Raises InvalidField if required columns are missing.
    """
    reading, table = _Reading(), _open_boards(text)
    header = table.reader.line - 1
    rows = list(_rows(reading, table))
    mentions = [mention for row in rows for mention in row.mentions]
    players, reading.meant = identify_players(mentions)
    if not players and not reading.faults:
        raise InvalidField(noted("the table has no player"))
    for row in rows:
        try:
            _note(reading, row)
        except InvalidField as wrong:
            reading.faults.append((row.line, wrong.message))
    if reading.boards and "result" not in table.places:
        reading.faults.append((header, NO_RESULTS))
    return _section(reading, players, name)


# --- rows -------------------------------------------------------------------------
def _rows(reading: _Reading, table: TextTable) -> Iterator[_Row]:
    """Yield the rows; a row that cannot be read is left out, and the reason noted."""
    for chunk in table.chunks():
        reading.faults += [
            (each.line, _reason_with_facts(each.reason)) for each in chunk.refusals
        ]
        for row, line in zip(chunk.rows, chunk.lines, strict=True):
            fields = {name: row[at].strip() for name, at in table.places.items()}
            try:
                who = (mention_of(line, fields, colour) for colour in COLOURS)
                yield _Row(line, fields, *who)
            except InvalidField as wrong:
                reading.faults.append((line, wrong.message))


def _open_boards(text: str) -> TextTable:
    lines = [*StringIO(text.lstrip("\ufeff"), newline="")]
    above = header_in(lines) or 0
    try:
        table = open_table(
            lines[above:],
            required=REQUIRED,
            optional=OPTIONAL,
            naming=board_columns,
            first_line=above + 1,
        )
        _refuse_missing_players(table)
    except NotATable as refused:
        raise InvalidField(refused.message.text, **refused.message.facts) from refused
    return table


def _reason_with_facts(reason: str) -> FileMessage:
    """Return why a row is left out, with the facts of the reason kept separate."""
    return reason if isinstance(reason, FileMessage) else FileMessage(reason)


def _refuse_missing_players(table: TextTable) -> None:
    for colour in COLOURS:
        if not any(name.startswith(colour) for name in table.places):
            raise NotATable(
                noted("The first line must name the columns; missing: %(columns)s."),
                columns=colour,
            )


# --- boards -----------------------------------------------------------------------
def _note(reading: _Reading, row: _Row) -> None:
    """Note the board of a row. Raises InvalidField."""
    white, black = (_player_of(reading, each) for each in (row.white, row.black))
    result = row.fields.get("result", "")
    if white is None and black is None and (result or not row.fields["round"]):
        raise InvalidField(noted("nobody is named in this row"))
    if not row.fields["round"]:
        _refuse_board(row)
        if last := row.fields.get("withdrew"):
            reading.withdrawn[id(white or black)] = 0 if last == "0" else round_of(last)
        return
    number = round_of(row.fields["round"])
    day = _day(reading, row, "date")
    if day is not None:
        reading.days.setdefault(number, Counter())[day] += 1
    is_black = white is None
    one, other = (black, None) if is_black else (white, black)
    if one is None:
        reading.planned.add(number)
        return
    board = _Board(
        number,
        _board_number(reading, row),
        one,
        other,
        _result(reading, row) if other else read_bye(result, is_black=is_black),
        day,
        _day(reading, row, "finished"),
    )
    _seat(reading, row.line, board)
    reading.boards.append(board)


def _player_of(reading: _Reading, mention: Mention | None) -> BoardPlayer | None:
    player = None if mention is None else reading.meant[mention]
    if isinstance(player, FileMessage):
        raise InvalidField(player.text, **player.facts)
    return player


def _refuse_board(row: _Row) -> None:
    """Refuse a row without a round if it describes a board. Raises InvalidField."""
    if row.fields.get("result"):
        raise InvalidField(noted("the row has a result and no round"))
    if len(row.mentions) > 1 or row.fields.get("board") or row.fields.get("date"):
        raise InvalidField(noted("the row has no round"))


def _day(reading: _Reading, row: _Row, column: str) -> date | None:
    """Return a day; None with a fault noted if it cannot be read."""
    text = row.fields.get(column)
    if not text:
        return None
    try:
        return date_of(day_of(text))
    except InvalidField as wrong:
        reading.faults.append((row.line, wrong.message))
        return None


def _board_number(reading: _Reading, row: _Row) -> int:
    """Return the board number; 0 for none, or with a fault noted if it is invalid."""
    text = row.fields.get("board", "")
    if not text:
        return 0
    if not text.isascii() or not text.isdecimal() or len(text) > LONGEST_BOARD:
        message = FileMessage(noted("‘%(said)s’ is not a board number"), said=text)
        reading.faults.append((row.line, message))
        return 0
    return int(text)


def _result(reading: _Reading, row: _Row) -> Result:
    """Return a result; without one, and with a fault noted, if it cannot be read."""
    try:
        return read_result(row.fields.get("result", ""))
    except InvalidField as wrong:
        reading.faults.append((row.line, wrong.message))
        return Result.NOT_PLAYED


def _seat(reading: _Reading, line: int, board: _Board) -> None:
    """Note who plays in the round. Raises InvalidField if a player already has a board."""
    number = board.round
    if board.white is board.black:
        text = noted("round %(round)d: a player meets themselves")
        raise InvalidField(text, round=number)
    players = [each for each in (board.white, board.black) if each]
    for player in players:
        if (number, id(player)) in reading.seated:
            raise InvalidField(
                noted("round %(round)d: %(name)s is in line %(other)d already"),
                round=number,
                name=player.called,
                other=reading.seated[number, id(player)],
            )
    reading.seated |= {(number, id(player)): line for player in players}


# --- all together -----------------------------------------------------------------
def _section(reading: _Reading, players: list[BoardPlayer], name: str) -> SectionRead:
    numbers = number_players(players)
    days = {number: _day_of(days) for number, days in sorted(reading.days.items())}
    boards = sorted(
        reading.boards, key=lambda each: (each.round, each.black is None, each.board)
    )
    in_order = sorted(
        ((numbers[id(each)], each) for each in players), key=lambda each: each[0]
    )
    return SectionRead(
        name=name,
        rounds=max({*reading.planned, *(each.round for each in boards)}, default=0),
        is_round_robin=None,
        players={number: player.person for number, player in in_order},
        lines={number: player.line for number, player in in_order},
        fide_ratings={},
        boards=tuple(
            BoardRead(
                each.round,
                numbers[id(each.white)],
                numbers[id(each.black)] if each.black else None,
                each.result,
                _finished_on(each, days),
            )
            for each in boards
        ),
        days=days,
        points=None,
        says_rounds=bool(reading.planned),
        withdrawn={numbers[who]: after for who, after in reading.withdrawn.items()},
        faults=tuple(sorted(reading.faults, key=lambda fault: fault[0])),
    )


def _day_of(days: Counter[date]) -> date:
    """Return the day of most boards; of several such days the first."""
    return min(days, key=lambda day: (-days[day], day))


def _finished_on(board: _Board, days: Mapping[int, date]) -> date | None:
    """Return the day on which a game was finished, if not on the day of its round."""
    if board.finished or board.day in (None, days.get(board.round)):
        return board.finished
    return board.day
