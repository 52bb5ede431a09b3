"""Every system's `rate_step`, compared with a second implementation of its rules."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.rules.step import CannotCompute
from tests.ratings.readings import fide, glicko, invented, lask, renju, scrabble, ssf
from tests.ratings.readings.book import MONTHS
from tests.ratings.readings.columns import rate_periods, rate_tournaments

BOOKS = st.randoms(use_true_random=False)
SLOWLY = settings(deadline=None)


def whole_or_none(number):
    return None if np.isnan(number) else int(number)


@SLOWLY
@given(BOOKS)
def test_lask_periods_agree_with_the_second_implementation(random):
    book = invented.lask(random)
    rated = rate_periods(book, "lask_1970", lask.BASE_DATES)
    for (first, _, found), (of, _, rows) in zip(rated, lask.rate(book), strict=True):
        assert first == of
        for player, row in rows.items():
            columns = (
                found.after, found.change, found.bonus, found.deduction,
                found.games, found.score,
            )  # fmt: skip
            assert tuple(int(column[player]) for column in columns) == row


@SLOWLY
@given(BOOKS)
def test_ssf_histories_agree_with_the_second_implementation(random):
    book = invented.ssf(random)
    rated = rate_periods(book, "ssf_2008", ssf.PERIOD_STARTS)
    for (first, _, found), (of, _, rows) in zip(rated, ssf.rate(book), strict=True):
        assert first == of
        for player, (after, *parts) in rows.items():
            assert whole_or_none(found.after[player]) == after, (first, player)
            columns = (
                found.change, found.bonus, found.deduction, found.games, found.score,
            )  # fmt: skip
            assert [float(column[player]) for column in columns] == parts


@SLOWLY
@given(BOOKS)
def test_elo_months_agree_with_the_second_implementation(random):
    book = invented.fide(random)
    rated = rate_periods(book, "elo", MONTHS)
    for (_, last, found), (_, of, rows) in zip(rated, fide.rate(book), strict=True):
        assert last == of
        for player, (after, change, games) in rows.items():
            assert whole_or_none(found.after[player]) == after, (last, player)
            if change is not None:
                assert int(found.change[player]) == change
                assert found.games[player] == games


@SLOWLY
@given(BOOKS)
def test_glicko_months_agree_with_the_second_implementation(random):
    book = invented.glicko(random)
    rated = rate_periods(book, "glicko2", MONTHS)
    for (_, last, found), (_, of, rows) in zip(rated, glicko.rate(book), strict=True):
        assert last == of
        for player in range(book.members):
            if player in rows:
                assert _of_glicko(found, player) == pytest.approx(rows[player])
            else:
                assert not found.games[player]


def _of_glicko(found, player):
    return found.after[player], found.memory[player][0], found.memory[player][1]


@SLOWLY
@given(BOOKS)
def test_scrabble_tournaments_agree_with_the_second_implementation(random):
    book = invented.scrabble(random)
    rated = [
        (event, found)
        for event, _, found in rate_tournaments(book, "scrabble")
        if event is not None
    ]
    for (event, found), (of, rows) in zip(rated, scrabble.rate(book), strict=True):
        assert event is of
        for player, row in rows.items():
            columns = (found.after, found.games, found.score)
            assert tuple(int(column[player]) for column in columns) == row


@SLOWLY
@given(BOOKS)
def test_renju_tournaments_agree_with_the_second_implementation(random):
    book = invented.renju(random)
    try:
        expected = list(renju.rate(book))
    except renju.NeverSettles:
        with pytest.raises(CannotCompute) as refused:
            list(rate_tournaments(book, "renju"))
        assert refused.value.reason == CannotCompute.NEVER_SETTLES
        return
    rated = rate_tournaments(book, "renju")
    for (event, last, found), (of, day, levels) in zip(rated, expected, strict=True):
        assert (event, last) == (of, day)
        for player in range(book.members):
            assert whole_or_none(found.after[player]) == levels.get(player), (
                last,
                player,
            )


def books(of):
    """Return random books, the same ones in every run."""
    return [of(Random(seed)) for seed in range(30)]  # noqa: S311 - invented results


def test_lask_books_contain_deductions_bonuses_and_sections():
    found = books(invented.lask)
    rows = [row for book in found for *_, of in lask.rate(book) for row in of.values()]
    assert sum(bonus > 0 for _, _, bonus, *_ in rows) > 10
    assert sum(-27 < lost < 0 for *_, lost, _, _ in rows) > 10
    assert sum(event.whole for book in found for event in book.events) > 10


def test_ssf_books_contain_every_deduction_and_bonus_and_halved_changes():
    found = books(invented.ssf)
    rows = [row for book in found for *_, of in ssf.rate(book) for row in of.values()]
    assert {lost for *_, lost, _, _ in rows} >= {0, -50}
    assert sum(bonus > 0 for _, _, bonus, *_ in rows) > 10
    assert sum(change.denominator == 2 for _, change, *_ in rows) > 10
    assert sum(after == 800 for after, *_ in rows) > 0


def test_elo_books_contain_first_ratings_and_falls_below_the_floor():
    began = fell = 0
    for book in books(invented.fide):
        before = dict(book.starts)
        for *_, rows in fide.rate(book):
            for player, (after, *_rest) in rows.items():
                began += before.get(player) is None and after is not None
                fell += before.get(player) is not None and after is None
                before[player] = after
    assert (began > 20, fell > 3) == (True, True)


def test_renju_books_contain_newcomers_rises_and_falls_by_time():
    entered = rose = fell = 0
    for book in books(invented.renju):
        before = {}
        try:
            steps = list(renju.rate(book))
        except renju.NeverSettles:
            continue
        for event, _, levels in steps:
            entered += event is not None and len(levels) > len(before)
            for player, level in levels.items():
                was = before.get(player, level)
                rose += event is not None and level > was
                fell += event is None and level < was
            before = levels
    assert (entered > 5, rose > 20, fell > 20) == (True, True, True)
