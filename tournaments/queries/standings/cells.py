"""The cells of a section's table as they are shown."""

from dataclasses import dataclass

from tournaments.queries.sheets import SectionSheet
from tournaments.queries.wording import COLOUR_LETTERS
from tournaments.rules.crosstable import CrosstableCell, Row, round_text


@dataclass(frozen=True, slots=True)
class CellShown:
    """A cell of the crosstable, with its CSS class; `games`: the round and the
    opponent's entry of each game in it.
    """

    text: str
    css: str
    games: tuple[tuple[int, int | None], ...] = ()


def heads_of(sheet: SectionSheet) -> tuple[str, ...]:
    """Return the heads: the rounds, or in a round robin the starting numbers in the
    order of the rows, since places can be shared.
    """
    if sheet.is_round_robin:
        rows = sheet.standings
        return tuple(str(sheet.entry[row.entry].pairing_number) for row in rows)
    last = sheet.until or sheet.section.rounds
    return tuple(str(number) for number in range(1, last + 1))


def cells_of(sheet: SectionSheet, row: Row) -> tuple[CellShown, ...]:
    """Return a player's cells; the one against oneself is black."""
    until = None if sheet.is_round_robin else sheet.until
    return tuple(
        CellShown("", "self")
        if sheet.is_round_robin and number == row.row
        else _cell(sheet, cells)
        for number, cells in enumerate(row.places[:until], start=1)
    )


def _cell(sheet: SectionSheet, cells: tuple[CrosstableCell, ...]) -> CellShown:
    texts = [
        cell.text if sheet.is_round_robin else _round_text(sheet, cell)
        for cell in cells
    ]
    games = tuple((cell.round, cell.opponent) for cell in cells)
    return CellShown(" ".join(filter(None, texts)), _css(cells), games)


def _round_text(sheet: SectionSheet, cell: CrosstableCell) -> str:
    if cell.opponent is None:
        return cell.text
    number = sheet.entry[cell.opponent].pairing_number
    return round_text(cell, number, str(COLOUR_LETTERS[cell.colour]))


def _css(cells: tuple[CrosstableCell, ...]) -> str:
    if any(cell.annulled or cell.awarded or cell.result.is_forfeit for cell in cells):
        return "rated-not"
    if cells and all(cell.text == "0" for cell in cells):
        return "loss-cell"
    return ""
