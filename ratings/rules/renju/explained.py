"""One player's tournament in the renju ranking, written out for a reader to check."""

from collections.abc import Mapping

import numpy as np

from ratings.rules.calendar import date_of
from ratings.rules.explained import ExplainedGame, ExplainedStep, Norm, Note, NotRated
from ratings.rules.own_lines import ORIGINS, known
from ratings.rules.renju.columns import CONFIRMED, TournamentColumns
from ratings.rules.renju.months import kept_levels_in_month
from ratings.rules.renju.records import Id, InputGame, RatedPlayer
from ratings.rules.renju.steps import RuleStep
from ratings.rules.step import Decisions, Lines, Span, StartFrom, State, StepOutcome

START = "Renju 4 §2"
GAME = "Renju 2 §2"
NOT_FINISHED = "Renju 3 §3"
CONFIRMATION = "Renju 2 §5"
DECIDED = "Renju 1 §2"
WIN = 2

_CITED = {
    "start": START,
    "deduction": CONFIRMATION,
    "adjustment": DECIDED,
    "rounding": GAME,
}


def explain_tournament(
    tournament: TournamentColumns,
    rated: tuple[RatedPlayer, ...],
    lines: Lines,
    state: State,
    outcome: StepOutcome,
    player: int,
) -> ExplainedStep:
    """Return the working behind the player's row of `outcome`."""
    own = rated[tournament.rows.index(player)]
    levels = {each.id: each.entry for each in rated}
    origins = dict(zip(tournament.rows, tournament.origins, strict=True))
    mine = [
        _game(row, game, player, levels, origins, lines)
        for row, game in enumerate(tournament.games)
        if player in (game.a, game.b)
    ]
    before, after = known(outcome.before[player]), known(outcome.after[player])
    current = known(state.now[player])
    change = float(outcome.change[player])
    meanwhile = 0.0 if current is None or before is None else current - before
    reached = None if before is None else before + change
    return ExplainedStep(
        player=player,
        before=before,
        start_from=None if before is None else ORIGINS[int(outcome.start_from[player])],
        games=tuple(mine),
        rated_games=int(outcome.games[player]),
        score=int(outcome.score[player]),
        change=change,
        bonus=0.0,
        deduction=0.0,
        anniversaries=(),
        adjustment=0.0,
        assessed=None,
        raw=reached,
        rounded=reached,
        floored=False,
        after=after,
        cited=_CITED,
        # The games do not add up to the change: the norms determine it.
        rounds_by=float("inf"),
        meanwhile=meanwhile,
        notes=(*_start_notes(outcome, player), *(_note(step) for step in own.steps)),
        norms=_norms(own),
    )


def explain_month(
    outcome: StepOutcome, state: State, decisions: Decisions, span: Span, player: int
) -> ExplainedStep:
    """Return the working of a month without games: decisions, and a level that was not
    confirmed in time or was kept for activity over the board.
    """
    before, after = known(outcome.before[player]), known(outcome.after[player])
    fallen = float(outcome.deduction[player])
    added = float(outcome.adjustment[player])
    return ExplainedStep(
        player=player,
        before=before,
        start_from=None if before is None else ORIGINS[int(outcome.start_from[player])],
        games=(),
        rated_games=0,
        score=0,
        change=0.0,
        bonus=0.0,
        deduction=fallen,
        anniversaries=(),
        adjustment=added,
        assessed=known(decisions.assessed[player]),
        raw=None if before is None else before + added + fallen,
        rounded=after,
        floored=False,
        after=after if outcome.touched[player] else known(state.now[player]),
        cited=_CITED,
        notes=(
            *_start_notes(outcome, player),
            *(
                Note("kept_active", CONFIRMATION, days=(each.day, each.active.first))
                for each in kept_levels_in_month(outcome, decisions, span, player)
            ),
        ),
    )


def _start_notes(outcome: StepOutcome, player: int) -> tuple[Note, ...]:
    """Return the day from which the five years of a decided level count (2 §5)."""
    memory = outcome.memory
    if memory is None or outcome.start_from[player] != StartFrom.DECISION:
        return ()
    confirmed = date_of(int(memory[player, CONFIRMED]))
    return (Note("start_confirmed", CONFIRMATION, days=(confirmed,)),)


def _game(
    row: int,
    game: InputGame,
    player: int,
    levels: Mapping[Id, int | None],
    origins: dict[int, int],
    lines: Lines,
) -> ExplainedGame:
    is_white = game.a == player
    opponent = int(game.b if is_white else game.a)
    score = game.score or 0
    reason: NotRated | None = None if _is_member(lines, player) else "outside"
    if not game.counts:
        reason = "forfeit"
    level = levels[opponent]
    own = levels[player]
    return ExplainedGame(
        row=row,
        colour="white" if is_white else "black",
        opponent=opponent,
        score=score if is_white else WIN - score,
        rated=reason is None,
        reason=reason,
        base=None if own is None else float(own),
        opponent_base=None if level is None else float(level),
        opponent_from=None if level is None else ORIGINS[origins[opponent]],
        paragraphs=(GAME if reason is None else NOT_FINISHED,),
    )


def _is_member(lines: Lines, player: int) -> bool:
    """Return whether the player is rated: a member in one game is a member in all."""
    white, black = lines.white == player, lines.black == player
    return bool(np.any(lines.white_member[white]) or np.any(lines.black_member[black]))


def _note(step: RuleStep) -> Note:
    return Note(step.code, step.paragraph, step.level, step.count)


def _norms(own: RatedPlayer) -> tuple[Norm, ...]:
    """Return the norms that could be met with the games played, lowest first."""
    return tuple(
        Norm(level, score, own.score >= score)
        for level, score in enumerate(own.obtain, start=1)
        if 0 < score <= WIN * own.games
    )
