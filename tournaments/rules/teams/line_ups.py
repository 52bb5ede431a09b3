"""The order of a line-up, and the colours in a match."""

from collections.abc import Sequence

from tournaments.rules.results import Colour


def first_out_of_order(ratings: Sequence[float | None], tolerance: int) -> int | None:
    """Return the first board, counted from 1, whose player is rated more than
    `tolerance` rating points above one on an earlier board; None if the order is right.

    Boards without a rating are ignored.
    """
    lowest: float | None = None
    for board, rating in enumerate(ratings, start=1):
        if rating is None:
            continue
        if lowest is not None and rating > lowest + tolerance:
            return board
        lowest = rating if lowest is None else min(lowest, rating)
    return None


def home_colour(board: int, on_first: Colour) -> Colour:
    """Return the colour of the home team on a board: it alternates from the first."""
    return on_first if board % 2 else on_first.other
