"""A request to the SSF calculator in JSON.

    {"games": [{"own": 1950, "opponent": 2220, "score": 1}],
     "bonus": true,
     "goal": {"own": 1950, "opponents": [2220, 1900], "goal": 1970}}

Games, a goal or both. With "bonus" the games are those of one player's period in
order of play, in a district that has adopted the rules below 1200: the first "own" is
the base of all of them, and the others may be left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ratings.rules.parameters import BadParameters, read_whole
from ratings.rules.reading import (
    REQUEST,
    Readers,
    Reading,
    as_is,
    read_flag,
    read_score,
)

HIGHEST_RATING = 9999
"""No rating is above this; none is below 0."""


@dataclass(frozen=True, slots=True)
class SsfGame:
    """One game of the player."""

    own: int
    """The base rating."""
    opponent: int
    """What the opponent counts as."""
    score: int
    """Half points: 0, 1 or 2."""


@dataclass(frozen=True, slots=True)
class SsfGoal:
    """A rating that a player wants to reach after some games."""

    own: int
    opponents: tuple[int, ...]
    goal: int


@dataclass(frozen=True, slots=True)
class SsfRequest:
    """The parts of a request; no games, or None, for parts that are not requested."""

    games: tuple[SsfGame, ...]
    bonus: bool
    """Whether the district has adopted the rules below 1200."""
    goal: SsfGoal | None


def read_rating(value: object) -> int:
    """Return a rating in whole points; ValueError with the codes of `read_whole`."""
    return read_whole(value, 0, HIGHEST_RATING)


GAME: Readers = {"own": read_rating, "opponent": read_rating, "score": read_score}
GOAL: Readers = {"own": read_rating, "opponents": as_is, "goal": read_rating}
PARTS: Readers = {"games": as_is, "bonus": read_flag, "goal": as_is}


def read_request(data: object) -> SsfRequest:
    """Return a request as a client sends it; BadParameters with every invalid part.

    Codes: those of `reading` and `read_whole`, and nothing_asked.
    """
    reading = Reading()
    parts = reading.parts(REQUEST, data, PARTS, optional=PARTS)
    if not reading.errors and not parts.keys() & {"games", "goal"}:
        reading.errors[REQUEST] = "nothing_asked"
    bonus = parts.get("bonus", False)
    games = _games(reading, parts["games"], bonus=bonus) if "games" in parts else []
    goal = _goal(reading, parts["goal"]) if "goal" in parts else None
    if reading.errors:
        raise BadParameters(reading.errors)
    return SsfRequest(
        games=tuple(SsfGame(**game) for game in games),
        bonus=bonus,
        goal=None if goal is None else SsfGoal(**goal),
    )


def _games(reading: Reading, value: object, *, bonus: bool) -> list[dict[str, Any]]:
    rows = reading.rows("games", value)
    later = {"own"} if bonus else set()
    games = [
        reading.parts(path, game, GAME, optional=later if row else ())
        for row, (path, game) in enumerate(rows)
    ]
    if not bonus or not games:
        return games
    return [game | {"own": games[0].get("own")} for game in games]


def _goal(reading: Reading, value: object) -> Mapping[str, Any]:
    parts = reading.parts("goal", value, GOAL)
    if "opponents" in parts:
        rows = reading.rows("goal.opponents", parts["opponents"])
        read = (reading.one(path, read_rating, rating) for path, rating in rows)
        parts["opponents"] = tuple(read)
    return parts
