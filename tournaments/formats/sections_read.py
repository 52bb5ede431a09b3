"""A section as a file from elsewhere has it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from ratings.files.wording import Said
from ratings.imports.formats.people import NamedPerson
from tournaments.enums import SectionPairing
from tournaments.rules.points import PointSystem
from tournaments.rules.results import Colour, Result


@dataclass(frozen=True, slots=True)
class BoardRead:
    """A board by starting numbers; None as Black is a bye. `finished` is the day of a game
    that was not finished on that of its round.
    """

    round: int
    white: int
    black: int | None
    result: Result
    finished: date | None = None


@dataclass(frozen=True, slots=True)
class SectionRead:
    """A tournament as its file has it. `players` by starting number, with the line;
    `faults` are lines and what of them is left out, `notes` what is odd, and what
    of the lines about pairing and points is left out; `never_meet` are pairs of starting
    numbers; `says_rounds`: it says how many are played in all; `withdrawn` is the round
    after which somebody left, by starting number; `planned`: the rounds that were
    announced where more or fewer are played, and why; `last_accelerated` the last
    starting number of the upper group of accelerated rounds; `span` the first and the
    last day. Where the file does not say whether everybody meets everybody, what a win
    is worth, how it is paired, which colour was drawn first or how equal points are
    separated, that is None.
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
    faults: tuple[tuple[int, Said], ...]
    notes: tuple[tuple[int, Said], ...] = ()
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
        """Every day that it says, of the tournament and of its rounds."""
        return sorted(day for day in (*self.days.values(), *self.span) if day)

    @property
    def is_half_played(self) -> bool:
        """Whether some game waits for its result."""
        return any(not board.result.is_finished for board in self.boards)
