"""What a list stores about the steps of its period, if there are several: each with
what was known of all its players when it was booked.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.step_lines import Ids, read_whole_lines
from ratings.engine.domain.step_state import state_of_step, with_memory
from ratings.engine.domain.time_line import PoolStep
from ratings.models import Change, ListStep, Period, RatingList
from ratings.rules.step import State

_DONE = (
    "before", "change", "bonus", "deduction", "adjustment", "after", "games", "score",
)  # fmt: skip
AT_ONCE = 2000


def store_listed_steps(rating_list: RatingList, period: Period) -> None:
    """Copy the steps that ended in the list's period to the list. A plain calendar
    period is left out, because the list's own entries contain all of it.
    """
    snapshot = LedgerSnapshot.of(rating_list.pool_id, rating_list.posting_number)
    for step in snapshot.steps():
        is_own = step.by_tournament or step.carries_over
        if is_own and period.start_date <= step.end_date <= period.end_date:
            players = read_whole_lines(
                step.games(snapshot.reports(step.end_date))
            ).players()
            rows = _rows(rating_list, step, players)
            ListStep.objects.bulk_create(rows, batch_size=AT_ONCE)


def state_of_listed(rating_list: RatingList, step: PoolStep, players: Ids) -> State:
    """Read the state of these players (ids, ascending) when the list's step was booked,
    as stored with the list.
    """
    system = step.system
    state = State.unknown(len(players), system.memory, fractional=step.exact)
    standing = state.rating.copy()
    watched = np.full((len(players), len(step.watched_days)), np.nan, np.float64)
    memory = {}
    kept = ListStep.objects.filter(
        list_id=rating_list.pk,
        report_id=step.report_id,
        ended_on=step.end_date,
        started_on=step.start_date,
        player_id__in=players.tolist(),
    )
    for each in kept:
        row = int(np.searchsorted(players, each.player_id))
        state.rating[row] = _number(each.rating)
        standing[row] = _number(each.standing)
        watched[row] = [_number(value) for value in each.watched or ()]
        memory[row] = each.memory
    state = with_memory(state, memory)
    if not step.report_id:
        return state
    return State(
        state.rating,
        state.last_played,
        state.adopts,
        state.memory,
        state.tails,
        standing,
        watched if watched.shape[1] else None,
    )


def _rows(rating_list: RatingList, step: PoolStep, players: Ids) -> Iterator[ListStep]:
    key = step.key
    of_step: dict[str, Any] = {
        "ended_on": key.ended_on,
        "started_on": key.started_on,
        "report_id": key.report_id,
    }
    changes = Change.objects.of_pool(rating_list.pool_id).filter(**of_step)
    done = {row["player_id"]: row for row in changes.values("player_id", *_DONE)}
    everybody = np.union1d(players, np.array(sorted(done), np.int64)).astype(np.int64)
    state = state_of_step(rating_list.pool_id, everybody, step)
    for row, player in enumerate(everybody.tolist()):
        known = _known(state, row)
        yield ListStep(
            pool_id=rating_list.pool_id,
            list_id=rating_list.pk,
            **of_step,
            **known,
            **done.get(player, _nothing_done(player, known["standing"])),
        )


def _known(state: State, row: int) -> dict[str, Any]:
    watched, memory = state.watched, state.memory
    memory_row = None if memory is None else memory[row]
    return {
        "rating": _stored(state.rating[row]),
        "standing": _stored(state.now[row]),
        "watched": None
        if watched is None
        else [_stored(each) for each in watched[row]],
        "memory": None
        if memory_row is None or np.isnan(memory_row).all()
        else memory_row.tolist(),
    }


def _nothing_done(player: int, standing: float | None) -> dict[str, Any]:
    """Return the columns of a player who takes part without a game that counts."""
    return {
        "player_id": player,
        **dict.fromkeys(_DONE, 0),
        "before": standing,
        "after": standing,
    }


def _stored(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _number(value: float | None) -> float:
    return np.nan if value is None else value
