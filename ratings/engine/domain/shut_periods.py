"""What counts, as of a later posting, in a shut period, whose rows stay as they are, and
for whom it may be booked. Cards and start ratings are those with which the period was
computed: a merge or a start rating taken back afterwards leaves nobody there without a
rating.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from ratings.engine.domain.counting import CountingReports
from ratings.engine.domain.damage import Damage
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.step_decisions import DecisionLine, decisions_as_of
from ratings.engine.domain.time_line import PoolStep
from ratings.ledger.queries.player_aliases import PlayerAliases
from ratings.models import MergeSpan


def aliases_then(snapshot: LedgerSnapshot, step: PoolStep) -> PlayerAliases:
    """Return whose games counted as whose when the period of the step was shut."""
    return snapshot.aliases_at(snapshot.number(step.end_date))


def owners_now(
    cards: Iterable[int], then: PlayerAliases, now: PlayerAliases
) -> dict[int, int]:
    """For everybody who counted for some of these cards then, who counts now: for the
    own card where it is among them, else for the first of the others.
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
    """Return the reports that count as of a number, with each card merged as in the
    step.
    """
    reports, aliases = snapshot.reports_at(number), aliases_then(snapshot, step)
    if reports.aliases.leads == aliases.leads:
        return reports
    return replace(reports, aliases=aliases)


def decisions_for(
    snapshot: LedgerSnapshot, number: int, step: PoolStep
) -> list[DecisionLine]:
    """Return the decisions as of a number, with each card merged as in the step. The
    start ratings with which the step was computed hold also where they were revoked.
    """
    then = [line for line in snapshot.decisions(step.end_date) if line.is_start]
    decided = _decided_as_of(snapshot, number, step)
    others = [line for line in decided if not line.is_start]
    return then + others + _later_starts(then, decided)


def decisions_for_event(
    snapshot: LedgerSnapshot, number: int, step: PoolStep
) -> list[DecisionLine]:
    """Return the decisions with which an event was rated, and the start ratings that
    were decided until a number for those who had none.
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
    """Return the start ratings among what is decided, of those who had none then."""
    begun = {line.player_id for line in then if line.is_start}
    return [line for line in decided if line.is_start and line.player_id not in begun]


def damage_where_booked(snapshot: LedgerSnapshot, damage: Damage) -> Damage:
    """Move the damage of shut periods, which stay as they are, to the open one, where
    it is booked.
    """
    if not snapshot.shut:
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
        shifted.replay(max(damage.replay_from, opens))
    return shifted


def _booked_for(players: set[int], pool_id: int) -> set[int]:
    """Return everybody for whom a late result of these players may be booked: they, and
    everybody who was merged with them at any time.
    """
    beside: dict[int, set[int]] = defaultdict(set)
    spans = MergeSpan.objects.filter(pool_id=pool_id)
    for gone, stays in spans.values_list("merge__gone", "merge__stays"):
        beside[gone].add(stays)
        beside[stays].add(gone)
    found, asked = set(players), set(players)
    while asked:
        asked = {other for card in asked for other in beside[card]} - found
        found |= asked
    return found
