"""Crosstables of all results, by opponent for round robins and by round for others."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.rules.results import Colour, Result, cell_text
from tournaments.rules.scores import CountedSection, OwnGame


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """One game of the row's player; a bye has no opponent.

    `text` is the result as printed: 1 ½ 0 + −. `annulled` and `awarded` as
    in the counted board (§11.1a).
    """

    round: int
    opponent: int | None
    colour: Colour
    result: Result
    text: str
    annulled: bool
    awarded: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A player's row; each of its places has the games that belong there.

    A place is a tuple: empty on the diagonal and if nothing is recorded, two cells if
    two players have met twice.
    """

    row: int
    entry: int
    places: tuple[tuple[CrosstableCell, ...], ...]


def cross_by_opponent(counted: CountedSection, order: Sequence[int]) -> tuple[Row, ...]:
    """Return rows in the order given (every entry id).

    The place j of a row, counted from 1, has the games against the player of row j.
    """
    return tuple(
        Row(row, entry, _by_opponent(counted.games[entry], order))
        for row, entry in enumerate(order, start=1)
    )


def cross_by_round(counted: CountedSection, order: Sequence[int]) -> tuple[Row, ...]:
    """Return rows in the order given (every entry id).

    The place k of a row, counted from 1, has the games of round k.
    """
    return tuple(
        Row(row, entry, _by_round(counted.games[entry], counted.section.rounds))
        for row, entry in enumerate(order, start=1)
    )


def round_text(cell: CrosstableCell, number: int, letter: str) -> str:
    """Return a game by round in the short form, with the opponent's starting number and
    the reader's letter for the colour: 7w1 is a win with White against number 7.
    """
    return f"{number}{letter}{cell.text}"


def _by_opponent(
    games: tuple[OwnGame, ...], order: Sequence[int]
) -> tuple[tuple[CrosstableCell, ...], ...]:
    return tuple(
        tuple(_cell(game) for game in games if game.opponent == opponent)
        for opponent in order
    )


def _by_round(
    games: tuple[OwnGame, ...], rounds: int
) -> tuple[tuple[CrosstableCell, ...], ...]:
    return tuple(
        tuple(_cell(game) for game in games if game.round == number)
        for number in range(1, rounds + 1)
    )


def _cell(game: OwnGame) -> CrosstableCell:
    return CrosstableCell(
        round=game.round,
        opponent=game.opponent,
        colour=game.colour,
        result=game.result,
        text=cell_text(game.result, game.colour),
        annulled=game.annulled,
        awarded=game.awarded,
    )
