"""A section as recorded: its entries, its kind, and its boards."""

from dataclasses import dataclass
from enum import StrEnum

from tournaments.rules.points import USUAL, PointSystem
from tournaments.rules.results import Result


class TournamentKind(StrEnum):
    """The two kinds that SSF §10 and §11 distinguish.

    Swiss includes Monrad, Nordic and every system that pairs round by round.
    """

    BERGER = "berger"
    SWISS = "swiss"


class UnknownEntryError(ValueError):
    """A board names a player who is not entered in the section."""

    def __init__(self, entry: int) -> None:
        self.entry = entry
        super().__init__(f"no entry {entry} in the section")


@dataclass(frozen=True, slots=True)
class Entry:
    """A player of the section with the pairing number; ids have no meaning here."""

    id: int
    number: int
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A board as recorded; a bye has no Black. Rounds count from 1."""

    round: int
    white: int
    black: int | None
    result: Result

    @property
    def players(self) -> tuple[int, ...]:
        """White, and Black if there is one."""
        return (self.white,) if self.black is None else (self.white, self.black)


@dataclass(frozen=True, slots=True)
class Section:
    """A group that is ranked on its own.

    `rounds` are the announced ones. `cycles` is how often all players meet each other
    in a Berger section (2 for a double round robin). Raises UnknownEntryError for a
    board with a player who is not entered.
    """

    kind: TournamentKind
    rounds: int
    entries: tuple[Entry, ...]
    boards: tuple[Board, ...]
    cycles: int = 1
    points: PointSystem = USUAL

    def __post_init__(self) -> None:
        known = {entry.id for entry in self.entries}
        for board in self.boards:
            for player in board.players:
                if player not in known:
                    raise UnknownEntryError(player)

    @property
    def is_berger(self) -> bool:
        """Whether all players meet each other."""
        return self.kind is TournamentKind.BERGER

    @property
    def scheduled_games(self) -> int:
        """The number of games scheduled for each player in a Berger section."""
        return (len(self.entries) - 1) * self.cycles
