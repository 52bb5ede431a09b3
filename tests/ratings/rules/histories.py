"""Histories of invented games, in memory."""

from dataclasses import replace
from datetime import date

import numpy as np

from ratings.rules.backtest.decision_book import (
    DecisionBook,
    DecisionEffect,
    DecisionFact,
)
from ratings.rules.backtest.history import History, SystemSpan, cut_into_steps
from ratings.rules.calendar import day_number
from ratings.rules.outcomes import next_state
from ratings.rules.prediction import predictions
from ratings.rules.step import Lines, State
from ratings.rules.systems import system

FIRST = day_number(date(2020, 1, 1))
LAST = day_number(date(2025, 12, 31))
GAMES_IN_EVENT, DAYS_BETWEEN = 50, 3


def stretch(name, first_day=FIRST, **parameters):
    of = system(name)
    return SystemSpan(first_day, of, of.Parameters.from_json(parameters))


def history_of(lines, *, booked=None, players=None, last_day=LAST, events=None):
    """Return a history of lines, each its own event unless `events` says otherwise:
    (first day, last day) by number, in the order in which they end."""
    size = len(lines)
    if players is None:
        players = 1 + int(max(lines.white.max(initial=-1), lines.black.max(initial=-1)))
    born = np.zeros(players, np.int16)
    born[lines.white] = lines.white_birth_year
    born[lines.black] = lines.black_birth_year
    spans = events or [(int(day), int(day)) for day in lines.day]
    number = lines.event if events else np.arange(size)
    return History(
        players=players,
        lines=replace(lines, event=number),
        booked=lines.day if booked is None else booked,
        event_first=np.array([first for first, _ in spans], np.int32),
        event_last=np.array([last for _, last in spans], np.int32),
        event_finished=np.ones(len(spans), np.bool_),
        birth_year=born,
        last_day=last_day,
    )


def pairs(games, players, random, *, spread=None):
    """Return long games between members on random days of six years, without results;
    with `spread`, between players whose rows differ by about that much."""
    white = random.integers(0, players, games)
    step = random.integers(1, spread or players, games)
    day = np.sort(random.integers(FIRST, LAST + 1, games)).astype(np.int32)
    yes, no = np.ones(games, np.bool_), np.zeros(games, np.bool_)
    nothing, born = np.full(games, np.nan, np.float32), np.zeros(games, np.int16)
    return Lines(
        white=white,
        black=(white + step) % players,
        score=np.ones(games, np.int8),
        played=yes,
        minutes=np.full(games, 180, np.int16),
        white_member=yes,
        black_member=yes,
        white_outside=nothing,
        black_outside=nothing,
        white_adopts=no,
        black_adopts=no,
        white_birth_year=born,
        black_birth_year=born,
        day=day,
        event=np.arange(games),
    )


def starts(ratings):
    """Return every player's start rating, decided before the first day."""
    return [
        DecisionFact(FIRST - 1, DecisionEffect.START, row, float(points))
        for row, points in enumerate(ratings)
    ]


def played_by(name, games, players, seed, **parameters):
    """Return a history whose results are drawn from a system's own expectation of every
    game in turn, so that no system can predict them better; and the start ratings.
    """
    random = np.random.default_rng(seed)
    decided = starts(np.clip(random.normal(1600, 200, players).round(), 1000, 2400))
    history = _in_events(pairs(games, players, random), players)
    of = stretch(name, **parameters)
    cut_history, book = cut_into_steps(history, [of]), DecisionBook(decided, players)
    state = State.unknown(players, of.system.memory, fractional=of.system.fractional)
    for step in cut_history.steps:
        lines, decisions = cut_history.lines_of(step), book.of_period(step.span)
        arguments = (lines, state, decisions, step.span, of.parameters)
        expected = predictions()[name].expected_scores(*arguments)
        lines.score[:] = drawn(expected, random)
        history.lines.score[cut_history.rows_of(step)] = lines.score
        state = next_state(of.system.rate_step(*arguments), state)
    return history, decided


def _in_events(lines, players):
    """Put the games into events of a day each, with a few days in between."""
    event = np.arange(len(lines)) // GAMES_IN_EVENT
    lines = replace(
        lines, day=(FIRST + DAYS_BETWEEN * event).astype(np.int32), event=event
    )
    days = [FIRST + DAYS_BETWEEN * number for number in range(int(event[-1]) + 1)]
    assert days[-1] <= LAST
    return history_of(lines, players=players, events=[(day, day) for day in days])


def drawn(expected, random):
    """Draw results with these expected scores: some draws, else wins and losses."""
    draw = np.minimum(expected, 1 - expected) / 2
    luck = random.random(len(expected))
    return np.where(
        luck < expected - draw / 2, 2, np.where(luck < expected + draw / 2, 1, 0)
    ).astype(np.int8)
