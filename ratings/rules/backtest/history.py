"""A pool's whole history in columns, divided into the steps of any calendar."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any

import numpy as np

from ratings.rules.calendar import date_of, day_number, periods_between
from ratings.rules.conversion import Conversion
from ratings.rules.converting import Converting
from ratings.rules.protocol import System
from ratings.rules.step import BoolArray, IntArray, Lines, Span


@dataclass(frozen=True, slots=True)
class History:
    """Every game of a pool, n lines in order of play, and its events."""

    players: int
    """p: players are rows 0 … p-1."""
    lines: Lines
    """Each line has its event's number, 0 … e-1."""
    booked: IntArray
    """int32 (n): the day (a day number) whose step books the change."""
    event_first: IntArray
    """int32 (e): first day of each event; events that end and start on the same days
    are numbered in the order of their reports."""
    event_last: IntArray
    """int32 (e): last day of each event."""
    event_finished: BoolArray
    """bool (e): whether the event is finished, so that no more games follow."""
    birth_year: IntArray
    """int16 (p): as on the lines, 0 where unknown."""
    last_day: int
    """The day until which the history continues, with or without games."""

    @property
    def first_day(self) -> int:
        """The first day on which a game is booked; `last_day` without games."""
        return int(self.booked.min()) if len(self.booked) else self.last_day


@dataclass(frozen=True, slots=True)
class SystemSpan:
    """From this day (a day number) on a system applies with these parameters."""

    first_day: int
    system: System[Any]
    parameters: Any
    conversion: Conversion | None = None
    """How the ratings of the day before are carried over; None: unchanged."""


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """One step: its games are the rows `start` up to, but not including, `stop` of
    `HistoryInSteps.lines`.
    """

    start: int
    stop: int
    span: Span
    stretch: SystemSpan
    system_number: int
    """Number of the run of stretches with the same system: the memory of one system
    means nothing to another."""
    event: int | None = None
    """The tournament that is rated as a whole; None for a period of the calendar."""


@dataclass(frozen=True, slots=True)
class HistoryInSteps:
    """A history divided into steps."""

    order: IntArray
    """intp: the rows of the history, in the order of the steps."""
    lines: Lines
    """The history's lines in that order."""
    steps: tuple[HistoryStep, ...]

    def lines_of(self, step: HistoryStep) -> Lines:
        """Return the games of one step, in order of play."""
        return _between(self.lines, step.start, step.stop)

    def rows_of(self, step: HistoryStep) -> IntArray:
        """Return the rows of one step's games in the history."""
        rows: IntArray = self.order[step.start : step.stop]
        return rows


def cut_into_steps(history: History, stretches: Sequence[SystemSpan]) -> HistoryInSteps:
    """Return the history in the steps of these stretches, at least one, ascending by
    day.

    The first stretch also applies before its day. A tournament that begins under a
    system that rates by tournament is a step of its own; every other game belongs to
    the period in which it is booked. Steps are ordered by end, then start, a period
    before a tournament.
    """
    reaches = [_reach(history, stretches, place) for place in range(len(stretches))]
    event, booked = _places_of_lines(history, stretches)
    orders: list[IntArray] = []
    steps: list[HistoryStep] = []
    for place, reach in enumerate(reaches):
        whole = np.flatnonzero(event == place)
        others = np.flatnonzero((event < 0) & (booked == place))
        for rows, cutter in ((others, _periods), (whole, _events)):
            order, new_steps = cutter(history, rows, reach)
            steps.extend(_moved(new_steps, sum(map(len, orders))))
            orders.append(order)
    steps.extend(_conversions(reaches))
    steps.sort(key=_key)
    order = np.concatenate(orders)
    return HistoryInSteps(order, _in_order(history.lines, order), tuple(steps))


def _conversions(reaches: Sequence["_Reach"]) -> Iterator[HistoryStep]:
    """Yield the conversions between the last step of one stretch and the next
    stretch.
    """
    for reach in reaches[1:]:
        of, conversion = reach.stretch.system, reach.stretch.conversion
        if conversion is not None and reach.first_day <= reach.last_day:
            converting = Converting(of.unit, of.memory, of.fractional)
            first = reach.first_day
            stretch = SystemSpan(first, converting, conversion)
            yield HistoryStep(
                0, 0, Span(first, first - 1), stretch, reach.system_number
            )


def _key(step: HistoryStep) -> tuple[int, int, int]:
    event = -1 if step.event is None else step.event
    return step.span.last_day, step.span.first_day, event


