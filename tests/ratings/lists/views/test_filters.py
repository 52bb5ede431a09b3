"""Filters of lists: a published list is filtered by its own data, the live one by the
current register.
"""

from datetime import date

import pytest
from django.utils import timezone

from federation.domain.players import set_visibility
from federation.enums import Visibility
from federation.models import Membership, Player
from ratings.lists.views import list_parts
from tests.factories import (
    ClassMembershipFactory,
    ClubFactory,
    DistrictFactory,
    MembershipFactory,
    acting,
    line,
    officer,
)
from tests.ratings.fide_list import line as fide_line
from tests.ratings.fide_list import listed
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    corrected,
    published,
    rated,
    rulebook_game,
    up_to_date,
)
from tests.worlds import shared

pytestmark = pytest.mark.django_db
LIST, LIVE = "/list/", "/list/live/"
JUNE = date(2026, 6, 1)


@pytest.fixture(autouse=True, params=[1_000, 0], ids=["sorted", "by facets"])
def sorted_as_asked(monkeypatch, request):
    """Test both short lists, sorted on request, and long ones, read from facets."""
    monkeypatch.setattr(list_parts, "SORTED_AS_ASKED", request.param)


def found(client, address, **query):
    return [
        each.player_id for each in client.get(address, query).context["turned"].lines
    ]


@shared
def ada():
    """A player listed from the south in class III; since June from the north, in class
    I, and a guest of a third club.
    """
    south = ClubFactory(name="Ystad", district=DistrictFactory(code="south"))
    north = ClubFactory(name="Boden", district=DistrictFactory(code="north"))
    guest_of = ClubFactory(name="Third", district=DistrictFactory(code="third"))
    player = rated(1900, club=south, gender="f")
    ClassMembershipFactory(player=player, player_class="III")
    accepted(line(player, rated(1900), 1, SPRING))
    published(SPRING)
    Membership.objects.filter(player=player).update(to_date=date(2026, 5, 31))
    MembershipFactory(player=player, club=north, from_date=JUNE)
    MembershipFactory(player=player, club=guest_of, from_date=JUNE, is_main=False)
    ClassMembershipFactory(player=player, player_class="I", from_date=JUNE)
    Player.objects.filter(pk=player.pk).update(gender="m")
    up_to_date()
    return player


@pytest.mark.parametrize(
    ("name", "then", "now"),
    [
        ("district", "south", "north"),
        ("player_class", "III", "I"),
        ("gender", "f", "m"),
    ],
)
def test_published_list_is_filtered_by_its_own_data_and_live_list_by_todays(
    english, ada, name, then, now
):
    found_ids = [
        found(english, address, **{name: value})
        for address in (LIST, LIVE)
        for value in (then, now)
    ]

    assert found_ids == [[ada.pk], [], [], [ada.pk]]


def test_published_list_is_filtered_by_its_clubs_and_live_list_by_current_ones(
    english, ada
):
    clubs = [
        each.club_id for each in Membership.objects.filter(player=ada).order_by("pk")
    ]

    south, north, guest_of = (
        [found(english, address, club=club) for address in (LIST, LIVE)]
        for club in clubs
    )

    assert (south, north) == ([[ada.pk], []], [[], [ada.pk]])
    assert guest_of == [[], []]
    assert found(english, LIVE, district="third") == []


def test_live_list_is_filtered_by_age_of_this_year(english):
    year = timezone.localdate().year
    ages = (13, 14, 16, 17, 20, 21, 59, 60)
    players = {age: rated(1500, birth_year=year - age) for age in ages}
    for age in ages:
        accepted(line(players[age], rated(1500, birth_year=year - 40), 1, SPRING))
    up_to_date()

    groups = {
        group: set(found(english, LIVE, age=group))
        for group in ("U13", "U16", "U20", "V60")
    }

    assert groups == {
        "U13": {players[13].pk},
        "U16": {players[14].pk, players[16].pk},
        "U20": {players[17].pk, players[20].pk},
        "V60": {players[60].pk},
    }


def test_published_list_is_filtered_by_age_of_its_year_of_validity(english):
    """The list of the autumn is valid from 1 January 2027."""
    young, older = rated(1500, birth_year=2014), rated(1500, birth_year=2013)
    accepted(line(young, older, 1, date(2026, 10, 1)))
    published(date(2026, 10, 1))

    assert found(english, LIST, age="U13") == [young.pk]
    assert found(english, LIST, age="U16") == [older.pk]


@pytest.mark.parametrize("address", [LIST, LIVE])
def test_hidden_player_is_not_identifiable_by_fide_rating(english, address):
    adam, bertil, _report = rulebook_game()
    Player.objects.filter(pk=adam.pk).update(fide_id=1700101)
    Player.objects.filter(pk=bertil.pk).update(fide_id=1700102)
    listed(
        fide_line(1700101, "Ek, Adam", 2011),
        fide_line(1700102, "Öberg, Bertil", 2200),
        month=date(2026, 5, 1),
    )
    published(SPRING)
    set_visibility(adam.pk, Visibility.HIDDEN, acting=acting(officer()))

    assert found(english, address, fide="with") == [bertil.pk]
    assert found(english, address, fide="without") == [adam.pk]


@pytest.mark.parametrize("address", [LIST, LIVE])
@pytest.mark.parametrize(("name", "value"), [("gender", "f"), ("age", "U20")])
def test_hidden_player_is_not_identifiable_by_gender_or_age(
    english, address, name, value
):
    year = timezone.localdate().year
    facts = {"gender": "f", "birth_year": year - 18}
    shown, hidden = rated(1900, **facts), rated(1800, **facts)
    accepted(line(shown, hidden, 1, SPRING))
    published(SPRING)
    set_visibility(hidden.pk, Visibility.HIDDEN, acting=acting(officer()))

    assert found(english, address, **{name: value}) == [shown.pk]


def test_fide_ratings_beside_a_list_are_of_its_first_valid_day(english):
    adam, _bertil, _report = rulebook_game()
    Player.objects.filter(pk=adam.pk).update(fide_id=1700101)
    listed(fide_line(1700101, "Ek, Adam", 2011), month=date(2026, 5, 1))
    published(SPRING)

    assert english.get(LIST).context["fide"].month == date(2026, 5, 1)


# --- what differs between two lists --------------------------------------------------
def compared(client, number, **query):
    page = client.get(f"/list/{number}/difference/", query)
    if page.status_code == 404:
        return None
    return page.context["old"].number, page.context["new"].number


def test_list_is_compared_with_the_previous_one_of_its_period(english):
    adam, bertil, _report = rulebook_game()
    accepted(line(adam, bertil, 1, SUMMER))
    published(SPRING)
    for score in (0, 1):
        corrected(adam, bertil, score)
        published(SPRING)
    published(SUMMER)

    assert [compared(english, number) for number in (1, 2, 3, 4)] == [
        (3, 1),
        (1, 2),
        (2, 3),
        None,
    ]
    assert compared(english, 3, against=1) == (1, 3)
    assert compared(english, 3, against=4) is None
    assert compared(english, 3, against=3) is None
