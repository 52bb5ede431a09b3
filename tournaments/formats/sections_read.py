"""A section as read from a file of another program."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from ratings.files.wording import FileMessage
from ratings.imports.formats.people import NamedPerson
from tournaments.enums import SectionPairing
from tournaments.rules.points import PointSystem
from tournaments.rules.results import Colour, Result


@dataclass(frozen=True, slots=True)
class BoardRead:
    """A board by starting numbers; None as Black is a bye. `finished` is the day of a
    game that was finished on another day than that of its round.
    """

    round: int
    white: int
    black: int | None
    result: Result
    finished: date | None = None


@dataclass(frozen=True, slots=True)
class SectionRead:
    """A tournament as read from its file. `players` are by starting number, as are
    `lines`, the lines that describe them; `faults` are lines with what is left out of
    them, `notes` lines with what is unexpected, and what is left out of the lines about
    pairing and points; `never_meet` are pairs of starting numbers; `says_rounds`: the
    file says how many rounds are played in all; `withdrawn` is the round after which a
    player withdrew, by starting number; `planned`: the rounds announced, if more or
    fewer are played, and why; `last_accelerated` is the last starting number of the
    upper group of accelerated rounds; `span` is the first and the last day. A value is
    None if the file does not give it: whether it is a round robin, the points of a win,
    the pairing system, the colour drawn first, the tie-breaks.
    """

    name: str
    rounds: int
    is_round_robin: bool | None
    players: Mapping[int, NamedPerson]
    lines: Mapping[int, int]
    fide_ratings: Mapping[int, int]
    boards: tuple[BoardRead, ...]
    days: Mapping[int, date]
    points: PointSystem | None
    faults: tuple[tuple[int, FileMessage], ...]
    notes: tuple[tuple[int, FileMessage], ...] = ()
    never_meet: tuple[tuple[int, int], ...] = ()
    says_rounds: bool = False
    withdrawn: Mapping[int, int] = field(default_factory=dict)
    planned: tuple[int, str] | None = None
    system: SectionPairing | None = None
    first_colour: Colour | None = None
    last_accelerated: int | None = None
    tie_breaks: tuple[str, ...] | None = None
    span: tuple[date | None, date | None] = (None, None)

    @property
    def all_days(self) -> list[date]:
        """Every day that the file names, of the tournament and of its rounds."""
        return sorted(day for day in (*self.days.values(), *self.span) if day)

    @property
    def is_half_played(self) -> bool:
        """Whether some game still lacks a result."""
        return any(not board.result.is_finished for board in self.boards)
