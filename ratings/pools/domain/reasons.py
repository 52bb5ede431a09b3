"""The reasons for an officer's act: one for those concerned, and one for the public."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reasons:
    """The reasons for an act: one for the office and those concerned, and a public one."""

    internal: str = ""
    public: str = ""

    @property
    def trimmed(self) -> "Reasons":
        """Return both reasons without surrounding white space."""
        return Reasons(self.internal.strip(), self.public.strip())


NO_REASONS = Reasons()
