"""Read a request to the LASK calculator: plain data, as from JSON.

Every refusal is a BadEntry whose field is the path to the error, such as
`games[1].score`. Codes, besides those of the rules: not_an_object, not_a_list,
too_many, missing, unknown_field, not_a_number, not_a_score, not_a_text.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction

from ratings.rules.lask.whole_numbers import (
    MOST_GAMES,
    BadEntry,
    check_rating,
    check_whole,
)


@contextmanager
def within(place: str) -> Iterator[None]:
    """Prefix the path of every refusal inside with this place of the request."""
    try:
        yield
    except BadEntry as error:
        raise BadEntry(f"{place}.{error.field}", error.code) from None


def read_score(field: str, value: object) -> int:
    """Return a score in points, 0, 0.5, 1 and so on, as half points."""
    doubled = 2 * read_number(field, value)
    if doubled.denominator != 1:
        raise BadEntry(field, "not_a_score")
    return int(doubled)


def read_number(field: str, value: object) -> Fraction:
    """Return a number exactly as written: 0.1 is a tenth."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadEntry(field, "not_a_number")
    try:
        return Fraction(value) if isinstance(value, int) else Fraction(repr(value))
    except ValueError:
        raise BadEntry(field, "not_a_number") from None


def read_list(field: str, value: object) -> Sequence[object]:
    """Return a list of at most a thousand elements."""
    if not isinstance(value, list | tuple):
        raise BadEntry(field, "not_a_list")
    if len(value) > MOST_GAMES:
        raise BadEntry(field, "too_many")
    return value


@dataclass(frozen=True, slots=True)
class RequestObject:
    """An object of the request; reading a name that it does not have raises BadEntry
    with the code missing.
    """

    data: Mapping[str, object]

    @classmethod
    def read(cls, field: str, value: object, names: frozenset[str]) -> "RequestObject":
        """Return an object that has no other names than these."""
        if not isinstance(value, Mapping):
            raise BadEntry(field, "not_an_object")
        for name in value:
            if name not in names:
                raise BadEntry(f"{field}.{name}", "unknown_field")
        return cls(value)

    def __contains__(self, name: str) -> bool:
        """Return whether the object has this name."""
        return name in self.data

    def value(self, name: str) -> object:
        """Return the value under the name, of any type."""
        if name not in self.data:
            raise BadEntry(name, "missing")
        return self.data[name]

    def rating(self, name: str) -> int:
        """Return a rating."""
        return check_rating(name, self.value(name))

    def count(self, name: str) -> int:
        """Return a number of games or rounds, from 0 up."""
        return check_whole(name, self.value(name), 0, MOST_GAMES)

    def score(self, name: str) -> int:
        """Return points as half points."""
        return read_score(name, self.value(name))

    def number(self, name: str) -> Fraction:
        """Return a number exactly as written."""
        return read_number(name, self.value(name))

    def text(self, name: str) -> str:
        """Return a text."""
        value = self.value(name)
        if not isinstance(value, str):
            raise BadEntry(name, "not_a_text")
        return value

    def ratings(self, name: str) -> list[int]:
        """Return a list of ratings."""
        rows = read_list(name, self.value(name))
        return [check_rating(f"{name}[{row}]", value) for row, value in enumerate(rows)]

    def ratings_or_none(self, name: str) -> list[int | None]:
        """Return a list of ratings, with null for players without one."""
        rows = read_list(name, self.value(name))
        return [
            None if value is None else check_rating(f"{name}[{row}]", value)
            for row, value in enumerate(rows)
        ]
