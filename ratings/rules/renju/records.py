"""The input and the output of a correspondence tournament's ranking."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from ratings.rules.renju.steps import RuleStep

Id: TypeAlias = int | str
"""The id that the caller uses for a player or a game."""


@dataclass(frozen=True, slots=True)
class InputPlayer:
    """A participant; levels are indexes from 1 (10 kyu) to 20 (10 dan)."""

    id: Id
    level: int | None
    """At the start of the tournament; None for a new player."""
    at_three_months: int | None = None
    """P0 of Renju 2 §4, if it is not the level at the start."""
    at_end: int | None = None
    """P2 of Renju 2 §4, if it is not P0."""
    first_tournament: bool = False
    """Whether it is this player's first correspondence tournament (3 §4)."""
    decided: int | None = None
    """A new player's entry ranking as the committee decided it."""
    board: tuple[tuple[int, int], ...] = ()
    """What the board has finally decided: pairs of the level that the rules give and
    the level that applies instead (1 §5)."""


@dataclass(frozen=True, slots=True)
class InputGame:
    """A game of the tournament."""

    a: Id
    b: Id
    score: int | None
    """Half points of `a`, 0, 1 or 2; None while there is no result."""
    counts: bool = True
    """Whether it counts as finished, as `renju.dates.counting_games` determines."""
    key: Id | None = None
    """Identifies the game if the caller wants duplicates refused."""


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A tournament's result for a player, with its working; points are half points."""

    id: Id
    before: int | None
    """The level at the start, None for a new player."""
    entry: int | None
    """What the player counts as in the tournament: the level at the start, or the
    entry ranking found by article 4; None for a new player without a finished game."""
    games: int
    """N, the finished games."""
    score: int
    """Half points in them."""
    total: int
    """The sum of the opponents' indexes over them, for a ranked player as 2 §2c counts
    them."""
    obtain: tuple[int, ...]
    """The obtain-norms from 10 kyu to 10 dan, empty without a finished game."""
    keep: int | None
    """The keep-norm of the level at the start; below zero if nothing is required. None
    for a new player and without a finished game."""
    by_norms: int | None
    """The level by the norms alone, P1 of 2 §4, whether or not the conditions are
    met."""
    holds: bool
    """Whether the conditions of article 3 and of 2 §§1-2 are met."""
    level: int | None
    """The ranking after the tournament; None for a player who still has none."""
    confirmed: bool
    """Whether the tournament confirms `level`, so that its five years begin (2 §5)."""
    steps: tuple[RuleStep, ...]
    """What each paragraph did: first the norms, then conditions that are not met,
    then a ranking changed during the tournament, then the board."""

    @property
    def mean(self) -> Fraction | None:
        """Pmean of 2 §2d, None without a finished game."""
        return Fraction(self.total, self.games) if self.games else None


@dataclass(frozen=True, slots=True)
class Cycle:
    """New players whose entry rankings alternate and never settle (4 §2)."""

    players: tuple[Id, ...]
    """The players whose level changes within the cycle, in the order given."""
    rounds: tuple[tuple[int, ...], ...]
    """Their levels in each round of the cycle; after the last round the first
    follows."""


@dataclass(frozen=True, slots=True)
class RatedTournament:
    """The result of a tournament."""

    players: tuple[RatedPlayer, ...]
    """In the order given; empty if there is a cycle."""
    cycle: Cycle | None = None
    """For the committee to decide: its decision is given as `InputPlayer.decided`."""
