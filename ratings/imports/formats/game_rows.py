"""Games one a line, read into columns: what is right goes on, what is wrong is named.

Fields repeat: a table of forty years has some thousand dates and six scores. Each
spelling is read once and remembered, so that a row costs a few look-ups.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any

import numpy as np
from django.utils.translation import gettext_noop as _
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
from ratings.files.wording import Said, Wrong
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
    """Values of spellings, each read once; Wrong again for a wrong one."""

    def __init__(self, read: Callable[[str], Any]) -> None:
        super().__init__()
        self.read = read

    def __missing__(self, spelled: str) -> Any:
        value = self[spelled] = self.read(spelled)
        return value


def refuse_two_times(table: TextTable) -> None:
    """Raise NotATable where both columns for the thinking time are present, by the
    names that the file gives them.
    """
    columns = zip(table.header, table.written, strict=True)
    said = [written.strip() for name, written in columns if name in TIMES]
    if len(said) > 1:
        raise NotATable(
            _("Columns that mean the same: %(columns)s. Remove one of them."),
            columns=", ".join(said),
        )


def unknown(said: Any) -> Said:
    """Return the reason why a player who is given by number alone is not found."""
    return Said(_("there is no player ‘%(said)s’"), said=said)


@dataclass(slots=True)
class GameReader:
    """Reads chunks of one table.

    Where only `white` and `black` say who played, a player is what stands there
    without the spaces around it; with columns of WHO beside them, a tuple of what
    stands in these. `find` gives numbers for players, leaving out who is not known,
    and `why` the reason why somebody is not; `usual_minutes` and `usual_round` hold
    where no time control and no round are given (without `usual_minutes` such a row is
    refused), and `usual_event` where there is no column of events; days before
    `first_day`, after `last_day` (today) or after `ends_on` (the pool's last) are refused.
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
    why: Callable[[Any], Said] = unknown
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
            "round": _Remembered(lambda said: round_of(said, self.usual_round)),
            "minutes": _Remembered(lambda said: minutes_of(said, self.usual_minutes)),
            "forfeit": _Remembered(forfeit_of),
            "rating": _Remembered(self.ratings.rating),
            "length": _Remembered(length_of),
        }

    def read(self, chunk: Chunk) -> tuple[Games, list[RefusedRow]]:
        """Return the games of the rows that are right, and why the others are not."""
        refusals: list[RefusedRow] = []
        try:
            games = self._columns(chunk.rows, chunk.lines)
        except (KeyError, ValueError):
            self._meet(chunk.rows)
            games, refusals = self._read(chunk.rows, chunk.lines)
        return games, sorted([*chunk.refusals, *refusals], key=lambda each: each.line)

    def row_of(self, game: Any, header: Sequence[str]) -> TextRow:
        """Return a game that was read, written again under a header's names."""
        if not self._numbers:
            self._numbers = {found: str(said) for said, found in self._players.items()}
        written = {
            **game_fields(game, self.events.names[int(game["event"])]),
            "white": self._numbers[int(game["white"])],
            "black": self._numbers[int(game["black"])],
        }
        return tuple(written.get(name, "") for name in header)

    def _read(
        self, rows: Sequence[TextRow], lines: Sequence[int]
    ) -> tuple[Games, list[RefusedRow]]:
        """Return rows with faults among them: halves that hold none are read whole."""
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
        said = self._by_column(rows)
        games["line"] = np.fromiter(lines, np.int32, len(rows))
        games["day"] = self._each("date", said["date"])
        games["white"] = self._each("players", self._who("white", said))
        games["black"] = self._each("players", self._who("black", said))
        score = self._each("score", said["score"])
        games["score"], games["played"] = score & _HALF_POINTS, score < _FORFEITED
        self._optional(games, said)
        # Last, so that a row with another fault names no event.
        games["event"] = (
            self._each("event", said["event"])
            if "event" in said
            else self.events[self.usual_event]
        )
        if (games["white"] == games["black"]).any():
            raise Wrong(_SELF)
        return games

    def _optional(self, games: Games, said: Mapping[str, Sequence[str]]) -> None:
        control = said.get("time_control", said.get("minutes"))
        games["minutes"] = (
            self.usual_minutes if control is None else self._each("minutes", control)
        )
        games["round"] = (
            self._each("round", said["round"]) if "round" in said else self.usual_round
        )
        games["length"] = (
            self._each("length", said["length"]) if "length" in said else 0
        )
        if "forfeit" in said:
            games["played"] &= self._each("forfeit", said["forfeit"]) == 0
        for column in ("white_rating", "black_rating"):
            games[column] = (
                self._each("rating", said[column]) if column in said else NO_RATING
            )

    def _by_column(self, rows: Sequence[TextRow]) -> dict[str, Sequence[str]]:
        columns = list(zip(*rows, strict=True))
        return {name: columns[place] for name, place in self.places.items()}

    def _who(self, colour: str, said: Mapping[str, Sequence[str]]) -> Sequence[Any]:
        """Return what the rows say of the players of a colour."""
        columns = [said.get(colour + end) for end in WHO]
        if not any(columns[1:]):
            return columns[0] or ()
        return list(zip(*(each or repeat("") for each in columns), strict=False))

    def _each(self, reader: str, fields: Sequence[Any]) -> NDArray[np.int32]:
        values = map(self._readers[reader].__getitem__, fields)
        return np.fromiter(values, np.int32, len(fields))

    def _day(self, spelled: str) -> int:
        day = day_of(spelled)
        if day > self.last_day:
            raise Wrong(_("date %(said)s lies in the future"), said=spelled.strip())
        if day > self.ends_on:
            raise Wrong(
                _("date %(said)s is after the pool ended (%(ended)s)"),
                said=spelled.strip(),
                ended=date_of(self.ends_on).isoformat(),
            )
        if day < self.first_day:
            raise Wrong(
                _("date %(said)s is before the pool began (%(begins)s)"),
                said=spelled.strip(),
                begins=date_of(self.first_day).isoformat(),
            )
        return day

    def _meet(self, rows: Sequence[TextRow]) -> None:
        """Look up the players who have not occurred yet."""
        said = self._by_column(rows)
        # In the order of the rows: the same file gives the same numbers each time.
        new = dict.fromkeys(
            who
            for colour in COLOURS
            for who in self._who(colour, said)
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

    def _fault(self, row: TextRow) -> Said:
        """Return why a row that cannot be read cannot be: every reason in it."""
        said = self._by_column([row])
        found = (
            self._fault_of(name, row[place], said)
            for name, place in self.places.items()
        )
        # Several columns say who a player is.
        first, *others = dict.fromkeys(filter(None, found)) or (Said(_SELF),)
        return first.with_others(others)

    def _fault_of(
        self, name: str, field: str, said: Mapping[str, Sequence[str]]
    ) -> Said | None:
        colour = name[:5]
        if any(name == colour + end for end in WHO) and colour in COLOURS:
            return self._fault_of_player(colour, said)
        reader = {"time_control": "minutes"}.get(name, name)
        try:
            self._readers["rating" if name.endswith("_rating") else reader][field]
        except Wrong as error:
            return error.said
        return None

    def _fault_of_player(
        self, colour: str, said: Mapping[str, Sequence[str]]
    ) -> Said | None:
        (who,) = self._who(colour, said)
        if who in self._players:
            return None
        why = self.why(_stripped(who))
        return Said(why.text, column=colour, **why.facts)


_SELF = _("a player meets the same player")
_HALF_POINTS, _FORFEITED = 3, 4


def _stripped(who: Any) -> Any:
    if isinstance(who, str):
        return who.strip()
    return tuple(field.strip() for field in who)


def _score(spelled: str) -> int:
    """Half points, and a bit more where the game was not played."""
    score, is_played = result_of(spelled)
    return score | (not is_played) * _FORFEITED
