"""Differences between two posting numbers of the ledger, for days in the past."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from ratings.engine.domain.damage import (
    Damage,
    changed_reports,
    compare_versions,
    split_off_tournaments,
)
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.time_line import PoolStep
from ratings.enums import ACTIVITY_DECISIONS, DecisionKind
from ratings.models import Decision


@dataclass(frozen=True, slots=True)
class PostingDifferences:
    """The differences between two posting numbers, for some days: `players` by day, or
    from a day on (`since`); `everybody`: the days of decisions that concern all
    players; `events`: the changed events (reports) that are rated as a whole.
    """

    players: Mapping[date, set[int]]
    since: Mapping[date, set[int]]
    everybody: frozenset[date]
    events: tuple[int, ...]

    def players_in(self, step: PoolStep) -> set[int]:
        """Return the players whom the change concerns in a period."""
        found = {
            player
            for day, those in self.players.items()
            if step.start_date <= day <= step.end_date
            for player in those
        }
        return found.union(
            *(those for day, those in self.since.items() if day <= step.end_date)
        )

    def concerns_all(self, step: PoolStep) -> bool:
        """Return whether the change concerns all players of a period."""
        return any(step.start_date <= day <= step.end_date for day in self.everybody)


def changed_between(
    snapshot: LedgerSnapshot, old: int, new: int, *, before: date
) -> PostingDifferences:
    """Find what has changed between two posting numbers for the days before `before`.
    Start ratings are left out, because they apply to players without a rating from
    then on; so are decisions of the board, because no list is approved while a level
    waits for one.
    """
    damage = Damage()
    changed = [
        report
        for report in changed_reports(snapshot.pool_id, old, new)
        if report.first_booked < before
    ]
    in_periods = split_off_tournaments(damage, snapshot.time_line.editions, changed)
    if in_periods:
        compare_versions(damage, in_periods)
    players = damage.players
    since: dict[date, set[int]] = defaultdict(set)
    everybody = set()
    for decision in _late_decisions(snapshot.pool_id, (old, new), before):
        if decision.player_id is None:
            everybody.add(decision.on_date)
        else:
            lasts = decision.kind in ACTIVITY_DECISIONS
            (since if lasts else players)[decision.on_date].add(decision.player_id)
    as_a_whole = {report.id for report in changed} - {
        report.id for report in in_periods
    }
    return PostingDifferences(
        players, since, frozenset(everybody), tuple(sorted(as_a_whole))
    )


def _late_decisions(
    pool_id: int, numbers: tuple[int, int], before: date
) -> Iterator[Decision]:
    decided = Decision.objects.filter(pool_id=pool_id, on_date__lt=before)
    old, new = (set(decided.as_of(number)) for number in numbers)
    past = {DecisionKind.START, DecisionKind.BOARD}
    return (each for each in old ^ new if each.kind not in past)
