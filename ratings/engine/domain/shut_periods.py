"""What counts for a period that stays as it is, as of a later posting, and for whom it
may be booked. Cards and start ratings are those with which the period was computed: a
merge or a start rating taken back afterwards leaves nobody there without a rating.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from ratings.engine.domain.counting import CountingReports
from ratings.engine.domain.damage import Damage
from ratings.engine.domain.decided import DecisionLine, decisions_as_of
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.time_line import Step
from ratings.ledger.queries.player_aliases import PlayerAliases
from ratings.models import MergeSpan


def merged_then(books: LedgerSnapshot, step: Step) -> PlayerAliases:
    """Whose games counted as whose when the period of the step was shut."""
    return books.reports(step.end_date).merged


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


def reports_for(books: LedgerSnapshot, number: int, step: Step) -> CountingReports:
    """What counts as of a number, each card for whom it counted in the step."""
    reports, merged = books.reports_at(number), merged_then(books, step)
    if reports.merged.leads == merged.leads:
        return reports
    return replace(reports, merged=merged)


def decisions_for(books: LedgerSnapshot, number: int, step: Step) -> list[DecisionLine]:
    """What is decided as of a number, each card for whom it counted in the step. The
    start ratings with which the step was computed hold also where they were taken back.
    """
    then = [line for line in books.decisions(step.end_date) if line.is_start]
    decided = _decided_as_of(books, number, step)
    others = [line for line in decided if not line.is_start]
    return then + others + _later_starts(then, decided)


def decisions_for_event(
    books: LedgerSnapshot, number: int, step: Step
) -> list[DecisionLine]:
    """The decisions with which an event was rated, and the start ratings that were
    decided until a number for those who had none.
    """
    then = books.decisions(step.end_date)
    return then + _later_starts(then, _decided_as_of(books, number, step))


def _decided_as_of(
    books: LedgerSnapshot, number: int, step: Step
) -> list[DecisionLine]:
    merged = merged_then(books, step)
    if books.reports_at(number).merged.leads == merged.leads:
        return books.decisions_at(number)
    return decisions_as_of(books.pool_id, number, merged)


def _later_starts(
    then: Iterable[DecisionLine], decided: Iterable[DecisionLine]
) -> list[DecisionLine]:
    """The start ratings among what is decided, of those who had none then."""
    begun = {line.player_id for line in then if line.is_start}
    return [line for line in decided if line.is_start and line.player_id not in begun]


def damage_where_booked(books: LedgerSnapshot, damage: Damage) -> Damage:
    """What is out of date in periods that stay as they are is so in the open one, where
    it is booked.
    """
    if not books.shut:
        return damage
    opens = books.opens
    late: set[int] = set()
    shifted = Damage(games=damage.games)
    for day, players in damage.players.items():
        if day < opens:
            late |= players
        else:
            shifted.players[day] |= players
    if late:
        shifted.players[opens] |= _booked_for(late, books.pool_id)
    if damage.replay_from:
        shifted.replay(max(damage.replay_from, opens))
    return shifted


def _booked_for(players: set[int], pool_id: int) -> set[int]:
    """Everybody for whom a late result of these players may be booked: they, and
    whoever was one person with them at any time.
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