@dataclass(frozen=True, slots=True)
class _Reach:
    """A stretch and the days that it covers among the others."""

    stretch: SystemSpan
    first_day: int
    last_day: int
    cut_before: bool
    cut_after: bool
    system_number: int


def _reach(history: History, stretches: Sequence[SystemSpan], place: int) -> _Reach:
    stretch = stretches[place]
    after = stretches[place + 1] if place + 1 < len(stretches) else None
    names = [each.system.name for each in stretches[: place + 1]]
    return _Reach(
        stretch,
        first_day=stretch.first_day if place else history.first_day,
        last_day=after.first_day - 1 if after else history.last_day,
        cut_before=place > 0,
        cut_after=after is not None,
        system_number=sum(one != other for one, other in pairwise(names)),
    )


def _places_of_lines(
    history: History, stretches: Sequence[SystemSpan]
) -> tuple[IntArray, IntArray]:
    """Return the index of the stretch that rates each line's event as a whole, -1 if
    none does; and the index of the stretch in which the line is booked.
    """
    starts = np.array([stretch.first_day for stretch in stretches[1:]], np.int64)
    booked = np.searchsorted(starts, history.booked, side="right")
    by_event = np.array([each.system.unit == "tournament" for each in stretches])
    if history.lines.event is None or not by_event.any():
        return np.full(len(booked), -1), booked
    place = np.searchsorted(starts, history.event_first, side="right")
    whole = np.where(by_event[place], place, -1)
    return whole.take(history.lines.event), booked


def _periods(
    history: History, rows: IntArray, reach: _Reach
) -> tuple[IntArray, list[HistoryStep]]:
    spans = list(_spans(reach))
    begin = np.array([span.first_day for span in spans], np.int64)
    place = np.searchsorted(begin, history.booked.take(rows), side="right") - 1
    order = rows if _ascends(place) else rows[np.argsort(place, kind="stable")]
    games = np.bincount(place, minlength=len(spans))
    stops = np.cumsum(games)
    starts = stops - games
    return order, [
        HistoryStep(start, stop, span, reach.stretch, reach.system_number)
        for start, stop, span in zip(
            starts.tolist(), stops.tolist(), spans, strict=True
        )
    ]


def _spans(reach: _Reach) -> Iterator[Span]:
    """Yield the periods of a stretch, cut where another stretch begins; the very last
    period is open.
    """
    if reach.first_day > reach.last_day:
        return
    first, last = date_of(reach.first_day), date_of(reach.last_day)
    for period in periods_between(first, last, reach.stretch.parameters.period_starts):
        begins, ends = day_number(period.first_date), day_number(period.last_date)
        yield Span(
            max(begins, reach.first_day) if reach.cut_before else begins,
            min(ends, reach.last_day) if reach.cut_after else ends,
            closed=reach.cut_after or ends < reach.last_day,
        )


def _events(
    history: History, rows: IntArray, reach: _Reach
) -> tuple[IntArray, list[HistoryStep]]:
    """Return a step for each tournament."""
    event = history.lines.event
    of_line = np.zeros(len(rows), np.int64) if event is None else event.take(rows)
    order = rows[np.argsort(of_line, kind="stable")]
    games = np.bincount(of_line, minlength=len(history.event_first))
    stops = np.cumsum(games)
    return order, [
        HistoryStep(
            int(stops[number] - games[number]),
            int(stops[number]),
            _span_of(history, number),
            reach.stretch,
            reach.system_number,
            number,
        )
        for number in np.flatnonzero(games).tolist()
    ]


def _span_of(history: History, event: int) -> Span:
    first = int(history.event_first[event])
    return Span(
        first,
        max(first, int(history.event_last[event])),
        closed=bool(history.event_finished[event]),
    )


def _moved(steps: list[HistoryStep], by: int) -> Iterator[HistoryStep]:
    """Yield the steps with `start` and `stop` moved by `by` lines."""
    for step in steps:
        yield replace(step, start=step.start + by, stop=step.stop + by)


def _in_order(lines: Lines, order: IntArray) -> Lines:
    return lines if _is_unchanged(order) else lines.take(order)


def _is_unchanged(order: IntArray) -> bool:
    return bool(np.array_equal(order, np.arange(len(order))))


def _ascends(column: IntArray) -> bool:
    rising: BoolArray = column[1:] >= column[:-1]
    return bool(rising.all())


def _between(lines: Lines, start: int, stop: int) -> Lines:
    """Return these lines as a view, without a copy."""
    columns: list[Any] = [getattr(lines, column.name) for column in fields(lines)]
    parts: list[Any] = [
        None if column is None else column[start:stop] for column in columns
    ]
    return Lines(*parts)
