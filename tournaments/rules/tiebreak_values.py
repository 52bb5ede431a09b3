"""The shape of a tie-break and of its working, shared by every federation's."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from tournaments.rules.scores import CountedSection


class StepKind(StrEnum):
    """What one line of the working does."""

    STRUCK_GROUP = "struck_group"
    ROUND = "round"
    DROPPED_ROUND = "dropped_round"
    OPPONENT = "opponent"
    STRUCK_OPPONENT = "struck_opponent"
    BYE = "bye"
    STRUCK_BYE = "struck_bye"
    WIN = "win"
    ENCOUNTER = "encounter"
    LOT = "lot"


class Unit(StrEnum):
    """What the numbers of a tie-break count."""

    HALF_POINTS = "half_points"
    GAMES = "games"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the working: the amount added or struck, and the sum after it."""

    kind: StepKind
    amount: int
    total: int
    round: int | None = None
    opponents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TieBreakValue:
    """One player's value and how it came about.

    The key is compared from the left, larger is better; an empty key means
    that the tie-break says nothing here.
    """

    entry: int
    key: tuple[int, ...]
    working: tuple[Step, ...] = ()


Compute = Callable[
    [CountedSection, tuple[int, ...], tuple[int, ...]], dict[int, TieBreakValue]
]
"""Takes the section, the tied entries and the lots (ids, first drawn first)."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break that a section may announce.

    `relative`: the value depends on who else is tied, so that it exists for
    tied players only and not as a column for everybody.
    """

    code: str
    paragraph: str
    unit: Unit
    compute: Compute
    relative: bool = False
