"""Clubs with their members' ratings."""

from datetime import date

import pytest

from federation.enums import Visibility
from ratings.models import CurrentRating
from ratings.pools.domain.pools import create_pool
from tests.factories import (
    ClubFactory,
    DistrictFactory,
    MembershipFactory,
    line,
    member,
    secretary_of,
)
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import SPRING, accepted, published, rated, up_to_date

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    """Two members of 1800 and 1600 who met each other: D = 200, k = 8."""
    made = ClubFactory(name="Åmåls SS", town="Åmål", district=DistrictFactory())
    strong = rated(1800, first_name="Bo", last_name="Alm", club=made)
    weak = rated(1600, first_name="Eva", last_name="Öst", club=made)
    accepted(line(strong, weak, 2, SPRING))
    return made


def test_club_is_listed_with_member_count_and_mean(english, club):
    up_to_date()
    (row,) = rows(english.get("/clubs/"))
    # 1800 + 16 − 8 and 1600 − 16 + 8: the mean stays.
    assert row[:-1] == ["Åmåls SS", "Åmål", club.district.name, "2", "2", "1700"]


def test_a_merged_card_a_former_member_and_other_ratings_do_not_count(english, club):
    up_to_date()
    card, new = member(club), member(club)
    card.merged_into = club.memberships.order_by("pk").first().player
    card.save()
    former = rated(2400)
    MembershipFactory(player=former, club=club, is_main=False, to_date=date(2020, 1, 1))
    other = create_pool(
        code="other", name="Other", system="elo", parameters={}, from_date=SPRING
    )
    CurrentRating.objects.create(
        pool_id=other.pk,
        player_id=new.pk,
        rating=2400,
        base=2400,
        games=0,
        ended_on=SPRING,
    )

    counted = {row[0]: row[3:-1] for row in rows(english.get("/clubs/"))}
    assert counted["Åmåls SS"] == ["3", "2", "1700"]
    page = english.get(f"/clubs/{club.pk}/")
    assert [row[2] for row in rows(page)] == ["1808", "1592", "–"]
    assert former.last_name not in text(page)


def test_closed_club_is_not_listed_but_has_a_page(english, club):
    closed = ClubFactory(district=club.district, closed_date=date(2020, 1, 1))
    pages = "/clubs/", f"/districts/{club.district.code}/"
    assert [[row[0] for row in rows(english.get(page))] for page in pages] == [
        ["Åmåls SS"], ["Åmåls SS"],
    ]  # fmt: skip
    assert english.get(f"/clubs/{closed.pk}/").status_code == 200


def test_club_page_shows_pin_state_and_hides_link_to_missing_ledger(english, club):
    english.force_login(secretary_of(club))
    english.cookies["pinned"] = f"c{club.pk}"
    shown = [
        english.get(f"/clubs/{each.pk}/").context for each in (club, ClubFactory())
    ]
    assert [each["is_pinned"] for each in shown] == [True, False]
    assert [(each["keeps_ledger"], each["sends_returns"]) for each in shown] == [
        (False, False), (False, False),
    ]  # fmt: skip


def test_clubs_are_found_without_accents_and_by_district(english, club):
    ClubFactory(name="Boden", district=DistrictFactory(code="north"))
    by_name = english.get("/clubs/", {"q": "amal"})
    by_district = english.get("/clubs/", {"district": "north"})
    assert [row[0] for row in rows(by_name)] == ["Åmåls SS"]
    assert [row[0] for row in rows(by_district)] == ["Boden"]


def test_unknown_district_is_reported_and_other_filters_still_apply(english, club):
    page = english.get("/clubs/", {"district": "west", "q": "amal"})
    assert page.status_code == 200
    assert "District: Select a valid choice." in text(page)
    assert [row[0] for row in rows(page)] == ["Åmåls SS"]


def test_clubs_are_sorted_in_swedish_order(english, club):
    for name in ("Örebro", "Äppelbo", "Zinkgruvan"):
        ClubFactory(name=name)
    assert [row[0] for row in rows(english.get("/clubs/"))] == [
        "Zinkgruvan",
        "Åmåls SS",
        "Äppelbo",
        "Örebro",
    ]


