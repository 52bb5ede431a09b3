"""The classes that players have on a day."""

from collections.abc import Sequence
from datetime import date

from federation.models import ClassMembership


def class_memberships(players: Sequence[int], day: date) -> dict[int, ClassMembership]:
    """Return the lines of the class register that are valid on a day, by player id."""
    lines = ClassMembership.objects.on(day).filter(player__in=players)
    return {line.player_id: line for line in lines}
