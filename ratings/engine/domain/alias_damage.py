"""Find what is out of date when register cards start to count for another player."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Min

from ratings.engine.domain.time_line import PoolStep
from ratings.ledger.queries.player_aliases import PlayerAliases
from ratings.models import Change, Decision, Game


@dataclass(frozen=True, slots=True)
class AliasDamage:
    """What a merge, or undoing one, makes out of date: the players concerned (`cards`)
    in every step from `first` on, and by day the opponents whom they `met`, because
    these met a different base rating.
    """

    first: date
    cards: frozenset[int]
    met: Mapping[date, set[int]]
    games: int


def find_alias_damage(
    pool_id: int,
    steps: Iterable[PoolStep],
    was: PlayerAliases,
    now: PlayerAliases,
    *,
    most: int,
) -> AliasDamage | None:
    """Find what is out of date because cards lead to other players than before; None
    if they have no game, decision or derived row. Reads at most `most` + 1 games.
    """
    moved = _changed_cards(was, now)
    first = _first_day(pool_id, steps, moved)
    if first is None:
        return None
    persons = owners_then_and_now(moved, was, now)
    cards = frozenset(card for each in (was, now) for card in each.cards(persons))
    games = Game.objects.of_players(cards).filter(pool_id=pool_id, booked_on__gte=first)
    lines = list(games.values_list("booked_on", "white_id", "black_id")[: most + 1])
    met: dict[date, set[int]] = defaultdict(set)
    for day, *players in lines:
        met[day].update(players)
    return AliasDamage(first, cards, met, len(lines))


def owners_then_and_now(
    cards: Iterable[int], was: PlayerAliases, now: PlayerAliases
) -> set[int]:
    """Return the players for whom these cards counted before, and count now."""
    both = was.leads, now.leads
    return {leads.get(card, card) for card in cards for leads in both}


def _changed_cards(was: PlayerAliases, now: PlayerAliases) -> list[int]:
    before, after = was.leads, now.leads
    return sorted(
        card
        for card in before.keys() | after.keys()
        if before.get(card) != after.get(card)
    )


def _first_day(
    pool_id: int, steps: Iterable[PoolStep], cards: Sequence[int]
) -> date | None:
    """Return the first day on which a game of these cards is booked, they have a
    derived row or a decision counts. For a decision this is the first day of the step
    that holds it, because opponents met in that step before the decision also met a
    different base rating. A card may have a row without a game of its own: it is left
    in a period that stays unchanged, from when another card's games counted for it.
    """
    games = Game.objects.of_players(cards).filter(pool_id=pool_id)
    decisions = Decision.objects.filter(pool_id=pool_id, player__in=cards)
    booked = games.aggregate(first=Min("booked_on"))["first"]
    rows = Change.objects.of_pool(pool_id).filter(player_id__in=cards)
    rated = rows.aggregate(first=Min("ended_on"))["first"]
    decided = decisions.aggregate(first=Min("on_date"))["first"]
    days = [day for day in (booked, rated, decided) if day is not None]
    if decided is not None:
        days += [
            step.start_date
            for step in steps
            if step.start_date <= decided <= step.end_date
        ]
    return min(days, default=None)
