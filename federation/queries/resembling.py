"""Which cards of the register look like one person's."""

from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from federation.models import Apart, Membership, Player, Resemblance, User


def look_alikes() -> "QuerySet[Resemblance]":
    """Pairs that nobody has settled, the likeliest first."""
    return Resemblance.objects.open().select_related("first", "second").worst_first()


def told_apart(one_id: int, other_id: int) -> Apart | None:
    """Who said that the two are two, and when."""
    first, second = sorted((one_id, other_id))
    said = Apart.objects.filter(first=first, second=second)
    return said.select_related("said_by").first()


def likeness(one_id: int, other_id: int) -> float | None:
    first, second = sorted((one_id, other_id))
    found = Resemblance.objects.filter(first=first, second=second)
    return found.values_list("score", flat=True).first()


def main_clubs(players: set[int], day: date) -> dict[int, str]:
    """The main club of each who has one on the day."""
    held = Membership.objects.main().on(day).filter(player__in=players)
    return dict(held.values_list("player_id", "club__name"))


@dataclass(frozen=True, slots=True)
class Card:
    """What the register has of a player, as far as it tells two apart."""

    player: Player
    memberships: tuple[Membership, ...]
    account: User | None


def card_of(player: Player) -> Card:
    memberships = Membership.objects.filter(player=player).select_related("club")
    return Card(
        player=player,
        memberships=tuple(memberships.order_by("-from_date", "-pk")),
        account=User.objects.filter(player=player).first(),
    )
