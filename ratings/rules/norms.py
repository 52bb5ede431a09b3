"""What a rating system with norms or deadlines computes for a tournament.

Pages check whether a system implements these protocols, never its name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Protocol, runtime_checkable

from ratings.rules.explained import Note


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant of a tournament, as the pool knows the player on its first day."""

    rating: float | None
    """None for a new player."""
    memory: Sequence[float | None] | None = None
    """What the system remembers of the player, as the columns of `State.memory`."""


@dataclass(frozen=True, slots=True)
class EntrantGame:
    """A game of a tournament; `white` and `black` are positions among its entrants."""

    white: int
    black: int
    score: int | None = None
    """White's half points; None while there is no result."""
    played: bool = True
    """False for a forfeit."""
    day: date | None = None
    """The day on which it ended."""


@dataclass(frozen=True, slots=True)
class NormSetting:
    """A tournament: all its players, all games known so far, its days."""

    entrants: tuple[Entrant, ...]
    games: tuple[EntrantGame, ...]
    first_date: date
    last_date: date
    complete: bool = False
    """Whether all games are known: only those without a result are still to come."""


@dataclass(frozen=True, slots=True)
class RequiredNorm:
    """The points required for a level: (`at_mean` + `unit` * (level - Pmean)) * games."""

    level: int
    at_mean: Fraction
    """Points per game against opponents whose mean is exactly this level."""
    unit: Fraction
    """Additional points per game for each higher level."""
    exact: Fraction
    """Points in all games, exact."""
    score: int
    """Rounded, in half points; below zero if nothing is required."""


@dataclass(frozen=True, slots=True)
class NormOpponent:
    """An opponent of one entrant."""

    place: int
    level: int
    counted: int
    """The level as which the opponent counts for this entrant."""
    games: int


@dataclass(frozen=True, slots=True)
class EntrantNorms:
    """What one entrant needs if every game that may count is finished."""

    level: int | None
    """None for a new player."""
    assumed: int | None
    """The level that is assumed for a new player in the norms of the others."""
    games: int
    opponents: tuple[NormOpponent, ...]
    mean: Fraction | None
    """The mean of the opponents' levels as they count; None without a game."""
    keep: RequiredNorm | None
    """None for a new player and without a game."""
    obtain: tuple[RequiredNorm, ...]
    """The levels within reach, ascending."""
    obstacles: tuple[Note, ...]
    """Why these games are too few for a norm."""


@dataclass(frozen=True, slots=True)
class TournamentNorms:
    """What all entrants of a tournament need."""

    entrants: tuple[EntrantNorms, ...]
    """In the order of the setting."""
    obstacles: tuple[Note, ...]
    """Why no norm can be met in this tournament."""
    standing: tuple[Note, ...]
    """Rules that apply in every tournament, besides the norms."""
    cited: Mapping[str, str]
    """The paragraph of each part of the working: opponent, mean, norm, reach,
    newcomer."""


@dataclass(frozen=True, slots=True)
class PreliminaryResult:
    """What the finished games give one entrant."""

    before: int | None
    games: int
    score: int
    """Half points in them."""
    mean: Fraction | None
    keep: int | None
    """Half points."""
    after: int | None
    """By the norms alone: the level if nothing else were played. None for a new player
    without a finished game."""
    notes: tuple[Note, ...]
    """What each paragraph did; then, if no game is to come, why these games are too
    few for the norms."""


@dataclass(frozen=True, slots=True)
class Preliminary:
    """A tournament computed on its finished games."""

    results: tuple[PreliminaryResult, ...]
    """In the order of the setting; empty if `unsettled` is not."""
    obstacles: tuple[Note, ...] = ()
    """Why the tournament does not yet change any ranking."""
    unsettled: tuple[int, ...] = ()
    """The positions of the new players for whom the committee must decide first."""


@runtime_checkable
class GivesNorms(Protocol):
    """A system in which a level is obtained or kept by scoring points against a norm,
    so that every player's norm can be computed before the start.
    """

    @property
    def levels(self) -> Sequence[int]:
        """Every level, ascending, as the number that is stored."""
        ...

    def norms_of(
        self, setting: NormSetting, *, assumed: int | None = None
    ) -> TournamentNorms:
        """Return the norms, assuming that all games that may count are finished.

        A new player counts as of level `assumed` for the others; without it as of the
        level that half of the points against ranked opponents would give.
        """
        ...

    def preliminary(self, setting: NormSetting) -> Preliminary:
        """Return the tournament computed from the games finished so far."""
        ...


@runtime_checkable
class SetsDeadlines(Protocol):
    """A system whose regulations set deadlines for the organiser."""

    def conditions_due(self, start: date) -> date:
        """Return the last day to send rules and conditions to the participants."""
        ...

    def computation_due(self, end: date) -> date:
        """Return the last day for the results with their preliminary computation."""
        ...
