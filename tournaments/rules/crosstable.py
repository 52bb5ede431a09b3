"""Crosstables: who met whom with which result, for round robins and for rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.rules.results import Colour, Result, cell_text
from tournaments.rules.scores import CountedSection, OwnGame


@dataclass(frozen=True, slots=True)
class Cell:
    """One game of the row's player; a bye has no opponent.

    `opponent_row` is the opponent's row number in the same table, from 1.
    `text` is the result as printed: 1 ½ 0 + −. `annulled` and `awarded` as
    in the counted board (§11.1a).
    """

    round: int
    opponent: int | None
    opponent_row: int | None
    colour: Colour
    result: Result
    text: str
    annulled: bool
    awarded: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A player's row; each place in it holds the games that belong there.

    A place is a tuple: empty on the diagonal and where nothing is recorded,
    two cells where two have met twice.
    """

    row: int
    entry: int
    places: tuple[tuple[Cell, ...], ...]


def cross_by_opponent(counted: CountedSection, order: Sequence[int]) -> tuple[Row, ...]:
    """Rows in the order given (every entry id), place j for games against row j."""
    rows = {entry: number for number, entry in enumerate(order, start=1)}
    return tuple(
        Row(row, entry, _by_opponent(counted.games[entry], rows))
        for entry, row in rows.items()
    )


def cross_by_round(counted: CountedSection, order: Sequence[int]) -> tuple[Row, ...]:
    """Rows in the order given (every entry id), place k for round k + 1."""
    rows = {entry: number for number, entry in enumerate(order, start=1)}
    return tuple(
        Row(row, entry, _by_round(counted.games[entry], rows, counted.section.rounds))
        for entry, row in rows.items()
    )


def round_text(cell: Cell, letter: str) -> str:
    """A cell by round the short way, with the reader's letter for its colour: 7w1
    is a win with White against row 7.
    """
    if cell.opponent_row is None:
        return cell.text
    return f"{cell.opponent_row}{letter}{cell.text}"


def _by_opponent(
    games: tuple[OwnGame, ...], rows: Mapping[int, int]
) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        tuple(_cell(game, rows) for game in games if game.opponent == opponent)
        for opponent in rows
    )


def _by_round(
    games: tuple[OwnGame, ...], rows: Mapping[int, int], rounds: int
) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        tuple(_cell(game, rows) for game in games if game.round == number)
        for number in range(1, rounds + 1)
    )


def _cell(game: OwnGame, rows: Mapping[int, int]) -> Cell:
    return Cell(
        round=game.round,
        opponent=game.opponent,
        opponent_row=None if game.opponent is None else rows[game.opponent],
        colour=game.colour,
        result=game.result,
        text=cell_text(game.result, game.colour),
        annulled=game.annulled,
        awarded=game.awarded,
    )
