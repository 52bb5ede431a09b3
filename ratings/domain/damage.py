"""What is out of date in a pool between two posting numbers: which steps, and
in them which players.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import connection

from ratings.domain.time_line import Step
from ratings.enums import Act, DecisionKind
from ratings.models import Decision, Edition, Posting

Source = tuple[str, int, int]
Line = tuple[Any, ...]

MANY_GAMES = 20_000
"""Above so many changed games a replay is cheaper than following each."""

_MOVED_REPORTS = """
SELECT report.id, report.games, report.first_booked_date,
  bool_or(counting.span @> %(computed)s::bigint),
  bool_or(counting.span @> %(posted)s::bigint)
FROM ratings_counting AS counting JOIN ratings_report AS report
  ON report.id = counting.report_id
WHERE counting.pool_id = %(pool)s AND (
  lower(counting.span) > %(computed)s OR upper(counting.span) > %(computed)s)
GROUP BY report.id
"""
_LINES = """
SELECT report.source_kind, report.source_number, game.key, game.report_id,
  game.booked_on, game.white_id, game.black_id, game.base_on, game.played_date,
  game.event_start_date, game.round, game.board, game.score, game.played,
  game.minutes, game.white_member, game.black_member, game.white_outside,
  game.black_outside, game.white_adopts, game.black_adopts, game.white_birth_year,
  game.black_birth_year
FROM ratings_game AS game JOIN ratings_report AS report ON report.id = game.report_id
WHERE game.report_id = ANY(%(reports)s)
"""


@dataclass(slots=True)
class Damage:
    """Where derived rows are out of date.

    `players` by day: somebody in the step that holds this day. `replay_from`:
    everything from the step that holds this day on, None when nothing is so
    widely out of date.
    """

    players: dict[date, set[int]] = field(default_factory=lambda: defaultdict(set))
    replay_from: date | None = None
    games: int = 0

    def replay(self, day: date) -> None:
        """Everything from this day on has to be computed anew."""
        if self.replay_from is None or day < self.replay_from:
            self.replay_from = day


def find_damage(
    pool_id: int, steps: Sequence[Step], computed: int, posted: int
) -> Damage:
    """Compares the ledger as of two numbers, versions game by game."""
    damage = Damage()
    acts = set(
        Posting.objects.filter(pool_id=pool_id, number__gt=computed, number__lte=posted)
        .values_list("act", flat=True)
        .distinct()
    )
    _from_steps(damage, steps, computed, posted)
    if Act.EDITION in acts:
        first = Edition.objects.filter(pool_id=pool_id).earliest("from_date")
        damage.replay(first.from_date)
    if acts & {Act.DECIDE, Act.REVOKE}:
        _from_decisions(damage, pool_id, computed, posted)
    _from_reports(damage, pool_id, computed, posted)
    return damage


def _from_steps(
    damage: Damage, steps: Sequence[Step], computed: int, posted: int
) -> None:
    """A period that opens closes the one before it, which books the year's
    deductions of all who were idle.
    """
    for place, step in enumerate(steps):
        if computed < step.posted <= posted:
            damage.replay(steps[max(place - 1, 0)].start_date)
            return


def _from_decisions(damage: Damage, pool_id: int, computed: int, posted: int) -> None:
    numbers = {"pool_id": pool_id, "number__gt": computed, "number__lte": posted}
    moved = Decision.objects.filter(
        pk__in=Posting.objects.filter(
            **numbers, act__in=[Act.DECIDE, Act.REVOKE]
        ).values("decision")
    )
    for decision in moved:
        if decision.player_id is None or decision.kind == DecisionKind.START:
            # A start rating holds for whichever step is the player's first.
            damage.replay(decision.on_date)
        else:
            damage.players[decision.on_date].add(decision.player_id)


def _from_reports(damage: Damage, pool_id: int, computed: int, posted: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            _MOVED_REPORTS, {"pool": pool_id, "computed": computed, "posted": posted}
        )
        moved = [row for row in cursor.fetchall() if row[3] != row[4]]
        if sum(row[1] for row in moved) > MANY_GAMES:
            damage.replay(min(row[2] for row in moved))
            damage.games = sum(row[1] for row in moved)
            return
        cursor.execute(_LINES, {"reports": [row[0] for row in moved]})
        _compare(damage, cursor.fetchall(), {row[0] for row in moved if row[4]})


def _compare(damage: Damage, rows: list[Line], come: set[int]) -> None:
    """Lines of one key that say the same in both versions are not out of date."""
    sides: dict[bool, dict[Source, Line]] = {True: {}, False: {}}
    for row in rows:
        sides[row[3] in come][row[0], row[1], row[2]] = row[4:]
    old, new = sides[False], sides[True]
    for source in old.keys() | new.keys():
        if old.get(source) != new.get(source):
            damage.games += 1
            for line in filter(None, (old.get(source), new.get(source))):
                damage.players[line[0]].update(line[1:3])
