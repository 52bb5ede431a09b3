"""Editing without overwriting: the version that an editor saw is compared with the
current one.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from typing import Any, Self

from django.db.models import Model


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionedFacts:
    """Base of the data of a person or thing that several people edit. The fields have
    the names of the columns, and of the form's fields.
    """

    @classmethod
    def of(cls, row: Model) -> Self:
        """Return the current facts of a row."""
        return cls(**{each.name: getattr(row, each.name) for each in fields(cls)})

    @classmethod
    def read(cls, cleaned: Mapping[str, Any]) -> Self:
        """Return the facts that a form has read."""
        return cls(**{each.name: cleaned[each.name] for each in fields(cls)})

    @property
    def version(self) -> str:
        """Sixteen hexadecimal digits that are equal for equal facts; identifies what an
        editor saw.
        """
        return sha256(repr(asdict(self)).encode()).hexdigest()[:16]


class EditedMeanwhile(Exception):
    """Another user changed the row after the editor's page was opened; `now` contains
    its current facts.
    """

    def __init__(self, now: Any) -> None:
        """Store the facts as they are now."""
        super().__init__("edited meanwhile")
        self.now = now


def require_seen(now: VersionedFacts, seen: str) -> None:
    """Raise `EditedMeanwhile` unless the version that was seen is still the current
    one.
    """
    if now.version != seen:
        raise EditedMeanwhile(now)
