"""The players to be paired in a round, and their earlier rounds."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter

from tournaments.rules.points import PointSystem
from tournaments.rules.results import Colour, Result, half_points
from tournaments.rules.sections import Board, Entry, Section

FULL_BYES = (Result.BYE, Result.FULL_BYE)
"""A player gets no second bye with a full point; a bye with half a point does not
matter.
"""


@dataclass(frozen=True, slots=True)
class PairingPlayer:
    """A player before a round.

    `half_points` are those that decide the order: an adjourned game counts as won for
    both players, a postponed one as drawn (SSF §14 A 1). `met` gives the round in which
    each earlier opponent was met, and `whites` the number of games with White; forfeits
    are in neither. `byes` are the rounds with a bye that gave a full point.
    """

    id: int
    number: int
    half_points: int = 0
    met: Mapping[int, int] = field(default_factory=dict)
    whites: int = 0
    byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """The players to be paired in one round, and only those.

    `forbidden` pairs never meet; `avoided` pairs meet only if the round cannot be
    paired otherwise. Both contain the ids of two players each.
    """

    round: int
    players: tuple[PairingPlayer, ...]
    forbidden: frozenset[frozenset[int]] = frozenset()
    avoided: frozenset[frozenset[int]] = frozenset()

    @property
    def in_order(self) -> tuple[PairingPlayer, ...]:
        """The players with more points first, of equal ones the lower number."""
        return tuple(sorted(self.players, key=lambda p: (-p.half_points, p.number)))

    @property
    def scores(self) -> tuple[tuple[int, int], ...]:
        """The half points by which each player is ordered, in order."""
        return tuple((player.id, player.half_points) for player in self.in_order)

    def keeping_apart(
        self,
        forbidden: frozenset[frozenset[int]],
        avoided: frozenset[frozenset[int]] = frozenset(),
    ) -> "Field":
        """Return the same field with these pairs kept apart: always, or if possible."""
        return replace(self, forbidden=forbidden, avoided=avoided)

    @property
    def strictly_kept_apart(self) -> "Field":
        """Return the same field with the avoided pairs forbidden."""
        return replace(
            self, forbidden=self.forbidden | self.avoided, avoided=frozenset()
        )

    @property
    def without_avoided(self) -> "Field":
        """Return the same field without avoided pairs."""
        return replace(self, avoided=frozenset())


def field_before_round(
    section: Section, number: int, absent: Collection[int] = ()
) -> Field:
    """Return the field of round `number`, after the recorded boards of the earlier
    rounds.

    Players who have withdrawn and those in `absent` (entry ids) are not paired, but
    remain among the earlier opponents of the others.
    """
    earlier = [board for board in section.boards if board.round < number]
    by_player: dict[int, list[Board]] = {entry.id: [] for entry in section.entries}
    for board in sorted(earlier, key=attrgetter("round")):
        for player in board.players:
            by_player[player].append(board)
    return Field(
        number,
        tuple(
            _player(entry, by_player[entry.id], section.points)
            for entry in section.entries
            if not entry.withdrawn and entry.id not in absent
        ),
    )


def _player(
    entry: Entry, boards: Iterable[Board], points: PointSystem
) -> PairingPlayer:
    boards = tuple(boards)
    games = [b for b in boards if b.black is not None and not b.result.is_forfeit]
    return PairingPlayer(
        id=entry.id,
        number=entry.number,
        half_points=sum(_in_order(board, entry.id, points) for board in boards),
        met={_opponent(game, entry.id): game.round for game in games},
        whites=sum(game.white == entry.id for game in games),
        byes=tuple(board.round for board in boards if board.result in FULL_BYES),
    )


def _in_order(board: Board, player: int, points: PointSystem) -> int:
    colour = Colour.WHITE if board.white == player else Colour.BLACK
    return half_points_in_order(board.result, colour, points)


def half_points_in_order(result: Result, colour: Colour, points: PointSystem) -> int:
    """Return the half points by which a result orders a player (SSF §14 A 1)."""
    if result is Result.ADJOURNED:
        return points.win
    if result is Result.POSTPONED:
        return points.draw
    return half_points(result, colour, points)


def _opponent(game: Board, player: int) -> int:
    return next(other for other in game.players if other != player)
