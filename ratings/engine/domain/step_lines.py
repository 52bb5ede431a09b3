"""The games of one step, read from the ledger into the columns of the rules."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from ratings.enums import RatingMethod
from ratings.ledger.domain.binary_columns import DAYS_TO_2000
from ratings.ledger.queries.packed_rows import packed_row, unpack
from ratings.ledger.queries.player_aliases import NOBODY, PlayerAliases
from ratings.rules.played import Method
from ratings.rules.step import Lines

Ids = NDArray[np.int64]

METHODS: dict[str, int] = {
    RatingMethod.GAMES: Method.GAMES,
    RatingMethod.CONCENTRATED: Method.CONCENTRATED,
    RatingMethod.MONRAD: Method.MONRAD,
}
"""How events are rated, numbered as in the rules (`Lines.method`)."""

# If all else is equal the source decides: it stays the same when a version supersedes.
_ORDER = """
  played_date, event_start_date, round, board, source_kind, source_number, key
"""
_COUNTING = "pool_id = %(pool)s AND report_id = ANY(%(reports)s)"
_OF_STEP = f"{_COUNTING} AND booked_on BETWEEN %(first)s AND %(last)s"
# PostgreSQL looks up many numbers by hash only if they have the column's own type.
_OF_PLAYERS = """
  AND (white_id = ANY(%(players)s::bigint[]) OR black_id = ANY(%(players)s::bigint[]))
"""
# A list built here is not looked up by hash: suitable for few players.
_CONCERNED = f"""
WITH concerned AS MATERIALIZED (
  SELECT %(players)s::bigint[] || coalesce(array_agg(DISTINCT met.id), '{{{{}}}}') AS ids
  FROM ratings_game, unnest(ARRAY[white_id, black_id]) AS met (id)
  WHERE {_OF_STEP} AND (white_id = ANY(%(moved)s::bigint[])
    OR black_id = ANY(%(moved)s::bigint[]))
)
"""
_OF_CONCERNED = """
  AND (white_id = ANY((SELECT ids FROM concerned)::bigint[])
    OR black_id = ANY((SELECT ids FROM concerned)::bigint[]))
"""

# Most games of most federations have only players, result and day: these aggregates
# show whether a step needs the columns of `_WHOLE` and their order.
_PLAIN = """
SELECT count(*),
  coalesce(bool_and(played AND white_member AND black_member
    AND white_outside IS NULL AND black_outside IS NULL AND length IS NULL), true),
  coalesce(bool_or(white_adopts OR black_adopts), false),
  coalesce(min(minutes), 0), coalesce(max(minutes), 0),
  array_send(array_agg(white_id::int4)), array_send(array_agg(black_id::int4)),
  array_send(array_agg(score)), array_send(array_agg(played_date)),
  array_send(array_agg(white_birth_year)), array_send(array_agg(black_birth_year)),
  EXISTS (SELECT FROM ratings_report WHERE id = ANY(%(reports)s)
    AND (method <> 'games' OR is_large))
FROM ratings_game WHERE {where}
"""
_WHOLE = f"""
SELECT
  array_send(array_agg(white_id::int4)), array_send(array_agg(black_id::int4)),
  array_send(array_agg(score)), array_send(array_agg(played_date)),
  array_send(array_agg(white_birth_year)), array_send(array_agg(black_birth_year)),
  array_send(array_agg(minutes)),
  array_send(array_agg((played::int + 2 * white_member::int + 4 * black_member::int
    + 8 * white_adopts::int + 16 * black_adopts::int)::int2)),
  array_send(array_agg(coalesce(white_outside, -1)::int2)),
  array_send(array_agg(coalesce(black_outside, -1)::int2)),
  array_send(array_agg(report_id::int4)), array_send(array_agg(key::int8)),
  bool_or(method <> 'games' OR is_large),
  array_send(array_agg((%(methods)s::jsonb ->> method)::int2)),
  array_send(array_agg(coalesce(white_mean, -1)::int2)),
  array_send(array_agg(coalesce(black_mean, -1)::int2)),
  array_send(array_agg(is_large::int::int2)),
  bool_or(length IS NOT NULL), array_send(array_agg(coalesce(length, 0)::int2))
