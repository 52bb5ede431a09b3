"""The sheet on which results are entered: boards with their versions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from types import MappingProxyType

from federation.permissions import Actor
from tournaments.models import Pairing, Section
from tournaments.queries.section_results import points_of
from tournaments.queries.section_shown import (
    BoardShown,
    RoundShown,
    SectionShown,
    shown_section,
)
from tournaments.queries.standings.table import ShownPlayer
from tournaments.queries.wording import BOARD_TEXTS, RESULT_NAMES, Words
from tournaments.rules.points import PointSystem
from tournaments.rules.results import Colour, Result, cell_text, half_points

WAITING = (Result.ADJOURNED, Result.POSTPONED)
MAIN = (Result.WHITE_WIN, Result.DRAW, Result.BLACK_WIN)
REST = (
    Result.FORFEIT_WHITE,
    Result.FORFEIT_BLACK,
    Result.DOUBLE_LOSS,
    Result.DOUBLE_FORFEIT,
    Result.ADJOURNED,
    Result.POSTPONED,
    Result.NOT_PLAYED,
)
"""Results other than the three of a played game that a helper may enter too."""
DECIDED = (
    Result.ADJUDICATED_WHITE,
    Result.ADJUDICATED_DRAW,
    Result.ADJUDICATED_BLACK,
    Result.UNRATED_WHITE,
    Result.UNRATED_DRAW,
    Result.UNRATED_BLACK,
    Result.BOTH_ONE,
    Result.BOTH_ZERO,
)
"""Results that need a decision: an organiser or a deputy may enter them."""


@dataclass(frozen=True, slots=True)
class PossibleResult:
    """One possible result of a board."""

    result: str
    text: Words
    name: Words
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class TypedResult:
    """What was typed for a board and is not saved, and the version that the user saw."""

    result: str
    version: int
    day: str
    has_bad_day: bool = True


@dataclass(frozen=True, slots=True)
class BoardToEnter:
    """A board with everything needed to write to it; `typed` is what was typed, as long
    as it is not saved.
    """

    shown: BoardShown
    typed: TypedResult | None = None

    @property
    def pairing(self) -> Pairing:
        return self.shown.pairing

    @property
    def has_bad_day(self) -> bool:
        return self.typed is not None and self.typed.has_bad_day

    @property
    def version(self) -> int:
        return self.typed.version if self.typed else self.pairing.version

    @property
    def day_stands(self) -> str:
        day = self.pairing.finished_date
        return day.isoformat() if day else ""

    @property
    def day(self) -> str:
        return self.typed.day if self.typed else self.day_stands

    @property
    def answers(self) -> list[PossibleResult]:
        return self._offer(MAIN)

    @property
    def rest(self) -> list[PossibleResult]:
        return self._offer((*REST, *DECIDED))

    @property
    def asks_day(self) -> bool:
        """Whether to ask when the game ended: it is interrupted, or has been."""
        waits = self.pairing.result in WAITING
        return waits or bool(self.day or self.day_stands)

    @property
    def is_missing(self) -> bool:
        return self.shown.counted.is_awaited

    def _offer(self, results: Sequence[Result]) -> list[PossibleResult]:
        chosen = self.typed.result if self.typed else self.pairing.result
        return [
            PossibleResult(each, BOARD_TEXTS[each], RESULT_NAMES[each], each == chosen)
            for each in results
        ]


@dataclass(frozen=True, slots=True)
class RoundToEnter:
    """A round with its games; one that is not public yet (`is_draft`) accepts no
    results, so it misses none. `public_from` is the moment set for its publication.
    """

    shown: RoundShown
    boards: tuple[BoardToEnter, ...]
    is_draft: bool = False
    public_from: datetime | None = None

    @property
    def missing(self) -> int:
        return 0 if self.is_draft else sum(board.is_missing for board in self.boards)


@dataclass(frozen=True, slots=True)
class CellToEnter:
    """A box of the crosstable: one game of the row's player.

    `half_points` are what it counts, whatever was recorded, if it `is_annulled` or a
    withdrawal has settled it.
    """

    pairing: Pairing
    colour: Colour
    own: ShownPlayer
    other: ShownPlayer
    settled: Words
    is_annulled: bool
    half_points: int

    @property
    def text(self) -> str:
        return cell_text(Result(self.pairing.result), self.colour)


@dataclass(frozen=True, slots=True)
class LineToEnter:
    """A row of the crosstable; None is the diagonal."""

    player: ShownPlayer
    places: tuple[tuple[CellToEnter, ...] | None, ...]
    half_points: int


@dataclass(frozen=True, slots=True)
class EntrySheet:
    section: Section
    is_round_robin: bool
    rounds: tuple[RoundToEnter, ...]
    lines: tuple[LineToEnter, ...]
    players: tuple[ShownPlayer, ...]

    @property
    def missing(self) -> int:
        return sum(each.missing for each in self.rounds)

    @property
    def last_round(self) -> int:
        """The last round that is paired and public; if all are paired beforehand the
        last with a result; 0 before the first.
        """
        begun = (
            each.shown.number
            for each in self.rounds
            if each.shown.boards
            and not each.is_draft
            and (not self.is_round_robin or each.missing < len(each.boards))
        )
        return max(begun, default=0)

    @property
    def has_drafted_next(self) -> bool:
        """Whether the round to pair next has boards already, which are not public."""
        number = self.to_pair
        return number is not None and self.rounds[number - 1].is_draft

    @property
    def to_pair(self) -> int | None:
        """The first round without boards that are public, if rounds are paired one at a
        time.
        """
        if self.is_round_robin:
            return None
        unpaired = (e for e in self.rounds if e.is_draft or not e.shown.boards)
        return next((each.shown.number for each in unpaired), None)


def entry_sheet(
    section: Section,
    actor: Actor,
    today: date,
    at: datetime,
    typed: Mapping[int, TypedResult] = MappingProxyType({}),
) -> EntrySheet:
    """Return the sheet at a moment, with what was typed and is not saved, by board."""
    shown = shown_section(section, actor, today)
    drafts = {} if shown.is_round_robin else _not_public(section, at)
    rounds = tuple(
        RoundToEnter(
            each,
            tuple(
                BoardToEnter(board, typed.get(board.pairing.pk))
                for board in each.boards
                if board.black
            ),
            is_draft=each.number in drafts,
            public_from=drafts.get(each.number),
        )
        for each in shown.rounds
    )
    return EntrySheet(
        section=section,
        is_round_robin=shown.is_round_robin,
        rounds=rounds,
        lines=_lines(shown) if shown.is_round_robin else (),
        players=shown.players,
    )


def _not_public(section: Section, at: datetime) -> dict[int, datetime | None]:
    """Return the rounds that are not public, and when they will be if that is set."""
    drafts = section.round_pairings.not_published_at(at)
    return dict(drafts.values_list("round", "published_at"))


def _lines(shown: SectionShown) -> tuple[LineToEnter, ...]:
    cells: dict[tuple[int, int], tuple[CellToEnter, ...]] = {}
    for board in (board for each in shown.rounds for board in each.boards):
        _put(cells, board, points_of(shown.section))
    points = {row.player.entry.pk: row.half_points for row in shown.rows}
    return tuple(
        LineToEnter(
            player,
            tuple(_place(cells, player, other) for other in shown.players),
            points[player.entry.pk],
        )
        for player in shown.players
    )


def _put(
    cells: dict[tuple[int, int], tuple[CellToEnter, ...]],
    board: BoardShown,
    points: PointSystem,
) -> None:
    if board.black is None:
        return
    for colour, own, other in (
        (Colour.WHITE, board.white, board.black),
        (Colour.BLACK, board.black, board.white),
    ):
        seat = (own.entry.pk, other.entry.pk)
        annulled = board.counted.annulled
        counts = 0 if annulled else half_points(board.result, colour, points)
        cell = CellToEnter(
            board.pairing, colour, own, other, board.settled, annulled, counts
        )
        cells[seat] = (*cells.get(seat, ()), cell)


def _place(
    cells: Mapping[tuple[int, int], tuple[CellToEnter, ...]],
    player: ShownPlayer,
    other: ShownPlayer,
) -> tuple[CellToEnter, ...] | None:
    if player.entry.pk == other.entry.pk:
        return None
    return cells.get((player.entry.pk, other.entry.pk), ())
