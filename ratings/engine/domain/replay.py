"""Recompute a pool from a step on, all players at once.

A replay from the first step writes the rows into the spare slot, which gets its indexes
afterwards. From a later step, or while that slot may still be read, it deletes the rows
from that step on and writes them again in place. That takes several times as long for
each row, so a replay from an early step recomputes everything instead.
"""

from contextlib import nullcontext
from dataclasses import dataclass
from datetime import date
from math import inf
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from ratings.engine.domain.derived_rows import ChangeWriter, StepKey
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.live_rows import LiveRows, delete_all_live_rows
from ratings.engine.domain.replayed_steps import ReplayContext, Replaying
from ratings.engine.domain.step_lines import Ids
from ratings.engine.domain.step_state import state_of_all, state_of_players
from ratings.engine.domain.time_line import PoolStep
from ratings.ledger.domain.slots import Slots
from ratings.ledger.domain.spare_filling import filling_spare, send_here
from ratings.ledger.queries.current_rows import CHANGES
from ratings.ledger.queries.packed_rows import packed_row, unpack
from ratings.rules.step import State

PLAYERS_READ_UP_TO = 5_000
"""If the steps have no more games than this, only their players are read."""

# Microseconds, as `bench.corrections` and `bench.replay_postgres` measured them with ten
# million games; only the proportions matter.
GAME_IN_PLACE = 33.0
"""For a game of the steps that are replaced: its rows are deleted, and written again
under all indexes."""
PLAYER_IN_PLACE = 7.0
"""For each player on the live list: the rating before those steps is read, and the live
list's row replaced."""
GAME_INTO_SPARE = 3.0
"""For any game of the pool: rows go into an empty slot, then its indexes are built."""
PLAYER_INTO_SPARE = 3.0
"""For each player on the live list, whose row is replaced."""
START_INTO_SPARE = 50_000.0
"""For emptying the spare slot, whatever is then written into it."""

_GAMES_AND_PLAYERS = """
SELECT coalesce(sum(report.games) FILTER (
    WHERE report.last_booked_date >= %(first)s AND report.first_booked_date <= %(last)s
  ), 0),
  coalesce(sum(report.games) FILTER (WHERE report.last_booked_date >= %(first)s), 0),
  coalesce(sum(report.games), 0),
  (SELECT greatest(reltuples, 0) FROM pg_class WHERE relname = %(live)s)
FROM ratings_counting AS counting JOIN ratings_report AS report
  ON report.id = counting.report_id
WHERE counting.pool_id = %(pool)s AND counting.span @> %(posted)s::bigint
"""


_PLAYERS_OF = """
SELECT array_send(array_agg(id::int4 ORDER BY id)) FROM (
  SELECT white_id AS id FROM ratings_game WHERE report_id = ANY(%(reports)s)
  UNION SELECT black_id FROM ratings_game WHERE report_id = ANY(%(reports)s)
  UNION SELECT unnest(%(decided)s::bigint[])
) AS players
"""


class SpareSlotWanted(Exception):
    """A replay into the spare slot is the cheapest way, but the slot is not empty."""


