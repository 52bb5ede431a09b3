"""The interface of every rating system, as the engine uses it."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

from ratings.rules.activity import Activity
from ratings.rules.calendar import Starts
from ratings.rules.explained import ExplainedStep
from ratings.rules.step import (
    BoolArray,
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    Span,
    State,
    StepOutcome,
    Unit,
)


class SystemParameters(Protocol):
    """The numbers that an edition may choose within a system."""

    @property
    def period_starts(self) -> Starts:
        """The days of the year on which periods begin."""
        ...

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Read what an edition stores; BadParameters names every invalid field."""
        ...

    def to_json(self) -> dict[str, object]:
        """Return every field as JSON, in the form that `from_json` reads."""
        ...


P = TypeVar("P", bound=SystemParameters)


class System(Protocol[P]):
    """A rating system; each is in its own module, as `SYSTEM`."""

    @property
    def name(self) -> str:
        """The name that an edition stores."""
        ...

    @property
    def unit(self) -> Unit:
        """Whether a step is a period or a tournament."""
        ...

    @property
    def memory(self) -> tuple[str, ...]:
        """What the system remembers of a player besides the rating: the names of the
        columns of `State.memory`.
        """
        ...

    @property
    def fractional(self) -> bool:
        """Whether ratings are unrounded: `State` and `StepOutcome` are then float64."""
        ...

    @property
    def in_order(self) -> bool:
        """Whether the results depend on the order of the lines, or on their events,
        even if all lines are plain games of members. If not, the engine may read such
        lines without order and events.
        """
        ...

    @property
    def Parameters(self) -> type[P]:  # noqa: N802 - it is a class
        """The class of this system's parameters."""
        ...

    def rate_step(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: P,
    ) -> StepOutcome:
        """Rate every player of a step.

        The result for a player depends on nothing but the player's own lines, `state`
        and `decisions`: given some of the players and all games with one of them, those
        players get the same result as if all were given; the result for the others is
        meaningless. Raises CannotCompute when the rules give no answer.
        """
        ...

    def explain_player(
        self,
        lines: Lines,
        state: State,
        decisions: Decisions,
        span: Span,
        parameters: P,
        player: int,
    ) -> ExplainedStep:
        """Explain how `rate_step` reaches its result for the player in one row.

        Raises CannotCompute when one of the player's lines cannot be rated.
        """
        ...


@runtime_checkable
class DependsOnEdition(Protocol):
    """A system whose properties depend on the edition, for example whether it is
    `fractional`.
    """

    def of_edition(self, parameters: Any) -> System[Any]:
        """Return the system as it is under an edition with these parameters."""
        ...


def system_of_edition(system: System[P], parameters: P) -> System[P]:
    """Return the system as it is under an edition: usually the system itself."""
    if isinstance(system, DependsOnEdition):
        return system.of_edition(parameters)
    return system


@runtime_checkable
class StartsNewcomers(Protocol):
    """A system whose rules define a start rating for members without any rating."""

    def default_start(self, born: IntArray, year: int, parameters: Any) -> FloatArray:
        """Return start ratings (n) in a year by birth years (n, 0 where unknown)."""
        ...


@runtime_checkable
class RequiresFirstRating(Protocol):
    """A system that may not rate the games of a member without a rating."""

    @property
    def first_by_decision(self) -> bool:
        """Whether nothing but a decision of the office, or a number from outside, gives
        a member a first rating.
        """
        ...


@runtime_checkable
class RequiresThinkingTime(Protocol):
    """A system that does not rate games with too little thinking time."""

    def minimum_minutes(self, parameters: Any) -> int:
        """Return the minutes for each player and 60 moves below which no game is rated."""
        ...

    def required_minutes(
        self, base: FloatArray, adopts: BoolArray, parameters: Any
    ) -> IntArray:
        """Return the minutes (n) below which a game is not rated for players with these
        base ratings, whose districts have or have not adopted the rules for low
        ratings.
        """
        ...


@runtime_checkable
class HasFloor(Protocol):
    """A system that publishes no rating below a floor: players below it are unrated."""

    def floor_of(self, parameters: Any) -> int:
        """Return the lowest rating that is published, in rating points."""
        ...


@runtime_checkable
class HasCoefficients(Protocol):
    """A system with a coefficient K for each player, which is published with its lists."""

    def coefficients_listed(
        self, state: State, birth_years: IntArray, day: date, parameters: Any
    ) -> IntArray | None:
        """Return K (p) in a period that begins on a day, by the ratings on a list, what
        the system remembers and birth years (p, 0 where unknown). K is 0 for players
        whose games count by none; the result is None if players have several.
        """
        ...


@runtime_checkable
class ExemptsActivePlayers(Protocol):
    """A system in which a player who is continuously active over the board does not
    lose what others lose by time: the office decides about it (`Decisions.active`).
    """

    def next_fall(
        self,
        rating: float,
        memory: Sequence[float],
        active: Sequence[Activity],
        day: date,
    ) -> tuple[date, float] | None:
        """Return when the rating next falls after a day if nothing happens until then,
        and to what; None if it does not fall. `memory` is what the system remembers.
        """
        ...


@runtime_checkable
class RequiresBoardDecision(Protocol):
    """A system in which the board makes the final decision about high ratings, and what
    a tournament gives is preliminary until then (`Decisions.board`).
    """

    @property
    def board_from(self) -> int:
        """The lowest rating that cannot finally be reached without a decision of the
        board.
        """
        ...


@runtime_checkable
class DerivesClass(Protocol):
    """A system that derives a player's class from the rating alone."""

    def class_by_rating(self, rating: float, parameters: Any) -> str:
        """Return the name of the class."""
        ...


@runtime_checkable
class HasLevels(Protocol):
    """A system whose ratings are levels: whole numbers, each with a name."""

    @property
    def levels(self) -> range:
        """Every level as the number that is stored, ascending."""
        ...

    def level_parts(self, index: int) -> tuple[int, str]:
        """Return number and grade of a level, for each language to combine in its own
        way; ValueError for an index that is no level.
        """
        ...

    def level_text(self, index: int) -> str:
        """Return the level as programs and files write it; ValueError if it is no
        level.
        """
        ...

    def parse_level(self, text: str) -> int:
        """Parse a level: its name, a short form of it or its number. ValueError for
        anything else.
        """
        ...


class TournamentSystem(System[P], Protocol):
    """A system whose steps are tournaments (`unit`).

    A tournament is rated with all its games: the result for a player may depend on
    games of others. A step without games is a calendar period, which books decisions
    and the effects of time.
    """

    def watched_days(self, span: Span) -> tuple[int, ...]:
        """Return the days of a tournament whose ratings the system needs besides those
        of the first day: they are the columns of `State.watched`.
        """
        ...
