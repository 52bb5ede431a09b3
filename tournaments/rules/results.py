"""Results of a board: one table of what each is in standings, tie-breaks, rating and
files, and the keys that enter them.
"""

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from tournaments.rules.points import USUAL, Gain, PointSystem

LOST_WITHOUT_PLAY = "-"
WIN, DRAW, LOSS, NOTHING = Gain.WIN, Gain.DRAW, Gain.LOSS, Gain.NOTHING


class Colour(StrEnum):
    """The side of a board."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Colour":
        """The opponent's side."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class RoundKind(StrEnum):
    """The kind of a player's round. A requested bye may give a full point (FULL_BYE),
    half a point (HALF_BYE) or none (ABSENT).
    """

    PLAYED = "played"
    FORFEIT = "forfeit"
    ALLOCATED_BYE = "allocated_bye"
    FULL_BYE = "full_bye"
    HALF_BYE = "half_bye"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a result is in each of its uses.

    `white` and `black` are what it gives (standings), `kind` the round that tie-breaks
    see, None as long as the game is not over; `rated` whether the rating gets the game;
    `letters` White's and Black's in FIDE's tournament files. `played`: moves were made.
    """

    white: Gain = NOTHING
    black: Gain = NOTHING
    kind: RoundKind | None = RoundKind.PLAYED
    played: bool = False
    rated: bool = False
    letters: str = ""


class Result(StrEnum):
    """The result of a board, White's side first; the values are stored.

    A double loss is a game that was played and lost by both: a penalty given by the
    arbiter. Both one and both zero are the organiser's decision about a game that was
    not played. An adjudicated game is decided by judging its position, and is rated as
    if played out (SSF §12.6). Adjourned and postponed games are not finished (SSF §14
    A). A bye has its player on the white side and none on the black one; BYE is given
    by the pairing, the others were requested.
    """

    NOT_PLAYED = ""
    WHITE_WIN = "1-0"
    DRAW = "1/2"
    BLACK_WIN = "0-1"
    DOUBLE_LOSS = "0-0"
    FORFEIT_WHITE = "+-"
    FORFEIT_BLACK = "-+"
    DOUBLE_FORFEIT = "--"
    BOTH_ONE = "both-one"
    BOTH_ZERO = "both-zero"
    ADJUDICATED_WHITE = "1-0 adj"
    ADJUDICATED_DRAW = "1/2 adj"
    ADJUDICATED_BLACK = "0-1 adj"
    UNRATED_WHITE = "1-0 unr"
    UNRATED_DRAW = "1/2 unr"
    UNRATED_BLACK = "0-1 unr"
    BYE = "bye"
    FULL_BYE = "full-bye"
    HALF_BYE = "half-bye"
    ZERO_BYE = "zero-bye"
    ADJOURNED = "adjourned"
    POSTPONED = "postponed"

    # A table hashes results tens of thousands of times; the enum's own hash is slow.
    __hash__ = str.__hash__

    @property
    def white_half_points(self) -> int:
        """White's half points by 1–½–0; 0 while the game is not finished."""
        return USUAL.half_points(_FACTS[self].white)

    @property
    def is_played(self) -> bool:
        """Whether moves were made: an adjourned game is played, not finished."""
        return _FACTS[self].played

    @property
    def is_finished(self) -> bool:
        """Whether nothing more is awaited from the board."""
        return _FACTS[self].kind is not None

    @property
    def is_forfeit(self) -> bool:
        """Whether a result was recorded for a game that never began."""
        return _FACTS[self].kind is RoundKind.FORFEIT

    @property
    def is_bye(self) -> bool:
        """Whether there is no player on the black side."""
        return self in BYES

    @property
    def is_rated(self) -> bool:
        """Whether the game gets a line in the ledger.

        A forfeit gets one too, but changes no rating. A line shares one point between
        the players, so 0–0, or 1–1 by decision, has none.
        """
        return _FACTS[self].rated

    @property
    def kind(self) -> RoundKind | None:
        """The round that tie-breaks see; None while the game is not finished."""
        return _FACTS[self].kind

    def is_missed_by(self, colour: Colour) -> bool:
        """Return whether the player of that colour lost without play."""
        return self.is_forfeit and self.letter(colour) == LOST_WITHOUT_PLAY

    @property
    def turned(self) -> "Result":
        """The same result with the colours exchanged; its own inverse."""
        return _TURNED.get(self, self)

    def gain(self, colour: Colour) -> Gain:
        """Return what the result is to the player of that colour."""
        facts = _FACTS[self]
        return facts.white if colour is Colour.WHITE else facts.black

    def letter(self, colour: Colour) -> str:
        """Return the player's letter in FIDE's tournament files; a blank while the game
        is not finished.
        """
        return (_FACTS[self].letters or "  ")[colour is Colour.BLACK]


