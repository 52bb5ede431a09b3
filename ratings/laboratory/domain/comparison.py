"""Compare candidates on one history: how well each predicted the games, and how its
ratings are spread and change.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Future,
    ThreadPoolExecutor,
    wait,
)
from dataclasses import asdict, dataclass
from datetime import date
from threading import Event
from typing import Any

import numpy as np

from ratings.laboratory.domain.history import PoolHistory
from ratings.rules.backtest.history import History, SystemSpan
from ratings.rules.backtest.junior_lag import surplus_by_year
from ratings.rules.backtest.populations import (
    biggest_movers,
    class_width,
    distribution,
    typical_difference,
)
from ratings.rules.backtest.quality import log_loss_gap, log_losses, quality_of
from ratings.rules.backtest.run import BacktestResult, run_backtest
from ratings.rules.calendar import date_of, day_number
from ratings.rules.conversion import Conversion
from ratings.rules.played import empty_lines
from ratings.rules.protocol import system_of_edition
from ratings.rules.step import BoolArray, FloatArray, IntArray
from ratings.rules.systems import system

MOST_MOVERS = 25
"""At most this many players who would rise, and as many who would fall, are listed."""
MOST_MARKS = 60
"""The spread of the ratings is measured on at most this many days."""
WORKERS = 2
"""Candidates rated at the same time: NumPy releases the interpreter lock for long
parts of the work."""
OFTEN = 0.5
"""Seconds between two reports of progress."""

Json = dict[str, Any]
OnProgress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A way to rate the whole history."""

    label: str
    stretches: tuple[SystemSpan, ...]


def candidate_of(stored: Json) -> Candidate:
    """Return a candidate as an experiment stores it. Raises KeyError or BadParameters
    if a system no longer exists or no longer accepts the parameters.
    """
    return Candidate(
        stored["label"], tuple(_stretch(each) for each in stored["stretches"])
    )


def _stretch(stored: Json) -> SystemSpan:
    of = system(stored["system"])
    parameters = of.Parameters.from_json(stored["parameters"])
    begins, conversion = stored["from"], stored.get("conversion")
    return SystemSpan(
        day_number(date.fromisoformat(begins)) if begins else day_number(date.min),
        system_of_edition(of, parameters),
        parameters,
        None if conversion is None else Conversion.from_json(conversion),
    )


def compare(
    pool: PoolHistory,
    candidates: Sequence[Candidate],
    measured_from: date | None,
    on_progress: OnProgress = lambda games: None,
) -> Json:
    """Rate the history under every candidate and measure the results, as JSON.

    Quality is measured on the games for which every predicting candidate made a
    prediction, from `measured_from` on, so that all are judged by the same games.
    `on_progress` is called repeatedly with how many games have been rated so far, of
    all candidates together.
    """
    history = pool.history
    days = mark_days(history)
    results = _backtest_all(pool, candidates, days, on_progress)
    predicted = _predicted_by_all(history, results, measured_from)
    return {
        "games": int(np.count_nonzero(~empty_lines(history.lines))),
        "players": history.players,
        "first_date": date_of(history.first_day).isoformat(),
        "last_date": date_of(history.last_day).isoformat(),
        "measured_games": int(np.count_nonzero(predicted)),
        "candidates": [
            _result_as_json(history, each, candidate.label)
            for each, candidate in zip(results, candidates, strict=True)
        ],
        "quality": _quality(history, results, predicted),
        "distribution": _distribution(results),
        "movers": [_movers(pool, results[0], each) for each in results[1:]],
        "typical": [_typical(results[0], each) for each in results[1:]],
    }


def mark_days(history: History) -> list[int]:
    """Return the last days of quarters, or of every, every fifth or every tenth year if
    those are too many, and the very last day.
    """
    first, last = date_of(history.first_day), date_of(history.last_day)
    for months in (3, 12, 60, 120):
        days = [day for day in _ends(first, last, months) if day <= history.last_day]
        if len(days) < MOST_MARKS:
            break
    return sorted({*days, history.last_day})


