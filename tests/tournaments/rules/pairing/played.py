"""Tournaments played by a pairing system, for tests of the systems."""

from collections.abc import Callable

from hypothesis import strategies as st

from tournaments.rules.pairing.field import Field, field_before_round
from tournaments.rules.pairing.paired import NoPairingError, PairedRound
from tournaments.rules.results import Result
from tournaments.rules.sections import Board, Entry, Section, TournamentKind

RESULTS = (
    Result.WHITE_WIN,
    Result.DRAW,
    Result.BLACK_WIN,
    Result.FORFEIT_WHITE,
    Result.FORFEIT_BLACK,
    Result.DOUBLE_FORFEIT,
    Result.ADJOURNED,
    Result.POSTPONED,
)


def section(size: int, *boards: Board, rounds: int = 9) -> Section:
    """Return a section of players whose ids are 100 more than their pairing numbers."""
    entries = tuple(Entry(100 + number, number) for number in range(1, size + 1))
    return Section(TournamentKind.SWISS, rounds, entries, boards)


def board(number: int, white: int, black: int | None, result: Result) -> Board:
    """Return a board of two pairing numbers."""
    return Board(number, 100 + white, None if black is None else 100 + black, result)


@st.composite
def fields(
    draw: st.DrawFn,
    pair: Callable[[Field], PairedRound],
    most_players: int = 10,
    most_rounds: int = 9,
) -> Field:
    """Draw a field before a round, after rounds paired by the system itself; players
    may be absent from a round.
    """
    size = draw(st.integers(2, most_players))
    rounds = draw(st.integers(0, min(most_rounds, size - 2 + size % 2)))
    played = section(size)
    for number in range(1, rounds + 1):
        absent = draw(st.sets(st.integers(101, 100 + size), max_size=1))
        try:
            paired = pair(field_before_round(played, number, absent))
        except NoPairingError:
            break
        played = section(size, *played.boards, *_played(draw, paired))
    return field_before_round(played, rounds + 1)


def _played(draw: st.DrawFn, paired: PairedRound) -> list[Board]:
    boards = [
        Board(paired.number, each.white, each.black, draw(st.sampled_from(RESULTS)))
        for each in paired.boards
    ]
    if paired.bye:
        boards.append(Board(paired.number, paired.bye.player, None, Result.BYE))
    return boards
