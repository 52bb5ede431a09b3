"""Find what is out of date in a pool between two posting numbers: which steps, and
which players in them.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import connection

from ratings.engine.domain.alias_damage import find_alias_damage, owners_then_and_now
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.time_line import PoolStep
from ratings.enums import ACTIVITY_DECISIONS, DecisionKind, PostingType
from ratings.ledger.domain.editions import EditionsOfPool
from ratings.ledger.queries.current_rows import CHANGES
from ratings.ledger.queries.player_aliases import PlayerAliases
from ratings.models import Decision, Edition, Posting, Report

Source = tuple[str, int, int]
Line = tuple[Any, ...]

MANY_GAMES = 20_000
"""Above this number of changed games a replay is cheaper than following each."""

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
  game.black_mean, game.length
FROM ratings_game AS game JOIN ratings_report AS report ON report.id = game.report_id
WHERE game.report_id = ANY(%(reports)s)
"""

_FIRST_BEFORE = f"""
SELECT min(ended_on) FROM {CHANGES} AS change WHERE ended_on < %(first)s
"""


@dataclass(slots=True)
class Damage:
    """Where derived rows are out of date.

    `players`: by day, the players who are out of date in the step that holds this day.
    `replay_from`: everything is out of date from the step that holds this day on; None
    if the damage is not that wide. `games`: how many games have changed.
    `conversions`: whether the conversions of ratings may have changed too.
    """

    players: dict[date, set[int]] = field(default_factory=lambda: defaultdict(set))
    replay_from: date | None = None
    games: int = 0
    conversions: bool = False

    def mark_from(self, day: date) -> None:
        """Mark everything from this day on for recomputation."""
        if self.replay_from is None or day < self.replay_from:
            self.replay_from = day


def find_damage(snapshot: LedgerSnapshot, computed: int) -> Damage:
    """Compare the ledger as of an earlier posting number with the snapshot's, versions
    of reports game by game.
    """
    pool_id, posted, steps = snapshot.pool_id, snapshot.posted, snapshot.steps()
    damage = Damage()
    acts = set(
        Posting.objects.filter(pool_id=pool_id, number__gt=computed, number__lte=posted)
        .values_list("act", flat=True)
        .distinct()
    )
    _from_periods(damage, snapshot.time_line.periods, computed, posted)
    if PostingType.WITHDRAW_REPORT in acts:
        _from_removed_periods(damage, pool_id, steps)
    if acts & {PostingType.EDITION, PostingType.POLICY}:
        first = Edition.objects.filter(pool_id=pool_id).earliest("from_date")
        damage.mark_from(first.from_date)
        damage.conversions = PostingType.EDITION in acts
    was, now = snapshot.aliases_at(computed), snapshot.aliases_at(posted)
    if acts & {PostingType.DECIDE, PostingType.REVOKE}:
        decisions = _decided_since(pool_id, computed, posted)
        _from_decisions(damage, steps, decisions)
        _from_starts(damage, decisions, (was, now))
    _from_reports(damage, snapshot, computed)
    if acts & {PostingType.MERGE, PostingType.UNDO_MERGE}:
        _from_merges(damage, pool_id, steps, (was, now))
    _resolve(damage, was, now)
    return damage


def _from_periods(
    damage: Damage, periods: Sequence[PoolStep], computed: int, posted: int
) -> None:
    """Mark what becomes out of date when periods open or close. Opening a period closes
    the one before it, which books the year's deductions of all inactive players. This
    also applies to a period opened in front of periods that stay as they are: decisions
    for its days are then booked in it.
    """
    before: date | None = None
    for period in periods:
        if computed < period.posted <= posted:
            damage.mark_from(before or period.end_date)
            return
        before = period.end_date


def _from_removed_periods(
    damage: Damage, pool_id: int, steps: Sequence[PoolStep]
) -> None:
    """Mark the rows in front of the first remaining step. They belong to empty periods
    at the front, which disappear with the results that had opened them. Conversions
    do not count as the first step: they exist with or without such periods.
    """
    left = (step.end_date for step in steps if not step.carries_over)
    first = next(left, date.max)
    with connection.cursor() as cursor:
        cursor.execute(_FIRST_BEFORE, {"pool": pool_id, "first": first})
        (day,) = cursor.fetchone()
    if day is not None:
        damage.mark_from(day)


def _decided_since(pool_id: int, computed: int, posted: int) -> list[Decision]:
    postings = Posting.objects.filter(
        pool_id=pool_id, number__gt=computed, number__lte=posted
    )
    return list(Decision.objects.filter(pk__in=postings.values("decision")))


def _from_decisions(
    damage: Damage, steps: Sequence[PoolStep], decisions: Iterable[Decision]
) -> None:
    """Mark what decisions change, except start ratings: see `_from_starts`."""
    for decision in decisions:
        if decision.kind == DecisionKind.START:
            continue
        if decision.player_id is None:
            damage.mark_from(decision.on_date)
        elif decision.kind in ACTIVITY_DECISIONS:
            # It has an effect in every later step in which time lowers the rating.
            for step in steps:
                if step.end_date >= decision.on_date:
                    damage.players[step.end_date].add(decision.player_id)
        elif decision.report_id is not None:
            _from_board(damage, steps, decision.report_id)
        else:
            damage.players[decision.on_date].add(decision.player_id)


