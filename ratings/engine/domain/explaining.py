"""Explain a player's step by the rules that computed it, on the same rows.

The live rating is explained from the ledger as of the number to which the pool is
computed, and from the state that the earlier steps left. A published list is
explained from its own entries and the ledger as of its own number, so that no later
correction can change the explanation.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

import numpy as np
from django.db.models import F, Max, OuterRef, Subquery

from ratings.engine.domain.late_adjustments import late_adjustments_of
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.listed_steps import state_of_listed
from ratings.engine.domain.step_decisions import decisions_of_step
from ratings.engine.domain.step_lines import (
    Ids,
    StepLines,
    read_lines,
    read_whole_lines,
)
from ratings.engine.domain.step_state import state_of_step, with_memory
from ratings.engine.domain.time_line import PoolStep
from ratings.enums import BaseOrigin
from ratings.models import Game, ListEntry, Period, RatingList
from ratings.models.ledger import GameQuerySet
from ratings.rules.calendar import day_number
from ratings.rules.explained import ExplainedStep
from ratings.rules.step import State


@dataclass(frozen=True, slots=True)
class CarriedPoints:
    """Points for days of an approved period, booked in a later one."""

    start_date: date
    end_date: date
    points: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """The working of a player's step, with the ids behind its rows.

    `players` (p) are player ids by row of State; `reports` and `keys` (n) identify the
    ledger's game by row of Lines. `carried` is part of the step's adjustment.
    """

    step: ExplainedStep
    players: Ids
    reports: Ids
    keys: Ids
    carried: tuple[CarriedPoints, ...] = ()


@dataclass(frozen=True, slots=True)
class _StepToExplain:
    """The player, step and ledger snapshot that are to be explained."""

    snapshot: LedgerSnapshot
    player_id: int
    step: PoolStep

    @property
    def pool_id(self) -> int:
        return self.snapshot.pool_id

    @property
    def number(self) -> int:
        """The posting number as of which the step is computed."""
        return self.snapshot.number(self.step.end_date)

    @property
    def cards(self) -> list[int]:
        """The player's own card and those that lead to it."""
        aliases = self.snapshot.reports(self.step.end_date).aliases
        return aliases.cards([self.player_id])


def explain_live(
    pool_id: int, player_id: int, end_date: date, number: int, report_id: int = 0
) -> Explanation | None:
    """Return the working behind the derived rows of the period that ends on `end_date`,
    or of the tournament of report `report_id` if it is rated as a whole.

    `number` is the posting number to which the pool is computed. None if there is no
    such step. Raises CannotCompute as `System.explain_player` does.
    """
    target = _step_of(pool_id, player_id, end_date, number, report_id)
    return None if target is None else _explain_live(target)


def explain_step(
    snapshot: LedgerSnapshot, player_id: int, step: PoolStep
) -> Explanation:
    """Return the working of a step of this snapshot, which several explanations may
    share.

    Raises CannotCompute as `System.explain_player` does.
    """
    person = snapshot.reports(step.end_date).aliases.person(player_id)
    return _explain_live(_StepToExplain(snapshot, person, step))


def _explain_live(target: _StepToExplain) -> Explanation:
    return _explain(
        target, lambda players: state_of_step(target.pool_id, players, target.step)
    )


def explain_listed(
    rating_list: RatingList, player_id: int, report_id: int = 0
) -> Explanation | None:
    """Return the working behind the player's entry on a published list: of its period,
    or of the tournament of report `report_id`. It is the same for ever.

    None if the step no longer exists. Raises CannotCompute as `System.explain_player`
    does.
    """
    target = _step_of(
        rating_list.pool_id,
        player_id,
        rating_list.end_date,
        rating_list.posting_number,
        report_id,
    )
    if target is None:
        return None
    step = target.step
    if step.by_tournament:
        return _explain(
            target, lambda players: state_of_listed(rating_list, step, players)
        )
    target = replace(target, step=replace(step, closed=_was_closed(rating_list)))
    return _explain(
        target, lambda players: _state_of_list(target, rating_list.pk, players)
    )


