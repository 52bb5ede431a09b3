"""The rows of a list's table: `ratings.lists.queries.rating_rows`."""

from dataclasses import replace
from datetime import date

import pytest
from django.db.models import Q

from federation.enums import Visibility
from federation.models import Player
from ratings.lists.queries.lists import ListLine, live_entries
from ratings.lists.queries.rating_rows import (
    Surroundings,
    pinned_lines,
    rating_rows,
    two_years_before,
)
from ratings.people.queries.names import Person
from ratings.pools.queries.publications import Publication
from tests.factories import NOON, chess_pool, line
from tests.ratings.rating_lists import SPRING, accepted, rated, up_to_date

ADAM, CLUB, OTHER = 7, 70, 71


def publication(number):
    day = date(2026, number, 1)
    return Publication(
        pk=100 + number,
        pool_id=1,
        number=number,
        valid_from=day,
        revision=0,
        start_date=day,
        end_date=day,
        reconstructed=False,
        posting_number=1,
        listed=1,
        players=1,
        games=1,
        approved_by=None,
        approved_at=NOON,
        published_at=NOON,
        comment="",
        input_digest="",
    )


FIRST, SECOND = publication(1), publication(2)
PERSON = Person(
    pk=ADAM,
    name="Adam Ek",
    is_open=True,
    is_full=False,
    national_id="1",
    birth_year=1980,
    gender="",
    title="",
    status="active",
    visibility="public",
    club_id=OTHER,
    club="Beta",
    district_id=None,
    player_class="I",
    fide=1900,
    leads_to=None,
)
LINE = ListLine(ADAM, 3, 2, 1976.0, 26.0, 1, CLUB, "III")
LIVE_LINE = replace(LINE, club_id=None, player_class=None)
AROUND = Surroundings(
    people={ADAM: PERSON},
    club_names={CLUB: "Alfa", OTHER: "Beta"},
    courses={ADAM: {FIRST.pk: 1950.0}},
    lists=(FIRST, SECOND),
    previous=None,
    live=False,
    pinned_players=(),
    pinned_clubs=(),
)


def row(entry=None, ranks=None, **facts):
    line = entry or (LIVE_LINE if facts.get("live") else LINE)
    [made] = rating_rows([line], ranks, replace(AROUND, **facts))
    return made


def test_a_published_line_has_its_own_club_and_class_and_a_live_one_the_registers():
    on_list, live = row(), row(live=True)

    assert (on_list.club, on_list.player_class) == ("Alfa", "III")
    assert (live.club, live.player_class) == ("Beta", "I")


def test_line_of_an_unknown_player_shows_its_stored_data():
    unknown, live = row(people={}), row(people={}, live=True)

    assert (unknown.person, unknown.club, unknown.fide) == (None, "Alfa", None)
    assert (live.club, live.player_class) == ("", "")


def test_rating_course_follows_lists_and_ends_today_on_the_live_list():
    assert row().course == (1950.0, None)
    assert row(live=True).course == (1950.0, None, 1976.0)


@pytest.mark.parametrize(
    ("facts", "is_new"),
    [
        ({}, False),
        ({"previous": FIRST}, False),
        ({"previous": SECOND}, True),
        ({"previous": SECOND, "lists": (FIRST,)}, False),
    ],
)
def test_player_missing_from_the_previous_list_is_new_if_it_was_read(facts, is_new):
    assert row(**facts).is_new is is_new


@pytest.mark.parametrize(
    ("facts", "pinned"),
    [
        ({}, False),
        ({"pinned_players": {ADAM}}, True),
        ({"pinned_clubs": {CLUB}}, True),
        ({"pinned_clubs": {OTHER}}, False),
        ({"pinned_clubs": {OTHER}, "live": True}, True),
        ({"pinned_clubs": {CLUB}, "live": True}, False),
    ],
)
def test_own_players_and_members_of_own_club_are_marked(facts, pinned):
    assert row(**facts).pinned is pinned


def test_line_has_its_place_in_the_selection_if_any():
    assert (row().place, row(ranks={ADAM: 1}).place) == (None, 1)


@pytest.mark.parametrize(("position", "page"), [(1, 1), (100, 1), (101, 2), (200, 2)])
def test_a_hundred_lines_are_a_page(position, page):
    assert row(replace(LINE, position=position)).page == page


def test_rating_waiting_for_the_board_and_class_by_rating_are_shown():
    line_shown = row(
        for_board={ADAM}, class_by_rating=lambda rating: f"class of {rating:g}"
    )

    assert (line_shown.preliminary, line_shown.by_rating) == (True, "class of 1976")
    assert (row().preliminary, row().by_rating) == (False, None)


def test_rating_course_begins_two_years_earlier():
    days = (date(2026, 5, 1), date(2024, 2, 29))

    assert [two_years_before(day) for day in days] == [
        date(2024, 5, 1),
        date(2022, 2, 28),
    ]


@pytest.mark.django_db
def test_own_players_are_in_list_order_without_hidden_ones():
    weak, strong, hidden = rated(1500), rated(1900), rated(2000)
    accepted(line(weak, strong, 1, SPRING), line(hidden, rated(1000), 1, SPRING))
    Player.objects.filter(pk=hidden.pk).update(visibility=Visibility.HIDDEN)
    up_to_date()
    entries = live_entries(chess_pool().pk, None, NOON.date())
    shown = Q(visibility=Visibility.PUBLIC)

    own = pinned_lines(entries, {weak.pk, strong.pk, hidden.pk}, shown)

    assert [each.player_id for each in own] == [strong.pk, weak.pk]
    assert pinned_lines(entries, (), shown) == []
