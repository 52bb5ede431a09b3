"""The input and output of every rating system: the columns of one step.

A step is one period or, under Scrabble and renju, one tournament of a pool.
Players are rows 0 … p-1 of `State`; games are rows 0 … n-1 of `Lines`. Input arrays are
never written to, and output arrays may share their memory with input arrays: treat both
as read-only.

Ratings and points are float32 as `State.unknown` and `Decisions.none` create them:
whole and half points are exact up to eight million, and half the memory takes half the
time. float64 is accepted as well, and gives float64.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import IntEnum
from typing import Any, Literal, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratings.rules.activity import Activity

IntArray: TypeAlias = NDArray[np.signedinteger[Any]]
FloatArray: TypeAlias = NDArray[np.floating[Any]]
BoolArray: TypeAlias = NDArray[np.bool_]
Unit: TypeAlias = Literal["period", "tournament"]

NEVER = int(np.iinfo(np.int32).min)
"""The day number of the last game of a player who has never played."""


class StartFrom(IntEnum):
    """Where a player's base rating comes from (`StepOutcome.start_from`)."""

    RATING = 0
    DECISION = 1
    OUTSIDE = 2
    DEFAULT = 3


@dataclass(frozen=True, slots=True)
class SideColumns:
    """One colour's columns of Lines (n), with the score seen from that side."""

    player: IntArray
    score: IntArray
    """int8: this side's half points."""
    member: BoolArray
    outside: FloatArray
    adopts: BoolArray
    birth_year: IntArray


@dataclass(frozen=True, slots=True)
class Lines:
    """The games of one step, columns of length n, in order of play.

    Order of play is date, tournament start, round, board. A line contains the
    register's data as they were when the result was posted.
    """

    white: IntArray
    """intp: row of White in the arrays of `State`."""
    black: IntArray
    """intp: row of Black."""
    score: IntArray
    """int8: White's half points, 0, 1 or 2."""
    played: BoolArray
    """False for a forfeit or a bye: never rated, and not counted as activity."""
    minutes: IntArray
    """int16: thinking time per player for 60 moves."""
    white_member: BoolArray
    """Whether this side may have a rating in this pool at all; outsiders may not."""
    black_member: BoolArray
    white_outside: FloatArray
    """FIDE rating or estimate recorded on the line, NaN if there is none."""
    black_outside: FloatArray
    white_adopts: BoolArray
    """Whether the district of the player's main club has adopted the rules for low
    ratings."""
    black_adopts: BoolArray
    white_birth_year: IntArray
    """int16: 0 where unknown."""
    black_birth_year: IntArray
    day: IntArray
    """int32: days from 1970-01-01 to the day on which the game was finished."""
    event: IntArray | None = None
    """The event of each line; None if not read, for systems without
    `System.in_order`."""
    method: IntArray | None = None
    """int8: how the line's event is rated, if its system has more ways than one (0:
    game by game); None if all events are rated game by game."""
    white_mean: FloatArray | None = None
    """The rating used for each of White's opponents in an event rated as a whole, as
    posted; NaN if none was posted. None if no line has any."""
    black_mean: FloatArray | None = None
    length: IntArray | None = None
    """int16: the length of the match that the line is, 0 if not stated; None: no line
    has one."""
    large: BoolArray | None = None
    """Whether the line's event is a large one that gives a bonus; None if no event
    is."""

    def __post_init__(self) -> None:
        """Refuse columns of unequal length with ValueError."""
        columns = (getattr(self, column.name) for column in fields(self))
        if len({len(column) for column in columns if column is not None}) != 1:
            raise ValueError("The columns of Lines differ in length.")

    def __len__(self) -> int:
        """n, the number of games."""
        return len(self.white)

    @property
    def sides(self) -> tuple[SideColumns, SideColumns]:
        """White's columns and Black's."""
        return (
            SideColumns(
                self.white,
                self.score,
                self.white_member,
                self.white_outside,
                self.white_adopts,
                self.white_birth_year,
            ),
            SideColumns(
                self.black,
                2 - self.score,
                self.black_member,
                self.black_outside,
                self.black_adopts,
                self.black_birth_year,
            ),
        )

    def take(self, rows: IntArray) -> Self:
        """Return the given rows, in the given order, as new Lines."""
        columns: list[Any] = [getattr(self, column.name) for column in fields(self)]
        selected: list[Any] = [
            None if column is None else column.take(rows) for column in columns
        ]
        return type(self)(*selected)


