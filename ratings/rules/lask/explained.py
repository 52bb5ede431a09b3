"""One player's period under LASK written out: the ledger sheet (LASK text, point 5)."""

from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np

from ratings.rules.calendar import date_of
from ratings.rules.explained import ExplainedGame, ExplainedStep, Measure, NotRated
from ratings.rules.lask.games import find_compensation, long_games
from ratings.rules.lask.methods import OpponentRatings
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.season import season_of
from ratings.rules.lask.summer import in_summer
from ratings.rules.lask.tournament import CONCENTRATED
from ratings.rules.own_lines import ORIGINS, OwnLine, known, own_line, plain_game
from ratings.rules.played import EMPTY_LINE_SCORE, Method
from ratings.rules.rating_table import WIN
from ratings.rules.step import Decisions, IntArray, Lines, Span, StepOutcome
from ratings.rules.step_ratings import StepRatings

GAME = "LASK Rankingregel 1"
BASE = "LASK Rankingregel 2"
LONG = "LASK 4"
FORFEIT = "LASK 5"
DEDUCTION = "LASK 6"
OUTSIDE = "LASK 8"
DECIDED = "LASK 10"
BONUS = "LASK 11a"
MEANS: dict[int, str] = {
    Method.CONCENTRATED: CONCENTRATED,
    Method.MONRAD: "LASK text, point 12",
}
"""Where the number used for every opponent of an event comes from."""


@dataclass(frozen=True, slots=True)
class OwnLedger:
    """A period from one player's side: `rows` (n) are the rows of the own lines among
    all.
    """

    rows: IntArray
    lines: Lines
    shown: StepRatings
    """What each player counts as on each line, including forfeits and short games."""
    faced: OpponentRatings
    """The number used for the opponent on the lines of the ledger."""
    entered: IntArray
    """The rows of the ledger's lines among the own lines."""
    decisions: Decisions
    span: Span
    parameters: LaskParameters
    player: int


def explain_ledger(ledger: OwnLedger, outcome: StepOutcome) -> ExplainedStep:
    """Return the working behind the player's row of `outcome`, which was computed from
    the own lines.
    """
    player = ledger.player
    before, after = known(outcome.before[player]), known(outcome.after[player])
    change, added = float(outcome.change[player]), float(outcome.adjustment[player])
    deduction, bonus = float(outcome.deduction[player]), float(outcome.bonus[player])
    raw = None if before is None else before + change + bonus + deduction + added
    return ExplainedStep(
        player=player,
        before=before,
        start_from=None if before is None else ORIGINS[int(outcome.start_from[player])],
        games=_running(_with_bonus(ledger, _games(ledger, before), bonus), before),
        rated_games=int(outcome.games[player]),
        score=int(outcome.score[player]),
        change=change,
        bonus=bonus,
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
            "bonus": BONUS,
        },
        measures=_measures(ledger, outcome),
        period_bonus=bonus,
    )


def _measures(ledger: OwnLedger, outcome: StepOutcome) -> tuple[Measure, ...]:
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
    if reason is not None or before is None:
        return game
    opponent = _faced(ledger, own)
    own_base = int(before)
    row, compensation = find_compensation(own_base, opponent, ledger.parameters)
    change = float(WIN * (own.score - 1) + compensation)
    whole = _method(ledger, own.line) != Method.GAMES
    return replace(
        game,
        opponent_base=float(opponent),
        opponent_from="section" if whole else own.origin,
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
    """Return why a line is not entered for the player (None if it is), and the rule
    that decides it.
    """
    if not ledger.lines.played[own.line]:
        return _why_not_played(ledger, own)
    if not is_long:
        return "too_short", LONG
    if not own.member:
        return "outside", OUTSIDE
    if before is None:
        return "unrated", DECIDED
    return None, MEANS.get(_method(ledger, own.line), GAME)


def _why_not_played(ledger: OwnLedger, own: OwnLine) -> tuple[NotRated, str]:
    is_whole = _method(ledger, own.line) == Method.CONCENTRATED
    if is_whole and own.score == EMPTY_LINE_SCORE:
        return "no_game", CONCENTRATED
    return "forfeit", FORFEIT


def _method(ledger: OwnLedger, line: int) -> int:
    method = ledger.lines.method
    return Method.GAMES if method is None else int(method[line])


def _faced(ledger: OwnLedger, own: OwnLine) -> int:
    """Return the number that is used for the opponent on a line of the ledger."""
    column = ledger.faced.white if own.is_white else ledger.faced.black
    return int(column[np.searchsorted(ledger.entered, own.line)])


def _with_bonus(
    ledger: OwnLedger, games: list[ExplainedGame], bonus: float
) -> list[ExplainedGame]:
    """Cite the summer bonus beside the first game for which it is given. Its points are
    in the base of the next season, so they follow all games.
    """
    if not bonus or ledger.lines.large is None:
        return games
    season = season_of(date_of(ledger.span.last_day), ledger.parameters)
    earns = ledger.lines.large & in_summer(ledger.lines.day, season)
    first = next(row for row, game in enumerate(games) if game.rated and earns[row])
    for_it = games[first]
    games[first] = replace(for_it, paragraphs=(*for_it.paragraphs, BONUS))
    return games


def _running(
    games: list[ExplainedGame], before: float | None
) -> tuple[ExplainedGame, ...]:
    """Return the games with the running rating, which is only summed (Rankingregel
    2).
    """
    if before is None:
        return tuple(games)
    ratings = list(accumulate((game.change for game in games), initial=before))
    return tuple(
        replace(game, running_before=start, running_after=end) if game.rated else game
        for game, start, end in zip(games, ratings, ratings[1:], strict=False)
    )
