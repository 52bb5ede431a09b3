"""Each player's games and score in a section; nothing here orders players."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter

from tournaments.rules.points import Gain, PointSystem
from tournaments.rules.results import Colour, Result, half_points
from tournaments.rules.sections import Section
from tournaments.rules.withdrawals import (
    CountedBoard,
    apply_withdrawals,
    find_annulled,
    missing_meetings,
)

_SIDES = tuple(Colour)


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A counted board seen by one of its players; a bye has no opponent."""

    round: int
    opponent: int | None
    colour: Colour
    half_points: int
    result: Result
    annulled: bool
    awarded: bool

    @property
    def is_won(self) -> bool:
        """Whether it is a full point over the board: forfeits and byes are no wins."""
        return self.result.is_played and self.result.gain(self.colour) is Gain.WIN

    @property
    def counts(self) -> bool:
        """Whether it is finished and not annulled."""
        return self.result.is_finished and not self.annulled


@dataclass(frozen=True, slots=True)
class Score:
    """One player's sums over the boards that count.

    `games` and `wins` are those over the board: a forfeit won and a bye give
    points only.
    """

    entry: int
    half_points: int
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class CountedSection:
    """A section after SSF §11.1: games and scores by entry id.

    `annulled` are the entries without a place. Games are in round order.
    """

    section: Section
    boards: tuple[CountedBoard, ...]
    annulled: frozenset[int]
    games: Mapping[int, tuple[OwnGame, ...]]
    scores: Mapping[int, Score]

    @property
    def ranked(self) -> tuple[int, ...]:
        """Ids of the entries that have a place, by pairing number."""
        entries = sorted(self.section.entries, key=attrgetter("number", "id"))
        return tuple(e.id for e in entries if e.id not in self.annulled)

    @property
    def is_complete(self) -> bool:
        """Whether every announced round is paired and every board is finished."""
        if any(counted.is_awaited for counted in self.boards):
            return False
        live = [counted.board for counted in self.boards if not counted.annulled]
        if self.section.is_berger:
            awarded = {frozenset(c.board.players) for c in self.boards if c.awarded}
            missing = missing_meetings(self.section, self.annulled)
            return all(frozenset(pair) in awarded for pair in missing)
        return max((b.round for b in live), default=0) >= self.section.rounds


def count_section(section: Section) -> CountedSection:
    """Apply SSF §11.1 and sum up, as the basis of standings and tie-breaks."""
    boards = apply_withdrawals(section)
    games = _games_by_entry(section, boards)
    scores = {entry: _sum_up(entry, own) for entry, own in games.items()}
    return CountedSection(section, boards, find_annulled(section), games, scores)


def _games_by_entry(
    section: Section, boards: Iterable[CountedBoard]
) -> dict[int, tuple[OwnGame, ...]]:
    games: dict[int, list[OwnGame]] = {entry.id: [] for entry in section.entries}
    for counted in boards:
        for colour, player in zip(_SIDES, counted.board.players, strict=False):
            games[player].append(_own_game(counted, colour, section.points))
    return {
        entry: tuple(sorted(own, key=attrgetter("round")))
        for entry, own in games.items()
    }


def _own_game(counted: CountedBoard, colour: Colour, points: PointSystem) -> OwnGame:
    board = counted.board
    return OwnGame(
        round=board.round,
        opponent=board.black if colour is Colour.WHITE else board.white,
        colour=colour,
        half_points=half_points(board.result, colour, points),
        result=board.result,
        annulled=counted.annulled,
        awarded=counted.awarded,
    )


def _sum_up(entry: int, games: Iterable[OwnGame]) -> Score:
    half_points = played = wins = 0
    for game in games:
        if game.counts:
            half_points += game.half_points
            played += game.result.is_played
            wins += game.is_won
    return Score(entry, half_points, played, wins)
