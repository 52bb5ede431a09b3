"""Whom a joining request means."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.domain.authorship import ActionContext
from federation.domain.joining import WantedMember, request_joining
from federation.domain.merging import merge_players
from federation.domain.refusal import RegisterRefusal
from federation.models import JoiningRequest
from federation.permissions import actor_of
from federation.queries.joining import (
    find_among_visible,
    find_requested_player,
    is_no_longer_answerable,
)
from tests.factories import (
    NOON,
    OFFICE,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    UserFactory,
    member,
    secretary_of,
)

pytestmark = pytest.mark.django_db
TODAY, DAY = date(2026, 6, 15), timedelta(days=1)


def looked_up_request(club, *, by=None, address="192.0.2.1", **typed):
    return request_joining(
        WantedMember(club_id=club.pk, from_date=TODAY, **typed),
        acting=ActionContext((by or secretary_of(club)).pk, NOON),
        address=address,
    )


def test_number_of_a_twice_merged_card_means_the_remaining_player():
    first, second, third = (PlayerFactory() for _ in range(3))
    merge_players(first.pk, second.pk, on=TODAY, acting=OFFICE)
    merge_players(second.pk, third.pk, on=TODAY, acting=OFFICE)
    assert (
        find_requested_player(
            looked_up_request(ClubFactory(), number=first.national_id)
        )
        == third
    )


@pytest.mark.parametrize("typed", ["Åsa Ek Berg", "Ek Berg Åsa", "asa  ek berg"])
def test_name_matches_in_either_order_and_without_accents(typed):
    player = PlayerFactory(first_name="Åsa", last_name="Ek Berg", birth_year=1971)
    assert (
        find_requested_player(
            looked_up_request(ClubFactory(), name=typed, birth_year=1971)
        )
        == player
    )


def test_name_matches_only_with_the_given_year_of_birth():
    facts = {"first_name": "Åsa", "last_name": "Ek"}
    older = PlayerFactory(birth_year=1941, **facts)
    younger = PlayerFactory(birth_year=1971, **facts)
    found = [
        find_requested_player(
            looked_up_request(ClubFactory(), name="Åsa Ek", birth_year=year)
        )
        for year in (1941, 1971, 1980)
    ]
    assert found == [older, younger, None]


def test_club_can_ask_for_a_namesake_born_in_another_year():
    club = ClubFactory()
    for year in (1941, 1971):
        looked_up_request(club, name="Åsa Ek", birth_year=year)
    with pytest.raises(RegisterRefusal, match=r"^asked_already$"):
        looked_up_request(club, name="Åsa Ek", birth_year=1941)
    assert JoiningRequest.objects.count() == 2


def test_player_who_will_join_as_a_guest_cannot_be_requested():
    club, guest = ClubFactory(), member()
    MembershipFactory(
        player=guest, club=club, is_main=False, from_date=TODAY + timedelta(days=9)
    )
    actor = actor_of(secretary_of(club), TODAY)
    asked_for = (guest, member())
    assert [
        list(find_among_visible(actor, club, TODAY, each.national_id, "", None))
        for each in asked_for
    ] == [[guest], []]


def test_attempts_are_counted_by_person_not_by_club(settings):
    settings.TRIES_A_DAY = 1
    club = ClubFactory()
    first, second = secretary_of(club), secretary_of(club)
    looked_up_request(club, by=first, number="1")
    looked_up_request(club, by=second, number="2")
    with pytest.raises(RegisterRefusal, match=r"^too_many_tries$"):
        looked_up_request(club, by=first, number="3")


def test_address_has_three_times_the_attempts_of_an_account(settings):
    settings.TRIES_A_DAY = 1
    for _ in range(3):
        looked_up_request(ClubFactory(), number="1")
    with pytest.raises(RegisterRefusal, match=r"^too_many_tries$"):
        looked_up_request(ClubFactory(), number="1")
    looked_up_request(ClubFactory(), number="1", address="192.0.2.2")


def test_attempts_are_counted_per_day(settings):
    settings.TRIES_A_DAY = 1
    club, user = ClubFactory(), UserFactory()
    for days in (0, 1):
        request_joining(
            WantedMember(club_id=club.pk, from_date=TODAY, number=f"{days}"),
            acting=ActionContext(user.pk, NOON + timedelta(days=days)),
            address="192.0.2.1",
        )
    assert JoiningRequest.objects.count() == 2


def test_whether_a_request_has_ended_is_asked_without_reading_the_others():
    home, club = ClubFactory(), ClubFactory()
    player, keeper = member(home), secretary_of(home)
    asked = looked_up_request(club, number=player.national_id)
    facts = {"club": club, "from_date": TODAY, "asked_by": asked.asked_by}
    days = {"asked_at": NOON, "looked_up_at": NOON, "expires_at": NOON + DAY}
    JoiningRequest.objects.bulk_create(
        JoiningRequest(
            number=f"1{n}", state="expired", settled_at=NOON + DAY, player=player,
            **facts, **days,
        )
        for n in range(1000)
    )  # fmt: skip
    last, actor = JoiningRequest.objects.latest("pk"), actor_of(keeper, TODAY)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE federation_joiningrequest")

    with CaptureQueriesContext(connection) as asks:
        assert is_no_longer_answerable(last.pk, actor, NOON + 2 * DAY, TODAY)

    (query,) = asks.captured_queries
    assert rows_read(query["sql"], "federation_joiningrequest") <= 2


def rows_read(sql, table):
    """Return how many rows of a table a query reads."""
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (ANALYZE, FORMAT JSON) " + sql)
        (plan,) = cursor.fetchone()[0]
    return sum(
        node["Actual Loops"]
        * (node["Actual Rows"] + node.get("Rows Removed by Filter", 0))
        for node in nodes(plan["Plan"])
        if node.get("Relation Name") == table
    )


def nodes(plan):
    yield plan
    for inner in plan.get("Plans", ()):
        yield from nodes(inner)
