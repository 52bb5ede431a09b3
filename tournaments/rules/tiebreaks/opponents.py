"""Sums over opponents: Buchholz with its cuts, Sonneborn-Berger, Koya.

FIDE C.07 8, 9 and 14; NSF 2017.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tournaments.rules.tiebreaks.record import Record
from tournaments.rules.tiebreaks.unplayed import TieBreakEdition, opponents_scores
from tournaments.rules.tiebreaks.values import StepKind, TieBreakValue, WorkingLine

_DIGITS_BY_ROUNDS = ((9, 100), (27, 1000))
"""Averages of Buchholz numbers are rounded so that different ones stay different."""
_FINEST = 10_000


@dataclass(frozen=True, slots=True)
class Cut:
    """How many of the lowest and of the highest contributions are left out."""

    low: int = 0
    high: int = 0


NOTHING_CUT = Cut()


def sum_scores(
    record: Record,
    tied: tuple[int, ...],
    *,
    edition: TieBreakEdition,
    cut: Cut = NOTHING_CUT,
    fore: bool = False,
) -> dict[int, TieBreakValue]:
    """Compute BH and FB: the opponents' scores."""
    scores = opponents_scores(record, edition, fore=fore)
    return {entry: _sum(entry, scores[entry], cut, edition) for entry in tied}


def sum_scores_from_seven_rounds(
    record: Record, tied: tuple[int, ...]
) -> dict[int, TieBreakValue]:
    """Compute NSF's median Buchholz: only if there are seven rounds or more."""
    if record.rounds_announced < 7:  # noqa: PLR2004
        return {entry: TieBreakValue(entry, ()) for entry in tied}
    return sum_scores(record, tied, edition=TieBreakEdition.VIRTUAL, cut=Cut(1, 1))


def sum_scores_won(
    record: Record,
    tied: tuple[int, ...],
    *,
    edition: TieBreakEdition,
    cut: Cut = NOTHING_CUT,
) -> dict[int, TieBreakValue]:
    """Compute SB (FIDE C.07 9.1), in quarter points: each opponent's score times the
    points scored against that opponent.
    """
    adjusted = edition is not TieBreakEdition.VIRTUAL
    scores = opponents_scores(record, edition, adjusted=adjusted)
    if cut == NOTHING_CUT:
        return {
            entry: TieBreakValue(
                entry,
                (sum(step.score * step.own for step in scores[entry]),),
                partial(_won, scores[entry]),
            )
            for entry in tied
        }
    return {entry: _sum(entry, _won(scores[entry]), cut, edition) for entry in tied}


def _won(steps: tuple[WorkingLine, ...]) -> tuple[WorkingLine, ...]:
    return tuple(
        WorkingLine(step.kind, step.score * step.own, *step[2:]) for step in steps
    )


def _sum(
    entry: int, steps: tuple[WorkingLine, ...], cut: Cut, edition: TieBreakEdition
) -> TieBreakValue:
    total = sum(step.amount for step in steps)
    if not (cut.low or cut.high):
        return TieBreakValue(entry, (total,), steps)
    places = _cut_places(steps, cut, edition)
    total -= sum(steps[place].amount for place in places)
    return TieBreakValue(entry, (total,), steps, places)


def _cut_places(
    steps: Sequence[WorkingLine], cut: Cut, edition: TieBreakEdition
) -> tuple[int, ...]:
    """Return the places to cut: the lowest first, then the highest; of equal ones the
    first met.
    """
    left, places = list(range(len(steps))), []
    for _ in range(min(cut.low, len(steps))):
        place = _lowest(steps, left, edition)
        left.remove(place)
        places.append(place)
    for _ in range(min(cut.high, len(left))):
        place = min(left, key=lambda p: (-steps[p].score, -steps[p].amount))
        left.remove(place)
        places.append(place)
    return tuple(places)


def _lowest(
    steps: Sequence[WorkingLine], left: list[int], edition: TieBreakEdition
) -> int:
    """Return the place cut by FIDE C.07 16.5: the least of the rounds that the player
    chose not to play, unless the lowest contribution is larger.
    """
    lowest = min(left, key=lambda p: (steps[p].score, steps[p].amount))
    chosen = [place for place in left if steps[place].is_voluntary]
    if edition is TieBreakEdition.VIRTUAL or not chosen:
        return lowest
    voluntary = min(chosen, key=lambda p: (steps[p].amount, steps[p].score))
    if steps[lowest].amount > steps[voluntary].amount:
        return lowest
    return voluntary


def average_scores(
    record: Record, tied: tuple[int, ...], *, edition: TieBreakEdition
) -> dict[int, TieBreakValue]:
    """Compute AOB (FIDE C.07 8.2): the mean Buchholz number of the opponents met over
    the board, in ten thousandths of a point.
    """
    buchholz = sum_scores(record, record.entries, edition=edition)
    return {entry: _average(record, entry, buchholz) for entry in tied}


def _average(
    record: Record, entry: int, buchholz: dict[int, TieBreakValue]
) -> TieBreakValue:
    steps = []
    for own in record.rounds[entry]:
        if own.opponent is not None and own.is_played:
            amount = buchholz[own.opponent].key[0] * _FINEST // 2
            steps.append(
                WorkingLine(
                    StepKind.OPPONENT_VALUE, amount, None, own.round, (own.opponent,)
                )
            )
    if not steps:
        return TieBreakValue(entry, ())
    parts = next(
        (parts for rounds, parts in _DIGITS_BY_ROUNDS if record.rounds_played < rounds),
        _FINEST,
    )
    width = _FINEST // parts
    total, games = sum(step.amount for step in steps), len(steps)
    rounded = (2 * total + width * games) // (2 * width * games) * width
    return TieBreakValue(entry, (rounded,), tuple(steps))


def sum_against_strong(
    record: Record, tied: tuple[int, ...]
) -> dict[int, TieBreakValue]:
    """Compute KS, Koya (FIDE C.07 9.2; NSF): points against players with half of the
    points or more. Games lost and won by forfeit count.
    """
    limit = record.points.win * _most_games(record)
    return {entry: _koya(record, entry, limit) for entry in tied}


def _most_games(record: Record) -> int:
    """Return the largest number of games in which a player can have scored (FIDE C.07
    9.2: the maximum possible score).

    In a round robin it is the most that any player has: byes and games that are
    annulled are none.
    """
    if not record.is_round_robin:
        return record.rounds_played
    rounds = (record.rounds[entry] for entry in record.entries)
    return max((sum(map(record.is_game, own)) for own in rounds), default=0)


def _koya(record: Record, entry: int, limit: int) -> TieBreakValue:
    steps: list[WorkingLine] = []
    cut: list[int] = []
    for own in record.rounds[entry]:
        if own.opponent is None:
            continue
        score = record.scores[own.opponent]
        if 2 * score < limit:
            cut.append(len(steps))
        steps.append(
            WorkingLine(
                StepKind.OPPONENT,
                own.half_points,
                None,
                own.round,
                (own.opponent,),
                score,
                score,
                own.half_points,
            )
        )
    total = sum(step.amount for n, step in enumerate(steps) if n not in cut)
    return TieBreakValue(entry, (total,), tuple(steps), tuple(cut))
