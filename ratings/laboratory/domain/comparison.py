"""Candidates compared on one history: what was foretold, and what became of whom."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

import numpy as np

from ratings.laboratory.domain.history import PoolHistory
from ratings.rules.backtest.history import History, Stretch
from ratings.rules.backtest.junior_lag import surplus_by_year
from ratings.rules.backtest.populations import biggest_movers, class_width, distribution
from ratings.rules.backtest.quality import behind, log_losses, quality_of
from ratings.rules.backtest.walk import Walked, walk
from ratings.rules.calendar import date_of, day_number
from ratings.rules.conversion import Conversion
from ratings.rules.step import BoolArray, FloatArray, IntArray
from ratings.rules.systems import system

MOST_MOVERS = 25
"""How many are told of who would rise, and of who would fall."""
MOST_MARKS = 60
"""On no more days than this is the spread of the ratings told."""
WORKERS = 2
"""Candidates walked at the same time: NumPy lets go of the interpreter for long parts
of it."""
OFTEN = 0.5
"""Seconds between two words on how far it is."""

Json = dict[str, Any]
Told = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A way to rate the whole history."""

    label: str
    stretches: tuple[Stretch, ...]


def candidate_of(stored: Json) -> Candidate:
    """A candidate as an experiment stores it; KeyError or BadParameters where a system
    or its parameters are no more what they were.
    """
    return Candidate(
        stored["label"], tuple(_stretch(each) for each in stored["stretches"])
    )


def _stretch(stored: Json) -> Stretch:
    of = system(stored["system"])
    begins, conversion = stored["from"], stored.get("conversion")
    return Stretch(
        day_number(date.fromisoformat(begins)) if begins else day_number(date.min),
        of,
        of.Parameters.from_json(stored["parameters"]),
        None if conversion is None else Conversion.from_json(conversion),
    )


def compare(
    pool: PoolHistory,
    candidates: Sequence[Candidate],
    measured_from: date | None,
    tell: Told = lambda games: None,
) -> Json:
    """Every candidate walked and measured, as JSON.

    Quality is measured on the games of which every candidate that foretells anything
    foretold something, from `measured_from` on, so that all answer for the same ones.
    `tell` hears now and then how many games have been rated, of all candidates.
    """
    history = pool.history
    days = mark_days(history)
    walked = _walk_all(pool, candidates, days, tell)
    foretold = _foretold_by_all(history, walked, measured_from)
    return {
        "games": len(history.lines),
        "players": history.players,
        "first_date": date_of(history.first_day).isoformat(),
        "last_date": date_of(history.last_day).isoformat(),
        "measured_games": int(np.count_nonzero(foretold)),
        "candidates": [
            _told(history, each, candidate.label)
            for each, candidate in zip(walked, candidates, strict=True)
        ],
        "quality": _quality(history, walked, foretold),
        "distribution": _distribution(walked),
        "movers": [_movers(pool, walked[0], each) for each in walked[1:]],
    }


def mark_days(history: History) -> list[int]:
    """The last days of quarters, or of years where those are too many, and the very
    last day.
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


# --- walking -----------------------------------------------------------------------------
def _walk_all(
    pool: PoolHistory, candidates: Sequence[Candidate], days: list[int], tell: Told
) -> list[Walked]:
    rated = [0] * len(candidates)

    def walk_one(number: int) -> Walked:
        def heard(games: int) -> None:
            rated[number] = max(rated[number], games)

        stretches = candidates[number].stretches
        return walk(pool.history, stretches, pool.decided, days, heard)

    with ThreadPoolExecutor(WORKERS) as workers:
        walks = [workers.submit(walk_one, number) for number in range(len(candidates))]
        _wait(walks, lambda: tell(sum(rated)))
    return [each.result() for each in walks]


def _wait(walks: list[Future[Walked]], say: Callable[[], None]) -> None:
    """Says how far it is until all are done, or one has failed."""
    going = set(walks)
    while going:
        done, going = wait(going, OFTEN, FIRST_COMPLETED)
        say()
        if any(each.exception() for each in done):
            for each in going:
                each.cancel()
            return


# --- measuring ----------------------------------------------------------------------------
def _foretold_by_all(
    history: History, walked: list[Walked], measured_from: date | None
) -> BoolArray:
    counted = history.lines.played.copy()
    if measured_from is not None:
        counted &= history.lines.day >= day_number(measured_from)
    for each in _foretellers(walked):
        counted &= ~np.isnan(walked[each].expected)
    return counted


def _foretellers(walked: list[Walked]) -> list[int]:
    return [
        number
        for number, each in enumerate(walked)
        if not np.isnan(each.expected).all()
    ]


def _quality(history: History, walked: list[Walked], counted: BoolArray) -> list[Json]:
    """Of every candidate that foretells anything, the best first."""
    rows = np.flatnonzero(counted)
    scores = history.lines.score.take(rows)
    losses = {
        number: log_losses(_said(walked[number], rows), scores)
        for number in _foretellers(walked)
    }
    if not len(rows) or not losses:
        return []
    order = sorted(losses, key=lambda number: float(losses[number].mean()))
    best = losses[order[0]]
    return [
        {
            "candidate": number,
            **asdict(quality_of(_said(walked[number], rows), scores)),
            **_behind(losses[number], best),
        }
        for number in order
    ]


def _said(walked: Walked, rows: IntArray) -> FloatArray:
    return walked.expected.take(rows).astype(np.float64)


def _behind(losses: FloatArray, best: FloatArray) -> Json:
    cost, certainty = behind(losses, best)
    known = np.isfinite(certainty)
    return {"behind": cost, "behind_within": certainty if known else None}


def _told(history: History, walked: Walked, label: str) -> Json:
    year = history.lines.day.astype("datetime64[D]").astype("datetime64[Y]")
    surplus = surplus_by_year(history.lines, year.astype(int) + 1970, walked.expected)
    return {
        "label": label,
        "steps": walked.steps,
        "rated_ends": walked.games,
        "left_out": [asdict(each) for each in walked.left_out],
        "marks": [
            {
                "date": date_of(mark.day).isoformat(),
                "everybody": asdict(mark.everybody),
                "young": asdict(mark.young),
            }
            for mark in walked.marks
        ],
        "surplus": [asdict(each) for each in surplus],
    }


def _distribution(walked: list[Walked]) -> Json:
    """The last ratings of those who play, all candidates in classes of one width."""
    ratings = [each.rating[each.is_active] for each in walked]
    width = class_width(np.concatenate(ratings)) if ratings else 1
    return {
        "width": width,
        "classes": [
            [asdict(each) for each in distribution(column, width)] for column in ratings
        ],
    }


def _movers(pool: PoolHistory, first: Walked, other: Walked) -> list[Json]:
    """Who would move most against the first candidate, of those who play under both."""
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
