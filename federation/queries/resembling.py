"""Query the pairs of cards in the register that may belong to one person."""

from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from federation.models import Apart, Membership, Player, Resemblance, User


def open_resemblances() -> "QuerySet[Resemblance]":
    """Return the pairs that no one has decided on, the likeliest first."""
    return Resemblance.objects.open().select_related("first", "second").worst_first()


def not_duplicates(one_id: int, other_id: int) -> Apart | None:
    """Return the note that two cards belong to two people, with its author and time;
    None if there is none.
    """
    first, second = sorted((one_id, other_id))
    notes = Apart.objects.filter(first=first, second=second)
    return notes.select_related("said_by").first()


def likeness(one_id: int, other_id: int) -> float | None:
    first, second = sorted((one_id, other_id))
    found = Resemblance.objects.filter(first=first, second=second)
    return found.values_list("score", flat=True).first()


def main_clubs(players: set[int], day: date) -> dict[int, str]:
    """Return the name of each player's main club on the day, for those who have one."""
    held = Membership.objects.main().on(day).filter(player__in=players)
    return dict(held.values_list("player_id", "club__name"))


@dataclass(frozen=True, slots=True)
class CardFacts:
    """The facts about a player by which two cards can be compared."""

    player: Player
    memberships: tuple[Membership, ...]
    account: User | None


def card_of(player: Player) -> CardFacts:
    memberships = Membership.objects.filter(player=player).select_related("club")
    return CardFacts(
        player=player,
        memberships=tuple(memberships.order_by("-from_date", "-pk")),
        account=User.objects.filter(player=player).first(),
    )
