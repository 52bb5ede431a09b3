"""A section as everybody may see it: entries, table, rounds, movements."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from federation.permissions import Actor
from ratings.people.queries.names import Person, people
from tournaments.models import ClassMovement, Entry, Pairing, Round, Section, Tournament
from tournaments.queries.movement_rows import MovementShown, shown_movements
from tournaments.queries.sheets import Sheet, read_sheets
from tournaments.queries.wording import (
    BOARD_TEXTS,
    COLOUR_LETTERS,
    TIE_BREAK_NAMES,
    Words,
    tie_break_text,
)
from tournaments.rules.crosstable import (
    Cell,
    Row,
    cross_by_opponent,
    cross_by_round,
    round_text,
)
from tournaments.rules.results import Result
from tournaments.rules.standings import Standing
from tournaments.rules.tiebreaks import TIE_BREAKS


@dataclass(frozen=True, slots=True)
class Player:
    """An entry with what the reader may see of the player."""

    entry: Entry
    person: Person

    @property
    def number(self) -> int:
        return self.entry.pairing_number


@dataclass(frozen=True, slots=True)
class CellShown:
    """A place of the crosstable, with the class that draws it."""

    text: str
    css: str


@dataclass(frozen=True, slots=True)
class TieBreakShown:
    text: str
    separated: bool


@dataclass(frozen=True, slots=True)
class RowShown:
    """A player's line of the table."""

    place: str
    player: Player
    cells: tuple[CellShown, ...]
    half_points: int
    tie_breaks: tuple[TieBreakShown, ...]
    is_annulled: bool


@dataclass(frozen=True, slots=True)
class BoardShown:
    pairing: Pairing
    white: Player
    black: Player | None

    @property
    def text(self) -> Words:
        return BOARD_TEXTS[Result(self.pairing.result)]


@dataclass(frozen=True, slots=True)
class RoundShown:
    number: int
    day: date | None
    boards: tuple[BoardShown, ...]


@dataclass(frozen=True, slots=True)
class SectionShown:
    """Everything that a page shows of a section."""

    section: Section
    is_round_robin: bool
    players: tuple[Player, ...]
    heads: tuple[str, ...]
    tie_breaks: tuple[Words, ...]
    rows: tuple[RowShown, ...]
    rounds: tuple[RoundShown, ...]
    movements: tuple[MovementShown, ...]
    is_complete: bool

    @property
    def has_boards(self) -> bool:
        return any(each.boards for each in self.rounds)

    @property
    def has_results(self) -> bool:
        """Whether there is anything to send in; who is free has no result."""
        boards = (board for each in self.rounds for board in each.boards)
        return any(
            board.black and Result(board.pairing.result).is_finished for board in boards
        )

    @property
    def is_judging(self) -> bool:
        return self.section.judged < self.section.posted


def shown_sections(
    tournament: Tournament, actor: Actor, today: date
) -> list[SectionShown]:
    """All sections in order, in seven queries however many there are."""
    sections = list(tournament.sections.in_order())
    sheets = read_sheets(sections)
    ids = {entry.player_id for sheet in sheets for entry in sheet.entries}
    persons = people(ids, actor, today)
    days = {
        (row.section_id, row.number): row.date
        for row in Round.objects.filter(section__in=sections)
    }
    movements = _movements(sections, actor, today)
    return [
        _shown(sheet, persons, days, movements.get(sheet.section.pk, ()))
        for sheet in sheets
    ]


def shown_section(section: Section, actor: Actor, today: date) -> SectionShown:
    """One section, without its movements."""
    (sheet,) = read_sheets([section])
    persons = people((e.player_id for e in sheet.entries), actor, today)
    days = {(section.pk, row.number): row.date for row in section.round_days.all()}
    return _shown(sheet, persons, days, ())


def _movements(
    sections: list[Section], actor: Actor, today: date
) -> dict[int, tuple[MovementShown, ...]]:
    if not any(section.gives_titles for section in sections):
        return {}
    rows = (
        ClassMovement.objects.filter(section__in=sections)
        .select_related("entry", "section")
        .order_by("entry__pairing_number")
    )
    found: dict[int, tuple[MovementShown, ...]] = {}
    for shown in shown_movements(rows, actor, today):
        section_id = shown.movement.section_id
        found[section_id] = (*found.get(section_id, ()), shown)
    return found


