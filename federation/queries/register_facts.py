"""Memberships and suspensions of players on the days of their games."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from django.db import connection
from django.db.models import Q

from federation.models import Membership

_SUSPENSIONS = """
SELECT card.id, held.from_date, held.to_date
FROM federation_suspension AS held
CROSS JOIN LATERAL unnest(cards_of_person(held.player_id)) AS card(id)
WHERE card.id = ANY(%s) AND held.to_date >= %s AND held.from_date <= %s
ORDER BY card.id, held.from_date, held.id
"""


@dataclass(frozen=True, slots=True)
class MembershipDays:
    """A membership: its days, inclusive, and whether its district has adopted the
    junior rules.
    """

    from_date: date
    to_date: date | None
    is_main: bool
    adopts: bool

    def holds(self, day: date) -> bool:
        """Return whether the membership includes the day."""
        return self.from_date <= day and (self.to_date is None or day <= self.to_date)


@dataclass(frozen=True, slots=True)
class RegisterFacts:
    """Memberships and suspensions of some players, by player id."""

    stays: Mapping[int, tuple[MembershipDays, ...]]
    barred: Mapping[int, tuple[tuple[date, date], ...]]

    def is_member(self, player_id: int, day: date) -> bool:
        """Return whether the player is a member of any club on the day."""
        return any(stay.holds(day) for stay in self.stays.get(player_id, ()))

    def adopts(self, player_id: int, day: date) -> bool:
        """Return whether the main club's district has adopted the junior rules."""
        return any(
            stay.adopts
            for stay in self.stays.get(player_id, ())
            if stay.is_main and stay.holds(day)
        )

    def is_suspended(self, player_id: int, day: date) -> bool:
        """Return whether the board has suspended the player on the day (SSF §12.7)."""
        return any(
            first <= day <= last for first, last in self.barred.get(player_id, ())
        )


def read_register(players: Collection[int], first: date, last: date) -> RegisterFacts:
    """Return the memberships and suspensions of these players that are valid on any day
    from `first` to `last`.
    """
    memberships = (
        Membership.objects.filter(player__in=players, from_date__lte=last)
        .filter(Q(to_date=None) | Q(to_date__gte=first))
        .select_related("club__district")
    )
    stays: dict[int, tuple[MembershipDays, ...]] = {}
    for each in memberships:
        adopts = each.club.district.adopts_junior_rules
        stay = MembershipDays(each.from_date, each.to_date, each.is_main, adopts)
        stays[each.player_id] = (*stays.get(each.player_id, ()), stay)
    return RegisterFacts(stays, _barred(players, first, last))


def _barred(
    players: Collection[int], first: date, last: date
) -> dict[int, tuple[tuple[date, date], ...]]:
    """Return the days on which the persons of these cards are suspended. An entry keeps
    the card under which it was made, while a suspension decided after a merge is on the
    card that remains.
    """
    barred: dict[int, tuple[tuple[date, date], ...]] = {}
    with connection.cursor() as cursor:
        cursor.execute(_SUSPENSIONS, [list(players), first, last])
        for player, begins, ends in cursor.fetchall():
            barred[player] = (*barred.get(player, ()), (begins, ends))
    return barred
