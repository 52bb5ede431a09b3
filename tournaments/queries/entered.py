"""The players of a section with the number that each would start from."""

from dataclasses import dataclass
from datetime import date

from federation.permissions import Actor
from ratings.enums import OutsideKind
from ratings.fide.queries.offers import offers
from ratings.ledger.queries.player_aliases import merged_now
from ratings.models import CurrentRating
from ratings.people.queries.fide_ratings import FideBeside
from ratings.people.queries.names import people
from ratings.pools.queries.systems import levels_on
from tournaments.models import Entry, Section
from tournaments.queries.section_shown import Player


@dataclass(frozen=True, slots=True)
class Entered:
    """A player, with the recorded rating, or before the start today's rating; and
    what FIDE's list offers.
    """

    player: Player
    rating: float | None
    fide: FideBeside | None = None
    is_outside: bool = False
    has_levels: bool = False
    """Is the tournament rated by levels."""

    @property
    def strength(self) -> float:
        """What the players are ordered by: FIDE's rating where there is none here."""
        if self.rating is not None:
            return self.rating
        return self.fide.rating if self.fide else 0

    @property
    def from_fide(self) -> FideBeside | None:
        """The list of FIDE's that the number shown is from."""
        taken = self.player.entry
        return self.fide if self.is_outside and self._is_from_list(taken) else None

    def _is_from_list(self, taken: Entry) -> bool:
        return (
            self.fide is not None
            and taken.outside_kind == OutsideKind.FIDE
            and taken.outside_rating == self.fide.rating
        )

    @property
    def needs_number(self) -> bool:
        """Somebody from outside of whom no number is known. The level of somebody new
        is found by the tournament itself.
        """
        is_unknown = self.rating is None and self.player.person.club_id is None
        return is_unknown and not self.has_levels


def _ratings(pool_id: int, entered: list[int]) -> dict[int, float]:
    """Read, by entered card, the live ratings of the player who counts for it."""
    persons = merged_now().persons(entered)
    rows = CurrentRating.objects.filter(pool_id=pool_id, player_id__in=persons.values())
    rated = dict(rows.values_list("player_id", "rating"))
    return {card: rated[person] for card, person in persons.items() if person in rated}


def entered_players(section: Section, actor: Actor, today: date) -> list[Entered]:
    """In the order of pairing numbers, in a few queries."""
    entries = list(section.entries.in_order().select_related("player"))
    ids = [entry.player_id for entry in entries]
    persons = people(ids, actor, today)
    tournament = section.tournament
    ratings = _ratings(tournament.pool_id, ids)
    fide = offers(tournament.pool.fide_tempo, tournament.start_date, ids)
    levels = levels_on(tournament.pool_id, tournament.start_date)
    return [
        Entered(
            Player(entry, persons[entry.player_id]),
            _number(section, entry, ratings),
            fide.get(entry.player_id),
            is_outside=entry.player_id not in ratings,
            has_levels=levels is not None,
        )
        for entry in entries
    ]


def _number(section: Section, entry: Entry, ratings: dict[int, float]) -> float | None:
    if section.started_at:
        return entry.rating
    return ratings.get(entry.player_id, entry.outside_rating)
