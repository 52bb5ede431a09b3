"""Read games, one a line, into columns: valid rows are returned as games, invalid ones
with their faults.

Fields repeat: a table of forty years has some thousand dates and six scores. Each
spelling is parsed once and cached, so that a row costs a few look-ups.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

import numpy as np
from django.utils.translation import gettext_noop as noted
from numpy.typing import NDArray

from ratings.files.spellings import (
    NO_RATING,
    NUMBERS,
    RatingSpellings,
    day_of,
    forfeit_of,
    length_of,
    minutes_of,
    result_of,
    round_of,
)
from ratings.files.text_files import NotATable
from ratings.files.text_tables import Chunk, RefusedRow, TextRow, TextTable
from ratings.files.wording import FileMessage, InvalidField
from ratings.imports.formats.event_names import EventNumbers
from ratings.imports.formats.game_columns import (
    COLOURS,
    GAMES,
    TIMES,
    WHO,
    Games,
    game_fields,
)
from ratings.rules.calendar import date_of


class _Remembered(dict[str, Any]):
    """A cache of parsed spellings; an invalid one raises InvalidField each time."""

    def __init__(self, read: Callable[[str], Any]) -> None:
        super().__init__()
        self.read = read

    def __missing__(self, spelled: str) -> Any:
        value = self[spelled] = self.read(spelled)
        return value


def refuse_two_times(table: TextTable) -> None:
    """Raise NotATable if both columns for the thinking time are present, with the names
    that the file gives them.
    """
    columns = zip(table.header, table.written, strict=True)
    present = [written.strip() for name, written in columns if name in TIMES]
    if len(present) > 1:
        raise NotATable(
            noted("Columns that mean the same: %(columns)s. Remove one of them."),
            columns=", ".join(present),
        )


def unknown(player: Any) -> FileMessage:
    """Return the reason why a player who is given by number alone was not found."""
    return FileMessage(noted("there is no player ‘%(said)s’"), said=player)


@dataclass(slots=True)
class GameReader:
    """Reads chunks of one table.

    If only the columns `white` and `black` identify players, a player is that field
    without surrounding spaces; with other columns of WHO, a tuple of these fields.
    `find` returns the numbers of players who are known, `why` the reason why a player is
    not. `usual_minutes` and `usual_round` are used if no time control or round is given
    (without `usual_minutes` such a row is refused), `usual_event` if there is no column
    of events. Days before `first_day`, after `last_day` (today) or after `ends_on` (the
    pool's last) are refused.
    """

    places: Mapping[str, int]
    find: Callable[[Iterable[Any]], Mapping[Any, int]]
    usual_minutes: int | None
    first_day: int
    last_day: int
    ends_on: int = sys.maxsize
    usual_round: int = 1
    usual_event: str = ""
    ratings: RatingSpellings = NUMBERS
    why: Callable[[Any], FileMessage] = unknown
    events: EventNumbers = field(default_factory=EventNumbers)
    _players: dict[Any, int] = field(default_factory=dict)
    _numbers: dict[int, str] = field(default_factory=dict)
    _readers: dict[str, dict[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Create a cache for each column."""
        self._readers = {
            "date": _Remembered(self._day),
            "players": self._players,
            "score": _Remembered(_score),
            "event": self.events,
            "round": _Remembered(lambda text: round_of(text, self.usual_round)),
            "minutes": _Remembered(lambda text: minutes_of(text, self.usual_minutes)),
            "forfeit": _Remembered(forfeit_of),
            "rating": _Remembered(self.ratings.rating),
            "length": _Remembered(length_of),
        }

    def read(self, chunk: Chunk) -> tuple[Games, list[RefusedRow]]:
        """Return the games of valid rows, and the other rows with their faults."""
        refusals: list[RefusedRow] = []
        try:
            games = self._columns(chunk.rows, chunk.lines)
        except (KeyError, ValueError):
            self._meet(chunk.rows)
            games, refusals = self._read(chunk.rows, chunk.lines)
        return games, sorted([*chunk.refusals, *refusals], key=lambda each: each.line)

    def row_of(self, game: Any, header: Sequence[str]) -> TextRow:
        """Return a game as a row of a table with this header."""
        if not self._numbers:
            self._numbers = {found: str(who) for who, found in self._players.items()}
        written = {
            **game_fields(game, self.events.names[int(game["event"])]),
            "white": self._numbers[int(game["white"])],
            "black": self._numbers[int(game["black"])],
        }
        return tuple(written.get(name, "") for name in header)

    def _read(
        self, rows: Sequence[TextRow], lines: Sequence[int]
    ) -> tuple[Games, list[RefusedRow]]:
        """Read rows with faults among them by halves: a half without any is read whole."""
        try:
            return self._columns(rows, lines), []
        except (KeyError, ValueError):
            middle = len(rows) // 2
        if not middle:
            refused = RefusedRow(lines[0], self._fault(rows[0]), rows[0])
            return np.empty(0, GAMES), [refused]
        first, first_refused = self._read(rows[:middle], lines[:middle])
        second, second_refused = self._read(rows[middle:], lines[middle:])
        return np.concatenate((first, second)), first_refused + second_refused

    def _columns(self, rows: Sequence[TextRow], lines: Sequence[int]) -> Games:
        games = np.empty(len(rows), GAMES)
        if not rows:
            return games
        by_column = self._by_column(rows)
        games["line"] = np.fromiter(lines, np.int32, len(rows))
        games["day"] = self._each("date", by_column["date"])
        games["white"] = self._each("players", self._who("white", by_column))
        games["black"] = self._each("players", self._who("black", by_column))
        score = self._each("score", by_column["score"])
        games["score"], games["played"] = score & _HALF_POINTS, score < _FORFEITED
        self._optional(games, by_column)
        # Last, so that a row with another fault does not create an event.
        games["event"] = (
            self._each("event", by_column["event"])
            if "event" in by_column
            else self.events[self.usual_event]
        )
        if (games["white"] == games["black"]).any():
            raise InvalidField(_SELF)
        return games

    def _optional(self, games: Games, by_column: Mapping[str, Sequence[str]]) -> None:
        control = by_column.get("time_control", by_column.get("minutes"))
        games["minutes"] = (
            self.usual_minutes if control is None else self._each("minutes", control)
        )
        games["round"] = (
            self._each("round", by_column["round"])
            if "round" in by_column
            else self.usual_round
        )
        games["length"] = (
            self._each("length", by_column["length"]) if "length" in by_column else 0
        )
        if "forfeit" in by_column:
            games["played"] &= self._each("forfeit", by_column["forfeit"]) == 0
        for column in ("white_rating", "black_rating"):
            games[column] = (
                self._each("rating", by_column[column])
                if column in by_column
                else NO_RATING
            )

    def _by_column(self, rows: Sequence[TextRow]) -> dict[str, Sequence[str]]:
        columns = list(zip(*rows, strict=True))
        return {name: columns[place] for name, place in self.places.items()}

    def _who(
        self, colour: str, by_column: Mapping[str, Sequence[str]]
    ) -> Sequence[Any]:
        """Return the fields that identify the players of a colour, by row."""
        columns = [by_column.get(colour + end) for end in WHO]
        if not any(columns[1:]):
            return columns[0] or ()
        return list(zip(*(each or repeat("") for each in columns), strict=False))

    def _each(self, reader: str, fields: Sequence[Any]) -> NDArray[np.int32]:
        values = map(self._readers[reader].__getitem__, fields)
        return np.fromiter(values, np.int32, len(fields))

    def _day(self, spelled: str) -> int:
        day = day_of(spelled)
        if day > self.last_day:
            raise InvalidField(
                noted("date %(said)s is in the future"), said=spelled.strip()
            )
        if day > self.ends_on:
            raise InvalidField(
                noted("date %(said)s is after the pool ended (%(ended)s)"),
                said=spelled.strip(),
                ended=date_of(self.ends_on).isoformat(),
            )
        if day < self.first_day:
            raise InvalidField(
                noted("date %(said)s is before the pool began (%(begins)s)"),
                said=spelled.strip(),
                begins=date_of(self.first_day).isoformat(),
            )
        return day

    def _meet(self, rows: Sequence[TextRow]) -> None:
        """Look up the players who have not occurred yet."""
        by_column = self._by_column(rows)
        # In the order of the rows, so that the same file always gives the same numbers.
        new = dict.fromkeys(
            who
            for colour in COLOURS
            for who in self._who(colour, by_column)
            if who not in self._players
        )
        if new:
            stripped = {spelled: _stripped(spelled) for spelled in new}
            found = self.find(dict.fromkeys(stripped.values()))
            self._players.update(
                (spelled, found[who])
                for spelled, who in stripped.items()
                if who in found
            )

    def _fault(self, row: TextRow) -> FileMessage:
        """Return all faults of an invalid row."""
        by_column = self._by_column([row])
        found = (
            self._fault_of(name, row[place], by_column)
            for name, place in self.places.items()
        )
        # Several columns identify a player, and give the same fault.
        first, *others = dict.fromkeys(filter(None, found)) or (FileMessage(_SELF),)
        return first.with_others(others)

    def _fault_of(
        self, name: str, field: str, by_column: Mapping[str, Sequence[str]]
    ) -> FileMessage | None:
        colour = name[:5]
        if any(name == colour + end for end in WHO) and colour in COLOURS:
            return self._fault_of_player(colour, by_column)
        reader = {"time_control": "minutes"}.get(name, name)
        try:
            self._readers["rating" if name.endswith("_rating") else reader][field]
        except InvalidField as error:
            return error.message
        return None

    def _fault_of_player(
        self, colour: str, by_column: Mapping[str, Sequence[str]]
    ) -> FileMessage | None:
        (who,) = self._who(colour, by_column)
        if who in self._players:
            return None
        why = self.why(_stripped(who))
        return FileMessage(why.text, column=colour, **why.facts)


_SELF = noted("a player is paired against themselves")
_HALF_POINTS, _FORFEITED = 3, 4


def _stripped(who: Any) -> Any:
    if isinstance(who, str):
        return who.strip()
    return tuple(field.strip() for field in who)


def _score(spelled: str) -> int:
    """Return White's half points, with the bit _FORFEITED if the game was not played."""
    score, is_played = result_of(spelled)
    return score | (not is_played) * _FORFEITED
