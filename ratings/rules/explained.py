"""The working behind one player's step, line by line, for a reader to check.

A field that a system does not use (a table row, say) is None.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

Colour: TypeAlias = Literal["white", "black"]
Origin: TypeAlias = Literal["rating", "decision", "outside", "default", "section"]
NotRated: TypeAlias = Literal[
    "forfeit", "no_game", "outside", "too_short", "opponent_unrated", "unrated"
]


@dataclass(frozen=True, slots=True)
class ExplainedGame:
    """One line of the player's rating ledger."""

    row: int
    """Row of the line in Lines."""
    colour: Colour
    opponent: int
    """Row of the opponent in State."""
    score: int
    """The player's half points, 0, 1 or 2."""
    rated: bool
    reason: NotRated | str | None
    """Why the game is not rated for this player; None if it is rated. A page shows any
    code other than these by its name."""
    base: float | None
    """The player's base rating, None for a player without one."""
    opponent_base: float | None
    """What the opponent counts as, None if unknown."""
    opponent_from: Origin | None
    """Where the opponent's rating comes from."""
    difference: float | None = None
    """Absolute difference of the two ratings, an int if they are whole."""
    table_low: int | None = None
    """The table row's lowest difference."""
    table_high: int | None = None
    """The table row's highest difference, None when it is open."""
    compensation: int | None = None
    """k of the table row."""
    unhalved: float | None = None
    """The change before any halving."""
    halved: bool = False
    change: float = 0.0
    """The change, 0 for a game that is not rated."""
    bonus: float = 0.0
    running_before: float | None = None
    """The player's running rating before the game."""
    running_after: float | None = None
    paragraphs: tuple[str, ...] = ()
    """The paragraphs that apply to this line."""
    expected: float | None = None
    """The score expected from the two ratings, in points."""
    coefficient: int | None = None
    """K, in systems that have one for each player."""
    length: int | None = None
    """The length of the match that the line is, if the rules use it."""


@dataclass(frozen=True, slots=True)
class ExplainedStep:
    """One player's step: the games in order of play, then what follows them."""

    player: int
    """Row of the player in State."""
    before: float | None
    start_from: Origin | None
    """Where `before` comes from."""
    games: tuple[ExplainedGame, ...]
    rated_games: int
    score: int
    """Half points in the rated games."""
    change: float
    bonus: float
    deduction: float
    anniversaries: tuple[int, ...]
    """The days on which a full year without a game causes the deduction."""
    adjustment: float
    assessed: float | None
    """The rating set by hand instead of the result."""
    raw: float | None
    """The result before rounding."""
    rounded: float | None
    floored: bool
    """Whether the lowest rating prevented a lower one."""
    after: float | None
    cited: Mapping[str, str]
    """The paragraph of each part: start, bonus, deduction, adjustment, rounding,
    floor."""
    measures: tuple["Measure", ...] = ()
    """What the system stores about the player besides the rating."""
    period_bonus: float = 0.0
    """The part of `bonus` that does not come from a single game."""
    rounds_by: float = 0.0
    """How far the sum of the games' changes may be from `change`: 0 if every game is
    exact, half of the last place if the sum is rounded, infinity if single games have
    no change because norms give it."""
    meanwhile: float = 0.0
    """What tournaments added that ended between the first day of this one and its
    booking: `after` is the sum of `rounded` and this."""
    notes: tuple["Note", ...] = ()
    """What single paragraphs did, besides what the games show."""
    norms: tuple["Norm", ...] = ()
    """The norm of each level."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A number besides the rating, before and after the step."""

    name: str
    """As in `System.memory`."""
    before: float | None
    after: float | None
    paragraph: str
    between: tuple[float, float] | None = None
    """The lowest and highest rating between which the player's strength lies afterwards
    with a probability of 95 per cent, if this number determines them."""


@dataclass(frozen=True, slots=True)
class Note:
    """What a paragraph did: a code of the system, with its values. A page shows the
    name of the code (`raised: 2`) unless it has words for it.
    """

    code: str
    paragraph: str
    level: int | None = None
    count: int | None = None
    days: tuple[date, ...] = ()


@dataclass(frozen=True, slots=True)
class Norm:
    """The half points that a level requires."""

    level: int
    score: int
    met: bool
