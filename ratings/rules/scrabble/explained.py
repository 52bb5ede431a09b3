"""One player's tournament under the Scrabble rules, written out for a reader."""

from dataclasses import dataclass, replace

import numpy as np

from ratings.rules.explained import ExplainedGame, ExplainedStep, NotRated
from ratings.rules.own_lines import ORIGINS, known, own_line, plain_game
from ratings.rules.scrabble.expected import DECIMALS, expected_wins
from ratings.rules.scrabble.parameters import ScrabbleParameters
from ratings.rules.scrabble.tournament import change_of
from ratings.rules.step import Decisions, IntArray, Lines, State, StepOutcome
from ratings.rules.step_ratings import StepRatings

PLAYED = "Om ratingen"
GAME = "Om ratingen, Hur ratingen fungerar"
ROUNDING = "Om ratingen, Avrundning"
ROUNDS_BY = 1e-9
"""Ten-thousandths are exact, but not in floating point."""


@dataclass(frozen=True, slots=True)
class OwnTournament:
    """A tournament from one player's side: `rows` (n) are the rows of the own lines
    among all.
    """

    rows: IntArray
    lines: Lines
    shown: StepRatings
    """What each player counts as on each line, including forfeits."""
    state: State
    decisions: Decisions
    parameters: ScrabbleParameters
    player: int


def explain_tournament(own: OwnTournament, outcome: StepOutcome) -> ExplainedStep:
    """Return the working behind the player's row of `outcome`, which was computed from
    the own lines.
    """
    player = own.player
    before, after = known(outcome.before[player]), known(outcome.after[player])
    change, added = float(outcome.change[player]), float(outcome.adjustment[player])
    current = known(own.state.now[player])
    meanwhile = 0.0 if current is None or before is None else current - before
    assessed = known(own.decisions.assessed[player])
    rounded = after if assessed is not None or after is None else after - meanwhile
    return ExplainedStep(
        player=player,
        before=before,
        start_from=None if before is None else ORIGINS[int(outcome.start_from[player])],
        games=tuple(_game(own, outcome, line) for line in range(len(own.lines))),
        rated_games=int(outcome.games[player]),
        score=int(outcome.score[player]),
        change=change,
        bonus=0.0,
        deduction=0.0,
        anniversaries=(),
        adjustment=added,
        assessed=assessed,
        raw=None if before is None else before + change + added,
        rounded=rounded,
        floored=False,
        after=after,
        cited={"start": GAME, "adjustment": PLAYED, "rounding": ROUNDING},
        rounds_by=ROUNDS_BY,
        meanwhile=meanwhile,
    )


def _game(tournament: OwnTournament, outcome: StepOutcome, line: int) -> ExplainedGame:
    own = own_line(tournament.lines, tournament.shown, line, tournament.player)
    reason: NotRated | None = None if own.member else "outside"
    if not tournament.lines.played[line]:
        reason = "forfeit"
    base = known(outcome.before[tournament.player])
    paragraph = GAME if reason is None else PLAYED
    game = plain_game(own, int(tournament.rows[line]), base, reason, paragraph)
    if reason is not None:
        return game
    assert base is not None  # noqa: S101 - a rated side has a rating
    assert own.counts_as is not None  # noqa: S101 - or the step is refused
    expected = expected_wins(
        np.array([int(base)]),
        np.array([int(own.counts_as)]),
        tournament.parameters.spread,
    ).item()
    change = change_of(own.score, expected, tournament.parameters)
    return replace(
        game,
        difference=abs(int(base - own.counts_as)),
        expected=expected / DECIMALS,
        change=change / DECIMALS,
    )
