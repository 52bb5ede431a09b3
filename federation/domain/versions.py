"""Editing without overwriting: what an editor saw is compared with what stands
there now.
"""

from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known of somebody or something that several people edit."""

    @property
    def version(self) -> str:
        """Equal for equal facts: what an editor saw, in sixteen figures."""
        return sha256(repr(asdict(self)).encode()).hexdigest()[:16]


class EditedMeanwhile(Exception):  # noqa: N818 - an answer to a person, not a fault
    """Somebody else changed it after the editor's page was opened; `now` is what
    stands there.
    """

    def __init__(self, now: Any) -> None:
        """Carries the facts as they are now."""
        super().__init__("edited meanwhile")
        self.now = now


def require_seen(now: Facts, seen: str) -> None:
    """Raises `EditedMeanwhile` unless the version that was seen still stands."""
    if now.version != seen:
        raise EditedMeanwhile(now)
