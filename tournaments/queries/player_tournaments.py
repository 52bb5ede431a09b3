"""A player's tournaments, the newest first."""

from django.db.models import QuerySet

from ratings.ledger.queries.player_aliases import aliases_now
from tournaments.models import Entry, Tournament


def tournaments_of(player_id: int) -> QuerySet[Entry]:
    """Return the player's entries in public tournaments, including those of cards that
    lead to the player.
    """
    return (
        Entry.objects.filter(player__in=aliases_now().cards([player_id]))
        .filter(section__tournament__in=Tournament.objects.public())
        .select_related("section__tournament__organiser", "movement")
        .order_by("-section__tournament__start_date", "-section__tournament", "pk")
    )
