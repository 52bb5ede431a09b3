"""Explaining a player's step by the rules that computed it, on the same rows.

The live rating is explained on the ledger as of the number to which the pool is
computed and on the state that the steps before left. A published list is
explained on its own entries and the ledger as of its own number, so that no later
correction can change the explanation.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

import numpy as np
from django.db.models import F, Max, OuterRef, Subquery

from ratings.domain.counting import reports_as_of
from ratings.domain.step_facts import (
    decisions_as_of,
    decisions_of_step,
    state_of_players,
    with_memory,
)
from ratings.domain.step_lines import Ids, StepLines, read_lines
from ratings.domain.time_line import Step, steps_of
from ratings.enums import StartFrom
from ratings.models import Game, ListEntry, Period, RatingList
from ratings.models.ledger import GameQuerySet
from ratings.rules.calendar import day_number
from ratings.rules.explained import ExplainedStep
from ratings.rules.step import State


@dataclass(frozen=True, slots=True)
class Explanation:
    """The working of a player's step, with the ids behind its rows.

    `players` (p) are player ids by row of State, `reports` and `keys` (n) name the
    ledger's line by row of Lines.
    """

    step: ExplainedStep
    players: Ids
    reports: Ids
    keys: Ids


@dataclass(frozen=True, slots=True)
class _Asked:
    """Whose step, as of which posting number."""

    pool_id: int
    player_id: int
    step: Step
    number: int


def explain_live(
    pool_id: int, player_id: int, end_date: date, number: int
) -> Explanation | None:
    """The working behind the derived rows of the step that ends on that day.

    `number` is the one to which the pool is computed. None when no step ends on
    the day. Raises CannotCompute as `System.explain_player` does.
    """
    step = _step(pool_id, end_date)
    if step is None:
        return None
    asked = _Asked(pool_id, player_id, step, number)
    return _explain(asked, lambda players: state_of_players(pool_id, players, step))


def explain_listed(this: RatingList, player_id: int) -> Explanation | None:
    """The working behind the player's entry on a published list, the same for ever.

    None when the list's period is gone. Raises CannotCompute as
    `System.explain_player` does.
    """
    step = _step(this.pool_id, this.period.end_date)
    if step is None:
        return None
    step = replace(step, closed=_was_closed(this))
    asked = _Asked(this.pool_id, player_id, step, this.posting_number)
    return _explain(asked, lambda players: _state_of_list(asked, this.pk, players))


def _step(pool_id: int, end_date: date) -> Step | None:
    return next((s for s in steps_of(pool_id) if s.end_date == end_date), None)


def _was_closed(this: RatingList) -> bool:
    """Had the next period begun when the list was built."""
    return Period.objects.filter(
        pool_id=this.pool_id,
        end_date__gt=this.period.end_date,
        posted__lte=this.posting_number,
    ).exists()


def _explain(asked: _Asked, state_of: Callable[[Ids], State]) -> Explanation:
    lines = _own_lines(asked)
    players = np.union1d(lines.players(), np.array([asked.player_id]))
    row_of = {int(player): row for row, player in enumerate(players)}
    step = asked.step
    explained = step.system.explain_player(
        lines.placed(
            np.searchsorted(players, lines.lines.white),
            np.searchsorted(players, lines.lines.black),
        ),
        state_of(players),
        decisions_of_step(
            decisions_as_of(asked.pool_id, asked.number),
            step.start_date,
            step.end_date,
            row_of.get,
            len(players),
        ),
        step.span,
        step.parameters,
        row_of[asked.player_id],
    )
    return Explanation(explained, players, lines.reports, lines.keys)


def _own_lines(asked: _Asked) -> StepLines:
    counting = reports_as_of(asked.pool_id, asked.number)
    days = counting.step(asked.step.start_date, asked.step.end_date)
    return read_lines(days, np.array([asked.player_id]))


def _state_of_list(asked: _Asked, list_id: int, players: Ids) -> State:
    """What was known when the list's step began. Of the opponents only the rating
    is asked for; a newcomer had none, whatever base the list gives.
    """
    system = asked.step.system
    state = State.unknown(len(players), system.memory, fractional=system.fractional)
    entries = ListEntry.objects.filter(
        pool_id=asked.pool_id, list_id=list_id, player_id__in=players.tolist()
    )
    memory = {}
    for entry in entries.only("player_id", "base", "start_from", "memory"):
        row = int(np.searchsorted(players, entry.player_id))
        if entry.start_from == StartFrom.RATING and entry.base is not None:
            state.rating[row] = entry.base
        memory[row] = entry.memory
    state = with_memory(state, memory)
    own = int(np.searchsorted(players, asked.player_id))
    earlier = _played_before(asked)
    last_played = earlier.aggregate(last=Max("played_date"))["last"]
    if last_played is not None:
        state.last_played[own] = day_number(last_played)
    state.adopts[own] = _adopted(asked, earlier)
    return state


def _played_before(asked: _Asked) -> GameQuerySet:
    """The player's games of earlier steps as of the number, forfeits left out."""
    return Game.objects.of_player(asked.player_id).filter(
        pool_id=asked.pool_id,
        booked_on__lt=asked.step.start_date,
        played=True,
        report__countings__span__contains=asked.number,
    )


def _adopted(asked: _Asked, earlier: GameQuerySet) -> bool:
    """The district's choice on the latest of these games."""
    period = Period.objects.filter(
        pool_id=asked.pool_id,
        start_date__lte=OuterRef("booked_on"),
        end_date__gte=OuterRef("booked_on"),
    )
    latest = (
        earlier.annotate(
            step=Subquery(period.values("end_date")[:1]),
            kind=F("report__source_kind"),
            source=F("report__source_number"),
        )
        .order_by(
            "-step", "-played_date", "-event_start_date", "-round", "-board",
            "-kind", "-source", "-key",
        )
        .first()
    )  # fmt: skip
    if latest is None:
        return False
    is_white = latest.white_id == asked.player_id
    return latest.white_adopts if is_white else latest.black_adopts
