"""The columns of a game: in a file, and in the records that are read."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.files.spellings import NO_RATING
from ratings.rules.calendar import date_of

REQUIRED = ("date", "white", "black", "score", "event")
OPTIONAL = (
    "round", "time_control", "minutes", "forfeit", "white_rating", "black_rating",
    "length",
)  # fmt: skip
TIMES = frozenset({"minutes", "time_control"})
"""The columns for the thinking time, of which a file may have only one."""
WHO = ("", "_fide_id", "_name", "_birth_year")
"""The endings of the columns that identify the player of a colour."""
COLOURS = ("white", "black")

GAMES = np.dtype([
    ("event", "i4"), ("line", "i4"), ("day", "i4"), ("white", "i4"), ("black", "i4"),
    ("round", "i2"), ("minutes", "i2"), ("white_rating", "i2"), ("black_rating", "i2"),
    ("score", "i1"), ("played", "?"), ("length", "i2"),
])  # fmt: skip
"""A game: its event's number in the file, its line, its day (from 1970-01-01), players'
ids, and the rest by column; a missing rating is NO_RATING, a missing length of a match 0.
"""

Games = NDArray[Any]
NO_DAY = -(2**31)
"""The day of a game whose day is not known yet."""


def game_fields(game: Any, event: str) -> dict[str, str]:
    """Return the fields of a game, except its players, as text by column."""
    return {
        "date": _day(int(game["day"])),
        "score": ("0", "0.5", "1")[int(game["score"])],
        "event": event,
        "round": str(game["round"]),
        "time_control": str(game["minutes"]),
        "minutes": str(game["minutes"]),
        "forfeit": "" if game["played"] else "yes",
        "white_rating": _rating(game["white_rating"]),
        "black_rating": _rating(game["black_rating"]),
        "length": str(game["length"] or ""),
    }


def _day(day: int) -> str:
    return "" if day == NO_DAY else date_of(day).isoformat()


def _rating(rating: int) -> str:
    return "" if rating == NO_RATING else str(rating)
