"""Computing a pool anew from a step on, all players at once.

From the first step on, the rows go into the spare slot, which gets its indexes when
they are in; from a later step on, or while that slot may still be read, the rows from
there are deleted and written again where they are. The latter takes several times as
long for a row, so that from an early step on everything is computed anew.
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
from ratings.engine.domain.step_facts import state_of_all, state_of_players
from ratings.engine.domain.step_lines import Ids
from ratings.engine.domain.time_line import PoolStep
from ratings.ledger.domain.slots import Slots
from ratings.ledger.domain.spare_filling import filling_spare, send_here
from ratings.ledger.queries.packed_rows import packed_row, unpack
from ratings.ledger.queries.standing_rows import CHANGES
from ratings.rules.step import State

PLAYERS_READ_UP_TO = 5_000
"""With so few games in the steps only their players are read."""

# Microseconds, as `bench.corrections` and `bench.replay_postgres` measured them with ten
# million games; only the proportions matter.
GAME_IN_PLACE = 33.0
"""For a game of the steps that are replaced: their rows are deleted, and written again
under all indexes."""
PLAYER_IN_PLACE = 7.0
"""For a player on the live list, once: the rating before those steps is read, and the live
list's row replaced."""
GAME_BESIDE = 3.0
"""For any game of the pool: rows go into an empty slot, and its indexes are made of them."""
PLAYER_BESIDE = 3.0
"""For a player on the live list, whose row is replaced."""
START_BESIDE = 50_000.0
"""For emptying the spare slot, whatever is written into it then."""

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
    """A replay into the spare slot is the cheapest way, and it has not been emptied."""


@dataclass(frozen=True, slots=True)
class ReplayCost:
    """How many games a step has, `here`, and how many are `left` with it; and the
    microseconds it takes to compute all of them anew: `in_place`, or `beside`, all steps
    of the pool into the spare slot (inf where that cannot be).
    """

    here: int
    left: int
    in_place: float
    beside: float

    @property
    def least(self) -> float:
        """The cost of the cheaper one."""
        return min(self.in_place, self.beside)

    @property
    def is_beside_cheaper(self) -> bool:
        """Is everything computed anew in less time than the last steps are replaced."""
        return self.beside < self.in_place


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a replay did; `whole`: to everybody; `beside`: into the spare slot."""

    steps: int
    games: int
    players: int
    rows: int
    whole: bool
    beside: bool


def replay_pool(
    snapshot: LedgerSnapshot, slots: Slots, tail: list[PoolStep], day: date
) -> Replayed:
    """Compute the `tail`, the last steps of the pool, and replace all rows that ended
    on that day or later; where that is cheaper, compute all steps. Raises ReportAtFault
    or SpareSlotWanted.
    """
    if replay_cost(snapshot, slots, tail[0]).is_beside_cheaper:
        if slots.can_fill:
            return _replay(snapshot, slots, snapshot.steps(), date.min)
        raise SpareSlotWanted
    return _replay(snapshot, slots, tail, day)


def replay_cost(snapshot: LedgerSnapshot, slots: Slots, step: PoolStep) -> ReplayCost:
    """Return what it takes to compute the steps from this one on anew. How many players
    the live list has is the planner's estimate: to count them would cost more than what
    it decides.
    """
    asked: dict[str, Any] = {
        "pool": snapshot.pool_id,
        "posted": snapshot.posted,
        "first": step.start_date,
        "last": step.end_date,
        "live": f"ratings_currentrating_{snapshot.pool_id}",
    }
    with connection.cursor() as cursor:
        cursor.execute(_GAMES_AND_PLAYERS, asked)
        here, left, everything, players = cursor.fetchone()
    on_list = float(players or 0)
    beside = START_BESIDE + GAME_BESIDE * float(everything) + PLAYER_BESIDE * on_list
    return ReplayCost(
        int(here),
        int(left),
        GAME_IN_PLACE * float(left) + PLAYER_IN_PLACE * on_list,
        beside if _can_be_beside(snapshot, slots) else inf,
    )


def _can_be_beside(snapshot: LedgerSnapshot, slots: Slots) -> bool:
    """Return whether all steps may be computed anew into the spare slot. Not where
    corrections are carried, since these are worked out on the rows of earlier steps; and
    not where tournaments are rated one by one, which costs more than GAME_BESIDE.
    """
    if snapshot.shut or not (slots.can_fill or slots.may_empty):
        return False
    return not any(step.by_tournament for step in snapshot.steps())


def _replay(
    snapshot: LedgerSnapshot, slots: Slots, steps: list[PoolStep], day: date
) -> Replayed:
    pool_id = snapshot.pool_id
    has_earlier = _rows_before(pool_id, day)
    # From the pool's first step on everybody's start rating is booked, however old.
    ids = _concerned(snapshot, steps) if has_earlier else None
    everybody = ids is None
    if ids is None:
        ids = _everybody()
    lookup = _lookup(ids)
    run = ReplayContext(snapshot, ids, lookup, StepKey(day, date.min))
    state = _state_before(run, steps[0], everybody=everybody)
    # What is carried is worked out on the rows of earlier steps: they have to stand.
    beside = everybody and not snapshot.shut and not has_earlier and slots.can_fill
    before = _players_from(pool_id, day) if has_earlier else None
    if not beside:
        _delete_from(slots, day)
    live, replaying = LiveRows(ids), Replaying(run, state, steps)
    slot = slots.spare if beside else slots.standing
    with filling_spare(slots) if beside else nullcontext(send_here) as send:
        rows = _write_steps(replaying, ChangeWriter(slots, slot, send), live)
        if beside:
            send(slots.index_spare)
        if before is None:
            live.write_all(pool_id, replaying.state)
        else:
            live.write(pool_id, replaying.state, before)
    if beside:
        slots.make_spare_current()
    players = int(np.count_nonzero(~np.isnan(replaying.state.rating)))
    return Replayed(
        len(steps), replaying.games, players, rows, whole=everybody, beside=beside
    )


def _write_steps(replaying: Replaying, writer: ChangeWriter, live: LiveRows) -> int:
    """Compute the steps, write their rows and return how many there are."""
    run = replaying.run
    for done in replaying:
        writer.add(done.step.key, done.outcome, run.ids[done.rows])
        live.take(done.step.key, done.outcome, done.rows)
        if run.snapshot.shut:
            writer.write()
    return writer.finish()


def forget_everybody(slots: Slots) -> None:
    """Delete all rows of a pool that has no step any more."""
    _delete_from(slots, date.min)
    delete_all_live_rows(slots.pool_id)


def _concerned(snapshot: LedgerSnapshot, steps: list[PoolStep]) -> Ids | None:
    """Return the players of the steps (ids, ascending), where these are only
    tournaments with few games and the current period; None means everybody.
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
    """Return each player's row by id, -1 for players without one."""
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
    """Return everybody on the live list whose newest step ends on this day or later."""
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
            [slots.pool_id, slots.standing, day],
        )
