"""What is out of date in a pool between two posting numbers: which steps, and
in them which players.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import connection

from ratings.domain.editions import EditionsOfPool
from ratings.domain.led_elsewhere import led_elsewhere, persons_of
from ratings.domain.time_line import Step
from ratings.enums import TURNS_OF_ACTIVITY, Act, DecisionKind
from ratings.models import Decision, Edition, Posting, Report
from ratings.queries.merged import Merged, merged_as_of

Source = tuple[str, int, int]
Line = tuple[Any, ...]

MANY_GAMES = 20_000
"""Above so many changed games a replay is cheaper than following each."""

_MOVED_REPORTS = """
SELECT report.id, report.games, report.first_booked_date, report.last_booked_date,
  report.start_date, bool_or(counting.span @> %(computed)s::bigint),
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
  game.black_birth_year, report.method, report.is_large, game.white_mean,
  game.black_mean
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
    if acts & {Act.EDITION, Act.CARRY}:
        first = Edition.objects.filter(pool_id=pool_id).earliest("from_date")
        damage.replay(first.from_date)
    if acts & {Act.DECIDE, Act.REVOKE}:
        _from_decisions(damage, pool_id, steps, computed, posted)
    _from_reports(damage, pool_id, computed, posted)
    was, now = merged_as_of(pool_id, computed), merged_as_of(pool_id, posted)
    if acts & {Act.MERGE, Act.UNDO_MERGE}:
        _from_merges(damage, pool_id, steps, (was, now))
    _resolve(damage, was, now)
    return damage


def _from_steps(
    damage: Damage, steps: Sequence[Step], computed: int, posted: int
) -> None:
    """A period that opens closes the one before it, which books the year's
    deductions of all who were idle.
    """
    periods = [step for step in steps if not step.report_id]
    for place, step in enumerate(periods):
        if computed < step.posted <= posted:
            damage.replay(periods[max(place - 1, 0)].end_date)
            return


def _from_decisions(
    damage: Damage, pool_id: int, steps: Sequence[Step], computed: int, posted: int
) -> None:
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
        elif decision.kind in TURNS_OF_ACTIVITY:
            # It tells in whichever later step the player would lose by time.
            for step in steps:
                if step.end_date >= decision.on_date:
                    damage.players[step.end_date].add(decision.player_id)
        elif decision.report_id is not None:
            _from_board(damage, pool_id, steps, decision.report_id)
        else:
            damage.players[decision.on_date].add(decision.player_id)


def _from_board(
    damage: Damage, pool_id: int, steps: Sequence[Step], report_id: int
) -> None:
    """The board decides about an event, whichever version of it counts and when that
    ends.
    """
    about = Report.objects.get(pk=report_id)
    versions = Report.objects.filter(
        pool_id=pool_id,
        source_kind=about.source_kind,
        source_number=about.source_number,
    )
    ids = set(versions.values_list("pk", flat=True))
    for step in steps:
        if step.report_id in ids:
            damage.replay(step.end_date)


@dataclass(frozen=True, slots=True)
class _Moved:
    """A report that counts as of one of the two numbers only."""

    id: int
    games: int
    first_booked: date
    last_booked: date
    start: date
    counted: bool
    counts: bool


def _moved_reports(pool_id: int, computed: int, posted: int) -> list[_Moved]:
    numbers = {"pool": pool_id, "computed": computed, "posted": posted}
    with connection.cursor() as cursor:
        cursor.execute(_MOVED_REPORTS, numbers)
        moved = [_Moved(*row) for row in cursor.fetchall()]
    return [report for report in moved if report.counted != report.counts]


def _from_reports(damage: Damage, pool_id: int, computed: int, posted: int) -> None:
    moved = _moved_reports(pool_id, computed, posted)
    in_periods = _apart_from_tournaments(damage, pool_id, moved)
    if sum(report.games for report in in_periods) > MANY_GAMES:
        damage.replay(min(report.first_booked for report in in_periods))
        damage.games += sum(report.games for report in in_periods)
    elif in_periods:
        _compare_versions(damage, in_periods)


def _compare_versions(damage: Damage, moved: list[_Moved]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_LINES, {"reports": [report.id for report in moved]})
        come = {report.id for report in moved if report.counts}
        _compare(damage, cursor.fetchall(), come)


def _apart_from_tournaments(
    damage: Damage, pool_id: int, moved: list[_Moved]
) -> list[_Moved]:
    """Those whose games are rated by period. A tournament that is rated as a whole is
    out of date with all that follows it: what it adds is added to every later rating.
    """
    editions = EditionsOfPool.of(pool_id)
    in_periods = []
    for report in moved:
        if editions.holding(report.start).system.unit == "tournament":
            damage.replay(max(report.last_booked, report.start))
            damage.games += report.games
        else:
            in_periods.append(report)
    return in_periods


def _from_merges(
    damage: Damage, pool_id: int, steps: Sequence[Step], both: tuple[Merged, Merged]
) -> None:
    led = led_elsewhere(pool_id, *both, most=MANY_GAMES)
    if led is None:
        return
    damage.games += led.games
    if led.games > MANY_GAMES:
        damage.replay(led.first)
    for day, players in led.met.items():
        damage.players[day] |= players
    for step in steps:
        if step.end_date >= led.first:
            damage.players[step.end_date].update(led.cards)


def _resolve(damage: Damage, was: Merged, now: Merged) -> None:
    """Rows are those of whoever counts for a card, before and after."""
    if was or now:
        for day, those in damage.players.items():
            damage.players[day] = persons_of(those, was, now)


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


@dataclass(frozen=True, slots=True)
class Changed:
    """What two numbers of the ledger say differently about some days: `players` by
    day, or from a day on (`since`), `everybody` where a decision is about all, and the
    events (reports) that are rated as a whole.
    """

    players: Mapping[date, set[int]]
    since: Mapping[date, set[int]]
    everybody: frozenset[date]
    events: tuple[int, ...]

    def players_in(self, step: Step) -> set[int]:
        """Whom it concerns in a period."""
        found = {
            player
            for day, those in self.players.items()
            if step.start_date <= day <= step.end_date
            for player in those
        }
        return found.union(
            *(those for day, those in self.since.items() if day <= step.end_date)
        )

    def concerns_all(self, step: Step) -> bool:
        """Does it concern everybody who plays in a period."""
        return any(step.start_date <= day <= step.end_date for day in self.everybody)


def changed_between(pool_id: int, old: int, new: int, *, before: date) -> Changed:
    """What has changed for days before this one. A start rating changes nothing that
    is past: it holds for whoever has none from then on. Nor does a decision of the
    board, since no list is approved while somebody waits for it.
    """
    damage = Damage()
    moved = [
        report
        for report in _moved_reports(pool_id, old, new)
        if report.first_booked < before
    ]
    in_periods = _apart_from_tournaments(damage, pool_id, moved)
    if in_periods:
        _compare_versions(damage, in_periods)
    players = damage.players
    since: dict[date, set[int]] = defaultdict(set)
    everybody = set()
    for decision in _late_decisions(pool_id, (old, new), before):
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