@dataclass(frozen=True, slots=True)
class ReplayCost:
    """The number of games of a step (`here`), and of this and all later steps (`left`);
    and the microseconds for recomputing: `in_place` replaces these steps, `into_spare`
    writes all steps of the pool into the spare slot (inf if that is impossible).
    """

    here: int
    left: int
    in_place: float
    into_spare: float

    @property
    def cheapest(self) -> float:
        """The cost of the cheaper way."""
        return min(self.in_place, self.into_spare)

    @property
    def is_spare_cheaper(self) -> bool:
        """Whether recomputing all steps takes less time than replacing the last ones."""
        return self.into_spare < self.in_place


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a replay did. `whole`: for all players; `into_spare`: in the spare slot."""

    steps: int
    games: int
    players: int
    rows: int
    whole: bool
    into_spare: bool


def replay_pool(
    snapshot: LedgerSnapshot, slots: Slots, tail: list[PoolStep], day: date
) -> Replayed:
    """Compute the `tail`, the last steps of the pool, and replace all rows that ended
    on `day` or later; or compute all steps if that is cheaper. Raises ReportAtFault or
    SpareSlotWanted.
    """
    if replay_cost(snapshot, slots, tail[0]).is_spare_cheaper:
        if slots.can_fill:
            return _replay(snapshot, slots, snapshot.steps(), date.min)
        raise SpareSlotWanted
    return _replay(snapshot, slots, tail, day)


def replay_cost(snapshot: LedgerSnapshot, slots: Slots, step: PoolStep) -> ReplayCost:
    """Return the cost of recomputing the steps from this one on. The number of players
    on the live list is the query planner's estimate: counting them would cost more than
    the decision saves.
    """
    parameters: dict[str, Any] = {
        "pool": snapshot.pool_id,
        "posted": snapshot.posted,
        "first": step.start_date,
        "last": step.end_date,
        "live": f"ratings_currentrating_{snapshot.pool_id}",
    }
    with connection.cursor() as cursor:
        cursor.execute(_GAMES_AND_PLAYERS, parameters)
        here, left, everything, players = cursor.fetchone()
    on_list = float(players or 0)
    into_spare = (
        START_INTO_SPARE
        + GAME_INTO_SPARE * float(everything)
        + PLAYER_INTO_SPARE * on_list
    )
    return ReplayCost(
        int(here),
        int(left),
        GAME_IN_PLACE * float(left) + PLAYER_IN_PLACE * on_list,
        into_spare if _can_use_spare(snapshot, slots) else inf,
    )


def _can_use_spare(snapshot: LedgerSnapshot, slots: Slots) -> bool:
    """Return whether all steps may be recomputed into the spare slot. Not if
    corrections are carried, since these are computed from the rows of earlier steps;
    and not if tournaments are rated one by one, which costs more than GAME_INTO_SPARE.
    """
    if snapshot.shut or not (slots.can_fill or slots.may_empty):
        return False
    return not any(step.by_tournament for step in snapshot.steps())


def _replay(
    snapshot: LedgerSnapshot, slots: Slots, steps: list[PoolStep], day: date
) -> Replayed:
    pool_id = snapshot.pool_id
    has_earlier = _rows_before(pool_id, day)
    # From the pool's first step on every player's start rating is booked, however old.
    ids = _concerned(snapshot, steps) if has_earlier else None
    everybody = ids is None
    if ids is None:
        ids = _everybody()
    lookup = _lookup(ids)
    run = ReplayContext(snapshot, ids, lookup, StepKey(day, date.min))
    state = _state_before(run, steps[0], everybody=everybody)
    # Corrections are carried by the rows of earlier steps, which must then remain.
    into_spare = everybody and not snapshot.shut and not has_earlier and slots.can_fill
    before = _players_from(pool_id, day) if has_earlier else None
    if not into_spare:
        _delete_from(slots, day)
    live, replaying = LiveRows(ids), Replaying(run, state, steps)
    slot = slots.spare if into_spare else slots.current
    with filling_spare(slots) if into_spare else nullcontext(send_here) as send:
        rows = _write_steps(replaying, ChangeWriter(slots, slot, send), live)
        if into_spare:
            send(slots.index_spare)
        if before is None:
            live.write_all(pool_id, replaying.state)
        else:
            live.write(pool_id, replaying.state, before)
    if into_spare:
        slots.make_spare_current()
    players = int(np.count_nonzero(~np.isnan(replaying.state.rating)))
    return Replayed(
        len(steps),
        replaying.games,
        players,
        rows,
        whole=everybody,
        into_spare=into_spare,
    )


def _write_steps(replaying: Replaying, writer: ChangeWriter, live: LiveRows) -> int:
    """Compute the steps, write their rows and return how many rows there are."""
    run = replaying.run
    for done in replaying:
        writer.add(done.step.key, done.outcome, run.ids[done.rows])
        live.take(done.step.key, done.outcome, done.rows)
        if run.snapshot.shut:
            writer.write()
    return writer.finish()


def delete_all_rows(slots: Slots) -> None:
    """Delete all rows of a pool that no longer has any step."""
    _delete_from(slots, date.min)
    delete_all_live_rows(slots.pool_id)


def _concerned(snapshot: LedgerSnapshot, steps: list[PoolStep]) -> Ids | None:
    """Return the players of the steps (ids, ascending) if these are only tournaments
    with few games and the current period; None means all players.
    """
    if snapshot.shut or any(
        not step.by_tournament or (step.closed and not step.report_id) for step in steps
    ):
        return None
    games = [step.games(snapshot.reports(step.end_date)) for step in steps]
    numbers = sorted({report for each in games for report in each.reports})
    if _count(numbers) > PLAYERS_READ_UP_TO:
        return None
    first = min(step.start_date for step in steps)
    decided = [
        line.player_id
        for line in snapshot.decisions_at(snapshot.posted)
        if line.player_id is not None and line.on_date >= first
    ]
    (packed,) = packed_row(_PLAYERS_OF, {"reports": numbers, "decided": decided})
    aliases = snapshot.reports_at(snapshot.posted).aliases
    return np.unique(aliases.resolved(unpack(packed, "i4")))


def _count(reports: list[int]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(sum(games), 0) FROM ratings_report WHERE id = ANY(%s)",
            [reports],
        )
        return int(cursor.fetchone()[0])


def _everybody() -> Ids:
    """Return all players' ids, ascending."""
    (packed,) = packed_row(
        "SELECT array_send(array_agg(id::int4 ORDER BY id)) FROM federation_player", {}
    )
    return unpack(packed, "i4")


def _lookup(ids: Ids) -> NDArray[Any]:
    """Return each player's row by id, -1 for ids without a row."""
    lookup = np.full(int(ids[-1]) + 1 if len(ids) else 1, -1, np.int32)
    lookup[ids] = np.arange(len(ids), dtype=np.int32)
    return lookup


def _state_before(run: ReplayContext, step: PoolStep, *, everybody: bool) -> State:
    if everybody:
        return state_of_all(run.pool_id, run.lookup, len(run.ids), step, run.before)
    return state_of_players(run.pool_id, run.ids, step, run.before)


def _rows_before(pool_id: int, day: date) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT EXISTS (SELECT FROM {CHANGES} AS change WHERE ended_on < %(day)s)",
            {"pool": pool_id, "day": day},
        )
        return bool(cursor.fetchone()[0])


def _players_from(pool_id: int, day: date) -> Ids:
    """Return the players on the live list whose newest step ends on this day or later."""
    (packed,) = packed_row(
        "SELECT array_send(array_agg(player_id)) FROM ratings_currentrating"
        " WHERE pool_id = %(pool)s AND ended_on >= %(day)s",
        {"pool": pool_id, "day": day},
    )
    return unpack(packed, "i4")


def _delete_from(slots: Slots, day: date) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            f"DELETE FROM {slots.of.table}"
            " WHERE pool_id = %s AND slot = %s AND ended_on >= %s",
            [slots.pool_id, slots.current, day],
        )
