"""What in a file is odd, and has to be looked at by somebody before it is posted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ratings.enums import FileFindingKind
from ratings.files.wording import Said


@dataclass(frozen=True, slots=True)
class Detail:
    """A line and what is odd in it."""

    line: int
    said: Said


@dataclass(frozen=True, slots=True)
class DayInDoubt:
    """A day that may be said otherwise: of some rounds, as ISO text, or empty where
    none could be read. `first` where it is the tournament's first day.
    """

    rounds: tuple[int, ...]
    day: str = ""
    first: bool = False


@dataclass(frozen=True, slots=True)
class FileFinding:
    """What is odd about an event, in one respect.

    `days` are those that may be said otherwise. `players` are places of people who may
    be one. `limit` is the last round that was announced.
    """

    kind: FileFindingKind
    details: Sequence[Detail]
    days: Sequence[DayInDoubt] = ()
    players: Sequence[int] = ()
    limit: int = 0
    names: Mapping[str, str] = field(default_factory=dict)
    """The event's name without its year, and as it was read."""
