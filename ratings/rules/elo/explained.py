"""One player's period under the FIDE rating system written out for a reader."""

from dataclasses import dataclass, replace

import numpy as np

from ratings.rules.base_numbers import Numbers
from ratings.rules.elo.sides import Sides
from ratings.rules.elo.tables import HUNDRED
from ratings.rules.explained import (
    ExplainedGame,
    ExplainedStep,
    Measure,
    NotRated,
)
from ratings.rules.own_lines import ORIGINS, OwnLine, known, own_line, plain_game
from ratings.rules.step import Decisions, IntArray, Lines, Outcome

FIRST = "FIDE B.02, 8.2"
DIFFERENCE = "FIDE B.02, 8.3.1"
GAME = "FIDE B.02, 8.3.2"
COEFFICIENT = "FIDE B.02, 8.3.3"
ROUNDING = "FIDE B.02, 8.3.4"
UNRATED = "FIDE B.02, 7.1"
FLOOR = "FIDE B.02, 7.2.1"


@dataclass(frozen=True, slots=True)
class OwnGames:
    """A period as one player sees it: `rows` (n) name the own lines among all."""

    rows: IntArray
    lines: Lines
    at: IntArray
    """The played lines among the own ones."""
    shown: Numbers
    """What everybody counts as on each line, forfeits too."""
    sides: Sides
    decisions: Decisions
    player: int


def explain_games(own: OwnGames, outcome: Outcome) -> ExplainedStep:
    """The working behind the player's row of `outcome`, which the own lines gave."""
    player = own.player
    before, after = known(outcome.before[player]), known(outcome.after[player])
    games = _games(own, before)
    exact = sum(game.change for game in games)
    added = float(outcome.adjustment[player])
    rounded = None if before is None else before + float(outcome.change[player]) + added
    return ExplainedStep(
        player=player,
        before=before,
        start_from=None if before is None else ORIGINS[int(outcome.start_from[player])],
        games=games,
        rated_games=int(outcome.games[player]),
        score=int(outcome.score[player]),
        change=float(outcome.change[player]),
        bonus=0.0,
        deduction=0.0,
        anniversaries=(),
        adjustment=added,
        assessed=known(own.decisions.assessed[player]),
        raw=None if before is None else before + round(exact, 2) + added,
        rounded=rounded,
        floored=before is not None and after is None,
        after=after,
        cited={
            "start": FIRST,
            "adjustment": GAME,
            "rounding": ROUNDING,
            "floor": FLOOR,
        },
        measures=_measures(own, outcome),
        rounds_by=0.5,
    )


def _measures(own: OwnGames, outcome: Outcome) -> tuple[Measure, ...]:
    if outcome.memory is None or not outcome.touched[own.player]:
        return ()
    career, highest = outcome.memory[own.player].tolist()
    return (
        Measure("career_games", None, career, COEFFICIENT),
        Measure("highest", None, highest or None, COEFFICIENT),
    )


def _games(own: OwnGames, before: float | None) -> tuple[ExplainedGame, ...]:
    games = [_unchanged(own, line, before) for line in range(len(own.lines))]
    sides = own.sides
    for side in np.flatnonzero(sides.player == own.player).tolist():
        line = int(own.at[sides.line[side]])
        games[line] = _rated(games[line], sides, side)
    return tuple(games)


def _unchanged(games: OwnGames, line: int, before: float | None) -> ExplainedGame:
    """Return the explained line of a game that does not change the player's rating; for
    an unrated player it counts towards a first rating.
    """
    own = own_line(games.lines, games.shown, line, games.player)
    reason = _why_not(games, own)
    paragraph = FIRST if reason is None else UNRATED
    return plain_game(own, int(games.rows[line]), before, reason, paragraph)


def _rated(game: ExplainedGame, sides: Sides, side: int) -> ExplainedGame:
    counted, k = int(sides.counted[side]), int(sides.k[side])
    assert game.base is not None  # noqa: S101 - a rated side has a rating
    assert game.opponent_base is not None  # noqa: S101
    capped = counted != game.base - game.opponent_base
    return replace(
        game,
        rated=True,
        reason=None,
        difference=abs(counted),
        change=k * int(sides.change[side]) / HUNDRED,
        expected=int(sides.expected[side]) / HUNDRED,
        coefficient=k,
        paragraphs=(DIFFERENCE, GAME, COEFFICIENT) if capped else (GAME, COEFFICIENT),
    )


def _why_not(games: OwnGames, own: OwnLine) -> NotRated | None:
    if not games.lines.played[own.line]:
        return "forfeit"
    if not own.member:
        return "outside"
    return "opponent_unrated" if own.counts_as is None else None