FROM (
  SELECT ratings_game.*, method, is_large FROM ratings_game
  JOIN (SELECT id AS report_id, source_kind, source_number, method, is_large
    FROM ratings_report) AS source USING (report_id)
  WHERE {{where}} ORDER BY {_ORDER}
) AS ordered
"""


@dataclass(frozen=True, slots=True)
class StepLines:
    """A step's games with player ids as in the register; a card that leads to another
    player has that player's id.

    `white` and `black` of `lines` are player ids, not yet rows of a State. `reports`
    and `keys` identify each line's origin; they are empty when the lines were read
    without order (`whole` is False).
    """

    lines: Lines
    reports: Ids
    keys: Ids
    whole: bool

    def players(self) -> Ids:
        """Return the ids of all players in the step, ascending."""
        return np.unique(np.concatenate((self.lines.white, self.lines.black)))

    def placed(self, white: NDArray[Any], black: NDArray[Any]) -> Lines:
        """Return the lines with `white` and `black` as rows of a State."""
        old = self.lines
        return Lines(
            white,
            black,
            *(
                getattr(old, each.name)
                for each in fields(Lines)
                if each.name not in ("white", "black")
            ),
        )

    def counted(self, aliases: PlayerAliases) -> "StepLines":
        """Return the same lines, with each card replaced by the player it counts for."""
        if not aliases:
            return self
        white, black = self.lines.white, self.lines.black
        lines = self.placed(aliases.resolved(white), aliases.resolved(black))
        return replace(self, lines=lines)


@dataclass(frozen=True, slots=True)
class GamesToRead:
    """Which games to read: those that count in the pool and are booked on these days."""

    pool_id: int
    first: date
    last: date
    reports: list[int]
    aliases: PlayerAliases = NOBODY
    """Which cards count for which players."""


def read_lines(games: GamesToRead, players: Ids | None = None) -> StepLines:
    """Return all games of a step, or those with one of the players, in order of play;
    without order if no line's meaning depends on it.
    """
    where = _OF_STEP + (_OF_PLAYERS if players is not None else "")
    parameters = _query_parameters(games, players)
    if players is not None:
        return _whole(where, parameters).counted(games.aliases)
    plain = packed_row(_PLAIN.format(where=where), parameters)
    if _says_more(plain):
        return _whole(where, parameters).counted(games.aliases)
    return _plain_lines(plain).counted(games.aliases)


def read_lines_and_those_met(games: GamesToRead, players: Ids, moved: Ids) -> StepLines:
    """Return all games of a step, in order of play, with one of the players or with an
    opponent of one of those who `moved`. For few players, none of whose cards leads to
    another.
    """
    parameters = _query_parameters(games, players) | {"moved": moved.tolist()}
    return _whole(_OF_STEP + _OF_CONCERNED, parameters, before=_CONCERNED)


def read_whole_lines(games: GamesToRead) -> StepLines:
    """Return all games of a step in order of play, each with its report and key."""
    return _whole(_OF_STEP, _query_parameters(games, None)).counted(games.aliases)


def read_reports(
    pool_id: int, reports: Sequence[int], at_once: int
) -> Iterator[StepLines]:
    """Yield the lines of each of these reports, in the order given, each in order of
    play; they are read together, about `at_once` games at a time.
    """
    for batch in _batches(reports, at_once):
        read = read_whole_lines(GamesToRead(pool_id, date.min, date.max, batch))
        order = np.argsort(read.reports, kind="stable")
        names, begin = np.unique(read.reports[order], return_index=True)
        rows_of = dict(zip(names.tolist(), np.split(order, begin[1:]), strict=True))
        for report in batch:
            rows = rows_of[report]
            yield StepLines(
                read.lines.take(rows), read.reports[rows], read.keys[rows], whole=True
            )


def _batches(reports: Sequence[int], at_once: int) -> Iterator[list[int]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, games FROM ratings_report WHERE id = ANY(%s)", [list(reports)]
        )
        sizes = dict(cursor.fetchall())
    batch: list[int] = []
    waiting = 0
    for report in reports:
        batch.append(report)
        waiting += sizes[report]
        if waiting >= at_once:
            yield batch
            batch, waiting = [], 0
    if batch:
        yield batch


def _query_parameters(games: GamesToRead, players: Ids | None) -> dict[str, object]:
    return {
        "pool": games.pool_id,
        "first": games.first,
        "last": games.last,
        "reports": games.reports,
        "methods": json.dumps(METHODS),
        "players": [] if players is None else games.aliases.cards(players.tolist()),
    }


def _says_more(row: tuple[Any, ...]) -> bool:
    _, plain, adopts, shortest, longest = row[:5]
    return not plain or adopts or shortest != longest or row[11]


def _plain_lines(row: tuple[Any, ...]) -> StepLines:
    count, minutes = row[0], row[3]
    yes, no = np.ones(count, np.bool_), np.zeros(count, np.bool_)
    nothing = np.full(count, np.nan)
    lines = Lines(
        white=unpack(row[5], "i4"),
        black=unpack(row[6], "i4"),
        score=unpack(row[7], "i2"),
        played=yes,
        minutes=np.full(count, minutes, np.int16),
        white_member=yes,
        black_member=yes,
        white_outside=nothing,
        black_outside=nothing,
        white_adopts=no,
        black_adopts=no,
        white_birth_year=unpack(row[9], "i2"),
        black_birth_year=unpack(row[10], "i2"),
        day=unpack(row[8], "i4") + np.int32(DAYS_TO_2000),
    )
    empty = np.empty(0, np.int64)
    return StepLines(lines, empty, empty, whole=False)


def _whole(where: str, parameters: dict[str, object], before: str = "") -> StepLines:
    row = packed_row(f"{before}{_WHOLE}".format(where=where), parameters)
    flags = unpack(row[7], "i2")
    lines = Lines(
        white=unpack(row[0], "i4"),
        black=unpack(row[1], "i4"),
        score=unpack(row[2], "i2"),
        played=flags & 1 > 0,
        minutes=unpack(row[6], "i2"),
        white_member=flags & 2 > 0,
        black_member=flags & 4 > 0,
        white_outside=_rating(unpack(row[8], "i2")),
        black_outside=_rating(unpack(row[9], "i2")),
        white_adopts=flags & 8 > 0,
        black_adopts=flags & 16 > 0,
        white_birth_year=unpack(row[4], "i2"),
        black_birth_year=unpack(row[5], "i2"),
        day=unpack(row[3], "i4") + np.int32(DAYS_TO_2000),
        event=unpack(row[10], "i4"),
        length=unpack(row[18], "i2") if row[17] else None,
        **(_of_events(row) if row[12] else {}),
    )
    return StepLines(lines, unpack(row[10], "i4"), unpack(row[11], "i8"), whole=True)


def _of_events(row: tuple[Any, ...]) -> dict[str, Any]:
    """Unpack the columns about the events of reports."""
    return {
        "method": unpack(row[13], "i2").astype(np.int8),
        "white_mean": _rating(unpack(row[14], "i2")),
        "black_mean": _rating(unpack(row[15], "i2")),
        "large": unpack(row[16], "i2").astype(np.bool_),
    }


def _rating(stored: NDArray[Any]) -> NDArray[np.float64]:
    return np.where(stored < 0, np.nan, stored.astype(np.float64))