def _ends(first: date, last: date, months: int) -> Iterator[int]:
    for year in range(first.year, last.year + 1):
        if months > 12 and year % (months // 12):  # noqa: PLR2004 - months of a year
            continue
        for month in range(min(months, 12), 13, min(months, 12)):
            following = date(year + month // 12, month % 12 + 1, 1)
            if day_number(following) - 1 >= day_number(first):
                yield day_number(following) - 1


# --- rating the history -------------------------------------------------------------------
def _backtest_all(
    pool: PoolHistory,
    candidates: Sequence[Candidate],
    days: list[int],
    on_progress: OnProgress,
) -> list[BacktestResult]:
    rated = [0] * len(candidates)
    is_stopped = Event()

    def backtest_one(number: int) -> BacktestResult:
        def report(games: int) -> None:
            if is_stopped.is_set():
                raise CancelledError
            rated[number] = max(rated[number], games)

        stretches = candidates[number].stretches
        return run_backtest(pool.history, stretches, pool.decided, days, report)

    with ThreadPoolExecutor(WORKERS) as workers:
        futures = [
            workers.submit(backtest_one, number) for number in range(len(candidates))
        ]
        try:
            _wait(futures, lambda: on_progress(sum(rated)))
        except BaseException:  # Leaving the block waits for every thread.
            is_stopped.set()
            raise
    return [each.result() for each in futures]


def _wait(futures: list[Future[BacktestResult]], say: Callable[[], None]) -> None:
    """Report progress until all are done or one has failed."""
    pending = set(futures)
    while pending:
        done, pending = wait(pending, OFTEN, FIRST_COMPLETED)
        say()
        if any(each.exception() for each in done):
            for each in pending:
                each.cancel()
            return


# --- measuring ----------------------------------------------------------------------------
def _predicted_by_all(
    history: History, results: list[BacktestResult], measured_from: date | None
) -> BoolArray:
    counted = history.lines.played.copy()
    if measured_from is not None:
        counted &= history.lines.day >= day_number(measured_from)
    for each in _predicting(results):
        counted &= ~np.isnan(results[each].expected)
    return counted


def _predicting(results: list[BacktestResult]) -> list[int]:
    return [
        number
        for number, each in enumerate(results)
        if not np.isnan(each.expected).all()
    ]


def _quality(
    history: History, results: list[BacktestResult], counted: BoolArray
) -> list[Json]:
    """Measure the quality of every candidate that makes predictions, the best first."""
    rows = np.flatnonzero(counted)
    scores = history.lines.score.take(rows)
    losses = {
        number: log_losses(_expected_of(results[number], rows), scores)
        for number in _predicting(results)
    }
    if not len(rows) or not losses:
        return []
    order = sorted(losses, key=lambda number: float(losses[number].mean()))
    best = losses[order[0]]
    return [
        {
            "candidate": number,
            **asdict(quality_of(_expected_of(results[number], rows), scores)),
            **_behind(losses[number], best, history.lines.day.take(rows)),
        }
        for number in order
    ]


def _expected_of(result: BacktestResult, rows: IntArray) -> FloatArray:
    return result.expected.take(rows).astype(np.float64)


def _behind(losses: FloatArray, best: FloatArray, days: IntArray) -> Json:
    found = log_loss_gap(losses, best, days)
    return {"behind": found.mean, "behind_limits": found.limits}


def _result_as_json(history: History, result: BacktestResult, label: str) -> Json:
    year = history.lines.day.astype("datetime64[D]").astype("datetime64[Y]")
    surplus = surplus_by_year(history.lines, year.astype(int) + 1970, result.expected)
    return {
        "label": label,
        "rated_ends": result.games,
        "left_out": [asdict(each) for each in result.left_out],
        "marks": [
            {
                "date": date_of(mark.day).isoformat(),
                "everybody": asdict(mark.everybody),
                "young": asdict(mark.young),
            }
            for mark in result.marks
        ],
        "surplus": [asdict(each) for each in surplus],
    }


def _distribution(results: list[BacktestResult]) -> Json:
    """Return the distribution of the active players' final ratings, in classes of the
    same width for all candidates.
    """
    ratings = [each.rating[each.is_active] for each in results]
    width = class_width(np.concatenate(ratings)) if ratings else 1
    return {
        "width": width,
        "classes": [
            [asdict(each) for each in distribution(column, width)] for column in ratings
        ],
    }


def _movers(
    pool: PoolHistory, first: BacktestResult, other: BacktestResult
) -> list[Json]:
    """Return the players whose places differ most between the first candidate and the
    other, among those who are active under both.
    """
    both = first.is_active & other.is_active
    movers = biggest_movers(first.rating, other.rating, both, MOST_MOVERS)
    return [
        {
            "player": int(pool.ids[mover.player]),
            "places": list(mover.places),
            "ratings": list(mover.ratings),
        }
        for mover in movers
    ]


def _typical(first: BacktestResult, other: BacktestResult) -> Json:
    """Return the median differences, in points and places, of the players who are
    active under both.
    """
    both = first.is_active & other.is_active
    points, places = typical_difference(first.rating[both], other.rating[both])
    return {
        "players": int(np.count_nonzero(both)),
        "points": points,
        "places": places,
    }
