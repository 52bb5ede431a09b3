"""The classes that players have on a day."""

from collections.abc import Sequence
from datetime import date

from federation.models import ClassMembership
from ratings.ledger.queries.player_aliases import aliases_now


def class_memberships(players: Sequence[int], day: date) -> dict[int, ClassMembership]:
    """Return the lines of the class register that are valid on a day, by player id. A
    merged card has the class of the card that remains.
    """
    persons = aliases_now().persons(players)
    lines = ClassMembership.objects.on(day).filter(player__in=persons.values())
    held = {line.player_id: line for line in lines}
    return {player: held[card] for player, card in persons.items() if card in held}
