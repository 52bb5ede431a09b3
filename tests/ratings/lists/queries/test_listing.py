"""Days some months earlier, and the export of a list: `ratings.lists.queries`."""

from dataclasses import replace
from datetime import date

import pytest
from django.db import connection

from federation.enums import Visibility
from federation.models import Membership, Player
from ratings.lists.queries.exported import exported_rows
from ratings.lists.queries.listing import (
    PROPOSED,
    carries_over,
    months_before,
    placed_parameters,
)
from ratings.lists.queries.lists import live_entries, published_entries
from ratings.models import Change, ListEntry
from ratings.pools.queries.publications import publications
from ratings.rules.conversion import FIDE_2024
from tests.factories import (
    ClassMembershipFactory,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    chess_pool,
    line,
    member,
    posted,
    second_pool,
)
from tests.ratings.rating_lists import (
    SPRING,
    period,
    published,
    rulebook_game,
    up_to_date,
)

TODAY = date(2026, 6, 15)


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2026, 5, 1), 3, date(2026, 2, 1)),
        (date(2026, 2, 10), 2, date(2025, 12, 10)),
        (date(2026, 1, 15), 24, date(2024, 1, 15)),
        (date(2026, 12, 31), 12, date(2025, 12, 31)),
        (date(2026, 3, 31), 1, date(2026, 2, 28)),
        (date(2024, 3, 30), 1, date(2024, 2, 29)),
        (date(2026, 7, 31), 1, date(2026, 6, 30)),
    ],
)
def test_same_day_some_months_earlier_is_found(day, months, expected):
    assert months_before(day, months) == expected


@pytest.fixture
def bertil(db):
    """A player listed with one club and class, and in others since June; Adam is
    hidden.
    """
    adam, bertil, _report = rulebook_game()
    Membership.objects.filter(player=bertil).update(club=ClubFactory(name="Alfa"))
    ClassMembershipFactory(player=bertil, player_class="III")
    published(SPRING)
    Membership.objects.filter(player=bertil).update(to_date=date(2026, 5, 31))
    june = {"player": bertil, "from_date": date(2026, 6, 1)}
    MembershipFactory(club=ClubFactory(name="Beta"), **june)
    ClassMembershipFactory(player_class="I", **june)
    Player.objects.filter(pk=adam.pk).update(visibility=Visibility.HIDDEN)
    up_to_date()
    return bertil


def test_list_is_exported_with_its_own_clubs_and_classes_without_hidden_players(
    bertil,
):
    newest = publications(chess_pool().pk).newest

    first, second = exported_rows(published_entries(newest, TODAY), TODAY)

    assert first[1:] == (
        bertil.national_id,
        "Bertil Öberg",
        "Alfa",
        2207,
        1,
        "III",
    )
    assert (first[0], second[:2]) == (1, (2, ""))
    assert "Adam" not in second[2]


def test_live_list_is_exported_with_current_clubs_and_classes(bertil):
    newest = publications(chess_pool().pk).newest

    days = (date(2026, 5, 31), TODAY)
    found = [
        next(iter(exported_rows(live_entries(chess_pool().pk, newest, day), day)))
        for day in days
    ]

    assert [(row[3], row[6]) for row in found] == [("Alfa", "III"), ("Beta", "I")]


@pytest.mark.parametrize(
    ("day", "facts", "carried"),
    [
        (date(2026, 5, 1), {"conversion": FIDE_2024.to_json()}, True),
        (date(2026, 5, 1), {}, False),
        (date(2026, 4, 30), {"conversion": FIDE_2024.to_json()}, False),
        (date(2026, 9, 1), {"conversion": FIDE_2024.to_json()}, False),
    ],
)
@pytest.mark.django_db
def test_ratings_are_converted_after_the_day_before_a_conversion(day, facts, carried):
    rulebook_game()
    chess_pool().editions.create(from_date=day, system="ssf_2008", **facts)

    assert carries_over(period(SPRING)) is carried


@pytest.mark.django_db
def test_conversion_of_another_pool_converts_nothing():
    rulebook_game()
    other = second_pool()
    other.editions.create(
        from_date=date(2026, 5, 1), system="elo", conversion=FIDE_2024.to_json()
    )

    assert carries_over(period(SPRING)) is False


LONG_AGO = date(2021, 2, 1)


@pytest.mark.django_db
def test_list_has_recent_players_and_members_with_their_newest_rating():
    stays, lately = member(), PlayerFactory()
    posted(line(stays, lately, 2, LONG_AGO))
    posted(line(lately, PlayerFactory(), 1, date(2024, 6, 1)), source_number=2)
    posted(line(member(), member(), 2, date(2026, 2, 1)), source_number=3)
    up_to_date()
    changes = Change.objects.order_by("ended_on")
    newest = {row.player_id: (row.after, True) for row in changes}
    assert proposed(period(SPRING)) == newest

    Membership.objects.filter(player=stays).delete()
    assert proposed(period(SPRING)) == {
        player: facts for player, facts in newest.items() if player != stays.pk
    }


@pytest.mark.django_db
def test_list_has_recent_players_of_an_event_counted_before(settings):
    """The event's step ended before the months in question."""
    settings.LISTED_MONTHS = 6
    counted, played = date(2025, 8, 31), date(2025, 11, 1)
    late = PlayerFactory(), PlayerFactory()
    posted(replace(line(*late, 2, played), booked_on=counted, base_on=counted))
    posted(line(member(), member(), 2, date(2026, 2, 1)), source_number=2)
    up_to_date()

    listed = {each for each, (_r, on_it) in proposed(period(SPRING)).items() if on_it}
    assert {player.pk for player in late} - listed == set()


def proposed(of, **besides):
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT player_id, rating, is_listed FROM ({PROPOSED}) AS proposed",  # noqa: S608
            placed_parameters(of, **besides),
        )
        return {player: tuple(facts) for player, *facts in cursor.fetchall()}


@pytest.mark.django_db
def test_listed_player_is_compared_however_long_ago_the_last_game():
    left = PlayerFactory()
    posted(line(member(), left, 2, LONG_AGO))
    posted(line(member(), member(), 2, date(2026, 2, 1)), source_number=2)
    up_to_date()
    ListEntry.objects.create(
        pool_id=chess_pool().pk, list_id=77, player_id=left.pk, rank=1, position=1,
        rating=1500, base=1500, change=0, games=1, score=1, start_from=0,
    )  # fmt: skip

    assert left.pk not in proposed(period(SPRING))
    newest = Change.objects.filter(player_id=left.pk).latest("ended_on")
    assert proposed(period(SPRING), besides=77)[left.pk] == (newest.after, False)
