"""One player's period under LASK written out: the ledger sheet (LASK text, point 5)."""

from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np

from ratings.rules.base_numbers import Numbers
from ratings.rules.explained import (
    ExplainedGame,
    ExplainedStep,
    Measure,
    NotRated,
)
from ratings.rules.lask_games import find_compensation, long_games
from ratings.rules.lask_parameters import LaskParameters
from ratings.rules.own_lines import ORIGINS, OwnLine, known, own_line, plain_game
from ratings.rules.rating_table import WIN
from ratings.rules.step import Decisions, IntArray, Lines, Outcome, Span

GAME = "LASK Rankingregel 1"
BASE = "LASK Rankingregel 2"
LONG = "LASK 4"
FORFEIT = "LASK 5"
DEDUCTION = "LASK 6"
OUTSIDE = "LASK 8"
DECIDED = "LASK 10"


@dataclass(frozen=True, slots=True)
class OwnLedger:
    """A period as one player sees it: `rows` (n) name the own lines among all."""

    rows: IntArray
    lines: Lines
    shown: Numbers
    """What everybody counts as on each line, forfeits and short games too."""
    decisions: Decisions
    span: Span
    parameters: LaskParameters
    player: int


def explain_ledger(ledger: OwnLedger, outcome: Outcome) -> ExplainedStep:
    """The working behind the player's row of `outcome`, which the own lines gave."""
    player = ledger.player
    before, after = known(outcome.before[player]), known(outcome.after[player])
    change, added = float(outcome.change[player]), float(outcome.adjustment[player])
    deduction = float(outcome.deduction[player])
    raw = None if before is None else before + change + deduction + added
    return ExplainedStep(
        player=player,
        before=before,
        start_from=None if before is None else ORIGINS[int(outcome.start_from[player])],
        games=_running(_games(ledger, before), before),
        rated_games=int(outcome.games[player]),
        score=int(outcome.score[player]),
        change=change,
        bonus=0.0,
        deduction=deduction,
        anniversaries=(),
        adjustment=added,
        assessed=known(ledger.decisions.assessed[player]),
        raw=raw,
        rounded=None if raw is None else float(np.floor(raw + 0.5)),
        floored=False,
        after=after,
        cited={
            "start": DECIDED,
            "deduction": DEDUCTION,
            "adjustment": DECIDED,
            "rounding": BASE,
            "floor": BASE,
        },
        measures=_measures(ledger, outcome),
    )


def _measures(ledger: OwnLedger, outcome: Outcome) -> tuple[Measure, ...]:
    if outcome.memory is None or not outcome.touched[ledger.player]:
        return ()
    _season, games = outcome.memory[ledger.player].tolist()
    return (Measure("season_games", None, games, DEDUCTION),)


def _games(ledger: OwnLedger, before: float | None) -> list[ExplainedGame]:
    is_long = long_games(ledger.lines, ledger.parameters)
    return [
        _game(ledger, line, before, is_long=bool(is_long[line]))
        for line in range(len(ledger.lines))
    ]


def _game(
    ledger: OwnLedger, line: int, before: float | None, *, is_long: bool
) -> ExplainedGame:
    own = own_line(ledger.lines, ledger.shown, line, ledger.player)
    reason, paragraph = _why_not(ledger, own, before, is_long=is_long)
    game = plain_game(own, int(ledger.rows[line]), before, reason, paragraph)
    if reason is not None or before is None or own.counts_as is None:
        return game
    own_base, opponent = int(before), int(own.counts_as)
    row, compensation = find_compensation(own_base, opponent, ledger.parameters)
    change = float(WIN * (own.score - 1) + compensation)
    return replace(
        game,
        difference=abs(own_base - opponent),
        table_low=row.low,
        table_high=row.high,
        compensation=row.compensation,
        unhalved=change,
        change=change,
    )


def _why_not(
    ledger: OwnLedger, own: OwnLine, before: float | None, *, is_long: bool
) -> tuple[NotRated | None, str]:
    """Why a line is not entered for the player, and by which rule it is or is not."""
    if not ledger.lines.played[own.line]:
        return "forfeit", FORFEIT
    if not is_long:
        return "too_short", LONG
    if not own.member:
        return "outside", OUTSIDE
    return ("unrated", DECIDED) if before is None else (None, GAME)


def _running(
    games: list[ExplainedGame], before: float | None
) -> tuple[ExplainedGame, ...]:
    """The games with the running number, which is only summed (Rankingregel 2)."""
    if before is None:
        return tuple(games)
    numbers = list(accumulate((game.change for game in games), initial=before))
    return tuple(
        replace(game, running_before=start, running_after=end) if game.rated else game
        for game, start, end in zip(games, numbers, numbers[1:], strict=False)
    )
