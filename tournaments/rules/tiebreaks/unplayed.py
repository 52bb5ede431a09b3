"""Rounds without a game in sums over opponents: three rules, by date.

| edition | own unplayed round | unplayed rounds of an opponent |
|---|---|---|
| 2009 to August 2023, and NSF 2017 | a virtual opponent | each counts as a draw |
| September 2023 to February 2026 | a dummy with the player's own score | byes that were asked for, at the end, count as draws |
| from March 2026 | the dummy has at most the opponent's score, or that of draws only | the same |

None of this applies to a round robin: there forfeits are games, and a round without an
opponent does not count (FIDE C.07 15).
"""

from collections.abc import Mapping
from enum import IntEnum

from tournaments.rules.tiebreaks.record import PlayerRound, Record
from tournaments.rules.tiebreaks.values import StepKind, WorkingLine


class TieBreakEdition(IntEnum):
    """The year by which each of the three rules is known."""

    VIRTUAL = 2009
    DUMMY = 2024
    CAPPED_DUMMY = 2026


def opponents_scores(
    record: Record,
    edition: TieBreakEdition,
    *,
    fore: bool = False,
    adjusted: bool = True,
) -> Mapping[int, tuple[WorkingLine, ...]]:
    """Return for each player the scores that count, one step for each round.

    `fore`: as if the games of the last round had been drawn (FIDE C.07 8.3). Opponents'
    scores are as in the standings if they are not `adjusted`.
    """
    return record.once(
        ("opponents_scores", edition, fore, adjusted),
        lambda: _steps_of_all(record, edition, fore=fore, adjusted=adjusted),
    )


def _steps_of_all(
    record: Record, edition: TieBreakEdition, *, fore: bool, adjusted: bool
) -> Mapping[int, tuple[WorkingLine, ...]]:
    counted = adjusted_scores(record, edition, fore=fore) if adjusted else record.scores
    return {
        entry: _steps(record, entry, edition, counted, fore=fore)
        for entry in record.entries
    }


def adjusted_scores(
    record: Record, edition: TieBreakEdition, *, fore: bool = False
) -> Mapping[int, int]:
    """Return each player's score as it counts for the opponents, in half points."""
    if record.is_round_robin:
        return record.scores
    if edition is TieBreakEdition.VIRTUAL:
        return {entry: _with_draws(record, entry) for entry in record.entries}
    return {
        entry: _with_draws_at_the_end(record, entry, fore=fore)
        for entry in record.entries
    }


def _with_draws(record: Record, entry: int) -> int:
    draw = record.points.draw
    return sum(
        own.half_points if own.is_played else draw for own in record.rounds[entry]
    )


def _with_draws_at_the_end(record: Record, entry: int, *, fore: bool) -> int:
    """Return the score with late requested byes as draws (FIDE C.07 16.3).

    That is a requested bye after which there are only rounds that the player chose not
    to play. Everything else counts as it is.
    """
    own_rounds = record.rounds[entry]
    draw = record.points.draw
    last = _last_round(record, own_rounds) if fore else None
    if last is not None:
        return record.scores[entry] - last.half_points + draw
    total = record.scores[entry]
    for own in reversed(own_rounds):
        if not record.is_voluntary(own):
            break
        if own.opponent is None:
            total += draw - own.half_points
    return total


def _last_round(
    record: Record, own_rounds: tuple[PlayerRound, ...]
) -> PlayerRound | None:
    """Return the game of the tournament's last round, if the player is paired in it."""
    if not own_rounds or record.rounds_played < record.rounds_announced:
        return None
    own = own_rounds[-1]
    is_last = own.round == record.rounds_announced and own.opponent is not None
    return own if is_last else None


def _steps(
    record: Record,
    entry: int,
    edition: TieBreakEdition,
    counted: Mapping[int, int],
    *,
    fore: bool,
) -> tuple[WorkingLine, ...]:
    own_rounds = record.rounds[entry]
    drawn = _last_round(record, own_rounds) if fore else None
    scores = record.scores
    steps, before = [], 0
    for own in own_rounds:
        other = own.opponent
        if other is not None and (record.is_game(own) or own is drawn):
            score = counted[other]
            steps.append(
                WorkingLine(
                    StepKind.OPPONENT,
                    score,
                    None,
                    own.round,
                    (other,),
                    score,
                    scores[other],
                    own.half_points,
                )
            )
        elif not record.is_round_robin:
            steps.append(
                _virtual(record, own, before)
                if edition is TieBreakEdition.VIRTUAL
                else _dummy(record, entry, own, edition, counted, drawn)
            )
        before += own.half_points
    return tuple(steps)


def _virtual(record: Record, own: PlayerRound, before: int) -> WorkingLine:
    """Return the virtual opponent's line (NSF 2017; FIDE C.02 of 2009 to 2023): S = SPR
    + (1 - SfPR) + 1/2 (n - R).
    """
    points = record.points
    rest = record.rounds_played - own.round
    score = before + points.win - own.half_points + points.draw * rest
    return _without_game(StepKind.VIRTUAL_OPPONENT, record, own, score)


def _dummy(
    record: Record,
    entry: int,
    own: PlayerRound,
    edition: TieBreakEdition,
    counted: Mapping[int, int],
    drawn: PlayerRound | None,
) -> WorkingLine:
    """Return the dummy's line (FIDE C.07 16.4): the player's own score.

    From March 2026 at most the adjusted score of the opponent who was forfeited
    (16.4.1), or as many draws as rounds (16.4.2).
    """
    score = record.scores[entry]
    if drawn is not None:
        score += record.points.draw - drawn.half_points
    if edition is TieBreakEdition.CAPPED_DUMMY:
        most = (
            record.points.draw * record.rounds_played
            if own.opponent is None
            else counted[own.opponent]
        )
        score = min(score, most)
    return _without_game(StepKind.DUMMY, record, own, score)


def _without_game(
    kind: StepKind, record: Record, own: PlayerRound, score: int
) -> WorkingLine:
    return WorkingLine(
        kind,
        score,
        None,
        own.round,
        () if own.opponent is None else (own.opponent,),
        score,
        score,
        own.half_points,
        is_voluntary=record.is_voluntary(own),
    )
