"""The tie-breaks of SSF §10.3 and of its note.

Every function takes the counted section, the entries still tied and the
recorded drawing of lots, and gives each tied entry its value.
"""

from itertools import accumulate

from tournaments.rules.scores import CountedSection, OwnGame
from tournaments.rules.tiebreak_values import Step, StepKind, TieBreakValue


def strike_lowest_groups(
    counted: CountedSection, tied: tuple[int, ...], _lots: tuple[int, ...] = ()
) -> dict[int, TieBreakValue]:
    """SSF §10.3a: what remains after striking the lowest final score groups.

    The groups are those of the whole section's final table, struck one after
    the other and cumulatively, one key place for each. The top group is not
    struck: nothing would remain for anybody.
    """
    levels = sorted({counted.scores[entry].half_points for entry in counted.ranked})
    return {entry: _strike(counted, entry, levels[:-1]) for entry in tied}


def _strike(counted: CountedSection, entry: int, levels: list[int]) -> TieBreakValue:
    met = _opponents(counted, entry)
    remaining = sum(game.half_points for _, game in met)
    steps = []
    for level in levels:
        group = [
            (opponent, game)
            for opponent, game in met
            if counted.scores[opponent].half_points == level
        ]
        amount = sum(game.half_points for _, game in group)
        remaining -= amount
        opponents = tuple(opponent for opponent, _ in group)
        step = Step(StepKind.STRUCK_GROUP, amount, remaining, opponents=opponents)
        steps.append(step)
    return TieBreakValue(entry, tuple(step.total for step in steps), tuple(steps))


def sum_progressively(
    counted: CountedSection, tied: tuple[int, ...], _lots: tuple[int, ...] = ()
) -> dict[int, TieBreakValue]:
    """SSF §10.3b: the sum of the running scores after every round.

    Further key places drop the running score after round 1, then also that
    after round 2, and so on. Rounds up to the last one with a finished board.
    """
    finished = (
        game.round for entry in counted.ranked for game in _counting(counted, entry)
    )
    last = max(finished, default=0)
    return {entry: _progress(counted, entry, last) for entry in tied}


def _progress(counted: CountedSection, entry: int, last: int) -> TieBreakValue:
    by_round = [0] * last
    for game in _counting(counted, entry):
        by_round[game.round - 1] += game.half_points
    running = list(accumulate(by_round))
    sums = [0, *accumulate(running)]
    steps = [
        Step(StepKind.ROUND, score, sums[number], round=number)
        for number, score in enumerate(running, start=1)
    ]
    drops = [
        Step(StepKind.DROPPED_ROUND, score, sums[-1] - sums[number], round=number)
        for number, score in enumerate(running[:-1], start=1)
    ]
    key = (sums[-1], *(step.total for step in drops))
    return TieBreakValue(entry, key, (*steps, *drops))


def sum_quality_points(
    counted: CountedSection, tied: tuple[int, ...], _lots: tuple[int, ...] = ()
) -> dict[int, TieBreakValue]:
    """SSF §10 note, 1 (2008): the opponents' final scores without the lowest.

    A bye is an opponent without points and may be the one struck. An opponent
    by forfeit is an opponent. Of several lowest the first met is struck.
    """
    return {entry: _quality(counted, entry) for entry in tied}


def _quality(counted: CountedSection, entry: int) -> TieBreakValue:
    games = _counting(counted, entry)
    finals = [_final(counted, game) for game in games]
    struck = finals.index(min(finals)) if finals else None
    total = 0
    steps = []
    for index, (game, final) in enumerate(zip(games, finals, strict=True)):
        total += final if index != struck else 0
        kind = _quality_kind(game, struck=index == struck)
        opponents = () if game.opponent is None else (game.opponent,)
        steps.append(Step(kind, final, total, game.round, opponents))
    return TieBreakValue(entry, (total,), tuple(steps))


def _quality_kind(game: OwnGame, *, struck: bool) -> StepKind:
    if game.opponent is None:
        return StepKind.STRUCK_BYE if struck else StepKind.BYE
    return StepKind.STRUCK_OPPONENT if struck else StepKind.OPPONENT


def _final(counted: CountedSection, game: OwnGame) -> int:
    if game.opponent is None:
        return 0
    return counted.scores[game.opponent].half_points


def count_wins(
    counted: CountedSection, tied: tuple[int, ...], _lots: tuple[int, ...] = ()
) -> dict[int, TieBreakValue]:
    """SSF §10 note, 2: most games won, over the board."""
    return {entry: _wins(counted, entry) for entry in tied}


def _wins(counted: CountedSection, entry: int) -> TieBreakValue:
    won = [pair for pair in _opponents(counted, entry) if pair[1].is_won]
    steps = tuple(
        Step(StepKind.WIN, 1, number, game.round, (opponent,))
        for number, (opponent, game) in enumerate(won, start=1)
    )
    return TieBreakValue(entry, (len(won),), steps)


def compare_encounters(
    counted: CountedSection, tied: tuple[int, ...], _lots: tuple[int, ...] = ()
) -> dict[int, TieBreakValue]:
    """SSF §10 note, 3: points among the tied, if all of them have met.

    Forfeits are games in a Berger section, where everybody is to meet; in a
    Swiss section only games over the board are.
    """
    among = {entry: _encounters(counted, entry, frozenset(tied)) for entry in tied}
    all_met = all(
        {opponent for opponent, _ in among[entry]} == set(tied) - {entry}
        for entry in tied
    )
    return {entry: _encounter(entry, among[entry], decides=all_met) for entry in tied}


def _encounters(
    counted: CountedSection, entry: int, tied: frozenset[int]
) -> list[tuple[int, OwnGame]]:
    return [
        (opponent, game)
        for opponent, game in _opponents(counted, entry)
        if opponent in tied and (counted.section.is_berger or game.result.is_played)
    ]


def _encounter(
    entry: int, games: list[tuple[int, OwnGame]], *, decides: bool
) -> TieBreakValue:
    sums = [0, *accumulate(game.half_points for _, game in games)]
    steps = tuple(
        Step(StepKind.ENCOUNTER, game.half_points, total, game.round, (opponent,))
        for (opponent, game), total in zip(games, sums[1:], strict=True)
    )
    return TieBreakValue(entry, (sums[-1],) if decides else (), steps)


def compare_lots(
    _counted: CountedSection, tied: tuple[int, ...], lots: tuple[int, ...] = ()
) -> dict[int, TieBreakValue]:
    """SSF §10.3a and note, 4: the recorded drawing of lots, first drawn first.

    Says nothing until lots are drawn for every one of the tied.
    """
    if not set(tied) <= set(lots):
        return {entry: TieBreakValue(entry, ()) for entry in tied}
    return {entry: _lot(entry, lots.index(entry) + 1) for entry in tied}


def _lot(entry: int, place: int) -> TieBreakValue:
    return TieBreakValue(entry, (-place,), (Step(StepKind.LOT, place, place),))


def _counting(counted: CountedSection, entry: int) -> list[OwnGame]:
    return [game for game in counted.games[entry] if game.counts]


def _opponents(counted: CountedSection, entry: int) -> list[tuple[int, OwnGame]]:
    return [
        (game.opponent, game)
        for game in _counting(counted, entry)
        if game.opponent is not None
    ]
