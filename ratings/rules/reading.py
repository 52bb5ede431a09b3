"""Read the JSON requests of calculators, reporting every error at once."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

MOST_GAMES = 1000
"""No request has more games than this."""
LONGEST_MATCH = 999
"""No match is longer than this (`Lines.length`)."""
REQUEST = "request"
"""The path of an error of the whole request."""

Read: TypeAlias = Callable[[object], Any]
Readers: TypeAlias = Mapping[str, Read]


def read_score(value: object) -> int:
    """Return the half points of one game, from 0, 0.5 or 1.

    ValueError with the codes of `read_total`.
    """
    return read_total(value, 1)


def read_total(value: object, games: int) -> int:
    """Return the half points of some games from points; ValueError with the code.

    not_a_score: cannot be counted in halves; too_low and too_high: less than 0 or more
    than all games allow.
    """
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise ValueError("not_a_score")  # noqa: TRY004 - as read_whole
    if value < 0 or value > games:
        raise ValueError("too_low" if value < 0 else "too_high")
    if 2 * value % 1:
        raise ValueError("not_a_score")
    return int(2 * value)


def read_list(value: object) -> list[object]:
    """Return a non-empty list; ValueError with not_a_list, empty or too_many."""
    if not isinstance(value, list | tuple):
        raise ValueError("not_a_list")  # noqa: TRY004 - as read_whole
    if not 0 < len(value) <= MOST_GAMES:
        raise ValueError("too_many" if value else "empty")
    return list(value)


def read_flag(value: object) -> bool:
    """Return true or false; ValueError with not_true_or_false."""
    if not isinstance(value, bool):
        raise ValueError("not_true_or_false")  # noqa: TRY004 - as read_whole
    return value


def as_is(value: object) -> object:
    """Return the value as it is, to be read later."""
    return value


@dataclass(frozen=True, slots=True)
class Reading:
    """Continues reading after an error, so that all errors are reported at once.

    `errors` maps a path, such as games[2].score, to a code: those of the readers,
    and missing, unknown_field, not_an_object, not_a_list, empty, too_many.
    """

    errors: dict[str, str] = field(default_factory=dict)

    def one(self, path: str, read: Read, value: object) -> Any:
        """Return the value as `read` reads it; None if `read` refuses it."""
        try:
            return read(value)
        except ValueError as error:
            self.errors[path] = str(error)

    def parts(
        self, path: str, value: object, readers: Readers, optional: Container[str] = ()
    ) -> dict[str, Any]:
        """Return those parts of an object that are present."""
        if not isinstance(value, Mapping):
            self.errors[path] = "not_an_object"
            return {}
        wrong = {name: "unknown_field" for name in value if name not in readers}
        for name in readers:
            if name not in value and name not in optional:
                wrong[name] = "missing"
        inside = f"{path}.".removeprefix(f"{REQUEST}.")
        self.errors.update({f"{inside}{name}": code for name, code in wrong.items()})
        return {
            name: self.one(f"{inside}{name}", read, value[name])
            for name, read in readers.items()
            if name in value
        }

    def rows(self, path: str, value: object) -> list[tuple[str, object]]:
        """Return every row of a list with its path; nothing if the list is invalid."""
        rows = self.one(path, read_list, value) or []
        return [(f"{path}[{row}]", item) for row, item in enumerate(rows)]
