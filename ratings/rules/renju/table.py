"""The ranking table of a tournament: its finished games, by player (Renju 2 §2a)."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import ne
from typing import TypeAlias

from ratings.rules.renju.checks import WIN
from ratings.rules.renju.norms import FARTHEST, clamp_opponent
from ratings.rules.renju.records import InputGame, InputPlayer

Meeting: TypeAlias = tuple[int, int]
"""A finished game from one side: the opponent's row, the player's own half points."""


@dataclass(frozen=True, slots=True)
class ResultTable:
    """The games by the rows of the players."""

    meetings: tuple[list[Meeting], ...]
    """The finished games of each player."""
    points: list[int]
    """Each player's half points in all games that have a result."""
    unfinished: int
    """The number of games without a result."""

    @property
    def most_points(self) -> int:
        """The highest of `points`, 0 without players."""
        return max(self.points, default=0)


@dataclass(frozen=True, slots=True)
class NormTally:
    """The data from which a player's norms are computed."""

    games: int
    """N, the finished games."""
    score: int
    """Half points in them."""
    total: int
    """The sum of the opponents' indexes over them."""
    moved: int = 0
    """The number of games in which the opponent was more than three units away (2
    §2c)."""
    near: int = 0
    """The number of games in which the opponent was at most three units below (3
    §2)."""


def find_table(
    players: Sequence[InputPlayer], games: Sequence[InputGame]
) -> ResultTable:
    """Return the table of games whose players are known and whose scores are valid: 0,
    1, 2 or None.
    """
    row_of = {player.id: row for row, player in enumerate(players)}
    meetings: tuple[list[Meeting], ...] = tuple([] for _ in players)
    points = [0] * len(players)
    unfinished = 0
    for game in games:
        if game.score is None:
            unfinished += 1
            continue
        a, b, score = row_of[game.a], row_of[game.b], game.score
        points[a] += score
        points[b] += WIN - score
        if game.counts:
            meetings[a].append((b, score))
            meetings[b].append((a, WIN - score))
    return ResultTable(meetings, points, unfinished)


def tally_ranked(own: int, meetings: list[Meeting], levels: Sequence[int]) -> NormTally:
    """Count a ranked player's finished games, with opponents as 2 §2c counts them.

    `own` is the player's index, `levels` contains the levels of all players by row.
    """
    opponents = [levels[row] for row, _ in meetings]
    counted = [clamp_opponent(opponent, own) for opponent in opponents]
    return NormTally(
        games=len(meetings),
        score=sum([score for _, score in meetings]),
        total=sum(counted),
        moved=sum(map(ne, opponents, counted)),
        near=sum([opponent >= own - FARTHEST for opponent in opponents]),
    )


def tally_new(meetings: list[Meeting], levels: Sequence[int]) -> NormTally:
    """Count a new player's finished games, with opponents unchanged (4 §2)."""
    return NormTally(
        games=len(meetings),
        score=sum([score for _, score in meetings]),
        total=sum([levels[row] for row, _ in meetings]),
    )
