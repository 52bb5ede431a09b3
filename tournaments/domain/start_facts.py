"""What is recorded of a player when a section starts: rating and class. Also the base
ratings of any day, which the checks need.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from django.db.models import QuerySet

from federation.domain.classes import lock_class_register_shared
from federation.queries.register_facts import RegisterFacts, read_register
from ratings.enums import DecisionKind
from ratings.ledger.domain.editions import EditionInForce, edition_in_force
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.models import Change, Decision
from ratings.pools.queries.numbers import posted_number
from ratings.rules.calendar import CalendarPeriod, period_of
from ratings.rules.protocol import (
    HasLevels,
    RequiresFirstRating,
    RequiresThinkingTime,
    StartsNewcomers,
)
from tournaments.models import Entry, Section
from tournaments.queries.class_memberships import class_memberships


@dataclass(frozen=True, slots=True)
class BaseRatings:
    """The base ratings by which a pool's games of a day are computed.

    `period` is the one of the day; `known` are the players with a rating or a decided
    start rating, by player id.
    """

    period: CalendarPeriod
    known: dict[int, float]
    edition: EditionInForce

    def rates(self, minutes: int) -> bool:
        """Return whether games of this thinking time are rated for any player; a system
        without a limit rates them all.
        """
        system = self.edition.system
        if not isinstance(system, RequiresThinkingTime):
            return True
        return minutes >= system.minimum_minutes(self.edition.parameters)

    def required_minutes(self, number: float | None, *, adopts: bool) -> int:
        """Return the thinking time that a game needs to be rated for a player with this
        base rating.

        `adopts`: whether the player's district has adopted the rules for low ratings.
        """
        system = self.edition.system
        if not isinstance(system, RequiresThinkingTime):
            return 0
        base = np.array([np.nan if number is None else number], np.float32)
        parameters = self.edition.parameters
        return int(system.required_minutes(base, np.array([adopts]), parameters)[0])

    @property
    def newcomers_stay_unrated(self) -> bool:
        """Whether a player without any number stays unrated until games against rated
        players have given a rating, or an officer has decided one.
        """
        system = self.edition.system
        return not isinstance(system, StartsNewcomers | HasLevels)

    @property
    def members_need_number(self) -> bool:
        """Whether a member's games are rated only if the member has a number."""
        system = self.edition.system
        return isinstance(system, RequiresFirstRating) and system.first_by_decision

    @property
    def outsiders_need_number(self) -> bool:
        """Whether a player from outside needs a number to be met by a member.

        Not with levels: the level of a new player is found by the tournament itself.
        """
        return not isinstance(self.edition.system, HasLevels)

    def default(self, birth_year: int | None) -> float | None:
        """Return the start rating by the rules of a member without any number, if there
        is one.
        """
        system = self.edition.system
        if not isinstance(system, StartsNewcomers):
            return None
        born, year = np.array([birth_year or 0], np.int16), self.period.first_date.year
        return float(system.default_start(born, year, self.edition.parameters)[0])


@dataclass(frozen=True, slots=True)
class RatingsAtStart:
    """The ratings with which a section starts, by player id.

    Each is the base rating on the first day, or else the start rating, FIDE rating or
    estimate that replaces it; None if the player has none of these. `known`: the
    players with a rating or a decided start rating in the pool.
    """

    by_player: Mapping[int, float | None]
    known: frozenset[int]


def base_ratings(pool_id: int, players: Collection[int], day: date) -> BaseRatings:
    """Return the base ratings of a day, by what is computed now.

    Raises NoEdition if no rating system is in force on the day.
    """
    edition = edition_in_force(pool_id, day)
    period = period_of(day, edition.parameters.period_starts)
    by_tournament = edition.system.unit == "tournament"
    before = day if by_tournament else period.first_date
    aliases = aliases_now()
    cards = aliases.cards(aliases.persons(players).values())
    known = {
        aliases.person(player): points
        for player, points in _decided(pool_id, cards, period).items()
    } | _left_by_earlier(pool_id, cards, before)
    of_players = {
        player: known[person]
        for player, person in aliases.persons(players).items()
        if person in known
    }
    return BaseRatings(period, of_players, edition)


def bases_by_day(
    pool_id: int,
    players: Collection[int],
    days: Iterable[date],
    read: list[BaseRatings] | None = None,
) -> dict[date, BaseRatings]:
    """Return the base ratings of each of the days, read once for each period.

    `read` are those of the same players that have been read already; new ones are added
    to it.
    """
    read = [] if read is None else read
    by_day: dict[date, BaseRatings] = {}
    for day in sorted(set(days)):
        known = (each for each in read if day in each.period)
        base = next(known, None)
        if base is None:
            base = base_ratings(pool_id, players, day)
            read.append(base)
        by_day[day] = base
    return by_day


def ratings_at_start(section: Section, entries: Sequence[Entry]) -> RatingsAtStart:
    """Return the rating of each entry by which the tournament is rated, by what is
    computed now. Raises NoEdition if no rating system is in force on its first day.
    """
    tournament = section.tournament
    players = [entry.player_id for entry in entries]
    day = tournament.start_date
    bases = base_ratings(tournament.pool_id, players, day)
    register = read_register(players, day, tournament.end_date)
    return RatingsAtStart(
        {entry.player_id: _rating(entry, bases, register, day) for entry in entries},
        frozenset(bases.known),
    )


def record_start(section: Section, entries: Sequence[Entry]) -> None:
    """Store each entry's rating and class as of the tournament's first day."""
    players = [entry.player_id for entry in entries]
    day = section.tournament.start_date
    ratings = ratings_at_start(section, entries).by_player
    lock_class_register_shared()
    classes = class_memberships(players, day)
    for entry in entries:
        entry.rating = ratings[entry.player_id]
        line = classes.get(entry.player_id)
        entry.class_at_start = line.player_class if line else ""
        entry.class_for_life = bool(line and line.for_life)
    Entry.objects.rewrite(entries, ["rating", "class_at_start", "class_for_life"])


def _rating(
    entry: Entry, bases: BaseRatings, register: RegisterFacts, day: date
) -> float | None:
    known = bases.known.get(entry.player_id)
    if known is not None:
        return known
    if entry.outside_rating is not None:
        return float(entry.outside_rating)
    if not register.is_member(entry.player_id, day):
        return None
    return bases.default(entry.player.birth_year)


def memories(
    pool_id: int, persons: Collection[int], before: date
) -> dict[int, Sequence[float | None] | None]:
    """Return the memory that the pool's system has of players with a step that ended
    before the day, as the columns of `State.memory`.
    """
    newest = _newest_changes(pool_id, persons, before)
    return {row.player_id: row.memory for row in newest}


def _left_by_earlier(
    pool_id: int, players: Collection[int], before: date
) -> dict[int, float]:
    rows = _newest_changes(pool_id, players, before).values_list("player_id", "after")
    return {player: after for player, after in rows if after is not None}


def _newest_changes(
    pool_id: int, players: Collection[int], before: date
) -> "QuerySet[Change]":
    return (
        Change.objects.of_pool(pool_id)
        .filter(player_id__in=players, ended_on__lt=before)
        .newest_of_each()
    )


def _decided(
    pool_id: int, players: Collection[int], period: CalendarPeriod
) -> dict[int, float]:
    rows = (
        Decision.objects.as_of(posted_number(pool_id))
        .filter(pool_id=pool_id, player__in=players, kind=DecisionKind.START)
        .filter(on_date__lte=period.last_date)
        .order_by("on_date", "pk")
        .values_list("player_id", "points")
    )
    return {player: float(points) for player, points in rows if points is not None}
