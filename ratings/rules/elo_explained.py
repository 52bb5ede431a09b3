"""One player's period under the FIDE rating system written out for a reader."""

from dataclasses import dataclass, replace

import numpy as np

from ratings.rules.base_numbers import Numbers
from ratings.rules.elo_sides import Sides
from ratings.rules.elo_tables import HUNDRED
from ratings.rules.explained import (
    ExplainedGame,
    ExplainedStep,
    Measure,
    NotRated,
    Origin,
)
from ratings.rules.step import Decisions, IntArray, Lines, Outcome, StartFrom

FIRST = "FIDE B.02, 8.2"
DIFFERENCE = "FIDE B.02, 8.3.1"
GAME = "FIDE B.02, 8.3.2"
COEFFICIENT = "FIDE B.02, 8.3.3"
ROUNDING = "FIDE B.02, 8.3.4"
UNRATED = "FIDE B.02, 7.1"
FLOOR = "FIDE B.02, 7.2.1"

_ORIGINS: dict[int, Origin] = {
    StartFrom.RATING: "rating",
    StartFrom.DECISION: "decision",
    StartFrom.OUTSIDE: "outside",
    StartFrom.DEFAULT: "default",
}


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
    before, after = _known(outcome.before[player]), _known(outcome.after[player])
    games = _games(own, before)
    exact = sum(game.change for game in games)
    added = float(outcome.adjustment[player])
    rounded = None if before is None else before + float(outcome.change[player]) + added
    return ExplainedStep(
        player=player,
        before=before,
        start_from=None
        if before is None
        else _ORIGINS[int(outcome.start_from[player])],
        games=games,
        rated_games=int(outcome.games[player]),
        score=int(outcome.score[player]),
        change=float(outcome.change[player]),
        bonus=0.0,
        deduction=0.0,
        anniversaries=(),
        adjustment=added,
        assessed=_known(own.decisions.assessed[player]),
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


def _unchanged(own: OwnGames, line: int, before: float | None) -> ExplainedGame:
    """The line as it stands when the game changes no rating of the player's."""
    is_white = bool(own.lines.white[line] == own.player)
    row, numbers = (
        (own.lines.black, own.shown.black)
        if is_white
        else (own.lines.white, own.shown.white)
    )
    counts_as = _known(numbers.counts_as[line])
    origins = (
        own.shown.start_from.take(row) if numbers.origin is None else numbers.origin
    )
    score = int(own.lines.score[line])
    reason = _why_not(own, line, counts_as, is_white=is_white)
    return ExplainedGame(
        row=int(own.rows[line]),
        colour="white" if is_white else "black",
        opponent=int(row[line]),
        score=score if is_white else 2 - score,
        # Of somebody unrated the game counts towards a first rating.
        rated=reason is None,
        reason=reason,
        base=before,
        opponent_base=counts_as,
        opponent_from=None if counts_as is None else _ORIGINS[int(origins[line])],
        difference=None,
        table_low=None,
        table_high=None,
        compensation=None,
        unhalved=None,
        halved=False,
        change=0.0,
        bonus=0.0,
        running_before=None,
        running_after=None,
        paragraphs=(FIRST if reason is None else UNRATED,),
    )


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


def _why_not(
    own: OwnGames, line: int, opponent: float | None, *, is_white: bool
) -> NotRated | None:
    member = own.lines.white_member if is_white else own.lines.black_member
    if not own.lines.played[line]:
        return "forfeit"
    if not member[line]:
        return "outside"
    return "opponent_unrated" if opponent is None else None


def _known(number: float) -> float | None:
    return None if np.isnan(number) else float(number)
