"""Turning the pages of a list: `ratings.lists.queries.list_pages`."""

from dataclasses import replace
from datetime import date

import pytest

from federation.models import Player
from ratings.lists.queries.list_pages import (
    Cursor,
    Order,
    list_page_of,
    numbered,
    read_list_page,
)
from ratings.lists.queries.lists import live_entries
from tests.factories import ClubFactory, chess_pool, line
from tests.ratings.rating_lists import SPRING, accepted, rated, up_to_date
from tests.worlds import shared

pytestmark = pytest.mark.django_db

TODAY = date(2026, 6, 15)
RATINGS = (1900, 1800, 1800, 1700, 1600, 1500)
BY_RANK = Order()
NAMES = ("Åberg", "Zorn", "Ek", "Ek", "Öst", "Alm")
"""In the order of the ratings; Swedish order is Alm, Ek, Ek, Zorn, Åberg, Öst."""


@shared
def entries():
    """Six players with unchanged start ratings: their games were draws against equals,
    which changes no rating.
    """
    clubs = ClubFactory(name="Umeå"), ClubFactory(name="Lund")
    players = [
        rated(rating, last_name=name, first_name="A", club=clubs[place % 2])
        for place, (rating, name) in enumerate(zip(RATINGS, NAMES, strict=True))
    ]
    partners = [rated(rating, first_name="Partner") for rating in RATINGS]
    accepted(
        *(
            line(player, partner, 1, SPRING, key=key, board=key)
            for key, (player, partner) in enumerate(
                zip(players, partners, strict=True), 1
            )
        )
    )
    for partner in partners:
        partner.status = "deceased"
        partner.save()
    up_to_date()
    return live_entries(chess_pool().pk, None, TODAY)


def names(turned):
    found = dict(Player.objects.values_list("pk", "last_name"))
    return [found[each.player_id] for each in turned.lines]


def page(entries, number, order=BY_RANK, size=2):
    return list_page_of(numbered(entries, order, size).page(number))


def all_pages(entries, order, size=2, *, narrowed=True):
    """Return all pages of the list in sequence, forwards and backwards."""
    forth, cursor = [], Cursor()
    while True:
        turned = read_list_page(entries, order, cursor, size, narrowed=narrowed)
        forth.append(turned)
        if turned.cursors.after is None:
            break
        cursor = Cursor(after=turned.cursors.after)
    back = [turned]
    while back[-1].cursors.before is not None:
        cursor = Cursor(before=back[-1].cursors.before)
        back.append(read_list_page(entries, order, cursor, size, narrowed=narrowed))
    return forth, back[::-1]


def test_page_is_selected_by_stored_places(entries):
    assert [each.position for each in page(entries, 2).lines] == [3, 4]


def test_last_page_in_reverse_order_has_the_best_players(entries):
    turned = page(entries, 3, Order("rating"))
    assert [each.rating for each in turned.lines] == [1800, 1900]


def test_the_count_is_the_highest_place(entries):
    assert page(entries, 1).total == 6


def test_page_takes_one_query(entries, django_assert_num_queries):
    with django_assert_num_queries(1):
        page(entries, 2)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (Order("name"), ["Alm", "Ek", "Ek", "Zorn", "Åberg", "Öst"]),
        (
            Order("name", descending=True),
            ["Öst", "Åberg", "Zorn", "Ek", "Ek", "Alm"],
        ),
        (Order("club"), ["Zorn", "Ek", "Alm", "Åberg", "Ek", "Öst"]),
    ],
)
def test_pages_by_another_column_join_without_gap_or_duplicate(
    entries, order, expected
):
    forth, back = all_pages(entries, order)
    walked = [name for turned in forth for name in names(turned)]
    if order.column == "club":
        assert [set(walked[:3]), set(walked[3:])] == [
            set(expected[:3]),
            set(expected[3:]),
        ]
    else:
        assert walked == expected
    assert [names(turned) for turned in back] == [names(turned) for turned in forth]
    assert [turned.first for turned in forth] == [1, 3, 5]


def test_equal_ratings_share_their_place_in_the_selection(entries):
    forth, _back = all_pages(entries, Order(), size=4)
    places = {
        line.rating: turned.ranks[line.player_id]
        for turned in forth
        for line in turned.lines
    }
    assert places == {1900: 1, 1800: 2, 1700: 4, 1600: 5, 1500: 6}


@pytest.mark.parametrize(
    "order", [Order(), Order("rating"), Order("name"), Order("change")]
)
def test_the_place_in_the_selection_does_not_depend_on_the_order(entries, order):
    without_best = replace(entries, rows=entries.rows.exclude(rating=1900))
    forth, _back = all_pages(without_best, order, size=3)
    places = {
        line.rating: turned.ranks[line.player_id]
        for turned in forth
        for line in turned.lines
    }
    assert places == {1800: 1, 1700: 3, 1600: 4, 1500: 5}


def test_cursor_with_a_removed_place_finds_nothing(entries):
    turned = read_list_page(entries, Order("name"), Cursor(after=99), 2, narrowed=True)
    assert turned.lines == ()


@pytest.mark.parametrize("size", [1, 3])
def test_page_after_a_cursor_takes_two_queries(
    entries, size, django_assert_num_queries
):
    with django_assert_num_queries(2):
        read_list_page(entries, Order("name"), Cursor(after=2), size, narrowed=True)
