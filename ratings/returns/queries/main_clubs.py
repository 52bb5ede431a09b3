"""The main clubs of players whose memberships may be on cards that were merged."""

from collections.abc import Iterable
from datetime import date, timedelta

from django.utils import timezone

from federation.models import Membership
from ratings.ledger.queries.player_aliases import PlayerAliases
from ratings.models import Merge

DAY = timedelta(days=1)


class MainClubs:
    """The main clubs of players from a day on. On a day before a merge on which the
    player's own card has none, that of the merged card counts: what was entered on it
    stays there, and the player gets copies from the day of the merge on.
    """

    def __init__(
        self, players: Iterable[int], since: date, aliases: PlayerAliases
    ) -> None:
        players = set(players)
        self._spans: dict[int, list[tuple[date, date | None, int]]] = {}
        rows = Membership.objects.main().reaching(since)
        cards = rows.filter(player_id__in=aliases.cards(players))
        own_first = sorted(
            cards.values_list("player_id", "from_date", "to_date", "club_id"),
            key=lambda row: (row[0] not in players, row[0]),
        )
        leads, before = aliases.leads, _last_days(aliases)
        for card, first, last, club in own_first:
            player = leads.get(card, card)
            ends = min(filter(None, (last, before.get(card))), default=None)
            self._spans.setdefault(player, []).append((first, ends, club))

    def club_of(self, player: int, day: date) -> int | None:
        """Return the main club on the day, or None."""
        for first, last, club in self._spans.get(player, ()):
            if first <= day and (last is None or day <= last):
                return club
        return None


def main_members(club_id: int, day: date, aliases: PlayerAliases) -> set[int]:
    """Return the players whose main club this is on the day."""
    held = Membership.objects.on(day).main().of_club(club_id)
    players = set(aliases.persons(held.values_list("player_id", flat=True)).values())
    if not aliases:
        return players
    clubs = MainClubs(players, day, aliases)
    return {player for player in players if clubs.club_of(player, day) == club_id}


def _last_days(aliases: PlayerAliases) -> dict[int, date]:
    """Return the day before its merge of each merged card."""
    if not aliases:
        return {}
    made = Merge.objects.in_force().values_list("gone", "confirmed_at")
    return {card: timezone.localdate(at) - DAY for card, at in made}
