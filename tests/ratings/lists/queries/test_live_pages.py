"""Every order, direction and page of the live list, against the same rows sorted by a
plain ORDER BY: `ratings.lists.queries.list_pages` and, by name, `name_pages`.
"""

from datetime import date
from itertools import product

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from federation.enums import Visibility
from federation.models import Player
from ratings.lists.queries import name_walk
from ratings.lists.queries.list_pages import Cursor, Order, turn
from ratings.lists.queries.lists import live_entries
from ratings.lists.queries.name_pages import page_by_name
from ratings.pools.queries.publications import publications
from tests.factories import chess_pool, line
from tests.ratings.lists.queries.test_facet_pages import (
    CHANGES,
    COLUMNS,
    MOST_PAGES,
    NAMES,
    TODAY,
    in_plain_order,
    readers_of,
)
from tests.ratings.published import SUMMER, accepted, published, rated, up_to_date

pytestmark = pytest.mark.django_db

SPRING = date(2026, 2, 1)


def results(least, most):
    """Who has met whom, by place among the players, and White's half points."""
    place = st.integers(0, 7)
    return st.lists(
        st.tuples(place, place, st.integers(0, 2)).filter(lambda it: it[0] != it[1]),
        min_size=least,
        max_size=most,
    )


def play(cards, games, day):
    if games:
        accepted(
            *(line(cards[one], cards[two], score, day) for one, two, score in games)
        )


def pages_of(entries, order, size):
    """The pages behind each other, and those in front of the last one."""

    def page(cursor):
        if order.column == "name":
            return page_by_name(entries, cursor, size, falls=order.falls, chosen=None)
        return turn(entries, order, cursor, size, narrowed=False)

    forth = [page(Cursor())]
    while forth[-1].cursors.after and len(forth) < MOST_PAGES:
        forth.append(page(Cursor(after=forth[-1].cursors.after)))
    back = forth[-1:]
    while back[-1].cursors.before and len(back) < MOST_PAGES:
        back.append(page(Cursor(before=back[-1].cursors.before)))
    return forth, back[::-1]


@settings(
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    max_examples=8,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(
    drawn=st.lists(
        st.tuples(
            st.sampled_from(NAMES),
            st.sampled_from(Visibility.values),
            st.sampled_from((1500, 1500, 1800)),
        ),
        min_size=8,
        max_size=8,
    ),
    before=results(1, 4),
    since=results(0, 4),
    changes=CHANGES,
    size=st.integers(2, 5),
    reads_as=st.integers(0, 2),
)
def test_every_page_of_every_order_is_that_of_a_plain_order(
    drawn, before, since, changes, size, reads_as
):
    with transaction.atomic(), pytest.MonkeyPatch.context() as patched:
        patched.setattr(name_walk, "FIRST_LOOK", 2)
        cards = [
            rated(points, first_name="A", last_name=name, visibility=visibility)
            for name, visibility, points in drawn
        ]
        play(cards, before, SPRING)
        published(SPRING)
        play(cards, since, SUMMER)
        up_to_date()
        for number, name, visibility in changes:
            if number < len(cards):
                card = Player.objects.filter(pk=cards[number].pk)
                card.update(last_name=name, visibility=visibility)
        reader = list(readers_of(cards))[reads_as]
        pool = chess_pool().pk
        entries = live_entries(pool, publications(pool).newest, TODAY, reader)
        for column, descending in product(COLUMNS, (False, True)):
            order = Order(column, descending=descending)
            expected = in_plain_order(entries, order)
            pages = [expected[at : at + size] for at in range(0, len(expected), size)]
            forth, back = pages_of(entries, order, size)
            assert [list(each.lines) for each in forth] == (pages or [[]]), order
            assert [list(each.lines) for each in back] == (pages or [[]]), order
        transaction.set_rollback(True)
