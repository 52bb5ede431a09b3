"""An example of an added rating system: a win gains some points, a loss costs as many,
a draw is not rated, and all players begin with 100. Its names equal those of other
systems wherever the two could be confused.
"""

from dataclasses import dataclass, replace

import numpy as np

from ratings.rules.calendar import MONTHS, Starts, date_of, read_starts
from ratings.rules.explained import ExplainedStep, Measure, Note
from ratings.rules.outcomes import earned_base, touched_players, with_decisions
from ratings.rules.own_lines import ORIGINS, known, own_line, plain_game
from ratings.rules.own_step import ExplainsOwnLines
from ratings.rules.parameters import ParametersBase, parameter, whole
from ratings.rules.played import last_days_played, played_lines, refuse_lines
from ratings.rules.step import StepOutcome
from ratings.rules.step_ratings import find_step_ratings

RULE = "Ladder 1"


@dataclass(frozen=True, slots=True)
class LadderParameters(ParametersBase):
    period_starts: Starts = parameter(MONTHS, read_starts)  # noqa: RUF009 - a field
    rungs: int = whole(1, 1, 50)
    start: int = whole(100, 0, 1000)
    table: int = whole(1, 1, 50)


@dataclass(frozen=True, slots=True)
class Ladder(ExplainsOwnLines):
    name: str = "ladder"
    unit: str = "period"
    memory: tuple = ("rd",)  # rungs done: the games won
    fractional: bool = False
    in_order: bool = False
    Parameters: type = LadderParameters

    def rate_step(self, lines, state, decisions, span, parameters):
        rows, played = played_lines(lines)
        refuse_lines("over_too_soon", rows, played.minutes == 1)
        size = len(state.rating)
        ratings = _numbers(played, state, decisions, parameters.start)
        change, score = np.zeros(size, np.float32), np.zeros(size, np.int16)
        games, won = np.zeros(size, np.int16), np.zeros(size)
        for side in played.sides:
            points = parameters.rungs * (side.score.astype(np.float32) - 1)
            np.add.at(change, side.player, points)
            np.add.at(games, side.player, (side.score != 1).astype(np.int16))
            np.add.at(score, side.player, side.score.astype(np.int16))
            np.add.at(won, side.player, (side.score == 2).astype(float))
        last_played = last_days_played(played, state)
        before = earned_base(ratings, state, games)
        nothing = np.zeros(size, np.float32)
        return StepOutcome(
            touched=touched_players(games, last_played, state, decisions),
            before=before,
            start_from=ratings.start_from,
            change=change,
            bonus=nothing,
            deduction=nothing,
            adjustment=decisions.adjustment,
            after=with_decisions(before + change, decisions),
            games=games,
            score=score,
            last_played=last_played,
            adopts=state.adopts,
            memory=np.nan_to_num(state.memory) + won[:, np.newaxis],
        )

    def coefficients_listed(self, state, birth_years, day, parameters):
        return parameters.rungs + np.nan_to_num(state.memory[:, 0]).astype(np.int16)

    def explain_own(self, own, outcome):
        rows, lines, player = own.rows, own.lines, own.player
        parameters = own.parameters
        wins_before = known(np.nan_to_num(own.state.memory)[player, 0])
        ratings = _numbers(lines, own.state, own.decisions, parameters.start)
        before, after = known(outcome.before[player]), known(outcome.after[player])
        games = []
        for number in range(len(lines)):
            seen = own_line(lines, ratings, number, player)
            reason = "nobody_won" if seen.score == 1 else None
            reason = reason if lines.played[number] else "forfeit"
            game = plain_game(seen, int(rows[number]), before, reason, RULE)
            worth = 0 if reason else parameters.rungs * (seen.score - 1)
            games.append(replace(game, change=float(worth)))
        return ExplainedStep(
            player=player,
            before=before,
            start_from=before and ORIGINS[int(outcome.start_from[player])],
            games=tuple(games),
            rated_games=int(outcome.games[player]),
            score=int(outcome.score[player]),
            change=float(outcome.change[player]),
            bonus=0.0,
            deduction=0.0,
            anniversaries=(),
            adjustment=float(outcome.adjustment[player]),
            assessed=known(own.decisions.assessed[player]),
            raw=after,
            rounded=after,
            floored=False,
            after=after,
            cited={"start": RULE, "adjustment": RULE, "rounding": RULE},
            measures=(
                Measure("rd", wins_before, float(outcome.memory[player, 0]), RULE),
            ),
            notes=tuple(
                Note("raised", RULE, count=parameters.rungs, days=(date_of(int(day)),))
                for day in lines.day[lines.played]
            ),
        )


SYSTEM = Ladder()


def _numbers(lines, state, decisions, start):
    start_of = lambda born: np.full(len(born), float(start))  # noqa: E731
    return find_step_ratings(lines, state, decisions, start_of)
