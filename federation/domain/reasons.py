"""The reasons for an act: one for those concerned, and one for the public."""

from dataclasses import dataclass

from federation.domain.refusal import RefusalFactory


@dataclass(frozen=True, slots=True)
class Reasons:
    """`internal` is for the office and those concerned, `public` for everybody."""

    internal: str = ""
    public: str = ""

    @classmethod
    def stated(
        cls, reason: str, public_reason: str, refusal: RefusalFactory
    ) -> "Reasons":
        """Return both reasons without surrounding white space. Refusal: `reason` if there
        is none for those concerned.
        """
        return cls(require_reason(reason, refusal), public_reason.strip())


NO_REASONS = Reasons()


def require_reason(reason: str, refusal: RefusalFactory) -> str:
    """Return the reason without surrounding white space. Refusal: `reason` if there is
    none.
    """
    stated = reason.strip()
    if not stated:
        raise refusal("reason")
    return stated