def _shown(
    sheet: Sheet,
    persons: Mapping[int, Person],
    days: Mapping[tuple[int, int], date],
    movements: tuple[MovementShown, ...],
) -> SectionShown:
    players = {
        entry.pk: Player(entry, persons[entry.player_id]) for entry in sheet.entries
    }
    started = sheet.section.started_at is not None
    codes = _columns(sheet) if started else ()
    return SectionShown(
        section=sheet.section,
        is_round_robin=sheet.is_round_robin,
        players=tuple(players.values()),
        heads=_heads(sheet) if started else (),
        tie_breaks=tuple(TIE_BREAK_NAMES[code] for _, code in codes),
        rows=tuple(_rows(sheet, players, codes)) if started else (),
        rounds=tuple(_rounds(sheet, players, days)) if started else (),
        movements=movements,
        is_complete=started and sheet.counted.is_complete,
    )


def _columns(sheet: Sheet) -> tuple[tuple[int, str], ...]:
    """The announced tie-breaks that say something, with their places."""
    codes = enumerate(sheet.section.tie_breaks)
    return tuple(
        (place, code)
        for place, code in codes
        if code in TIE_BREAKS
        and any(tie_break_text(code, row.tie_breaks[place]) for row in sheet.standings)
    )


def _heads(sheet: Sheet) -> tuple[str, ...]:
    size = len(sheet.entries) if sheet.is_round_robin else sheet.section.rounds
    return tuple(str(number) for number in range(1, size + 1))


def _rows(
    sheet: Sheet, players: Mapping[int, Player], codes: tuple[tuple[int, str], ...]
) -> list[RowShown]:
    order = [standing.entry for standing in sheet.standings]
    crossed = (cross_by_opponent if sheet.is_round_robin else cross_by_round)(
        sheet.counted, order
    )
    return [
        _row(sheet, standing, row, players[standing.entry], codes)
        for standing, row in zip(sheet.standings, crossed, strict=True)
    ]


def _row(
    sheet: Sheet,
    standing: Standing,
    row: Row,
    player: Player,
    codes: tuple[tuple[int, str], ...],
) -> RowShown:
    return RowShown(
        place=_place(standing),
        player=player,
        cells=tuple(
            CellShown("", "self")
            if sheet.is_round_robin and number == row.row
            else _cell(cells, by_round=not sheet.is_round_robin)
            for number, cells in enumerate(row.places, start=1)
        ),
        half_points=standing.half_points,
        tie_breaks=tuple(
            TieBreakShown(
                tie_break_text(code, standing.tie_breaks[place]),
                standing.separated_by == code,
            )
            for place, code in codes
        ),
        is_annulled=standing.first_place is None,
    )


def _place(standing: Standing) -> str:
    if standing.first_place is None:
        return ""
    if standing.is_shared:
        return f"{standing.first_place}–{standing.last_place}"
    return str(standing.first_place)


def _cell(cells: tuple[Cell, ...], *, by_round: bool) -> CellShown:
    texts = [
        round_text(cell, str(COLOUR_LETTERS[cell.colour])) if by_round else cell.text
        for cell in cells
    ]
    return CellShown(" ".join(filter(None, texts)), _css(cells))


def _css(cells: tuple[Cell, ...]) -> str:
    if any(cell.annulled or cell.awarded or cell.result.is_forfeit for cell in cells):
        return "rated-not"
    if cells and all(cell.text == "0" for cell in cells):
        return "loss-cell"
    return ""


def _rounds(
    sheet: Sheet,
    players: Mapping[int, Player],
    days: Mapping[tuple[int, int], date],
) -> list[RoundShown]:
    boards: dict[int, list[BoardShown]] = {}
    for pairing in sheet.pairings:
        black = players[pairing.black_id] if pairing.black_id else None
        shown = BoardShown(pairing, players[pairing.white_id], black)
        boards.setdefault(pairing.round, []).append(shown)
    return [
        RoundShown(
            number,
            days.get((sheet.section.pk, number)),
            tuple(boards.get(number, ())),
        )
        for number in range(1, sheet.section.rounds + 1)
    ]
