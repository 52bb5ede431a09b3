"""Pools in which nothing is booked any more: `ratings.pools.queries.ended_pools`."""

from datetime import date

import pytest

from ratings.ledger.domain.reports import hold_report, release_report, return_report
from ratings.models import Pool
from ratings.pools.queries.ended_pools import books_nothing_more, is_booked_nowhere
from tests.factories import acting, chess_pool, line, member, posted
from tests.ratings.rating_lists import (
    SPRING,
    accepted,
    corrected,
    open_next_period,
    period,
    published,
    rulebook_game,
)
from tests.worlds import shared

pytestmark = pytest.mark.django_db

SPRINGS_END = date(2026, 4, 30)
AFTER = date(2026, 5, 1)


@shared
def game():
    """A game of the pool's last period, in a pool that carries corrections."""
    Pool.objects.filter(pk=chess_pool().pk).update(carries_from=0)
    return rulebook_game()


def ended(day=SPRINGS_END):
    Pool.objects.filter(pk=chess_pool().pk).update(ends_on=day)


def nothing_more(today=AFTER):
    return books_nothing_more(chess_pool(), today)


def test_nothing_is_booked_after_the_last_list_of_a_pool_that_has_ended(game):
    assert not nothing_more()
    ended()
    assert not nothing_more()
    published(SPRING)
    assert nothing_more()
    assert not nothing_more(SPRINGS_END)


def test_pool_that_continues_books_what_has_come_meanwhile(game):
    ended()
    published(SPRING)
    ended(None)
    assert not nothing_more()


def test_pool_with_an_open_period_books_what_comes_late(game):
    open_next_period(period(SPRING))
    ended()
    published(SPRING)
    assert not nothing_more()


def test_pool_whose_corrections_cascade_revises_its_lists(game):
    Pool.objects.filter(pk=chess_pool().pk).update(carries_from=None)
    ended()
    published(SPRING)
    assert not nothing_more()


def test_report_that_came_after_the_last_list_is_booked_nowhere(game):
    adam, bertil, on_list = game
    held = posted(line(member(), member(), 2, SPRING))
    hold_report(held.pk, "look", acting=acting())
    held.refresh_from_db()
    ended()
    published(SPRING)

    assert not is_booked_nowhere(on_list, AFTER)
    assert is_booked_nowhere(corrected(adam, bertil, 1), AFTER)
    assert is_booked_nowhere(held, AFTER)
    late = posted(line(member(), member(), 2, SPRING))
    assert is_booked_nowhere(late, AFTER)
    assert not is_booked_nowhere(late, SPRINGS_END)
    returned = return_report(late.pk, "mend", acting=acting())
    assert not is_booked_nowhere(returned, AFTER)


def test_report_that_was_on_the_last_list_and_is_released_is_booked(game):
    _adam, _bertil, report = game
    ended()
    published(SPRING)
    hold_report(report.pk, "look", acting=acting())
    report = release_report(report.pk, acting=acting())
    assert not is_booked_nowhere(report, AFTER)


def test_report_from_before_the_policy_is_booked_in_its_own_period(game):
    pool = Pool.objects.filter(pk=chess_pool().pk)
    pool.update(carries_from=None)
    ended()
    published(SPRING)
    report = accepted(line(member(), member(), 2, SPRING))
    pool.update(carries_from=chess_pool().posted)
    assert not is_booked_nowhere(report, AFTER)
