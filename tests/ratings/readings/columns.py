"""A plain book converted to the columns of steps that the systems take."""

from dataclasses import replace

import numpy as np

from ratings.rules.calendar import day_number
from ratings.rules.outcomes import next_state
from ratings.rules.step import Decisions, Lines, Span, State
from ratings.rules.systems import system
from tests.ratings.readings.book import MONTHS, Book, Event, Game, periods
from tests.ratings.rules import columns

CONCENTRATED = 1


def lines_of(book: Book, games: list[tuple[Event, Game]]) -> Lines:
    plain = [
        columns.Game(
            *(_side(book, player) for player in game[:2]),
            game.score,
            played=game.played,
            minutes=game.minutes,
            day=game.day,
        )
        for _, game in games
    ]
    return replace(
        columns.lines_of(plain),
        event=np.array([_number(book, event) for event, _ in games], np.int64),
        large=np.array([event.large for event, _ in games], np.bool_),
        method=np.array([CONCENTRATED * event.whole for event, _ in games], np.int8),
    )


def _number(book: Book, event: Event) -> int:
    return next(n for n, each in enumerate(book.events, 1) if each is event)


def _side(book: Book, player: int) -> columns.Side:
    guest = book.guest(player)
    return columns.Side(
        player,
        member=guest is None,
        outside=columns.NONE if guest is None else guest,
        adopts=player in book.adopts,
        born=book.born.get(player, 0),
    )


def starts_of(book: Book) -> Decisions:
    people = [
        columns.Person(start=book.starts.get(player, columns.NONE))
        for player in book.everybody
    ]
    return columns.decisions_of(people)


def span_of(first, last) -> Span:
    return Span(day_number(first), day_number(last))


def unknown(book: Book, name: str) -> State:
    of, size = system(name), len(book.everybody)
    return State.unknown(size, of.memory, fractional=of.fractional)


def rate_periods(book: Book, name: str, starts):
    """Yield what `rate_step` gives for each period in turn."""
    of, state, decisions = system(name), unknown(book, name), starts_of(book)
    for first, last in periods(book.first, book.last, starts):
        lines = lines_of(book, book.games(first, last))
        outcome = of.rate_step(
            lines, state, decisions, span_of(first, last), of.Parameters()
        )
        yield first, last, outcome
        state, decisions = (
            next_state(outcome, state),
            Decisions.none(len(book.everybody)),
        )


def rate_tournaments(book: Book, name: str):
    """Yield what `rate_step` gives for each tournament and month in the order in which
    they end; each tournament is rated on what had ended before its first day.
    """
    of, state, decisions = system(name), unknown(book, name), starts_of(book)
    log = [(-(10**6), state.rating)]
    steps = [(event.last, event.first, event) for event in book.events]
    steps += [(last, day, None) for day, last in periods(book.first, book.last, MONTHS)]
    for last, first, event in sorted(steps, key=lambda step: step[:2]):
        span = span_of(first, last)
        if event is not None:
            state = _as_it_was(of, state, log, span)
        games = [] if event is None else [(event, game) for game in event.games]
        outcome = of.rate_step(
            lines_of(book, games), state, decisions, span, of.Parameters()
        )
        yield event, last, outcome
        state, decisions = (
            next_state(outcome, state),
            Decisions.none(len(book.everybody)),
        )
        log.append((span.last_day, state.rating))


def _as_it_was(of, state: State, log, span: Span) -> State:
    """Return the current state with ratings of the first day and the watched days."""

    def before(day):
        return [rating for ended, rating in log if ended < day][-1]

    watched = [before(day) for day in of.watched_days(span)]
    return replace(
        state,
        rating=before(span.first_day),
        standing=state.rating,
        watched=np.stack(watched, axis=1)
        if watched
        else np.empty((len(state.rating), 0)),
    )
