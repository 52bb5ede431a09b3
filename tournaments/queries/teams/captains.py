"""Clubs that may enter a team, and accounts that can lead one."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Exists, OuterRef

from federation.enums import CLUB_ROLES
from federation.models import Club, Membership, Role, User
from federation.models.sorting import sort_key


def clubs() -> list[tuple[int, str]]:
    """Return every club, by name."""
    return [(club.pk, str(club)) for club in Club.objects.order_by("sort_key", "pk")]


def captains(today: date, club_ids: Iterable[int] = ()) -> list[tuple[int, str]]:
    """Return the active accounts of members and of clubs' officers, by name; only of
    the clubs given, if any are.
    """
    members = Membership.objects.on(today).filter(player=OuterRef("player"))
    offices = Role.objects.on(today).filter(user=OuterRef("pk"), kind__in=CLUB_ROLES)
    named = list(club_ids)
    if named:
        members = members.filter(club__in=named)
        offices = offices.filter(club__in=named)
    rows = User.objects.filter(is_active=True).filter(Exists(members) | Exists(offices))
    return [(user.pk, str(user)) for user in rows.order_by(sort_key("name"), "pk")]
