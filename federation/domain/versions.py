"""Editing without overwriting: the version that an editor saw is compared with the
current one.
"""

from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionedFacts:
    """Base of the data of a person or thing that several people edit."""

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
