"""The form of a tie-break and of its working, shared by all federations' tie-breaks."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from tournaments.rules.tiebreaks.record import Record


class StepKind(StrEnum):
    """What one line of the working does."""

    STRUCK_GROUP = "struck_group"
    ROUND = "round"
    DROPPED_ROUND = "dropped_round"
    OPPONENT = "opponent"
    BYE = "bye"
    VIRTUAL_OPPONENT = "virtual_opponent"
    DUMMY = "dummy"
    WIN = "win"
    GAME = "game"
    ENCOUNTER = "encounter"
    RATING = "rating"
    OPPONENT_VALUE = "opponent_value"
    OWN_RATING = "own_rating"
    NUMBER = "number"
    LOT = "lot"


class Unit(StrEnum):
    """What the numbers of a tie-break count."""

    HALF_POINTS = "half_points"
    QUARTER_POINTS = "quarter_points"
    TEN_THOUSANDTHS = "ten_thousandths"
    GAMES = "games"
    RATING = "rating"
    PLACE = "place"
    """Smaller is better, so the key is negative."""

    @property
    def parts(self) -> int:
        """How many of them make a whole."""
        return _PARTS.get(self, 1)


_PARTS = {Unit.HALF_POINTS: 2, Unit.QUARTER_POINTS: 4, Unit.TEN_THOUSANDTHS: 10_000}


class WorkingLine(NamedTuple):
    """A line of the working, immutable and small: a large table has 100,000.

    `amount` is what the line adds to the value, or strikes from it, in the unit of the
    tie-break; `total` the sum after it, if a sum is shown line by line. For a score
    that counts, `score` is as counted and `actual` as in the standings (both half
    points), `own` the half points scored in the round. `is_voluntary`: the player had
    chosen not to play the round (FIDE C.07 16.5).
    """

    kind: StepKind
    amount: int
    total: int | None = None
    round: int | None = None
    opponents: tuple[int, ...] = ()
    score: int = 0
    actual: int = 0
    own: int = 0
    is_voluntary: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class TieBreakValue:
    """One player's value and its working.

    The key is compared from the left, larger is better; an empty key means that the
    tie-break gives no order. `steps` are the working, or a function that makes it on
    request: a table shows a thousand keys and no working. `cut` are the indices of the
    steps that do not count, in the order in which they were cut.
    """

    entry: int
    key: tuple[int, ...]
    steps: tuple[WorkingLine, ...] | Callable[[], tuple[WorkingLine, ...]] = ()
    cut: tuple[int, ...] = ()

    @property
    def working(self) -> tuple[WorkingLine, ...]:
        """Every line from which the key follows."""
        return self.steps() if callable(self.steps) else self.steps

    def __eq__(self, other: object) -> bool:
        """Compare player, key and working, whether or not the working has been made."""
        return isinstance(other, TieBreakValue) and self._facts == other._facts

    def __hash__(self) -> int:
        """Return the hash of player and key."""
        return hash((self.entry, self.key))

    @property
    def _facts(self) -> tuple[object, ...]:
        return self.entry, self.key, self.working, self.cut


Compute = Callable[[Record, tuple[int, ...]], dict[int, TieBreakValue]]
"""A function of the record and the tied entries."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break that a section may announce.

    `acronym` is FIDE's where there is one (TRF26, lines 202 and 212). `relative`: the
    value depends on who else is tied, so that it exists for tied players only and not
    as a column for everybody.
    """

    code: str
    acronym: str
    paragraph: str
    unit: Unit
    compute: Compute
    relative: bool = False
