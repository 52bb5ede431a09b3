"""The plain book of results for the second implementations: events with games."""

from dataclasses import dataclass, field
from datetime import date
from itertools import combinations, pairwise
from typing import NamedTuple


class Game(NamedTuple):
    white: int
    black: int
    score: int
    """White's half points."""
    day: date
    played: bool = True
    minutes: int = 180


class End(NamedTuple):
    """A game from one player's side."""

    opponent: int
    half_points: int
    game: Game
    event: "Event"


@dataclass
class Event:
    games: list[Game]
    large: bool = False
    whole: bool = False
    """Whether it is a round robin that is rated on the section's mean."""
    members: tuple[int, ...] = ()
    """Its members, also those without a game; if empty, the players of its games."""

    @property
    def first(self) -> date:
        return min(game.day for game in self.games)

    @property
    def last(self) -> date:
        return max(game.day for game in self.games)

    @property
    def players(self) -> list[int]:
        met = {player for game in self.games for player in game[:2]}
        return sorted(met.union(self.members))

    @property
    def empty(self) -> list[Game]:
        """Return the empty lines reported with an event rated as a whole: pairs of
        members without a game against each other.
        """
        met = {frozenset(game[:2]) for game in self.games}
        return [
            Game(*two, 1, self.first, played=False)
            for two in combinations(self.players, 2)
            if self.whole and frozenset(two) not in met
        ]


@dataclass
class Book:
    """Players: members 0 … members-1, then guests with a rating on every line."""

    members: int
    guests: list[int]
    starts: dict[int, int]
    """Start ratings decided before the first day."""
    events: list[Event]
    first: date
    last: date
    born: dict[int, int] = field(default_factory=dict)
    adopts: frozenset[int] = frozenset()
    """The members whose district has adopted the rules for low ratings."""

    @property
    def everybody(self) -> range:
        return range(self.members + len(self.guests))

    def guest(self, player: int) -> int | None:
        return None if player < self.members else self.guests[player - self.members]

    def games(self, first: date, last: date) -> list[tuple[Event, Game]]:
        """Return the games of some days in order of play."""
        found = [
            (game.day, number, event, game)
            for number, event in enumerate(self.events)
            for game in (*event.games, *event.empty)
            if first <= game.day <= last
        ]
        found.sort(key=lambda each: each[:2])
        return [(event, game) for _, _, event, game in found]

    def ends(self, player: int, first: date, last: date) -> list[End]:
        """Return the played games of a player in some days, in order."""
        return [
            End(game.black, game.score, game, event)
            if game.white == player
            else End(game.white, 2 - game.score, game, event)
            for event, game in self.games(first, last)
            if player in game[:2] and game.played
        ]


def periods(first: date, last: date, starts: list[tuple[int, int]]):
    """Yield first and last day of each period; periods begin on these dates of the
    year.
    """
    firsts = [
        date(year, *start)
        for year in range(first.year - 1, last.year + 2)
        for start in sorted(starts)
    ]
    for begin, following in pairwise(firsts):
        end = date.fromordinal(following.toordinal() - 1)
        if end >= first and begin <= last:
            yield begin, end


MONTHS = [(month, 1) for month in range(1, 13)]
