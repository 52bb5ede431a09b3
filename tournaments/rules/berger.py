"""Round robins by the FIDE Berger tables (SSF §14; FIDE Handbook C.05, annex 1)."""

from dataclasses import dataclass
from itertools import starmap

SMALLEST = 2


@dataclass(frozen=True, slots=True)
class BergerRound:
    """One round: boards of (White's number, Black's number) in table order.

    `bye` is the number that rests when the section is odd.
    """

    number: int
    boards: tuple[tuple[int, int], ...]
    bye: int | None


def rounds_needed(size: int, cycles: int) -> int:
    """Return in how many rounds so many players meet each other so often."""
    return (size - 1 + size % 2) * cycles


def schedule(size: int, cycles: int) -> tuple[BergerRound, ...]:
    """Return every round in which the numbers 1 to `size` meet each other once or, with
    two cycles, twice. Raises ValueError below two players.
    """
    return (schedule_round_robin if cycles == 1 else schedule_double_round_robin)(size)


def schedule_round_robin(size: int) -> tuple[BergerRound, ...]:
    """Return every round of a single round robin for the numbers 1 to `size`.

    Odd sizes use the table of the next even size: the player who would meet its highest
    number rests. Raises ValueError below two players.
    """
    if size < SMALLEST:
        msg = "a round robin needs at least two players"
        raise ValueError(msg)
    even = size + size % 2
    return tuple(
        _without_missing(number, _table_round(even, number), size)
        for number in range(1, even)
    )


def schedule_double_round_robin(size: int) -> tuple[BergerRound, ...]:
    """Return every round of a double round robin: the second half with colours
    reversed.

    The last two rounds of the first half change places, as FIDE recommends, so that no
    player has the same colour three times in a row. Raises ValueError below two
    players.
    """
    first = list(schedule_round_robin(size))
    second = [_turned(planned) for planned in first]
    first[-2:] = reversed(first[-2:])
    return tuple(starmap(_renumbered, enumerate(first + second, start=1)))


def _table_round(even: int, number: int) -> tuple[tuple[int, int], ...]:
    # The highest number meets 1, n/2 + 1, 2, n/2 + 2, … and has White in the even
    # rounds; the others sit in a circle around its opponent.
    pivot = (number + 1) // 2 if number % 2 else (even + number) // 2
    top = (pivot, even) if number % 2 else (even, pivot)
    return (top, *(_around(pivot, step, even - 1) for step in range(1, even // 2)))


def _around(pivot: int, step: int, circle: int) -> tuple[int, int]:
    return (pivot + step - 1) % circle + 1, (pivot - step - 1) % circle + 1


def _without_missing(
    number: int, boards: tuple[tuple[int, int], ...], size: int
) -> BergerRound:
    kept = tuple(board for board in boards if max(board) <= size)
    rests = [min(board) for board in boards if max(board) > size]
    return BergerRound(number, kept, rests[0] if rests else None)


def _turned(planned: BergerRound) -> BergerRound:
    boards = tuple((black, white) for white, black in planned.boards)
    return BergerRound(planned.number, boards, planned.bye)


def _renumbered(number: int, planned: BergerRound) -> BergerRound:
    return BergerRound(number, planned.boards, planned.bye)
