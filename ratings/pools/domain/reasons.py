"""Why somebody in office acts: in words for those concerned, and in words for
everybody.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why: what the office and those concerned read, and what everybody may read."""

    internal: str = ""
    public: str = ""

    @property
    def trimmed(self) -> "Reasons":
        """Both without their margins."""
        return Reasons(self.internal.strip(), self.public.strip())


NO_REASONS = Reasons()
