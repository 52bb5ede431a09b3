"""Write imported games into the ledger by binary COPY."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from ratings.enums import OutsideKind
from ratings.files.spellings import NO_RATING
from ratings.imports.domain.ledger_indexes import large_writes
from ratings.imports.formats.event_games import Events
from ratings.ledger.domain.binary_columns import DAYS_TO_2000, copy_in
from ratings.ledger.queries.packed_rows import packed_row, unpack

COPIED = 100_000
"""Rows of one COPY, which limits its memory."""
TO_2000 = np.int32(DAYS_TO_2000)
ESTIMATE = OutsideKind.ESTIMATE.value.encode()

_REGISTER = """
SELECT array_send(array_agg(player.id::int4 ORDER BY player.id)),
  array_send(array_agg(coalesce(player.birth_year, 0)::int2 ORDER BY player.id)),
  array_send(array_agg(newest.player_id IS NOT NULL ORDER BY player.id)),
  array_send(array_agg(coalesce(district.adopts_junior_rules, false)
    ORDER BY player.id))
FROM federation_player AS player
LEFT JOIN (
  SELECT DISTINCT ON (player_id) player_id, club_id FROM federation_membership
  ORDER BY player_id, is_main DESC, from_date DESC
) AS newest ON newest.player_id = player.id
LEFT JOIN federation_club AS club ON club.id = newest.club_id
LEFT JOIN federation_district AS district ON district.id = club.district_id
"""
_EVERYBODY = "SELECT array_send(array_agg(id::int4)) FROM federation_player"


@dataclass(frozen=True, slots=True)
class GameDays:
    """The days that count for games, from 1970-01-01, as columns by game: the day of the
    base ratings, the day whose step gets the change, and the first day of the event.
    """

    base_on: NDArray[np.int32]
    booked_on: NDArray[np.int32]
    event_start: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class RegisterColumns:
    """What the register says of some players, as columns, ascending by id."""

    ids: NDArray[np.int32]
    birth_year: NDArray[np.int16]
    belongs: NDArray[np.bool_]
    """Whether the player is or was a member of any club."""
    adopts: NDArray[np.bool_]

    def rows(self, players: NDArray[Any]) -> NDArray[np.intp]:
        """Return the row numbers of players."""
        return np.searchsorted(self.ids, players)


def read_register() -> RegisterColumns:
    """Read the data of all players in the register as of today, since imported history
    has no earlier data.
    """
    ids, born, belongs, adopts = packed_row(_REGISTER, {})
    return RegisterColumns(
        ids=unpack(ids, "i4"),
        birth_year=unpack(born, "i2"),
        belongs=unpack(belongs, "u1").astype(np.bool_),
        adopts=unpack(adopts, "u1").astype(np.bool_),
    )


def write_lines(
    events: Events,
    days: GameDays,
    reports: NDArray[np.int64],
    pool: int,
    register: RegisterColumns,
) -> None:
    """Append the games of events to the ledger, `reports` by event.

    The register is locked: no player can be registered, edited or removed until the
    commit.
    """
    _lock_register(events)
    report = np.repeat(reports, events.sizes)
    with large_writes(len(events.games)):
        for part in _parts(len(events.games)):
            columns = _columns(events, days, report, register, part)
            columns["pool_id"] = np.full(len(columns["key"]), pool, np.int64)
            _copy(columns)


def _lock_register(events: Events) -> None:
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE federation_player IN SHARE MODE")
    (packed,) = packed_row(_EVERYBODY, {})
    there = unpack(packed, "i4")
    for colour in ("white", "black"):
        if not np.isin(events.games[colour], there, kind="table").all():
            raise LookupError("A player of the file has been removed meanwhile.")


def _parts(size: int) -> Iterator[slice]:
    for start in range(0, size, COPIED):
        yield slice(start, start + COPIED)


def _columns(
    events: Events,
    days: GameDays,
    report: NDArray[np.int64],
    register: RegisterColumns,
    part: slice,
) -> dict[str, NDArray[Any]]:
    games = events.games[part]
    return {
        "report_id": report[part],
        "key": events.keys[part],
        "played_date": games["day"] - TO_2000,
        "base_on": days.base_on[part] - TO_2000,
        "booked_on": days.booked_on[part] - TO_2000,
        "event_start_date": days.event_start[part] - TO_2000,
        "round": games["round"],
        "board": events.boards[part],
        "score": games["score"].astype(np.int16),
        "played": games["played"],
        "minutes": games["minutes"],
        "length": np.ma.masked_equal(games["length"], 0),
        **_side("white", games, register),
        **_side("black", games, register),
    }


def _side(
    colour: str, games: Any, register: RegisterColumns
) -> dict[str, NDArray[Any]]:
    """Return the columns of one colour. A player with a rating in the line who was never
    a member of any club is from outside; all others are rated here.
    """
    players, rating = games[colour], games[f"{colour}_rating"]
    rows = register.rows(players)
    return {
        f"{colour}_id": players.astype(np.int64),
        f"{colour}_member": register.belongs[rows] | (rating == NO_RATING),
        f"{colour}_outside": np.ma.masked_equal(rating, NO_RATING),
        f"{colour}_adopts": register.adopts[rows],
        f"{colour}_birth_year": register.birth_year[rows],
    }


def _copy(columns: dict[str, NDArray[Any]]) -> None:
    """Copy the rows into the ledger, grouped by the sides that have an outside rating,
    with the kind of that rating.
    """
    given = {
        colour: ~np.ma.getmaskarray(columns[f"{colour}_outside"])
        for colour in ("white", "black")
    }
    shape = given["white"] + 2 * given["black"].astype(np.int8)
    for each in np.unique(shape):
        rows = np.flatnonzero(shape == each)
        chosen = {name: column[rows] for name, column in columns.items()}
        for colour, has in given.items():
            if has[rows[0]]:
                chosen[f"{colour}_outside_kind"] = np.full(len(rows), ESTIMATE)
            else:
                del chosen[f"{colour}_outside"]
        copy_in("ratings_game", chosen)
