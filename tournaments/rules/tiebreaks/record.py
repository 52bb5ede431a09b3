"""The input of tie-breaks: every player's rounds, of every kind.

A section and a tournament file are both converted into this form.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from tournaments.rules.points import USUAL, PointSystem
from tournaments.rules.results import Colour, RoundKind

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A finished round of one player; only games and forfeits have an opponent."""

    round: int
    kind: RoundKind
    half_points: int
    opponent: int | None = None
    colour: Colour | None = None

    @property
    def is_played(self) -> bool:
        """Whether it was played over the board."""
        return self.kind is RoundKind.PLAYED


@dataclass(frozen=True, slots=True)
class RatingTables:
    """FIDE's two tables (B.02, 8.1.1 and 8.1.2).

    `differences` has the rating difference of every hundredth of the score, 0 to 100;
    `expectations` the hundredths expected at every difference, from -widest to widest.
    """

    differences: tuple[int, ...]
    expectations: tuple[int, ...]

    @property
    def widest(self) -> int:
        """The difference beyond which nothing changes."""
        return len(self.expectations) // 2


@dataclass(frozen=True)
class Record:
    """The rounds of all players who have a place.

    `entries` are in the order of their pairing numbers. `rounds_played` is the last
    round with a result, `rounds_announced` how many there are to be. `ratings` may lack
    some players; `lots` are entries, first drawn first.
    """

    entries: tuple[int, ...]
    rounds: Mapping[int, tuple[PlayerRound, ...]]
    rounds_played: int
    rounds_announced: int
    is_round_robin: bool = False
    numbers: Mapping[int, int] = field(default_factory=dict)
    ratings: Mapping[int, int] = field(default_factory=dict)
    rating_tables: RatingTables | None = None
    points: PointSystem = USUAL
    lots: tuple[int, ...] = ()

    @cached_property
    def scores(self) -> Mapping[int, int]:
        """Half points of every entry."""
        return {
            entry: sum(each.half_points for each in self.rounds[entry])
            for entry in self.entries
        }

    @cached_property
    def is_everybody_rated(self) -> bool:
        """Whether every entry has a rating."""
        return all(entry in self.ratings for entry in self.entries)

    def is_voluntary(self, own: PlayerRound) -> bool:
        """Return whether the player chose not to play (FIDE C.07 16.2): all unplayed
        rounds that give less than a win, except the bye of the pairing.
        """
        return (
            own.kind not in (RoundKind.PLAYED, RoundKind.ALLOCATED_BYE)
            and own.half_points < self.points.win
        )

    def is_game(self, own: PlayerRound) -> bool:
        """Return whether the opponent counts: over the board, and in a round robin,
        where all players are to meet, by forfeit too (FIDE C.07 15).
        """
        return own.opponent is not None and (
            own.kind is RoundKind.PLAYED or self.is_round_robin
        )

    def once(self, name: object, make: Callable[[], T]) -> T:
        """Return what `make` gives, computed once for this record."""
        if name not in self._made:
            self._made[name] = make()
        found: T = self._made[name]
        return found

    @cached_property
    def _made(self) -> dict[object, Any]:
        return {}
