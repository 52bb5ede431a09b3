"""A request to the calculator in JSON.

A request names an edition and contains one or more parts:

    {"edition": "2025-10",
     "games": [{"own": 2000, "opponent": 2100, "score": 0.5, "k": 20}],
     "first_rating": {"opponents": [1900, 1850], "score": 1.5},
     "performance": {"opponents": [1900, 1850], "score": 1.5},
     "goal": {"own": 2000, "opponents": [2100], "k": 20, "rating": 2005}}

A game may have "tournament", a whole number that is the same for all games of one
tournament: the edition 2022 grants the cap once in each; and, in the edition
backgammon, "length", the length of the match. A goal may have the "length" of all its
matches.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from ratings.rules.elo.calculator import PlayedGame
from ratings.rules.elo.k_rules import HIGHEST_K, HIGHEST_RATING
from ratings.rules.elo.parameters import EDITIONS
from ratings.rules.parameters import BadParameters, read_whole
from ratings.rules.reading import (
    LONGEST_MATCH,
    MOST_GAMES,
    REQUEST,
    Readers,
    Reading,
    as_is,
    read_score,
    read_total,
)

LATEST = "2025-10"
"""The edition used if none is named."""

Part = TypeVar("Part")


class BadRequest(BadParameters):
    """Some parts of a request are invalid.

    `errors` maps each part, such as games[2].score, to a code: missing, unknown_field,
    unknown_edition, not_an_object, not_a_list, empty, too_many, not_whole,
    not_a_score, too_low, too_high or nothing_asked.
    """


@dataclass(frozen=True, slots=True)
class FieldScore:
    """A score against a field of rated opponents."""

    opponents: tuple[int, ...]
    score: int
    """Half points."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A rating that a player wants to reach after some games."""

    own: int
    opponents: tuple[int, ...]
    k: int
    rating: int
    length: int = 1


@dataclass(frozen=True, slots=True)
class EloRequest:
    """The parts of a request; None, or no games, for parts that are not requested."""

    edition: str
    games: tuple[PlayedGame, ...]
    first_rating: FieldScore | None
    performance: FieldScore | None
    goal: Goal | None


def read_rating(value: object) -> int:
    """Return a rating in whole points; ValueError with the codes of `read_whole`."""
    return read_whole(value, 0, HIGHEST_RATING)


def read_k(value: object) -> int:
    """Return a development coefficient; ValueError with the codes of `read_whole`."""
    return read_whole(value, 1, HIGHEST_K)


def read_edition(value: object) -> str:
    """Return the name of an edition; ValueError with the code unknown_edition."""
    if not isinstance(value, str) or value not in EDITIONS:
        raise ValueError("unknown_edition")
    return value


def read_tournament(value: object) -> int:
    """Return a tournament's number; ValueError with the codes of `read_whole`."""
    return read_whole(value, 0, MOST_GAMES)


def read_length(value: object) -> int:
    """Return the length of a match; ValueError with the codes of `read_whole`."""
    return read_whole(value, 1, LONGEST_MATCH)


GAME: Readers = {
    "own": read_rating,
    "opponent": read_rating,
    "score": read_score,
    "k": read_k,
    "tournament": read_tournament,
    "length": read_length,
}
GOAL: Readers = {
    "own": read_rating,
    "opponents": as_is,
    "k": read_k,
    "rating": read_rating,
    "length": read_length,
}
FIELD_SCORE: Readers = {"opponents": as_is, "score": as_is}
REQUESTED: Readers = dict.fromkeys(
    ("games", "first_rating", "performance", "goal"), as_is
)
PARTS: Readers = {"edition": read_edition, **REQUESTED}


def read_request(data: object) -> EloRequest:
    """Return a request as a client sends it; BadRequest with every invalid part."""
    reading = _Reading()
    parts = reading.parts(REQUEST, data, PARTS, optional=PARTS)
    if not reading.errors and not parts.keys() & REQUESTED:
        reading.errors[REQUEST] = "nothing_asked"
    requested = {
        name: reading.requested_part(name, parts[name])
        for name in REQUESTED
        if name in parts
    }
    if reading.errors:
        raise BadRequest(reading.errors)
    return EloRequest(
        edition=parts.get("edition", LATEST),
        games=tuple(PlayedGame(**game) for game in requested.get("games", ())),
        first_rating=_build(FieldScore, requested.get("first_rating")),
        performance=_build(FieldScore, requested.get("performance")),
        goal=_build(Goal, requested.get("goal")),
    )


def _build(kind: type[Part], parts: Mapping[str, Any] | None) -> Part | None:
    return None if parts is None else kind(**parts)


class _Reading(Reading):
    """Also reads the games, and the parts about a field of opponents."""

    __slots__ = ()

    def requested_part(self, name: str, value: object) -> Any:
        if name == "games":
            return [
                self.parts(path, game, GAME, optional={"tournament", "length"})
                for path, game in self.rows(name, value)
            ]
        return self.about_a_field(name, value, GOAL if name == "goal" else FIELD_SCORE)

    def about_a_field(
        self, path: str, value: object, readers: Readers
    ) -> dict[str, Any]:
        parts = self.parts(path, value, readers, optional={"length"})
        if "opponents" not in parts:
            return parts
        rows = self.rows(f"{path}.opponents", parts["opponents"])
        parts["opponents"] = tuple(
            self.one(row, read_rating, item) for row, item in rows
        )
        if "score" in parts and rows:
            of_all = partial(read_total, games=len(rows))
            parts["score"] = self.one(f"{path}.score", of_all, parts["score"])
        return parts
