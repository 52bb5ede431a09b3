"""Every order, direction, filter and page of the live list, against the same rows sorted
by a plain ORDER BY: `ratings.lists.queries.live_facets` and, of short lists, `list_pages`.
"""

from datetime import date
from itertools import product
from types import SimpleNamespace

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from federation.enums import Gender, PlayerClass, Visibility
from federation.models import Membership, Player
from ratings.lists.filters import LiveFilters
from ratings.lists.queries import name_walk
from ratings.lists.queries.clubs_and_districts import read_clubs_and_districts
from ratings.lists.queries.list_pages import Cursor, Order, read_list_page
from ratings.lists.queries.lists import live_entries
from ratings.lists.queries.live_facets import LiveFacets
from ratings.pools.queries.publications import publications
from tests.factories import (
    ClassMembershipFactory,
    ClubFactory,
    MembershipFactory,
    chess_pool,
    line,
)
from tests.ratings.lists.plain_order import MOST_PAGES, check_pages, in_plain_order
from tests.ratings.lists.queries.test_facet_pages import (
    CHANGES,
    CLUBS,
    COLUMNS,
    FILTERS,
    NAMES,
    TODAY,
    readers_of,
    with_clubs,
)
from tests.ratings.rating_lists import SUMMER, accepted, published, rated, up_to_date

pytestmark = pytest.mark.django_db

SPRING = date(2026, 2, 1)


def results(least, most):
    """Draw results as (index of White, index of Black, White's half points)."""
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
    """Return the pages of a short list forwards, and backwards from the last one."""

    def page(cursor):
        return read_list_page(entries, order, cursor, size, narrowed=False)

    forth = [page(Cursor())]
    while forth[-1].cursors.after and len(forth) < MOST_PAGES:
        forth.append(page(Cursor(after=forth[-1].cursors.after)))
    back = forth[-1:]
    while back[-1].cursors.before and len(back) < MOST_PAGES:
        back.append(page(Cursor(before=back[-1].cursors.before)))
    return forth, back[::-1]


def check(reader, form, order, size):
    pool = chess_pool().pk
    newest = publications(pool).newest
    entries = live_entries(pool, newest, TODAY, reader)
    request = SimpleNamespace(actor=reader, today=TODAY)
    filters = LiveFilters(
        form, queryset=entries.rows, request=request, places=read_clubs_and_districts()
    )
    check_pages(
        entries, LiveFacets(pool, newest, TODAY, ("", "")), filters, order, size
    )
    if not form:
        expected = in_plain_order(entries, order)
        pages = [expected[at : at + size] for at in range(0, len(expected), size)]
        forth, back = pages_of(entries, order, size)
        assert [list(each.lines) for each in forth] == (pages or [[]]), order
        assert [list(each.lines) for each in back] == (pages or [[]]), order


def join(card, club):
    """Make a club a player's main club from 2021 on."""
    Membership.objects.filter(player=card).delete()
    MembershipFactory(player=card, club=club, from_date=date(2021, 1, 1))


PLAYERS = st.lists(
    st.tuples(
        st.sampled_from(NAMES),
        st.sampled_from(Visibility.values),
        st.sampled_from((1500, 1500, 1800)),
        st.sampled_from(Gender.values),
        st.sampled_from((None, 1950, 1966, 1967, 2006, 2010, 2013)),
        st.sampled_from((*range(len(CLUBS)), None)),
        st.sampled_from((None, *PlayerClass.values)),
    ),
    min_size=8,
    max_size=8,
)


@settings(
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    max_examples=8,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(
    drawn=PLAYERS,
    games=st.tuples(results(0, 4), results(0, 4)),
    form=FILTERS,
    changes=CHANGES,
    size=st.integers(2, 5),
    reads_as=st.integers(0, 2),
)
def test_every_page_equals_that_of_a_plain_order_by(
    drawn, games, form, changes, size, reads_as
):
    with transaction.atomic(), pytest.MonkeyPatch.context() as patched:
        patched.setattr(name_walk, "FIRST_LOOK", 2)
        before, since = games
        clubs = [ClubFactory(name=name) for name in CLUBS]
        cards = [in_register(facts, clubs) for facts in drawn]
        reader = list(readers_of(cards))[reads_as]
        query = with_clubs(form, clubs)
        orders = [Order(*each) for each in product(COLUMNS, (False, True))]
        up_to_date()
        for order in orders:
            check(reader, query, order, size)
        play(cards, before, SPRING)
        if before:
            published(SPRING)
        play(cards, since, SUMMER)
        up_to_date()
        for order in orders:
            check(reader, {}, order, size)
            check(reader, query, order, size)
        for number, name, visibility in changes:
            if number < len(cards):
                card = Player.objects.filter(pk=cards[number].pk)
                card.update(last_name=name, visibility=visibility)
                join(cards[number], clubs[number % len(clubs)])
                ClassMembershipFactory(
                    player=cards[number], player_class="II", from_date=SUMMER
                )
        for order in orders:
            check(reader, {}, order, size)
            check(reader, query, order, size)
        transaction.set_rollback(True)


def in_register(facts, clubs):
    name, visibility, points, gender, birth_year, club, player_class = facts
    card = rated(
        points, first_name="A", last_name=name, visibility=visibility,
        gender=gender, birth_year=birth_year,
    )  # fmt: skip
    if club is not None:
        join(card, clubs[club])
    if player_class is not None:
        ClassMembershipFactory(player=card, player_class=player_class, from_date=SPRING)
    return card
