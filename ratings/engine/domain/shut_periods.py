"""What counts in a shut period as of a later posting, although its rows stay as they
are, and for which players the difference may be booked. Cards and start ratings are
those with which the period was computed: undoing a merge or a start rating afterwards
does not leave anyone in it without a rating.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from django.db import connection

from ratings.engine.domain.counting import CountingReports
from ratings.engine.domain.damage import Damage
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.step_decisions import DecisionLine, decisions_as_of
from ratings.engine.domain.step_lines import read_whole_lines
from ratings.engine.domain.time_line import PoolStep
from ratings.ledger.queries.current_rows import CHANGES
from ratings.ledger.queries.player_aliases import PlayerAliases
from ratings.models import Game, MergeSpan


def aliases_then(snapshot: LedgerSnapshot, step: PoolStep) -> PlayerAliases:
    """Return which cards counted for which players when the step's period was shut."""
    return snapshot.aliases_at(snapshot.number(step.end_date))


def owners_now(
    cards: Iterable[int], then: PlayerAliases, now: PlayerAliases
) -> dict[int, int]:
    """Return, for each player for whom some of these cards counted then, the player who
    counts now: for the player's own card if it is among them, else for the first of the
    other cards.
    """
    owners: dict[int, int] = {}
    for card in sorted(cards):
        player = then.person(card)
        if player == card or player not in owners:
            owners[player] = now.person(card)
    return owners


def reports_for(
    snapshot: LedgerSnapshot, number: int, step: PoolStep
) -> CountingReports:
    """Return the reports that count as of a posting number, with cards merged as in the
    step.
    """
    reports, aliases = snapshot.reports_at(number), aliases_then(snapshot, step)
    if reports.aliases.leads == aliases.leads:
        return reports
    return replace(reports, aliases=aliases)


def decisions_for(
    snapshot: LedgerSnapshot, number: int, step: PoolStep
) -> list[DecisionLine]:
    """Return the decisions as of a posting number, with cards merged as in the step.
    The start ratings with which the step was computed apply even if they were revoked.
    """
    then = [line for line in snapshot.decisions(step.end_date) if line.is_start]
    decided = _decided_as_of(snapshot, number, step)
    others = [line for line in decided if not line.is_start]
    return then + others + _later_starts(then, decided)


def decisions_for_event(
    snapshot: LedgerSnapshot, number: int, step: PoolStep
) -> list[DecisionLine]:
    """Return the decisions with which an event was rated, and the start ratings decided
    up to a posting number for players who had none.
    """
    then = snapshot.decisions(step.end_date)
    return then + _later_starts(then, _decided_as_of(snapshot, number, step))


def _decided_as_of(
    snapshot: LedgerSnapshot, number: int, step: PoolStep
) -> list[DecisionLine]:
    aliases = aliases_then(snapshot, step)
    if snapshot.aliases_at(number).leads == aliases.leads:
        return snapshot.decisions_at(number)
    return decisions_as_of(snapshot.pool_id, number, aliases)


def _later_starts(
    then: Iterable[DecisionLine], decided: Iterable[DecisionLine]
) -> list[DecisionLine]:
    """Return the decided start ratings of players who had none then."""
    started = {line.player_id for line in then if line.is_start}
    return [line for line in decided if line.is_start and line.player_id not in started]


def players_of_period(step: PoolStep, reports: CountingReports) -> set[int]:
    """Return the players who have a game in the period."""
    return set(read_whole_lines(step.games(reports)).players().tolist())


def cards_in_events(events: Iterable[int]) -> set[int]:
    """Return the cards that have a game in these reports."""
    games = Game.objects.filter(report__in=events).values_list("white_id", "black_id")
    return {card for both in games for card in both}


def players_of_closing(
    snapshot: LedgerSnapshot, step: PoolStep, numbers: tuple[int, int]
) -> set[int]:
    """Return everybody with a rating if a period was closed between two posting
    numbers: one whose list was approved while its pool had ended lacks what time costs
    at its end.
    """
    old, new = (snapshot.as_at(step, number).closed for number in numbers)
    if old or not new:
        return set()
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT DISTINCT player_id FROM {CHANGES} AS change"
            " WHERE ended_on <= %(day)s",
            {"pool": snapshot.pool_id, "day": step.end_date},
        )
        return {player for (player,) in cursor}


def shift_damage_to_open_period(
    snapshot: LedgerSnapshot, damage: Damage, computed: int
) -> Damage:
    """Move the damage of shut periods, which stay as they are, to the open period,
    where it is booked. It stays where it is if the rows, as of `computed`, lack what
    was posted before the pool began to carry corrections.
    """
    if not snapshot.shut or _lack_postings(snapshot, computed):
        return damage
    opens = snapshot.opens
    late: set[int] = set()
    shifted = Damage(games=damage.games)
    for day, players in damage.players.items():
        if day < opens:
            late |= players
        else:
            shifted.players[day] |= players
    if late:
        shifted.players[opens] |= _booked_for(late, snapshot.pool_id)
    if damage.replay_from:
        # Ratings are converted on the last day before the first one of an edition.
        first = snapshot.shut_until if damage.conversions else opens
        shifted.mark_from(max(damage.replay_from, first))
    return shifted


def _lack_postings(snapshot: LedgerSnapshot, computed: int) -> bool:
    """Return whether the rows of shut periods lack a posting as of which they stay. The
    change of policy itself changes none of them.
    """
    _day, number = snapshot.shut[0]
    return computed < number - 1


def _booked_for(players: set[int], pool_id: int) -> set[int]:
    """Return the players for whom a late result of these players may be booked: they
    themselves, and all who were merged with them at any time.
    """
    merged_with: dict[int, set[int]] = defaultdict(set)
    spans = MergeSpan.objects.filter(pool_id=pool_id)
    for gone, stays in spans.values_list("merge__gone", "merge__stays"):
        merged_with[gone].add(stays)
        merged_with[stays].add(gone)
    found, to_visit = set(players), set(players)
    while to_visit:
        to_visit = {other for card in to_visit for other in merged_with[card]} - found
        found |= to_visit
    return found
