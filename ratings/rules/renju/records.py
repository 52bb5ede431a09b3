"""What goes into a correspondence tournament's ranking and what comes out."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from ratings.rules.renju.steps import RuleStep

Id: TypeAlias = int | str
"""Whatever the caller knows a player or a game by."""


@dataclass(frozen=True, slots=True)
class InputPlayer:
    """A participant; levels are indexes from 1 (10 kyu) to 20 (10 dan)."""

    id: Id
    level: int | None
    """At the start of the tournament; None for a new player."""
    at_three_months: int | None = None
    """P0 of Renju 2 §4, where it is not the level at the start."""
    at_end: int | None = None
    """P2 of Renju 2 §4, where it is not P0."""
    first_tournament: bool = False
    """Is it this player's first correspondence tournament (3 §4)."""
    decided: int | None = None
    """A new player's entry ranking as the committee decided it."""
    board: tuple[tuple[int, int], ...] = ()
    """What the board has finally decided: for the level that the rules give, the one
    that holds (1 §5)."""


@dataclass(frozen=True, slots=True)
class InputGame:
    """A game of the tournament."""

    a: Id
    b: Id
    score: int | None
    """Half points of `a`, 0, 1 or 2; None while there is no result."""
    counts: bool = True
    """Does it count as finished, as `renju.dates.counting_games` says."""
    key: Id | None = None
    """Names the game where the caller wants it taken once only."""


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """What a tournament gives a player, and how; points are half points."""

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
    """The sum of the opponents' indexes over them, as 2 §2c counts them."""
    obtain: tuple[int, ...]
    """The obtain-norms from 10 kyu to 10 dan, nothing without a finished game."""
    keep: int | None
    """The keep-norm of the level at the start; below zero where nothing is asked.
    None for a new player and without a finished game."""
    by_norms: int | None
    """What the norms alone give, P1 of 2 §4, whether or not the conditions are met."""
    holds: bool
    """Are the conditions of article 3 met."""
    level: int | None
    """The ranking after the tournament; None for somebody who still has none."""
    confirmed: bool
    """Does the tournament confirm `level`: do its five years begin (2 §5)."""
    steps: tuple[RuleStep, ...]
    """What each paragraph did: first the norms, then conditions that are not met,
    then a ranking changed during the tournament, then the board."""

    @property
    def mean(self) -> Fraction | None:
        """Pmean of 2 §2d, None without a finished game."""
        return Fraction(self.total, self.games) if self.games else None


@dataclass(frozen=True, slots=True)
class Cycle:
    """New players whose entry rankings swing and never settle (4 §2)."""

    players: tuple[Id, ...]
    """Those whose level changes within the cycle, in the order given."""
    rounds: tuple[tuple[int, ...], ...]
    """Their levels in each round of the cycle; the first follows on the last."""


@dataclass(frozen=True, slots=True)
class RatedTournament:
    """A tournament's outcome."""

    players: tuple[RatedPlayer, ...]
    """In the order given; nobody where there is a cycle."""
    cycle: Cycle | None = None
    """For the committee to decide: its decision comes in as `InputPlayer.decided`."""
