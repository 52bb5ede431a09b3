"""Unexpected data in a file, which has to be looked at before posting (findings)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ratings.enums import FileFindingKind
from ratings.files.wording import FileMessage


@dataclass(frozen=True, slots=True)
class FindingDetail:
    """A line and what is unexpected in it."""

    line: int
    message: FileMessage


@dataclass(frozen=True, slots=True)
class DayInDoubt:
    """A day that can be corrected: of some rounds, as ISO text, or empty if none could
    be read. `first`: it is the tournament's first day.
    """

    rounds: tuple[int, ...]
    day: str = ""
    first: bool = False


@dataclass(frozen=True, slots=True)
class FileFinding:
    """Unexpected data of an event, of one kind.

    `days` are those that can be corrected. `players` are the places of players who may
    be the same person. `limit` is the number of rounds announced.
    """

    kind: FileFindingKind
    details: Sequence[FindingDetail]
    days: Sequence[DayInDoubt] = ()
    players: Sequence[int] = ()
    limit: int = 0
    names: Mapping[str, str] = field(default_factory=dict)
    """The event's name without its year, and as it was read."""
