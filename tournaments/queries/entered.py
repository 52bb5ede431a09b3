"""The players of a section with the number that each would start from."""

from dataclasses import dataclass
from datetime import date

from federation.permissions import Actor
from ratings.models import CurrentRating
from ratings.queries.names import people
from tournaments.models import Section
from tournaments.queries.section_shown import Player


@dataclass(frozen=True, slots=True)
class Entered:
    """A player, with the recorded rating, or before the start today's rating."""

    player: Player
    rating: float | None

    @property
    def needs_number(self) -> bool:
        """Somebody from outside of whom no number is known."""
        return self.rating is None and self.player.person.club_id is None


def entered_players(section: Section, actor: Actor, today: date) -> list[Entered]:
    """In the order of pairing numbers, in three queries."""
    entries = list(section.entries.in_order().select_related("player"))
    ids = [entry.player_id for entry in entries]
    persons = people(ids, actor, today)
    ratings = dict(
        CurrentRating.objects.filter(
            pool_id=section.tournament.pool_id, player_id__in=ids
        ).values_list("player_id", "rating")
    )
    return [
        Entered(
            Player(entry, persons[entry.player_id]),
            entry.rating
            if section.started_at
            else ratings.get(entry.player_id, entry.outside_rating),
        )
        for entry in entries
    ]
