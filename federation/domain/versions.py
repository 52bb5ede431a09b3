"""Editing without overwriting: the version that an editor saw is compared with the
newest one.
"""

from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionedFacts:
    """What is known of somebody or something that several people edit."""

    @property
    def version(self) -> str:
        """Equal for equal facts: what an editor saw, in sixteen figures."""
        return sha256(repr(asdict(self)).encode()).hexdigest()[:16]


class EditedMeanwhile(Exception):
    """Somebody else changed the row after the editor's page was opened; `now` holds its
    current facts.
    """

    def __init__(self, now: Any) -> None:
        """Store the facts as they are now."""
        super().__init__("edited meanwhile")
        self.now = now


def require_seen(now: VersionedFacts, seen: str) -> None:
    """Raise `EditedMeanwhile` unless the version that was seen is still the newest."""
    if now.version != seen:
        raise EditedMeanwhile(now)
