"""The boards of a match, with the players and the result of each side."""

from dataclasses import dataclass

from ratings.people.queries.names import Person
from tournaments.models import Entry, Pairing
from tournaments.queries.entry_sheet import TypedResult
from tournaments.queries.wording import BOARD_TEXTS, RESULT_NAMES, Words
from tournaments.rules.results import Colour, Result, cell_text, half_points, seen_from

OFFERED = (
    Result.NOT_PLAYED,
    Result.WHITE_WIN,
    Result.DRAW,
    Result.BLACK_WIN,
    Result.FORFEIT_WHITE,
    Result.FORFEIT_BLACK,
    Result.DOUBLE_FORFEIT,
    Result.ADJOURNED,
    Result.POSTPONED,
)


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A player of a team on a board; without a player if the board is empty."""

    entry: Entry | None
    person: Person | None


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """A board of a match. `home_colour` is None where one side has no player; `typed`
    is what was typed, as long as it is not saved.
    """

    number: int
    pairing: Pairing | None
    home: SeatShown
    away: SeatShown
    home_colour: Colour | None
    typed: TypedResult | None = None

    @property
    def chosen(self) -> str:
        return self.typed.result if self.typed else self.result.value

    @property
    def version(self) -> int:
        return self.pairing.version if self.pairing else 0

    @property
    def has_changed(self) -> bool:
        """Whether another user has saved another result than what was typed, since the
        user who typed it saw the match: both are shown.
        """
        return (
            self.typed is not None
            and self.typed.version != self.version
            and self.typed.result != self.result
        )

    @property
    def result(self) -> Result:
        return Result(self.pairing.result) if self.pairing else Result.NOT_PLAYED

    @property
    def home_half(self) -> int:
        return self._half(self.home_colour, is_alone=self.home.entry is not None)

    @property
    def away_half(self) -> int:
        colour = self.home_colour.other if self.home_colour else None
        return self._half(colour, is_alone=self.away.entry is not None)

    @property
    def text(self) -> Words:
        """The result, the home team's side first."""
        if self.home_colour is None:
            if self.pairing is None:
                return "−  −"
            return "+  −" if self.home.entry else "−  +"
        if not self.result.is_finished:
            return BOARD_TEXTS[self.result]
        return self._in_words(self.result)

    @property
    def choices(self) -> list[tuple[str, Words]]:
        """The results that can be entered, the home team's side first."""
        if self.home_colour is None:
            return []
        offered = [seen_from(each, self.home_colour) for each in OFFERED]
        if self.result not in offered:
            offered.append(self.result)
        return [(each.value, self._in_words(each)) for each in offered]

    def _in_words(self, result: Result) -> Words:
        if self.home_colour is None or not result.is_finished:
            return RESULT_NAMES[result]
        own = cell_text(result, self.home_colour)
        return f"{own} – {cell_text(result, self.home_colour.other)}"

    def _half(self, colour: Colour | None, *, is_alone: bool) -> int:
        if colour is not None:
            return half_points(self.result, colour)
        has_point = is_alone and self.pairing is not None
        return half_points(self.result, Colour.WHITE) if has_point else 0
