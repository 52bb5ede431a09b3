"""What two numbers of the ledger say differently about days that are past."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from ratings.engine.domain.damage import (
    Damage,
    apart_from_tournaments,
    compare_versions,
    moved_reports,
)
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.time_line import PoolStep
from ratings.enums import TURNS_OF_ACTIVITY, DecisionKind
from ratings.models import Decision


@dataclass(frozen=True, slots=True)
class Changed:
    """What differs between two posting numbers, about some days: `players` by
    day, or from a day on (`since`), `everybody` where a decision is about all, and the
    events (reports) that are rated as a whole.
    """

    players: Mapping[date, set[int]]
    since: Mapping[date, set[int]]
    everybody: frozenset[date]
    events: tuple[int, ...]

    def players_in(self, step: PoolStep) -> set[int]:
        """Return whom it concerns in a period."""
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
        """Return whether the change concerns everybody who plays in a period."""
        return any(step.start_date <= day <= step.end_date for day in self.everybody)


def changed_between(
    snapshot: LedgerSnapshot, old: int, new: int, *, before: date
) -> Changed:
    """Find what has changed between two posting numbers for days before this one. A
    start rating changes nothing that is past: it holds for players without a rating
    from then on. Nor does a decision of the board, since no list is approved while a
    level waits for it.
    """
    damage = Damage()
    moved = [
        report
        for report in moved_reports(snapshot.pool_id, old, new)
        if report.first_booked < before
    ]
    in_periods = apart_from_tournaments(damage, snapshot.time_line.editions, moved)
    if in_periods:
        compare_versions(damage, in_periods)
    players = damage.players
    since: dict[date, set[int]] = defaultdict(set)
    everybody = set()
    for decision in _late_decisions(snapshot.pool_id, (old, new), before):
        if decision.player_id is None:
            everybody.add(decision.on_date)
        else:
            lasts = decision.kind in TURNS_OF_ACTIVITY
            (since if lasts else players)[decision.on_date].add(decision.player_id)
    apart = {report.id for report in moved} - {report.id for report in in_periods}
    return Changed(players, since, frozenset(everybody), tuple(sorted(apart)))


def _late_decisions(
    pool_id: int, numbers: tuple[int, int], before: date
) -> Iterator[Decision]:
    decided = Decision.objects.filter(pool_id=pool_id, on_date__lt=before)
    old, new = (set(decided.as_of(number)) for number in numbers)
    past = {DecisionKind.START, DecisionKind.BOARD}
    return (each for each in old ^ new if each.kind not in past)