def test_members_are_shown_with_live_and_newest_listed_rating(english, club):
    published(SPRING)
    strong = club.memberships.get(player__last_name="Alm").player
    accepted(line(strong, rated(1808), 2, SPRING.replace(month=6)))
    up_to_date()
    page = english.get(f"/clubs/{club.pk}/")
    assert [row[:4] for row in rows(page)] == [
        ["Bo Alm", "", "1824", "1808"],
        ["Eva Öst", "", "1592", "1592"],
    ]


def test_members_of_two_clubs_are_distinguished(english, club):
    guest = rated(1500, first_name="Gäst", last_name="Ek")
    MembershipFactory(player=guest, club=club, is_main=False)
    up_to_date()
    page = english.get(f"/clubs/{club.pk}/")
    assert {row[0]: row[5] for row in rows(page)} == {
        "Bo Alm": "main club",
        "Eva Öst": "main club",
        "Gäst Ek": "guest",
    }


def test_hidden_members_are_shown_only_to_the_secretary(english, club):
    up_to_date()
    player = club.memberships.get(player__last_name="Alm").player
    player.visibility = Visibility.HIDDEN
    player.save()
    address = f"/clubs/{club.pk}/"
    assert rows(english.get(address))[0][0] == "Hidden player"
    english.force_login(secretary_of(club))
    assert rows(english.get(address))[0][0] == "Bo Alm"


def test_club_without_members_explains_how_they_are_added(english):
    page = english.get(f"/clubs/{ClubFactory().pk}/")
    assert "No members yet" in text(page)


@pytest.mark.parametrize("number", ["0", "999999999", "9" * 30, "-1", "x"])
def test_a_club_that_does_not_exist_is_not_found(english, number):
    assert english.get(f"/clubs/{number}/").status_code == 404


@pytest.mark.parametrize("clubs", [1, 3])
def test_query_count_does_not_depend_on_number_of_clubs(
    english, clubs, django_assert_num_queries
):
    for _number in range(clubs):
        rated(1500)
    with django_assert_num_queries(4):
        english.get("/clubs/")


@pytest.mark.parametrize("members", [1, 3])
def test_club_query_count_does_not_depend_on_number_of_members(
    english, members, django_assert_num_queries
):
    club = ClubFactory()
    for number in range(members):
        accepted(line(rated(1500, club=club), rated(1500), 1, SPRING, board=number))
    published(SPRING)
    with django_assert_num_queries(7):
        english.get(f"/clubs/{club.pk}/")


# --- a district -----------------------------------------------------------------------
def test_district_page_lists_its_clubs_and_totals(english, club):
    other = ClubFactory(name="Boden", district=club.district)
    accepted(line(rated(1000, club=other), rated(1000), 1, SPRING))
    ClubFactory()
    up_to_date()
    page = english.get(f"/districts/{club.district.code}/")
    assert [row[:-1] for row in rows(page)] == [
        ["Boden", "", "1", "1", "1000"],
        ["Åmåls SS", "Åmål", "2", "2", "1700"],
    ]
    words = text(page)
    # The mean of 1000 once and 1700 twice.
    for phrase in ("Clubs 2", "Members 3", "With a rating 3", "Mean rating 1467"):
        assert phrase in words
    assert f"/list/?district={club.district.code}" in page.content.decode()


def test_a_district_without_clubs_says_so(english):
    district = DistrictFactory()
    page = english.get(f"/districts/{district.code}/")
    assert "The district’s clubs will be listed here." in text(page)


def test_a_district_that_does_not_exist_is_not_found(english):
    assert english.get("/districts/nowhere/").status_code == 404


def test_club_page_links_to_its_district(english, club):
    address = f'href="/districts/{club.district.code}/"'
    assert address in english.get(f"/clubs/{club.pk}/").content.decode()
    assert address in english.get("/clubs/").content.decode()


@pytest.mark.parametrize("clubs", [1, 3])
def test_district_query_count_does_not_depend_on_number_of_clubs(
    english, clubs, django_assert_num_queries
):
    district = DistrictFactory()
    for _number in range(clubs):
        member(ClubFactory(district=district))
    with django_assert_num_queries(4):
        english.get(f"/districts/{district.code}/")
