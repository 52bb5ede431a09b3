"""Book in the open period what was posted too late for a period that stays as it is.

Only the direct effect is booked: what the players concerned would have gained in that
period on the ratings with which it was computed, less what they did gain.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date

import numpy as np

from ratings.engine.domain.changes_between import changed_between
from ratings.engine.domain.counting import CountingReports
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.report_faults import (
    ReportAtFault,
    others_at_fault,
    rate_players,
)
from ratings.engine.domain.shut_periods import (
    aliases_then,
    cards_in_events,
    decisions_for,
    decisions_for_event,
    owners_now,
    players_of_closing,
    players_of_period,
    reports_for,
)
from ratings.engine.domain.step_decisions import BookedPoints, DecisionLine
from ratings.engine.domain.step_lines import (
    Ids,
    StepLines,
    read_lines,
    read_whole_lines,
)
from ratings.engine.domain.step_state import state_of_players, state_of_step
from ratings.engine.domain.time_line import PoolStep
from ratings.ledger.queries.player_aliases import PlayerAliases
from ratings.rules.step import State


@dataclass(frozen=True, slots=True)
class _Worth:
    """What a step gives a player: from `base` to `after`. `base` is the player's
    rating, or otherwise the one with which the rules began (NaN where they need none).
    """

    step: PoolStep
    base: float
    after: float
    is_start: bool

    @property
    def points(self) -> float:
        """The points that the games gave; 0 if there was no rating to add them to."""
        gain = self.after - self.base
        return 0.0 if np.isnan(gain) else gain


@dataclass(frozen=True, slots=True)
class Adjustments:
    """What is booked in a period for earlier ones, by player: `points`, and for players
    without a rating the one that the late games give (`starts`). `parts`: the points by
    the step that they come from. Everything is computed for each card as it was merged
    then, and booked for the player for whom the card counts now (`aliases`).
    """

    aliases: PlayerAliases
    points: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    starts: dict[int, float] = field(default_factory=dict)
    parts: dict[int, list[tuple[PoolStep, float]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    gained: dict[int, list[_Worth]] = field(default_factory=lambda: defaultdict(list))
    """The contents of `starts`, step by step."""

    @property
    def booked(self) -> BookedPoints:
        """What the engine adds to the decisions of the step."""
        return BookedPoints(self.points, self.starts)

    def book(self, player: int, old: _Worth | None, new: _Worth | None) -> None:
        """Add the difference between what a step gave a player then and what it gives
        now.
        """
        if new is not None and new.is_start and old is None:
            self._begin(player, new)
        elif old is not None and new is not None and new.is_start:
            self._add(player, new.step, new.after - old.after)
        else:
            worth = new or old
            old_points, new_points = (
                old.points if old else 0.0,
                new.points if new else 0.0,
            )
            if worth is not None:
                self._add(player, worth.step, new_points - old_points)

    def _begin(self, player: int, worth: _Worth) -> None:
        if player in self.starts:
            self.starts[player] += worth.points
        else:
            self.starts[player] = worth.after
        self.gained[player].append(worth)

    def _add(self, player: int, step: PoolStep, points: float) -> None:
        if points:
            self.points[player] += points
            self.parts[player].append((step, points))

    def add_to_rating(self, player: int) -> None:
        """Add the games' points to the rating of a player who has one, or a decided
        one.
        """
        del self.starts[player]
        for worth in self.gained.pop(player):
            self._add(player, worth.step, worth.points)


def late_adjustments_of(snapshot: LedgerSnapshot, step: PoolStep) -> Adjustments:
    """Compute what is booked in this period for the shut periods before it: everything
    that was posted after the number as of which the previous period is computed. The
    derived rows of those periods must be up to date. Raises ReportAtFault.
    """
    carried = Adjustments(snapshot.reports(step.end_date).aliases)
    if not snapshot.shut or step.report_id or step.carries_over:
        return carried
    last = snapshot.period_before(step.start_date)
    if last is None:
        return carried
    old, new = snapshot.number(last.end_date), snapshot.number(step.end_date)
    if old >= new:
        return carried
    changed = changed_between(snapshot, old, new, before=step.start_date)
    # Changes in several periods are booked for each period separately.
    for earlier in snapshot.time_line.periods:
        if earlier.end_date > last.end_date or earlier.posted > new:
            continue
        players = changed.players_in(earlier)
        players |= players_of_closing(snapshot, earlier, (old, new))
        if changed.concerns_all(earlier):
            players |= players_of_period(earlier, reports_for(snapshot, new, earlier))
        if players:
            _book_period(carried, snapshot, earlier, players, (old, new))
    _book_events(carried, snapshot, changed.events, last.end_date, (old, new))
    _add_to_ratings(carried, snapshot, step)
    return carried


def _add_to_ratings(
    carried: Adjustments, snapshot: LedgerSnapshot, step: PoolStep
) -> None:
    """Add the points of the late games to the ratings of players who have one when the
    step begins, or a decided one to begin with: they keep it.
    """
    if not carried.starts:
        return
    players = np.array(sorted(carried.starts), np.int64)
    rating = state_of_players(snapshot.pool_id, players, step).rating
    decided = {
        line.player_id
        for line in snapshot.decisions(step.end_date)
        if line.is_start and line.bears_on(step)
    }
    for player, current in zip(players.tolist(), rating.tolist(), strict=True):
        if player in decided or not np.isnan(current):
            carried.add_to_rating(player)


def _book_period(
    carried: Adjustments,
    snapshot: LedgerSnapshot,
    step: PoolStep,
    players: Iterable[int],
    numbers: tuple[int, int],
) -> None:
    cards = sorted(players)
    then = aliases_then(snapshot, step)
    owners = owners_now(cards, then, carried.aliases)
    resolved = np.unique(then.resolved(np.array(cards, np.int64)))
    old, new = (
        _worth_of_period(
            snapshot.pool_id,
            snapshot.as_at(step, number),
            resolved,
            reports_for(snapshot, number, step),
            decisions_for(snapshot, number, step),
        )
        for number in numbers
    )
    for player in resolved.tolist():
        carried.book(owners[player], old.get(player), new.get(player))


def _worth_of_period(
    pool_id: int,
    step: PoolStep,
    players: Ids,
    reports: CountingReports,
    decisions: list[DecisionLine],
) -> dict[int, _Worth]:
    """Compute what the period gives these players (ids, ascending) by what counts."""
    origin = read_lines(step.games(reports), players)
    known = np.union1d(players, origin.players()).astype(np.int64)
    state = state_of_players(pool_id, known, step)
    try:
        return _worth(step, origin, known, state, decisions)
    except ReportAtFault as fault:
        others = others_at_fault(fault, origin, players)
        if not others:
            raise
    players = np.union1d(players, others).astype(np.int64)
    return _worth_of_period(pool_id, step, players, reports, decisions)


def _book_events(
    carried: Adjustments,
    snapshot: LedgerSnapshot,
    events: Iterable[int],
    until: date,
    numbers: tuple[int, int],
) -> None:
    """Book events that are rated as a whole and ended by `until`: what all of them give
    each player now, less what those gave that no longer count.
    """
    event_ids = set(events)
    cards = cards_in_events(event_ids)
    old, new = (
        _worth_of_events(snapshot, event_ids, until, number, cards, carried.aliases)
        for number in numbers
    )
    for player in sorted(old.keys() | new.keys()):
        carried.book(player, old.get(player), new.get(player))


def _worth_of_events(
    snapshot: LedgerSnapshot,
    events: set[int],
    until: date,
    number: int,
    cards: set[int],
    now: PlayerAliases,
) -> dict[int, _Worth]:
    """Compute what these events give, by the player who counts now for each of their
    players. If there are several events, the last one is named.
    """
    found: dict[int, _Worth] = {}
    for step in snapshot.time_line.steps(snapshot.reports_at(number)):
        if step.report_id not in events or step.end_date > until:
            continue
        owners = owners_now(cards, aliases_then(snapshot, step), now)
        for player, worth in _worth_of_event(snapshot, step, number).items():
            owner = owners[player]
            first = found.setdefault(owner, worth)
            if first is not worth:
                after = first.after + worth.points
                found[owner] = replace(first, step=step, after=after)
    return found


def _worth_of_event(
    snapshot: LedgerSnapshot, step: PoolStep, number: int
) -> dict[int, _Worth]:
    origin = read_whole_lines(step.games(reports_for(snapshot, number, step)))
    players = origin.players()
    return _worth(
        step,
        origin,
        players,
        state_of_step(snapshot.pool_id, players, step),
        decisions_for_event(snapshot, number, step),
    )


def _worth(
    step: PoolStep,
    origin: StepLines,
    players: Ids,
    state: State,
    decisions: list[DecisionLine],
) -> dict[int, _Worth]:
    """Compute what the step gives these players (ids, ascending), if they play in it;
    players who have no rating after it are left out.
    """
    outcome = rate_players(step, origin, players, state, decisions)
    is_start = np.isnan(state.now)
    base = np.where(is_start, outcome.before, state.now)
    return {
        player: _Worth(
            step, float(base[row]), float(outcome.after[row]), bool(is_start[row])
        )
        for row, player in enumerate(players.tolist())
        if not np.isnan(outcome.after[row])
    }
