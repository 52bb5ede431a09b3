"""What a player needs to score, before the tournament starts (Renju 2 §2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ratings.rules.renju.checks import WIN
from ratings.rules.renju.conditions import player_obstacles
from ratings.rules.renju.levels import HIGHEST, LEVELS, check_level
from ratings.rules.renju.norms import keep_norm, obtain_norm
from ratings.rules.renju.ranked import MOST_UP
from ratings.rules.renju.steps import RuleStep
from ratings.rules.renju.table import NormTally, tally_new, tally_ranked
from ratings.rules.renju.verdicts import LEAST_OF_NEW


@dataclass(frozen=True, slots=True)
class LevelNorm:
    """The score that a level requires, in half points."""

    level: int
    norm: int


@dataclass(frozen=True, slots=True)
class Needs:
    """The scores that the games ahead require, if all of them are finished."""

    games: int
    """N."""
    total: int
    """The sum of the opponents' indexes, for a ranked player as 2 §2c counts them."""
    keep: int | None
    """Half points that keep the present level, below zero if nothing is required; None
    for a new player."""
    obtain: tuple[LevelNorm, ...]
    """The levels within reach, ascending: those that the rules allow the player to
    reach in one tournament and whose norm can be scored in this number of games."""
    obstacles: tuple[RuleStep, ...]
    """Why these games are too few for a norm (3 §2)."""

    @property
    def mean(self) -> Fraction:
        """Pmean of 2 §2d."""
        return Fraction(self.total, self.games)


def find_needs(
    own: int | None, opponents: Sequence[int], *, first_tournament: bool = False
) -> Needs:
    """Return the norms of a player of level `own` against opponents of those levels.

    Levels are indexes; an opponent is listed once for each game. `own` is None for a
    new player, who has no keep-norm and no limit upwards. A new opponent has no level
    yet: the result is correct if the level given turns out to be the entry ranking.
    UnknownLevel for a level that does not exist, ValueError without games.
    """
    if not opponents:
        raise ValueError("opponents: a norm needs at least one game.")
    for opponent in opponents:
        check_level(opponent)
    if own is None:
        return _needs_of_new(opponents)
    return _needs_of_ranked(check_level(own), opponents, first=first_tournament)


def _needs_of_ranked(own: int, opponents: Sequence[int], *, first: bool) -> Needs:
    tally = tally_ranked(own, [(row, 0) for row in range(len(opponents))], opponents)
    highest = HIGHEST if first else min(HIGHEST, own + MOST_UP)
    return Needs(
        games=tally.games,
        total=tally.total,
        keep=keep_norm(own, tally.games, tally.total),
        obtain=_within_reach(range(own + 1, highest + 1), 0, tally),
        obstacles=player_obstacles(tally.games, tally.near),
    )


def _needs_of_new(opponents: Sequence[int]) -> Needs:
    tally = tally_new([(row, 0) for row in range(len(opponents))], opponents)
    return Needs(
        games=tally.games,
        total=tally.total,
        keep=None,
        obtain=_within_reach(LEVELS, LEAST_OF_NEW, tally),
        obstacles=(),
    )


def _within_reach(levels: range, least: int, tally: NormTally) -> tuple[LevelNorm, ...]:
    norms = [
        LevelNorm(level, max(least, obtain_norm(level, tally.games, tally.total)))
        for level in levels
    ]
    return tuple(norm for norm in norms if norm.norm <= WIN * tally.games)
