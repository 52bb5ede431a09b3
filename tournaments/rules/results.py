"""Results of a board: their codes, their points, and the keys that enter them.

Points are whole numbers of half points everywhere (a win is 2), so that sums
stay exact.
"""

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Colour(StrEnum):
    """The side of a board."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Colour":
        """The opponent's side."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


@dataclass(frozen=True, slots=True)
class _Facts:
    white: int = 0
    black: int = 0
    played: bool = False
    finished: bool = True
    forfeit: bool = False


class Result(StrEnum):
    """The result of a board, White's side first; the values are stored.

    A double loss is a game that was played and lost by both: a penalty given
    by the arbiter. A bye has its player on the white side and nobody on the
    black one. Adjourned and postponed games are not finished (SSF §14 A).
    """

    NOT_PLAYED = ""
    WHITE_WIN = "1-0"
    DRAW = "1/2"
    BLACK_WIN = "0-1"
    DOUBLE_LOSS = "0-0"
    FORFEIT_WHITE = "+-"
    FORFEIT_BLACK = "-+"
    DOUBLE_FORFEIT = "--"
    BYE = "bye"
    ADJOURNED = "adjourned"
    POSTPONED = "postponed"

    @property
    def white_half_points(self) -> int:
        """White's half points; 0 while the game is not finished."""
        return _FACTS[self].white

    @property
    def black_half_points(self) -> int:
        """Black's half points; 0 while the game is not finished."""
        return _FACTS[self].black

    @property
    def is_played(self) -> bool:
        """Whether moves were made: an adjourned game is played, not finished."""
        return _FACTS[self].played

    @property
    def is_finished(self) -> bool:
        """Whether nothing more is awaited from the board."""
        return _FACTS[self].finished

    @property
    def is_forfeit(self) -> bool:
        """Whether a result was recorded for a game that never began."""
        return _FACTS[self].forfeit

    @property
    def turned(self) -> "Result":
        """The same result with the colours exchanged; its own inverse."""
        return _TURNED.get(self, self)


_FACTS = MappingProxyType(
    {
        Result.NOT_PLAYED: _Facts(finished=False),
        Result.WHITE_WIN: _Facts(white=2, played=True),
        Result.DRAW: _Facts(white=1, black=1, played=True),
        Result.BLACK_WIN: _Facts(black=2, played=True),
        Result.DOUBLE_LOSS: _Facts(played=True),
        Result.FORFEIT_WHITE: _Facts(white=2, forfeit=True),
        Result.FORFEIT_BLACK: _Facts(black=2, forfeit=True),
        Result.DOUBLE_FORFEIT: _Facts(forfeit=True),
        Result.BYE: _Facts(white=2),
        Result.ADJOURNED: _Facts(played=True, finished=False),
        Result.POSTPONED: _Facts(finished=False),
    }
)
_TURNED = MappingProxyType(
    {
        Result.WHITE_WIN: Result.BLACK_WIN,
        Result.BLACK_WIN: Result.WHITE_WIN,
        Result.FORFEIT_WHITE: Result.FORFEIT_BLACK,
        Result.FORFEIT_BLACK: Result.FORFEIT_WHITE,
    }
)

KEYS = MappingProxyType(
    {
        "1": Result.WHITE_WIN,
        "=": Result.DRAW,
        "0": Result.BLACK_WIN,
        "+": Result.FORFEIT_WHITE,
        "-": Result.FORFEIT_BLACK,
        "x": Result.DOUBLE_LOSS,
        "w": Result.DOUBLE_FORFEIT,
        "a": Result.ADJOURNED,
        "p": Result.POSTPONED,
    }
)
"""One key a result, as the row player of a crosstable sees it with White. A
result is taken away with the keys that take away.
"""

_KEY_OF = MappingProxyType({result: key for key, result in KEYS.items()})
_TEXT_OF = MappingProxyType(
    {
        Result.DRAW: "½",
        Result.DOUBLE_LOSS: "0–0",
        Result.FORFEIT_BLACK: "−",
        Result.DOUBLE_FORFEIT: "−−",
        Result.BYE: "1",
    }
)


def seen_from(result: Result, colour: Colour) -> Result:
    """The result as if the player of that colour had had White."""
    return result if colour is Colour.WHITE else result.turned


def half_points(result: Result, colour: Colour) -> int:
    """Half points of the player of that colour; 0 while not finished."""
    return seen_from(result, colour).white_half_points


def cell_text(result: Result, colour: Colour) -> str:
    """What a crosstable prints in the cell of the player of that colour."""
    own = seen_from(result, colour)
    if own is Result.NOT_PLAYED:
        return ""
    return _TEXT_OF.get(own) or _KEY_OF[own]