@dataclass(frozen=True, slots=True)
class State:
    """What is known of a step's players when it begins, columns of length p."""

    rating: FloatArray
    """A whole number, unless the system is `fractional`; NaN for a player without a
    rating in this pool."""
    last_played: IntArray
    """int32: day of the last game played, long or rapid; NEVER if there is none."""
    adopts: BoolArray
    """The district's choice as recorded on the player's latest line."""
    memory: FloatArray | None = None
    """float64 (p, m): what the system itself remembers of each player
    (`System.memory`), NaN if nothing yet; None for a system that remembers nothing."""
    tails: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    """What the system remembers of a few players beyond those columns, by row."""
    standing: FloatArray | None = None
    """The current rating when a tournament is booked, including the changes of other
    tournaments that ended since its first day; None if that is `rating` (`now`)."""
    watched: FloatArray | None = None
    """(p, k): the ratings on the days that the system watches (`watched_days`); None
    for a period."""

    @property
    def now(self) -> FloatArray:
        """The rating to which a step's change is added."""
        return self.rating if self.standing is None else self.standing

    def known_memory(self, columns: int) -> FloatArray:
        """Return `memory`, or NaN (p, columns) if nothing is remembered of any player."""
        if self.memory is None:
            return np.full((len(self.rating), columns), np.nan)
        return self.memory

    @classmethod
    def unknown(
        cls, players: int, memory: Sequence[str] = (), *, fractional: bool = False
    ) -> Self:
        """Return the state in which no player has a rating, a game or a memory."""
        kind = np.float64 if fractional else np.float32
        return cls(
            rating=np.full(players, np.nan, kind),
            last_played=np.full(players, NEVER, np.int32),
            adopts=np.zeros(players, np.bool_),
            memory=np.full((players, len(memory)), np.nan) if memory else None,
        )


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions by officers that affect a step, columns of length p."""

    start: FloatArray
    """Start rating decided for a player without one, NaN if there is none."""
    adjustment: FloatArray
    """Points added at the end of the step, 0 if none."""
    assessed: FloatArray
    """Rating set by hand instead of the step's result, NaN if none."""
    bonus_withheld: BoolArray
    """The rating officer gives this player no bonus in this step."""
    start_day: IntArray | None = None
    """The day on which the start rating was decided, or NEVER; None: no player has
    one."""
    active: Mapping[int, tuple[Activity, ...]] = field(default_factory=dict)
    """Players who are active over the board, by row, as decided for the days up to the
    step's last one; empty for a tournament."""
    board: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    """What the board has finally decided about a tournament, by row: maps the number
    that the rules give to the one that applies; empty for a period."""

    @classmethod
    def none(cls, players: int) -> Self:
        """Return decisions that decide nothing about any player; takes no memory."""
        return cls(
            start=np.broadcast_to(np.float32(np.nan), (players,)),
            adjustment=np.broadcast_to(np.float32(0), (players,)),
            assessed=np.broadcast_to(np.float32(np.nan), (players,)),
            bonus_withheld=np.broadcast_to(np.bool_(False), (players,)),  # noqa: FBT003
        )


@dataclass(frozen=True, slots=True)
class Span:
    """The days of a step, both inclusive, counted from 1970-01-01."""

    first_day: int
    last_day: int
    closed: bool = True
    """Whether the next period has begun: what is booked at its start waits until then.
    For a tournament: whether it is finished."""


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """What a step did to its players, columns of length p."""

    touched: BoolArray
    """Whether there is anything to record: a rated game, deduction, decision or
    activity."""
    before: FloatArray
    """Base rating, the start rating for a newcomer, NaN if there is none. For a
    tournament, that of its first day: `after` builds on `State.now`."""
    start_from: IntArray
    """int8: a `StartFrom`; meaningless if `before` is NaN."""
    change: FloatArray
    """The change by the games, without bonus; not always a whole number."""
    bonus: FloatArray
    """The bonuses of games and of the step."""
    deduction: FloatArray
    """For inactivity, or for a level that was not confirmed: 0 or below."""
    adjustment: FloatArray
    """Decided points; in a conversion, what it adds."""
    after: FloatArray
    """New rating, a whole number unless the system is `fractional`; the old one if
    nothing happened."""
    games: IntArray
    """int16: rated games."""
    score: IntArray
    """int16 or int32: half points in them."""
    last_played: IntArray
    """int32: as in `State`, this step included."""
    adopts: BoolArray
    """As in `State`, this step included."""
    memory: FloatArray | None = None
    """As in `State`, this step included; no NaN for touched players."""
    tails: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    """As in `State`, this step included."""


class CannotCompute(Exception):
    """The rules give no answer for a step because of some of its lines.

    `reason` is a code to be translated for the reader, or one of the system's own,
    shown by its name; `rows` are the responsible rows of Lines, ascending.
    """

    OPPONENT_UNKNOWN = "opponent_without_rating_or_estimate"
    PLAYS_SELF = "player_meets_themself"
    NO_SUCH_LEVEL = "no_such_level"
    NEVER_SETTLES = "entry_levels_never_settle"

    def __init__(self, reason: str, rows: tuple[int, ...]) -> None:
        """Store the reason and the rows."""
        super().__init__(f"{reason}: rows {', '.join(map(str, rows))}")
        self.reason = reason
        self.rows = rows