def _from_starts(
    damage: Damage,
    decisions: Iterable[Decision],
    both: tuple[PlayerAliases, PlayerAliases],
) -> None:
    """Mark the day from which start ratings change something: a start rating applies to
    the player's first step, whichever that is, and replaces those of cards that lead to
    the player.
    """
    decided = [each for each in decisions if each.kind == DecisionKind.START]
    if not decided:
        return
    players = [each.player_id for each in decided if each.player_id is not None]
    cards = {card for each in both for card in each.cards(players)}
    starts = Decision.objects.filter(
        pool_id=decided[0].pool_id, kind=DecisionKind.START, player_id__in=cards
    ).exclude(span=None)
    days = (each.on_date for each in decided)
    damage.mark_from(min([*days, *starts.values_list("on_date", flat=True)]))


def _from_board(damage: Damage, steps: Sequence[PoolStep], report_id: int) -> None:
    """Mark the events about which the board has decided, whichever version counts and
    whenever it ends.
    """
    about = Report.objects.get(pk=report_id)
    ids = set(about.versions().values_list("pk", flat=True))
    for step in steps:
        if step.report_id in ids:
            damage.mark_from(step.end_date)


@dataclass(frozen=True, slots=True)
class ChangedReport:
    """A report that counts as of only one of the two posting numbers."""

    id: int
    games: int
    first_booked: date
    last_booked: date
    start: date
    counted: bool
    counts: bool


def changed_reports(pool_id: int, computed: int, posted: int) -> list[ChangedReport]:
    """Return the reports that count as of only one of the two posting numbers."""
    numbers = {"pool": pool_id, "computed": computed, "posted": posted}
    with connection.cursor() as cursor:
        cursor.execute(_MOVED_REPORTS, numbers)
        changed = [ChangedReport(*row) for row in cursor.fetchall()]
    return [report for report in changed if report.counted != report.counts]


def _from_reports(damage: Damage, snapshot: LedgerSnapshot, computed: int) -> None:
    changed = changed_reports(snapshot.pool_id, computed, snapshot.posted)
    in_periods = split_off_tournaments(damage, snapshot.time_line.editions, changed)
    if sum(report.games for report in in_periods) > MANY_GAMES:
        damage.mark_from(min(report.first_booked for report in in_periods))
        damage.games += sum(report.games for report in in_periods)
    elif in_periods:
        compare_versions(damage, in_periods)


def compare_versions(damage: Damage, changed: list[ChangedReport]) -> None:
    """Add to the damage every game in which these versions of reports differ."""
    with connection.cursor() as cursor:
        cursor.execute(_LINES, {"reports": [report.id for report in changed]})
        counting = {report.id for report in changed if report.counts}
        _compare(damage, cursor.fetchall(), counting)


def split_off_tournaments(
    damage: Damage, editions: EditionsOfPool, changed: list[ChangedReport]
) -> list[ChangedReport]:
    """Return the reports whose games are rated by period. For a tournament that is
    rated as a whole, mark everything after it for a replay: its change is added to
    every later rating.
    """
    in_periods = []
    for report in changed:
        if editions.in_force(report.start).system.unit == "tournament":
            damage.mark_from(max(report.last_booked, report.start))
            damage.games += report.games
        else:
            in_periods.append(report)
    return in_periods


def _from_merges(
    damage: Damage,
    pool_id: int,
    steps: Sequence[PoolStep],
    both: tuple[PlayerAliases, PlayerAliases],
) -> None:
    alias_damage = find_alias_damage(pool_id, steps, *both, most=MANY_GAMES)
    if alias_damage is None:
        return
    damage.games += alias_damage.games
    if alias_damage.games > MANY_GAMES:
        damage.mark_from(alias_damage.first)
    for day, players in alias_damage.met.items():
        damage.players[day] |= players
    for step in steps:
        if step.end_date >= alias_damage.first:
            damage.players[step.end_date].update(alias_damage.cards)


def _resolve(damage: Damage, was: PlayerAliases, now: PlayerAliases) -> None:
    """Replace cards by the players for whom they count, before and after."""
    if was or now:
        for day, those in damage.players.items():
            damage.players[day] = owners_then_and_now(those, was, now)


def _compare(damage: Damage, rows: list[Line], counting: set[int]) -> None:
    """Add lines that differ between the two versions to the damage, by source and key."""
    sides: dict[bool, dict[Source, Line]] = {True: {}, False: {}}
    for row in rows:
        sides[row[3] in counting][row[0], row[1], row[2]] = row[4:]
    old, new = sides[False], sides[True]
    for source in old.keys() | new.keys():
        if old.get(source) != new.get(source):
            damage.games += 1
            for line in filter(None, (old.get(source), new.get(source))):
                damage.players[line[0]].update(line[1:3])
