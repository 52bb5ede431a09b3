"""The players of a section with the rating that each would start with."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from federation.permissions import Actor
from ratings.enums import OutsideKind
from ratings.fide.queries.offers import fide_ratings_beside
from ratings.people.queries.fide_ratings import FideBeside
from ratings.people.queries.names import read_people
from ratings.pools.queries.systems import levels_on
from tournaments.models import Entry, Section
from tournaments.queries.standings.table import ShownPlayer


@dataclass(frozen=True, slots=True)
class EnteredPlayer:
    """A player, with the rating that was recorded at the start or would be recorded
    now, and the rating that FIDE's list offers.
    """

    player: ShownPlayer
    rating: float | None
    fide: FideBeside | None = None
    is_known: bool = False
    """Whether the player has a rating in the tournament's pool, or one was recorded."""
    has_levels: bool = False
    """Whether the tournament is rated by levels."""

    @property
    def strength(self) -> float:
        """The number shown, by which the players are ordered."""
        if self.offered:
            return self.offered.rating
        return self.rating or 0

    @property
    def offered(self) -> FideBeside | None:
        """FIDE's rating, if the player has no rating and no outside number."""
        return None if self.is_known or self._has_outside else self.fide

    @property
    def is_new(self) -> bool:
        """Whether the rating is only the rules' start rating of a newcomer."""
        return not (self.is_known or self._has_outside or self.needs_number)

    @property
    def from_fide(self) -> FideBeside | None:
        """FIDE's list, if the number shown is from it."""
        taken = self.player.entry
        is_shown = self.rating == taken.outside_rating
        return self.fide if is_shown and self._is_from_list(taken) else None

    @property
    def may_be_estimated(self) -> bool:
        """Whether the player has or can get a FIDE rating or an estimate: not in
        addition to a rating that will be recorded anyway.
        """
        if self.is_known and self.player.entry.rating is None:
            return False
        is_guest = self.player.person.club_id is None
        return self._has_outside or (is_guest and not self.is_known)

    @property
    def _has_outside(self) -> bool:
        return self.player.entry.outside_rating is not None

    def _is_from_list(self, taken: Entry) -> bool:
        return (
            self.fide is not None
            and taken.outside_kind == OutsideKind.FIDE
            and taken.outside_rating == self.fide.rating
        )

    @property
    def needs_number(self) -> bool:
        """Whether the player is from outside and has no number. Not with levels: the
        level of a new player is found by the tournament itself.
        """
        is_unknown = self.rating is None and self.player.person.club_id is None
        return is_unknown and not self.has_levels


def entered_players(
    section: Section,
    entries: Sequence[Entry],
    actor: Actor,
    today: date,
    *,
    ratings: Mapping[int, float | None],
    known: Collection[int],
) -> list[EnteredPlayer]:
    """Return the players of the entries, in a few queries.

    `ratings`, by player id, are those that would be recorded if the section started
    now; `known` are the players whose ratings are from this pool.
    """
    ids = [entry.player_id for entry in entries]
    persons = read_people(ids, actor, today)
    tournament = section.tournament
    fide = fide_ratings_beside(tournament.pool.fide_tempo, tournament.start_date, ids)
    levels = levels_on(tournament.pool_id, tournament.start_date)
    return [
        EnteredPlayer(
            ShownPlayer(entry, persons[entry.player_id]),
            entry.rating if section.started_at else ratings.get(entry.player_id),
            fide.get(entry.player_id),
            is_known=entry.rating is not None or entry.player_id in known,
            has_levels=levels is not None,
        )
        for entry in entries
    ]
