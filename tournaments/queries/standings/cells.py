"""The cells of a section's table as they are shown."""

from dataclasses import dataclass

from tournaments.queries.section_results import SectionResults
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


def heads_of(results: SectionResults) -> tuple[str, ...]:
    """Return the heads: the rounds, or in a round robin the starting numbers in the
    order of the rows, since places can be shared.
    """
    if results.is_round_robin:
        rows = results.standings
        return tuple(str(results.entry[row.entry].pairing_number) for row in rows)
    last = results.until or results.section.rounds
    return tuple(str(number) for number in range(1, last + 1))


def cells_of(results: SectionResults, row: Row) -> tuple[CellShown, ...]:
    """Return a player's cells; the one against oneself is black."""
    until = None if results.is_round_robin else results.until
    return tuple(
        CellShown("", "self")
        if results.is_round_robin and number == row.row
        else _cell(results, cells)
        for number, cells in enumerate(row.places[:until], start=1)
    )


def _cell(results: SectionResults, cells: tuple[CrosstableCell, ...]) -> CellShown:
    texts = [
        cell.text if results.is_round_robin else _round_text(results, cell)
        for cell in cells
    ]
    games = tuple((cell.round, cell.opponent) for cell in cells)
    return CellShown(" ".join(filter(None, texts)), _css(cells), games)


def _round_text(results: SectionResults, cell: CrosstableCell) -> str:
    if cell.opponent is None:
        return cell.text
    number = results.entry[cell.opponent].pairing_number
    return round_text(cell, number, str(COLOUR_LETTERS[cell.colour]))


def _css(cells: tuple[CrosstableCell, ...]) -> str:
    if any(cell.annulled or cell.awarded or cell.result.is_forfeit for cell in cells):
        return "rated-not"
    if cells and all(cell.text == "0" for cell in cells):
        return "loss-cell"
    return ""
