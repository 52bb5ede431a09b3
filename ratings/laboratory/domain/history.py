"""A pool's whole history as of a posting number, read into columns in one pass."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.engine.domain.counting import CountingReports
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.step_lines import METHODS, Ids
from ratings.enums import DecisionKind, DecisionsInExperiment
from ratings.ledger.domain.binary_columns import DAYS_TO_2000
from ratings.ledger.queries.packed_rows import packed_row, unpack
from ratings.models import Report
from ratings.rules.backtest.decision_book import EVERYBODY, DecisionEffect, DecisionFact
from ratings.rules.backtest.history import History
from ratings.rules.calendar import day_number
from ratings.rules.step import Lines

_KINDS = {
    "white_id::int4": "i4",
    "black_id::int4": "i4",
    "score": "i2",
    "played_date": "i4",
    "booked_on": "i4",
    "event_start_date": "i4",
    "round": "i2",
    "board": "i2",
    "minutes": "i2",
    "(played::int + 2 * white_member::int + 4 * black_member::int"
    " + 8 * white_adopts::int + 16 * black_adopts::int)::int2": "i2",
    "coalesce(white_outside, -1)::int2": "i2",
    "coalesce(black_outside, -1)::int2": "i2",
    "white_birth_year": "i2",
    "black_birth_year": "i2",
    "report_id::int4": "i4",
    "key::int8": "i8",
    "coalesce(white_mean, -1)::int2": "i2",
    "coalesce(black_mean, -1)::int2": "i2",
    "coalesce(length, 0)::int2": "i2",
}
# Unordered: sorting whole rows takes PostgreSQL longer than it takes NumPy to sort
# numbers.
_GAMES = f"""
SELECT {", ".join(f"array_send(array_agg({column}))" for column in _KINDS)}
FROM ratings_game
WHERE pool_id = %(pool)s AND report_id = ANY(%(reports)s)
  AND booked_on BETWEEN %(first)s AND %(last)s
"""
_DECIDED: dict[str, DecisionEffect] = {
    DecisionKind.START: DecisionEffect.START,
    DecisionKind.ADJUSTMENT: DecisionEffect.ADJUSTMENT,
    DecisionKind.ASSESSED: DecisionEffect.ASSESSED,
    DecisionKind.WITHHOLD_BONUS: DecisionEffect.WITHHELD_BONUS,
    DecisionKind.ACTIVE: DecisionEffect.ACTIVE,
    DecisionKind.INACTIVE: DecisionEffect.NO_LONGER_ACTIVE,
}

_EPOCH = date(1970, 1, 1).toordinal()

Column = NDArray[Any]


@dataclass(frozen=True, slots=True)
class PoolHistory:
    """A history, the players' ids by row, and the decisions about them."""

    history: History
    ids: Ids
    decided: tuple[DecisionFact, ...]


def read_history(
    pool_id: int, number: int, decisions: DecisionsInExperiment, until: date
) -> PoolHistory:
    """Read everything that counts in a pool as of a posting number; the history
    continues at least until the day `until`.

    The caller provides one database snapshot, so that everything read is consistent.
    """
    snapshot = LedgerSnapshot.of(pool_id, number)
    counting = snapshot.reports_at(number)
    events = _Events.of(counting)
    columns = _columns(counting)
    players = tuple(counting.aliases.resolved(column) for column in columns[:2])
    lines = [
        line for line in snapshot.decisions_at(number) if _is_kept(line.kind, decisions)
    ]
    named = np.array([line.player_id for line in lines if line.player_id], np.int64)
    ids, lookup = _ids_and_rows(*players, named)
    white, black = (lookup.take(column) for column in players)
    return PoolHistory(
        _history(columns, white, black, len(ids), events, day_number(until)),
        ids,
        tuple(
            DecisionFact(
                day_number(line.on_date),
                _DECIDED[line.kind],
                EVERYBODY if line.player_id is None else int(lookup[line.player_id]),
                float(line.points or 0),
            )
            for line in lines
        ),
    )


def _ids_and_rows(*named: Ids) -> tuple[Ids, Ids]:
    """Return the given ids in ascending order without duplicates, and the row of each
    by id.
    """
    most = max(int(ids.max(initial=0)) for ids in named)
    there = np.zeros(most + 1, np.bool_)
    for ids in named:
        there[ids] = True
    return np.flatnonzero(there), np.cumsum(there) - 1


def _is_kept(kind: str, decisions: DecisionsInExperiment) -> bool:
    """Return whether a decision is part of the history. A decision of the board about
    an event depends on the rules that rated it, so an experiment with other rules
    leaves it out.
    """
    if decisions == DecisionsInExperiment.STARTS:
        return kind == DecisionKind.START
    return decisions == DecisionsInExperiment.ALL and kind in _DECIDED


