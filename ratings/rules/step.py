"""What every rating system takes and gives: the columns of one step.

A step is one period (SSF, LASK, FIDE) or one tournament (Scrabble, renju) of a
pool. Players are rows 0 … p-1 of `State`; games are rows 0 … n-1 of `Lines`.
Arrays that come in are never written to, and arrays that go out may share their
memory with those that came in: treat both as read-only.

Ratings and points are float32 as `State.unknown` and `Decisions.none` make them:
whole and half points are exact up to eight million, and half the memory is half the
time. float64 is taken as well, and gives float64.
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
"""The day number of somebody's last game who has never played."""


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

    Order of play is date, tournament start, round, board. The register's facts
    stand on the line as they were when the result was posted.
    """

    white: IntArray
    """intp: row of White in the arrays of `State`."""
    black: IntArray
    """intp: row of Black."""
    score: IntArray
    """int8: White's half points, 0, 1 or 2."""
    played: BoolArray
    """False for a forfeit or a bye: never rated, and no activity."""
    minutes: IntArray
    """int16: thinking time per player for 60 moves."""
    white_member: BoolArray
    """May this side have a rating here at all; somebody from outside may not."""
    black_member: BoolArray
    white_outside: FloatArray
    """FIDE rating or estimate recorded on the line, NaN where none."""
    black_outside: FloatArray
    white_adopts: BoolArray
    """Has the district of the player's main club adopted the rules for low ratings."""
    black_adopts: BoolArray
    white_birth_year: IntArray
    """int16: 0 where unknown."""
    black_birth_year: IntArray
    day: IntArray
    """int32: days from 1970-01-01 to the day on which the game was finished."""
    event: IntArray | None = None
    """Of each line; None where read without, for systems without `System.in_order`."""
    method: IntArray | None = None
    """int8: how the line's event is rated, where its system knows more ways than one
    (0: game by game); None where all are rated game by game."""
    white_mean: FloatArray | None = None
    """What stands for each of White's opponents in an event rated as a whole, as posted;
    NaN where nothing was. None where no line has any."""
    black_mean: FloatArray | None = None
    length: IntArray | None = None
    """int16: of the match that the line is, 0 where none is stated; None: nowhere."""
    large: BoolArray | None = None
    """Is the line's event a large one that brings a bonus; None where none is."""

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
        """Return the given rows in the given order, as Lines of their own."""
        columns: list[Any] = [getattr(self, column.name) for column in fields(self)]
        taken: list[Any] = [
            None if column is None else column.take(rows) for column in columns
        ]
        return type(self)(*taken)


@dataclass(frozen=True, slots=True)
class State:
    """What is known of a step's players when it begins, columns of length p."""

    rating: FloatArray
    """A whole number, unless the system is `fractional`; NaN for somebody without a
    rating in this pool."""
    last_played: IntArray
    """int32: day of the last game played, long or rapid; NEVER where none."""
    adopts: BoolArray
    """The district's choice as on the player's latest line."""
    memory: FloatArray | None = None
    """float64 (p, m): what the system itself remembers of everybody (`System.memory`),
    NaN where it has nothing yet; None for a system that remembers nothing."""
    tails: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    """What it remembers of a few players beyond those columns, by row."""
    standing: FloatArray | None = None
    """The rating as it stands when a tournament is booked, others that ended since its
    first day included; None where that is `rating` (`now`)."""
    watched: FloatArray | None = None
    """(p, k): the ratings on the days that the system watches (`watched_days`); None
    for a period."""

    @property
    def now(self) -> FloatArray:
        """The rating to which a step's change is added."""
        return self.rating if self.standing is None else self.standing

    def known_memory(self, columns: int) -> FloatArray:
        """`memory`, or NaN (p, columns) where nothing is remembered of anybody."""
        if self.memory is None:
            return np.full((len(self.rating), columns), np.nan)
        return self.memory

    @classmethod
    def unknown(
        cls, players: int, memory: Sequence[str] = (), *, fractional: bool = False
    ) -> Self:
        """Return the state in which nobody has a rating, a game or a memory."""
        kind = np.float64 if fractional else np.float32
        return cls(
            rating=np.full(players, np.nan, kind),
            last_played=np.full(players, NEVER, np.int32),
            adopts=np.zeros(players, np.bool_),
            memory=np.full((players, len(memory)), np.nan) if memory else None,
        )


@dataclass(frozen=True, slots=True)
class Decisions:
    """People's decisions that bear on a step, columns of length p."""

    start: FloatArray
    """Start rating decided for somebody without one, NaN where none."""
    adjustment: FloatArray
    """Points added at the end of the step, 0 where none."""
    assessed: FloatArray
    """Rating set by hand in place of the step's result, NaN where none."""
    bonus_withheld: BoolArray
    """The rating officer gives this player no bonus in this step."""
    start_day: IntArray | None = None
    """The day on which the start rating was decided, or NEVER; None: nobody's."""
    active: Mapping[int, tuple[Activity, ...]] = field(default_factory=dict)
    """Who is active over the board, by row, as far as it has been decided for the days
    up to the step's last one; nobody of a tournament."""
    board: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    """What the board has finally decided about a tournament, by row: for the number
    that the rules give, the one that holds; nothing of a period."""

    @classmethod
    def none(cls, players: int) -> Self:
        """Nothing has been decided about anybody; takes no memory."""
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
    """Has the next period begun: what is booked at its start waits until then. Of a
    tournament: is it finished."""


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """What a step did to its players, columns of length p."""

    touched: BoolArray
    """Is there anything to record: a rated game, deduction, decision or activity."""
    before: FloatArray
    """Base rating, the start rating for a newcomer, NaN where none. Of a tournament,
    that of its first day: `after` builds on `State.now`."""
    start_from: IntArray
    """int8: a `StartFrom`; means nothing where `before` is NaN."""
    change: FloatArray
    """Sum of the games' changes, half points allowed, without bonus."""
    bonus: FloatArray
    """Sum of the games' bonuses."""
    deduction: FloatArray
    """For inactivity, 0 or below."""
    adjustment: FloatArray
    """Decided points."""
    after: FloatArray
    """New rating, a whole number; the old one where nothing happened."""
    games: IntArray
    """int16: rated games."""
    score: IntArray
    """int16 or int32: half points in them."""
    last_played: IntArray
    """int32: as in `State`, this step included."""
    adopts: BoolArray
    """As in `State`, this step included."""
    memory: FloatArray | None = None
    """As in `State`, this step included; no NaN for whom it touched."""
    tails: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    """As in `State`, this step included."""


class CannotCompute(Exception):
    """The rules give no answer for a step because of some of its lines.

    `reason` is a code for the reader's language, or one of the system's own, said by its
    name; `rows` are the rows of Lines that are to blame, ascending.
    """

    OPPONENT_UNKNOWN = "opponent_without_rating_or_estimate"
    PLAYS_SELF = "player_meets_themself"
    NO_SUCH_LEVEL = "no_such_level"
    NEVER_SETTLES = "entry_levels_never_settle"

    def __init__(self, reason: str, rows: tuple[int, ...]) -> None:
        """Name the reason and the rows."""
        super().__init__(f"{reason}: rows {', '.join(map(str, rows))}")
        self.reason = reason
        self.rows = rows