def _step_of(
    pool_id: int, player_id: int, end_date: date, number: int, report_id: int
) -> _StepToExplain | None:
    snapshot = LedgerSnapshot.of(pool_id, number)
    for step in snapshot.steps():
        is_period = step.end_date == end_date and not step.carries_over
        if step.report_id == report_id and (report_id or is_period):
            person = snapshot.reports(step.end_date).aliases.person(player_id)
            return _StepToExplain(snapshot, person, step)
    return None


def _was_closed(rating_list: RatingList) -> bool:
    """Return whether the next period had begun when the list was built."""
    return Period.objects.filter(
        pool_id=rating_list.pool_id,
        end_date__gt=rating_list.end_date,
        posted__lte=rating_list.posting_number,
    ).exists()


def _explain(target: _StepToExplain, state_of: Callable[[Ids], State]) -> Explanation:
    lines = _lines(target)
    players = np.union1d(lines.players(), np.array([target.player_id]))
    row_of = {int(player): row for row, player in enumerate(players)}
    step = target.step
    carried = late_adjustments_of(target.snapshot, step)
    explained = step.system.explain_player(
        lines.placed(
            np.searchsorted(players, lines.lines.white),
            np.searchsorted(players, lines.lines.black),
        ),
        state_of(players),
        decisions_of_step(
            target.snapshot.decisions(step.end_date),
            step,
            row_of.get,
            len(players),
            carried.booked,
        ),
        step.span,
        step.parameters,
        row_of[target.player_id],
    )
    return Explanation(
        explained,
        players,
        lines.reports,
        lines.keys,
        tuple(
            CarriedPoints(earlier.start_date, earlier.end_date, points)
            for earlier, points in carried.parts.get(target.player_id, ())
        ),
    )


def _lines(target: _StepToExplain) -> StepLines:
    """Return the player's own lines, or all lines of a tournament rated as a whole."""
    games = target.step.games(target.snapshot.reports(target.step.end_date))
    if target.step.by_tournament:
        return read_whole_lines(games)
    return read_lines(games, np.array([target.player_id]))


def _state_of_list(target: _StepToExplain, list_id: int, players: Ids) -> State:
    """Return the state in which the list's step began. Of an opponent it has only the
    rating and the memory; a newcomer had no rating, whatever base the list shows.
    """
    system = target.step.system
    state = State.unknown(len(players), system.memory, fractional=target.step.exact)
    entries = ListEntry.objects.filter(
        pool_id=target.pool_id, list_id=list_id, player_id__in=players.tolist()
    )
    memory = {}
    for entry in entries.only("player_id", "base", "start_from", "memory"):
        row = int(np.searchsorted(players, entry.player_id))
        if entry.start_from == BaseOrigin.RATING and entry.base is not None:
            state.rating[row] = entry.base
        memory[row] = entry.memory
    state = with_memory(state, memory)
    own = int(np.searchsorted(players, target.player_id))
    earlier = _played_before(target)
    last_played = earlier.aggregate(last=Max("played_date"))["last"]
    if last_played is not None:
        state.last_played[own] = day_number(last_played)
    state.adopts[own] = _adopted(target, earlier)
    return state


def _played_before(target: _StepToExplain) -> GameQuerySet:
    """Return the player's played games of earlier steps as of the number."""
    return Game.objects.of_players(target.cards).filter(
        pool_id=target.pool_id,
        booked_on__lt=target.step.start_date,
        played=True,
        report__countings__span__contains=target.number,
    )


def _adopted(target: _StepToExplain, earlier: GameQuerySet) -> bool:
    """Return the district's choice as recorded on the latest of these games."""
    period = Period.objects.filter(
        pool_id=target.pool_id,
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
    is_white = latest.white_id in target.cards
    return latest.white_adopts if is_white else latest.black_adopts
