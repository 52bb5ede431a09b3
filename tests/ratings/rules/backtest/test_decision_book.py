"""Decisions over a whole history, requested step by step."""

import numpy as np

from ratings.rules.backtest.decision_book import (
    DecisionBook,
    DecisionEffect,
    DecisionFact,
)
from ratings.rules.step import NEVER, Span

FIRST, SECOND, THIRD = Span(10, 19), Span(20, 29), Span(30, 39)


def numbers(column):
    """Return a column with 0 in place of missing numbers."""
    return np.nan_to_num(column).tolist()


def test_start_ratings_are_unknown_before_their_day():
    book = DecisionBook(
        [
            DecisionFact(29, DecisionEffect.START, 1, 1700),
            DecisionFact(30, DecisionEffect.START, 2, 1800),
            DecisionFact(10, DecisionEffect.START, 0, 1500),
        ],
        3,
    )
    for span, start, days in (
        (FIRST, [1500, 0, 0], [10, NEVER, NEVER]),
        (SECOND, [1500, 1700, 0], [10, 29, NEVER]),
        (THIRD, [1500, 1700, 1800], [10, 29, 30]),
    ):
        decisions = book.of_period(span)
        assert numbers(decisions.start) == start
        assert decisions.start_day.tolist() == days


def test_latest_start_rating_is_used():
    facts = [
        DecisionFact(day, DecisionEffect.START, 0, 1000 + day) for day in (12, 18, 22)
    ]
    book = DecisionBook(facts, 1)
    assert book.of_period(FIRST).start.tolist() == [1018]
    assert book.of_period(SECOND).start.tolist() == [1022]


def test_points_of_one_period_are_summed_per_player():
    facts = [
        DecisionFact(10, DecisionEffect.ADJUSTMENT, 1, 50),
        DecisionFact(19, DecisionEffect.ADJUSTMENT, 1, -20),
        DecisionFact(20, DecisionEffect.ADJUSTMENT, 0, 7),
        DecisionFact(15, DecisionEffect.WITHHELD_BONUS, 0),
        DecisionFact(16, DecisionEffect.ASSESSED, 0, 1400),
    ]
    book = DecisionBook(facts, 2)
    first, second = book.of_period(FIRST), book.of_period(SECOND)
    assert first.adjustment.tolist() == [0, 30]
    assert first.bonus_withheld.tolist() == [True, False]
    assert numbers(first.assessed) == [1400, 0]
    assert first.start_day is None
    assert second.adjustment.tolist() == [7, 0]
    assert second.bonus_withheld.tolist() == [False, False]
    assert numbers(second.assessed) == [0, 0]


def test_tournament_gets_only_start_ratings_of_its_players():
    facts = [
        DecisionFact(5, DecisionEffect.START, 0, 1500),
        DecisionFact(12, DecisionEffect.START, 2, 1700),
        DecisionFact(12, DecisionEffect.ADJUSTMENT, 2, 50),
        DecisionFact(12, DecisionEffect.ACTIVE, 2),
    ]
    book = DecisionBook(facts, 3)
    decisions = book.of_event(Span(10, 12), np.array([2, 1]))
    assert numbers(decisions.start) == [1700, 0]
    assert decisions.start_day.tolist() == [12, NEVER]
    assert decisions.adjustment.tolist() == [0, 0]
    assert decisions.active == {}
    # Decisions of the period are applied with the period.
    assert book.of_period(FIRST).adjustment.tolist() == [0, 0, 50]


def test_tournament_without_decisions_gets_none():
    decisions = DecisionBook([], 3).of_event(FIRST, np.array([0, 2]))
    assert numbers(decisions.start) == [0, 0]
    assert decisions.start_day is None


def test_period_has_decisions_from_its_first_to_its_last_day():
    days = (9, 10, 19, 20)
    facts = [DecisionFact(day, DecisionEffect.ADJUSTMENT, 0, day) for day in days]
    book = DecisionBook(facts, 1)
    assert book.of_period(FIRST).adjustment.tolist() == [10 + 19]
    assert book.of_period(SECOND).adjustment.tolist() == [20]
