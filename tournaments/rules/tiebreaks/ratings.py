"""Tie-breaks by the opponents' ratings (FIDE C.07 10; NSF)."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import partial
from math import floor

from tournaments.rules.tiebreaks.opponents import NOTHING_CUT, Cut
from tournaments.rules.tiebreaks.record import PlayerRound, RatingTables, Record
from tournaments.rules.tiebreaks.values import (
    StepKind,
    TieBreakValue,
    Unit,
    WorkingLine,
)

WIDEST = 800
"""PTP of a player who lost all games: the lowest opponent's rating minus this."""


class NoRatingTablesError(ValueError):
    """A performance is requested from a record without FIDE's tables."""


def average_ratings(
    record: Record, tied: tuple[int, ...], *, cut: Cut = NOTHING_CUT
) -> dict[int, TieBreakValue]:
    """Compute ARO (FIDE C.07 10.1): the mean rating of the opponents met over the
    board, rounded; no value unless all players are rated.
    """
    if not record.is_everybody_rated:
        return _nothing(tied)
    return _mean_ratings(record, tied, cut, parts=1)


def divide_ratings(
    record: Record, tied: tuple[int, ...], *, cut: Cut = NOTHING_CUT
) -> dict[int, TieBreakValue]:
    """Compute NSF's average rating: the sum of the opponents' ratings divided by the
    number of games, not rounded to whole points. Unrated opponents are left out.

    In ten thousandths, in which quotients of fewer than 100 games stay different.
    """
    return _mean_ratings(record, tied, cut, parts=Unit.TEN_THOUSANDTHS.parts)


def _mean_ratings(
    record: Record, tied: tuple[int, ...], cut: Cut, *, parts: int
) -> dict[int, TieBreakValue]:
    if cut == NOTHING_CUT:
        return {entry: _average_of_all(record, entry, parts) for entry in tied}
    return {entry: _average(entry, _rated(record, entry, parts), cut) for entry in tied}


def _average_of_all(record: Record, entry: int, parts: int) -> TieBreakValue:
    ratings = [rating for _own, _opponent, rating in _against_rated(record, entry)]
    key = (_mean(ratings, parts),) if ratings else ()
    return TieBreakValue(entry, key, partial(_rated, record, entry, parts))


def _average(entry: int, steps: tuple[WorkingLine, ...], cut: Cut) -> TieBreakValue:
    order = sorted(range(len(steps)), key=lambda place: steps[place].amount)
    low = order[: cut.low]
    high = order[cut.low :][::-1][: cut.high]
    cut_places = (*low, *high)
    left = [step.amount for place, step in enumerate(steps) if place not in cut_places]
    key = (_mean(left),) if left else ()
    return TieBreakValue(entry, key, steps, cut_places)


def rate_performances(
    record: Record, tied: tuple[int, ...]
) -> dict[int, TieBreakValue]:
    """Compute TPR (FIDE C.07 10.2): the mean of the opponents' ratings plus the
    difference that belongs to the score (table 8.1.1).
    """
    return _performances(record, tied, _tpr)


def rate_perfectly(record: Record, tied: tuple[int, ...]) -> dict[int, TieBreakValue]:
    """Compute PTP (FIDE C.07 10.3): the lowest rating of which so many points are
    expected (table 8.1.2).
    """
    return _performances(record, tied, _ptp)


def average_performances(
    record: Record, tied: tuple[int, ...]
) -> dict[int, TieBreakValue]:
    """Compute APRO (FIDE C.07 10.4): the mean of the opponents' TPR."""
    return _averages(record, tied, rate_performances(record, record.entries))


def average_perfect_performances(
    record: Record, tied: tuple[int, ...]
) -> dict[int, TieBreakValue]:
    """Compute APPO (FIDE C.07 10.5): the mean of the opponents' PTP."""
    return _averages(record, tied, rate_perfectly(record, record.entries))


def _averages(
    record: Record, tied: tuple[int, ...], of_all: dict[int, TieBreakValue]
) -> dict[int, TieBreakValue]:
    values = {}
    for entry in tied:
        steps = tuple(
            WorkingLine(
                StepKind.OPPONENT_VALUE, value, None, own.round, (own.opponent,)
            )
            for own in record.rounds[entry]
            if own.opponent is not None and own.is_played
            for value in of_all[own.opponent].key
        )
        key = (_mean([step.amount for step in steps]),) if steps else ()
        values[entry] = TieBreakValue(entry, key, steps)
    return values


def _performances(
    record: Record,
    tied: tuple[int, ...],
    rate: Callable[[RatingTables, int, list[int]], int],
) -> dict[int, TieBreakValue]:
    if not record.is_everybody_rated:
        return _nothing(tied)
    if record.rating_tables is None:
        raise NoRatingTablesError
    values = {}
    for entry in tied:
        steps = _rated(record, entry)
        ratings = [step.amount for step in steps]
        score = sum(_standard(record, step.own) for step in steps)
        key = (rate(record.rating_tables, score, ratings),) if ratings else ()
        values[entry] = TieBreakValue(entry, key, steps)
    return values


def _standard(record: Record, half_points: int) -> int:
    """Return the standard points: a win is a point and a draw half a point, whatever
    the section's own points.
    """
    if half_points == record.points.win:
        return 2
    return 1 if half_points == record.points.draw else 0


def _tpr(tables: RatingTables, score: int, ratings: list[int]) -> int:
    hundredths = floor((100 * score / 2) / len(ratings) + 0.5)
    return _mean(ratings) + tables.differences[hundredths]


def _ptp(tables: RatingTables, score: int, ratings: list[int]) -> int:
    if not score:
        return min(ratings) - WIDEST
    lowest = min(ratings) - tables.widest
    candidates = range(lowest, max(ratings) + tables.widest + 1)
    return lowest + bisect_left(
        candidates, 50 * score, key=lambda rating: _expected(tables, rating, ratings)
    )


def _expected(tables: RatingTables, rating: int, ratings: list[int]) -> int:
    """Return the expected score in hundredths of a point."""
    widest, expectations = tables.widest, tables.expectations
    return sum(
        expectations[max(-widest, min(widest, rating - other)) + widest]
        for other in ratings
    )


def _rated(record: Record, entry: int, parts: int = 1) -> tuple[WorkingLine, ...]:
    """Return the rated opponents over the board, one step each."""
    return tuple(
        WorkingLine(
            StepKind.RATING,
            rating * parts,
            None,
            own.round,
            (opponent,),
            own=own.half_points,
        )
        for own, opponent, rating in _against_rated(record, entry)
    )


def _against_rated(
    record: Record, entry: int
) -> Iterator[tuple[PlayerRound, int, int]]:
    """Yield the games over the board against rated opponents, with the opponent's
    rating.
    """
    ratings = record.ratings
    for own in record.rounds[entry]:
        opponent = own.opponent
        if own.is_played and opponent is not None and opponent in ratings:
            yield own, opponent, ratings[opponent]


def _mean(numbers: list[int], parts: int = 1) -> int:
    return (2 * parts * sum(numbers) + len(numbers)) // (2 * len(numbers))


def _nothing(tied: tuple[int, ...]) -> dict[int, TieBreakValue]:
    return {entry: TieBreakValue(entry, ()) for entry in tied}
