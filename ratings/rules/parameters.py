"""Read a system's parameters from what an edition stores."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

Reader = Callable[[object], Any]


class BadFields(ValueError):
    """Some fields are invalid: `errors` maps each to a code."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        """Store the code of each invalid field."""
        super().__init__("; ".join(f"{name}: {code}" for name, code in errors.items()))
        self.errors = dict(errors)


class BadParameters(BadFields):
    """Some fields of a system's parameters are invalid: not_whole, too_low, too_high,
    unknown_field or a code that the system documents.
    """


def read_whole(value: object, low: int, high: int) -> int:
    """Return a whole number from low to high.

    ValueError with the code not_whole, too_low or too_high.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError("not_whole")  # noqa: TRY004 - one kind of error for forms
    if not low <= value <= high:
        raise ValueError("too_low" if value < low else "too_high")
    return value


def whole(default: int, low: int, high: int) -> int:
    """Return a dataclass field that holds a whole number from low to high."""
    number: int = parameter(default, lambda value: read_whole(value, low, high))
    return number


def parameter(default: Any, read: Reader) -> Any:
    """Return a dataclass field whose stored form `read` turns into its value."""
    return field(default=default, metadata={"read": read})


def _plain(value: object) -> object:
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class ParametersBase:
    """Parameters whose fields are made with `whole` and `parameter`."""

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Read what an edition stores; a missing field keeps its default.

        Raises BadParameters with a code for every invalid field.
        """
        readers = {column.name: column.metadata["read"] for column in fields(cls)}
        values: dict[str, Any] = {}
        errors = {name: "unknown_field" for name in data if name not in readers}
        for name in readers.keys() & data.keys():
            try:
                values[name] = readers[name](data[name])
            except ValueError as error:
                errors[name] = str(error)
        result = cls(**values)
        errors = errors or result.contradictions()
        if errors:
            raise BadParameters(errors)
        return result

    def to_json(self) -> dict[str, object]:
        """Return every field, tuples as lists, in the form that `from_json` reads."""
        return {
            column.name: _plain(getattr(self, column.name)) for column in fields(self)
        }

    def contradictions(self) -> dict[str, str]:
        """Return codes by field for fields that are valid but contradict one another."""
        return {}
