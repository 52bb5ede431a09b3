"""The tie-breaks of SSF §10.3 and of its note."""

from functools import partial
from itertools import accumulate

from tournaments.rules.results import RoundKind
from tournaments.rules.tiebreaks.record import PlayerRound, Record
from tournaments.rules.tiebreaks.values import StepKind, TieBreakValue, WorkingLine


def strike_lowest_groups(
    record: Record, tied: tuple[int, ...]
) -> dict[int, TieBreakValue]:
    """Compute SSF §10.3a: the remainder after striking the lowest final score groups.

    The groups are those of the whole section's final table, struck one after the other
    and cumulatively, one key place for each. The top group is not struck, since nothing
    would remain.
    """
    levels = sorted(set(record.scores.values()))
    return {entry: _strike(record, entry, levels[:-1]) for entry in tied}


def _strike(record: Record, entry: int, levels: list[int]) -> TieBreakValue:
    met = _opponents(record, entry)
    remaining = sum(own.half_points for _, own in met)
    steps = []
    for level in levels:
        group = [
            (opponent, own) for opponent, own in met if record.scores[opponent] == level
        ]
        amount = sum(own.half_points for _, own in group)
        remaining -= amount
        opponents = tuple(opponent for opponent, _ in group)
        steps.append(
            WorkingLine(
                StepKind.STRUCK_GROUP, amount, remaining, None, opponents, level, level
            )
        )
    return TieBreakValue(entry, tuple(step.total or 0 for step in steps), tuple(steps))


def sum_progressively(
    record: Record, tied: tuple[int, ...]
) -> dict[int, TieBreakValue]:
    """Compute SSF §10.3b: the sum of the running scores after every round.

    Further key places drop the running score after round 1, then also that after round
    2, and so on. The rounds are those up to the last one with a finished board.
    """
    return {entry: _progress(record, entry) for entry in tied}


def _progress(record: Record, entry: int) -> TieBreakValue:
    running = running_scores(record, entry)
    sums = [0, *accumulate(running)]
    key = (sums[-1], *(sums[-1] - sums[number] for number in range(1, len(running))))
    return TieBreakValue(entry, key, partial(_progress_steps, running, sums))


def _progress_steps(running: list[int], sums: list[int]) -> tuple[WorkingLine, ...]:
    steps = [
        WorkingLine(StepKind.ROUND, score, sums[number], number)
        for number, score in enumerate(running, start=1)
    ]
    drops = [
        WorkingLine(StepKind.DROPPED_ROUND, score, sums[-1] - sums[number], number)
        for number, score in enumerate(running[:-1], start=1)
    ]
    return (*steps, *drops)


def running_scores(record: Record, entry: int) -> list[int]:
    """Return the half points after every round that was played."""
    by_round = [0] * record.rounds_played
    for own in record.rounds[entry]:
        by_round[own.round - 1] += own.half_points
    return list(accumulate(by_round))


def sum_quality_points(
    record: Record, tied: tuple[int, ...]
) -> dict[int, TieBreakValue]:
    """Compute SSF §10 note, 1 (2008): the opponents' final scores without the lowest.

    A bye counts as an opponent without points and may be the one struck. An opponent by
    forfeit counts. Of several lowest the first met is struck.
    """
    return {
        entry: _quality(
            entry,
            [_quality_step(record, own, 0) for own in _with_points(record, entry)],
        )
        for entry in tied
    }


def sum_quality_points_of_2022(
    record: Record, tied: tuple[int, ...]
) -> dict[int, TieBreakValue]:
    """Compute the quality points by the text of 2022.

    A bye counts as an opponent who had the player's own score before the round and
    draws all rounds after it.
    """
    values = {}
    for entry in tied:
        steps, before = [], 0
        for own in record.rounds[entry]:
            rest = record.rounds_played - own.round
            if _is_met(own):
                virtual = before + record.points.draw * rest
                steps.append(_quality_step(record, own, virtual))
            before += own.half_points
        values[entry] = _quality(entry, steps)
    return values


def _with_points(record: Record, entry: int) -> list[PlayerRound]:
    return [own for own in record.rounds[entry] if _is_met(own)]


def _is_met(own: PlayerRound) -> bool:
    return own.opponent is not None or own.kind is not RoundKind.ABSENT


def _quality_step(record: Record, own: PlayerRound, of_bye: int) -> WorkingLine:
    if own.opponent is None:
        return WorkingLine(StepKind.BYE, of_bye, None, own.round, (), of_bye)
    final = record.scores[own.opponent]
    return WorkingLine(
        StepKind.OPPONENT, final, None, own.round, (own.opponent,), final, final
    )


def _quality(entry: int, steps: list[WorkingLine]) -> TieBreakValue:
    finals = [step.amount for step in steps]
    cut = (finals.index(min(finals)),) if finals else ()
    total = sum(finals) - sum(finals[place] for place in cut)
    return TieBreakValue(entry, (total,), tuple(steps), cut)


def compare_encounters(
    record: Record, tied: tuple[int, ...]
) -> dict[int, TieBreakValue]:
    """Compute SSF §10 note, 3; NSF: points among the tied, if all of them have met.

    Forfeits are games in a Berger section, where all players are to meet; in a Swiss
    section only games over the board are.
    """
    among = {entry: encounters(record, entry, frozenset(tied)) for entry in tied}
    all_met = all(
        {own.opponent for own in among[entry]} == set(tied) - {entry} for entry in tied
    )
    return {entry: _encounter(entry, among[entry], decides=all_met) for entry in tied}


def encounters(record: Record, entry: int, tied: frozenset[int]) -> list[PlayerRound]:
    """Return the player's games against others of the tied."""
    return [
        own
        for own in record.rounds[entry]
        if own.opponent in tied and record.is_game(own)
    ]


def encounter_steps(games: list[PlayerRound]) -> tuple[WorkingLine, ...]:
    """Return the working of a direct encounter, with its running sum."""
    sums = accumulate(own.half_points for own in games)
    return tuple(
        WorkingLine(
            StepKind.ENCOUNTER, own.half_points, total, own.round, (own.opponent or 0,)
        )
        for own, total in zip(games, sums, strict=True)
    )


def _encounter(entry: int, games: list[PlayerRound], *, decides: bool) -> TieBreakValue:
    total = sum(own.half_points for own in games)
    return TieBreakValue(entry, (total,) if decides else (), encounter_steps(games))


def _opponents(record: Record, entry: int) -> list[tuple[int, PlayerRound]]:
    return [
        (own.opponent, own)
        for own in record.rounds[entry]
        if own.opponent is not None and own.opponent in record.scores
    ]
