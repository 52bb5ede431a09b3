"""One player's period written out for a reader to check, line by line."""

from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np

from ratings.rules.explained import ExplainedGame, ExplainedStep, NotRated, Origin
from ratings.rules.own_lines import ORIGINS, OwnLine, known, own_line, plain_game
from ratings.rules.own_step import OwnStep
from ratings.rules.played import played_lines
from ratings.rules.rating_table import rating_table
from ratings.rules.rounding import round_half_up
from ratings.rules.ssf.bonus import walk_bonus
from ratings.rules.ssf.inactivity import anniversaries
from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.ssf.result import SsfResult, raw_ratings
from ratings.rules.ssf.sides import RatedSides, find_rated_sides, is_halved
from ratings.rules.ssf.step_ratings import find_step_ratings
from ratings.rules.step import FloatArray, IntArray, Lines, StepOutcome
from ratings.rules.step_ratings import StepRatings

CHANGE = "SSF rating, point 3"
HALVING = "SSF rating, point 4"
RESULT = "SSF rating, point 5"
RATED = "SSF rating, point 6"
OPPONENT = "SSF rating, point 7"
START = "SSF rating, point 9"
INACTIVITY = "SSF rating, point 10"
LOW = "SSF rating, Below 1200"

_ORIGIN_PARAGRAPHS: dict[Origin, str] = {
    "decision": START,
    "outside": OPPONENT,
    "default": START,
}


@dataclass(frozen=True, slots=True)
class _Worth:
    """The value of one rated game, and the running rating before and after it."""

    change: float
    bonus: float
    running_before: float
    running_after: float


def explain_step(step: OwnStep[SsfParameters], outcome: StepOutcome) -> ExplainedStep:
    """Return the working behind the player's row of `outcome`, which was computed from
    the own lines.
    """
    player = step.player
    before = known(outcome.before[player])
    raw = raw_ratings(_result(step, outcome))[player]
    rounded = known(round_half_up(np.array([raw]))[0])
    after = known(outcome.after[player])
    origin = ORIGINS[int(outcome.start_from[player])]
    return ExplainedStep(
        player=player,
        before=before,
        start_from=None if before is None else origin,
        games=_games(step),
        rated_games=int(outcome.games[player]),
        score=int(outcome.score[player]),
        change=float(outcome.change[player]),
        bonus=float(outcome.bonus[player]),
        deduction=float(outcome.deduction[player]),
        anniversaries=_anniversaries(step, outcome),
        adjustment=float(outcome.adjustment[player]),
        assessed=known(step.decisions.assessed[player]),
        raw=known(raw),
        rounded=rounded,
        floored=after != rounded,
        after=after,
        cited={
            "start": _ORIGIN_PARAGRAPHS.get(origin, CHANGE),
            "deduction": INACTIVITY,
            "adjustment": RESULT,
            "rounding": HALVING,
            "floor": LOW,
        },
    )


def _result(step: OwnStep[SsfParameters], outcome: StepOutcome) -> SsfResult:
    return SsfResult(
        before=outcome.before,
        change=outcome.change,
        bonus=outcome.bonus,
        deduction=outcome.deduction,
        adjustment=outcome.adjustment,
        assessed=step.decisions.assessed,
    )


def _anniversaries(
    step: OwnStep[SsfParameters], outcome: StepOutcome
) -> tuple[int, ...]:
    if not outcome.deduction[step.player]:
        return ()
    last_played = int(outcome.last_played[step.player])
    return anniversaries(last_played, step.span, step.parameters)


def _games(step: OwnStep[SsfParameters]) -> tuple[ExplainedGame, ...]:
    at, played = played_lines(step.lines)
    ratings = _ratings(step, played)
    base = known(ratings.base[step.player])
    worth = _worths(step, at, played, ratings)
    # What an opponent counts as is taken from each line, including forfeits.
    shown = _ratings(step, step.lines)
    games = (_unrated(step, line, base, shown) for line in range(len(step.lines)))
    return tuple(
        _rated(game, worth[line], step, line) if line in worth else game
        for line, game in enumerate(games)
    )


def _ratings(step: OwnStep[SsfParameters], lines: Lines) -> StepRatings:
    return find_step_ratings(
        lines, step.state, step.decisions, step.span, step.parameters
    )


def _worths(
    step: OwnStep[SsfParameters], at: IntArray, played: Lines, ratings: StepRatings
) -> dict[int, _Worth]:
    """Return the value of every rated game, by line."""
    sides = _own_sides(step, at, played, ratings)
    base = float(ratings.base[step.player])
    change, bonus = sides.doubled / 2, _bonus(step, sides, ratings.base)
    running = list(accumulate(change + bonus, initial=base))
    columns = zip(at[sides.line], change, bonus, running, running[1:], strict=False)
    return {int(line): _Worth(*map(float, worth)) for line, *worth in columns}


def _own_sides(
    step: OwnStep[SsfParameters], at: IntArray, played: Lines, ratings: StepRatings
) -> RatedSides:
    white, black = find_rated_sides(at, played, ratings, step.parameters)
    white, black = (
        sides.where(sides.player == step.player) for sides in (white, black)
    )
    sides = white.join(black)
    return sides.take(np.argsort(sides.line))


def _bonus(
    step: OwnStep[SsfParameters], sides: RatedSides, base: FloatArray
) -> FloatArray:
    if step.decisions.bonus_withheld[step.player]:
        return np.zeros(len(sides))
    return walk_bonus(sides, base, step.parameters)


def _unrated(
    step: OwnStep[SsfParameters], line: int, base: float | None, shown: StepRatings
) -> ExplainedGame:
    """Return the explained line of a game that is not rated."""
    own = own_line(step.lines, shown, line, step.player)
    reason, paragraph = _why_not(step, own)
    return plain_game(own, int(step.rows[line]), base, reason, paragraph)


def _why_not(step: OwnStep[SsfParameters], own: OwnLine) -> tuple[NotRated, str]:
    """Return why a line would not be rated, and by which paragraph."""
    if not step.lines.played[own.line]:
        return "forfeit", RATED
    return ("too_short", RATED) if own.member else ("outside", OPPONENT)


def _rated(
    game: ExplainedGame, worth: _Worth, step: OwnStep[SsfParameters], line: int
) -> ExplainedGame:
    """Return the line with the value of the game."""
    assert game.base is not None and game.opponent_base is not None  # noqa: PT018, S101
    difference = int(abs(game.base - game.opponent_base))
    halves = bool(is_halved(np.array([game.base]), step.parameters)[0])
    row = rating_table(step.parameters.table).row_of(difference)
    is_low = int(step.lines.minutes[line]) < step.parameters.minutes or worth.bonus
    result = replace(
        game,
        rated=True,
        reason=None,
        difference=difference,
        table_low=row.low,
        table_high=row.high,
        compensation=row.compensation,
        unhalved=2 * worth.change if halves else worth.change,
        halved=halves,
        change=worth.change,
        bonus=worth.bonus,
        running_before=worth.running_before,
        running_after=worth.running_after,
    )
    return replace(result, paragraphs=_paragraphs(result, is_low=bool(is_low)))


def _paragraphs(game: ExplainedGame, *, is_low: bool) -> tuple[str, ...]:
    origin = _ORIGIN_PARAGRAPHS.get(game.opponent_from) if game.opponent_from else None
    cited = (CHANGE, game.halved and HALVING, origin, is_low and LOW)
    return tuple(paragraph for paragraph in cited if paragraph)
