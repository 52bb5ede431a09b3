"""What a rating system with norms or deadlines computes for a tournament.

A page asks whether a system is one of these; none is asked for its name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Protocol, runtime_checkable

from ratings.rules.explained import Note


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays in a tournament, as the pool knows them on its first day."""

    rating: float | None
    """None for a new player."""
    memory: Sequence[float | None] | None = None
    """What the system remembers of them, as the columns of `State.memory`."""


@dataclass(frozen=True, slots=True)
class EntrantGame:
    """A game of a tournament; `white` and `black` are places among its entrants."""

    white: int
    black: int
    score: int | None = None
    """White's half points; None as long as there is no result."""
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
    """Is no game to come besides those without a result."""


@dataclass(frozen=True, slots=True)
class RequiredNorm:
    """What a level asks for: (`at_mean` + `unit` * (level - Pmean)) * games points."""

    level: int
    at_mean: Fraction
    """Points a game against opponents of just this level in the mean."""
    unit: Fraction
    """Points a game for each level more."""
    exact: Fraction
    """Points in all games."""
    score: int
    """Rounded, in half points; below zero where nothing is asked."""


@dataclass(frozen=True, slots=True)
class NormOpponent:
    """An opponent of one entrant."""

    place: int
    level: int
    counted: int
    """What the level counts as for this entrant."""
    games: int


@dataclass(frozen=True, slots=True)
class EntrantNorms:
    """What one entrant needs, if every game that may count is finished."""

    level: int | None
    """None for a new player."""
    assumed: int | None
    """The level that a new player is taken for in the norms of the others."""
    games: int
    opponents: tuple[NormOpponent, ...]
    mean: Fraction | None
    """Of the opponents' levels as they count; None without a game."""
    keep: RequiredNorm | None
    """None for a new player and without a game."""
    obtain: tuple[RequiredNorm, ...]
    """The levels within reach, ascending."""
    hindrances: tuple[Note, ...]
    """Why these games are too few."""


@dataclass(frozen=True, slots=True)
class TournamentNorms:
    """What everybody in a tournament needs."""

    entrants: tuple[EntrantNorms, ...]
    """As in the setting."""
    hindrances: tuple[Note, ...]
    """Why no norm can hold in this tournament."""
    standing: tuple[Note, ...]
    """What holds beside the norms in every tournament."""
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
    """By the norms alone: what it would be if nothing else were played. None for a
    new player without a finished game."""
    notes: tuple[Note, ...]
    """What each paragraph did; then, if no game is to come, why these games are too
    few for the norms."""


@dataclass(frozen=True, slots=True)
class Preliminary:
    """A tournament computed on its finished games."""

    results: tuple[PreliminaryResult, ...]
    """As in the setting; nobody's where `unsettled` names somebody."""
    hindrances: tuple[Note, ...] = ()
    """Why the tournament changes nobody as yet."""
    unsettled: tuple[int, ...] = ()
    """The new players, by place, about whom the committee has to decide first."""


@runtime_checkable
class GivesNorms(Protocol):
    """A system in which a level is obtained or kept by points against a norm, so that
    everybody's norm can be computed before the start.
    """

    @property
    def levels(self) -> Sequence[int]:
        """Every level, ascending, as the number that it is kept as."""
        ...

    def norms_of(
        self, setting: NormSetting, *, assumed: int | None = None
    ) -> TournamentNorms:
        """Return the norms, should all games be finished that may count.

        A new player counts as of level `assumed` for the others; without it as of the
        level that half of the points against ranked opponents would give.
        """
        ...

    def preliminary(self, setting: NormSetting) -> Preliminary:
        """Return the tournament on the games finished so far."""
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