def _over(white: Gain, black: Gain, letters: str) -> _Facts:
    return _Facts(white, black, RoundKind.PLAYED, True, True, letters)  # noqa: FBT003


def _unrated(white: Gain, black: Gain, letters: str) -> _Facts:
    return _Facts(white, black, RoundKind.PLAYED, True, False, letters)  # noqa: FBT003


def _unplayed(white: Gain, black: Gain, letters: str, rated: bool = True) -> _Facts:  # noqa: FBT001, FBT002
    return _Facts(white, black, RoundKind.FORFEIT, False, rated, letters)  # noqa: FBT003


_FACTS = MappingProxyType(
    {
        Result.NOT_PLAYED: _Facts(kind=None),
        Result.WHITE_WIN: _over(WIN, LOSS, "10"),
        Result.DRAW: _over(DRAW, DRAW, "=="),
        Result.BLACK_WIN: _over(LOSS, WIN, "01"),
        Result.DOUBLE_LOSS: _unrated(LOSS, LOSS, "00"),
        Result.FORFEIT_WHITE: _unplayed(WIN, NOTHING, "+-"),
        Result.FORFEIT_BLACK: _unplayed(NOTHING, WIN, "-+"),
        Result.DOUBLE_FORFEIT: _unplayed(NOTHING, NOTHING, "--", rated=False),
        Result.BOTH_ONE: _unplayed(WIN, WIN, "++", rated=False),
        Result.BOTH_ZERO: _unplayed(NOTHING, NOTHING, "--", rated=False),
        Result.ADJUDICATED_WHITE: _over(WIN, LOSS, "10"),
        Result.ADJUDICATED_DRAW: _over(DRAW, DRAW, "=="),
        Result.ADJUDICATED_BLACK: _over(LOSS, WIN, "01"),
        Result.UNRATED_WHITE: _unrated(WIN, LOSS, "WL"),
        Result.UNRATED_DRAW: _unrated(DRAW, DRAW, "DD"),
        Result.UNRATED_BLACK: _unrated(LOSS, WIN, "LW"),
        Result.BYE: _Facts(WIN, kind=RoundKind.ALLOCATED_BYE, letters="U "),
        Result.FULL_BYE: _Facts(WIN, kind=RoundKind.FULL_BYE, letters="F "),
        Result.HALF_BYE: _Facts(DRAW, kind=RoundKind.HALF_BYE, letters="H "),
        Result.ZERO_BYE: _Facts(kind=RoundKind.ABSENT, letters="Z "),
        Result.ADJOURNED: _Facts(kind=None, played=True),
        Result.POSTPONED: _Facts(kind=None),
    }
)
BYES = (Result.BYE, Result.FULL_BYE, Result.HALF_BYE, Result.ZERO_BYE)
_PAIRS = (
    (Result.WHITE_WIN, Result.BLACK_WIN),
    (Result.FORFEIT_WHITE, Result.FORFEIT_BLACK),
    (Result.ADJUDICATED_WHITE, Result.ADJUDICATED_BLACK),
    (Result.UNRATED_WHITE, Result.UNRATED_BLACK),
)
_TURNED = MappingProxyType(
    {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
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
"""The keys of the commonest results, from the view of the row player of a crosstable.

The keys that delete a result are the page's own; other results are chosen from a list.
"""

_KEY_OF = MappingProxyType({result: key for key, result in KEYS.items()})
_TEXT_OF = MappingProxyType(
    {
        Result.DRAW: "½",
        Result.DOUBLE_LOSS: "0–0",
        Result.FORFEIT_BLACK: "−",
        Result.DOUBLE_FORFEIT: "−−",
        Result.BOTH_ONE: "1!",
        Result.BOTH_ZERO: "0!",
        Result.ADJUDICATED_WHITE: "1",
        Result.ADJUDICATED_DRAW: "½",
        Result.ADJUDICATED_BLACK: "0",
        Result.UNRATED_WHITE: "(1)",
        Result.UNRATED_DRAW: "(½)",
        Result.UNRATED_BLACK: "(0)",
        Result.BYE: "1",
        Result.FULL_BYE: "1",
        Result.HALF_BYE: "½",
        Result.ZERO_BYE: "0",
    }
)


def seen_from(result: Result, colour: Colour) -> Result:
    """Return the result as if the player of that colour had had White."""
    return result if colour is Colour.WHITE else result.turned


def half_points(result: Result, colour: Colour, points: PointSystem = USUAL) -> int:
    """Return the half points of the player of that colour; 0 while not finished."""
    return points.half_points(result.gain(colour))


def cell_text(result: Result, colour: Colour) -> str:
    """Return what a crosstable prints in the cell of the player of that colour."""
    own = seen_from(result, colour)
    if own is Result.NOT_PLAYED:
        return ""
    return _TEXT_OF.get(own) or _KEY_OF[own]