@dataclass(frozen=True, slots=True)
class _Events:
    """The reports that count, by id ascending, which are the history's events."""

    counting: CountingReports
    sources: Ids
    """The place of each one's source, by kind and number."""
    first: Column
    """Day numbers."""
    last: Column
    method: Column
    """int8: how each is rated (`Lines.method`)."""
    large: Column

    @classmethod
    def of(cls, counting: CountingReports) -> "_Events":
        ascending = np.argsort(counting.ids)
        counting = replace(
            counting,
            ids=counting.ids[ascending],
            start=counting.start[ascending],
            first=counting.first[ascending],
            last=counting.last[ascending],
            final=counting.final[ascending],
            whole=counting.whole[ascending],
        )
        rows = list(
            Report.objects.filter(pk__in=counting.ids.tolist())
            .order_by("pk")
            .values_list(
                "source_kind", "source_number", "end_date", "method", "is_large"
            )
        )
        sources = np.zeros(len(rows), np.int64)
        by_source = sorted(range(len(rows)), key=lambda at: rows[at][:2])
        sources[by_source] = np.arange(len(rows))
        planned = np.array([row[2].toordinal() for row in rows], np.int64)
        # A finished event ends on its planned day, a running one with its last game.
        ended = np.where(
            counting.final, np.maximum(planned, counting.last), counting.last
        )
        return cls(
            counting,
            sources,
            (counting.start - _EPOCH).astype(np.int32),
            (ended - _EPOCH).astype(np.int32),
            np.array([METHODS[row[3]] for row in rows], np.int8),
            np.array([row[4] for row in rows], np.bool_),
        )

    def of_lines(self, at: Column, white: Column, black: Column) -> dict[str, Column]:
        """Return the columns with the facts of each line's event (its place `at`),
        empty if no event has any; `white` and `black` are the means on the lines.
        """
        if not (self.method.any() or self.large.any()):
            return {}
        return {
            "method": self.method.take(at),
            "white_mean": _rating(white),
            "black_mean": _rating(black),
            "large": self.large.take(at),
        }


def _columns(counting: CountingReports) -> list[Column]:
    """Return the games' columns, read year by year, because an array of the database
    has a size limit.
    """
    if not len(counting.ids):
        return [np.empty(0, kind) for kind in _KINDS.values()]
    first = date.fromordinal(int(counting.first.min())).year
    last = date.fromordinal(int(counting.last.max())).year
    parts = [_year(counting, year) for year in range(first, last + 1)]
    return [np.concatenate(columns) for columns in zip(*parts, strict=True)]


def _year(counting: CountingReports, year: int) -> list[Column]:
    first, last = date(year, 1, 1), date(year, 12, 31)
    reach = counting.first <= last.toordinal()
    reach &= counting.last >= first.toordinal()
    parameters = {
        "pool": counting.pool_id,
        "first": first,
        "last": last,
        "reports": counting.ids[reach].tolist(),
    }
    return [
        unpack(packed, kind)
        for packed, kind in zip(
            packed_row(_GAMES, parameters), _KINDS.values(), strict=True
        )
    ]


def _history(
    columns: list[Column],
    white: Column,
    black: Column,
    players: int,
    events: _Events,
    until: int,
) -> History:
    (
        _white, _black, score, played_on, booked, begun, round_, board, minutes, flags,
        white_outside, black_outside, white_born, black_born, report, key,
        white_mean, black_mean, length,
    ) = columns  # fmt: skip
    at = np.searchsorted(events.counting.ids, report)
    source = events.sources.take(at)
    order = _order_of_play(played_on, begun, round_, board, source, key)
    lines = Lines(
        white=white,
        black=black,
        score=score.astype(np.int8),
        played=flags & 1 > 0,
        minutes=minutes,
        white_member=flags & 2 > 0,
        black_member=flags & 4 > 0,
        white_outside=_rating(white_outside),
        black_outside=_rating(black_outside),
        white_adopts=flags & 8 > 0,
        black_adopts=flags & 16 > 0,
        white_birth_year=white_born,
        black_birth_year=black_born,
        day=played_on + np.int32(DAYS_TO_2000),
        event=at,
        length=length if length.any() else None,
        **events.of_lines(at, white_mean, black_mean),
    ).take(order)
    # An event booked as a whole under one system is booked game by game under another.
    days = np.where(events.counting.whole.take(at), played_on, booked)
    days = days.take(order) + np.int32(DAYS_TO_2000)
    return History(
        players=players,
        lines=lines,
        booked=days,
        event_first=events.first,
        event_last=events.last,
        event_finished=events.counting.final,
        birth_year=_birth_years(lines, players),
        last_day=max(until, int(days.max(initial=until))),
    )


def _birth_years(lines: Lines, players: int) -> NDArray[np.int16]:
    """Return the years of birth by player; 0 where unknown."""
    born = np.zeros(players, np.int16)
    np.maximum.at(born, lines.white, lines.white_birth_year)
    np.maximum.at(born, lines.black, lines.black_birth_year)
    return born


def _order_of_play(
    played_on: Column,
    begun: Column,
    round_: Column,
    board: Column,
    source: Column,
    key: Column,
) -> Column:
    """Return the order that `step_lines` has. The days are packed into one number, and
    the places within a day into another.
    """
    day = (played_on.astype(np.int64) << 32) + begun
    place = (round_.astype(np.int64) << 48) + (board.astype(np.int64) << 32) + source
    return np.lexsort((key, place, day))


def _rating(stored: Column) -> NDArray[np.float32]:
    return np.where(stored < 0, np.float32(np.nan), stored.astype(np.float32))
