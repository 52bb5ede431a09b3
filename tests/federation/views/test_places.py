from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.domain.merging import merge_players
from federation.enums import RoleKind
from federation.models import Club, District
from tests.factories import (
    OFFICE,
    ClubFactory,
    DistrictFactory,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    member,
)

pytestmark = pytest.mark.django_db
PLACES = reverse("federation:places")
NEW_CLUB = reverse("federation:new_club")


@pytest.fixture(autouse=True)
def administrator(client, settings):
    settings.DEMO = True  # an officer without a second factor
    user = RoleFactory(kind=RoleKind.ADMINISTRATOR).user
    client.force_login(user)
    return user


@pytest.fixture
def district():
    return DistrictFactory(code="sthlm", name="Stockholm")


def filled(district, **facts):
    return {
        "name": "Wasa SK",
        "short_name": "Wasa",
        "district_id": district.pk,
        **facts,
    }


def again(client, path, **facts):
    form = client.get(path).context["form"]
    stand = {name: form[name].initial for name in form.fields}
    unseen = {form[name].html_initial_name: stand[name] for name in form.fields}
    sent = {k: v for k, v in (stand | unseen).items() if v not in (None, False)}
    return sent | facts


def test_clubs_are_listed_with_their_current_members(client, district):
    club = ClubFactory(name="Alfa", district=district)
    member(club)
    member(club)
    ClubFactory(name="Beta", district=district)
    rows = client.get(PLACES).context["listing"].table.rows
    assert [row.record.members for row in rows] == [2, 0]


def test_person_with_two_cards_is_counted_once(client, district):
    club = ClubFactory(district=district)
    merged_card, remaining_card = member(club), PlayerFactory()
    merge_players(
        merged_card.pk, remaining_card.pk, on=timezone.localdate(), acting=OFFICE
    )
    [row] = client.get(PLACES).context["listing"].table.rows
    assert row.record.members == 1


def test_former_members_are_not_counted(client, district):
    today, club = timezone.localdate(), ClubFactory(district=district)
    for last in (today - timedelta(days=1), today):
        MembershipFactory(club=club, to_date=last)
    [row] = client.get(PLACES).context["listing"].table.rows
    assert row.record.members == 1


def test_clubs_are_filtered_by_district_and_to_closed_ones(client, district):
    ClubFactory(name="Open", district=district)
    ClubFactory(name="Closed", closed_date=timezone.localdate())
    filters = ({"district": district.pk}, {"closed": "closed"}, {})
    assert [
        [
            row.record.name
            for row in client.get(PLACES, ask).context["listing"].table.rows
        ]
        for ask in filters
    ] == [["Open"], ["Closed"], ["Closed", "Open"]]


def test_each_district_shows_how_many_clubs_it_has(client, district):
    DistrictFactory(name="Åland")
    for _ in range(2):
        ClubFactory(district=district)
    districts = client.get(PLACES).context["districts"]
    assert [(each.name, each.club_count) for each in districts] == [
        ("Stockholm", 2),
        ("Åland", 0),
    ]


@pytest.mark.parametrize("typed", ["wåsa", "WASA", "wasa sk"])
def test_clubs_are_searched(client, typed):
    ClubFactory(name="Wasa SK")
    ClubFactory(name="Limhamns SK")
    rows = client.get(PLACES, {"q": typed}).context["listing"].table.rows
    assert [row.record.name for row in rows] == ["Wasa SK"]


def test_club_is_added(client, district):
    client.post(NEW_CLUB, filled(district, town="Stockholm", founded_year="1915"))
    club = Club.objects.get()
    assert (club.name, club.district, club.founded_year) == ("Wasa SK", district, 1915)


def test_two_clubs_cannot_have_the_same_name(client, district):
    ClubFactory(name="Wasa SK")
    form = client.post(NEW_CLUB, filled(district)).context["form"]
    assert form.errors == {"name": ["This name is already taken."]}


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"name": ""}, "name"),
        ({"short_name": "x" * 21}, "short_name"),
        ({"district_id": "999999999999999999999"}, "district_id"),
        ({"district_id": "x"}, "district_id"),
        ({"founded_year": "1799"}, "founded_year"),
        ({"founded_year": "2999"}, "founded_year"),
        ({"closed_date": "soon"}, "closed_date"),
    ],
)
def test_errors_are_shown_at_their_field(client, district, facts, field):
    form = client.post(NEW_CLUB, filled(district, **facts)).context["form"]
    assert (list(form.errors), Club.objects.count()) == ([field], 0)


def test_club_is_edited_and_closed(client):
    club = ClubFactory()
    path = reverse("federation:edit_club", args=[club.pk])
    client.post(path, again(client, path, town="Umeå", closed_date="2026-05-31"))
    club.refresh_from_db()
    assert (club.town, str(club.closed_date)) == ("Umeå", "2026-05-31")


def test_concurrent_editors_of_a_club_see_each_others_changes(client, administrator):
    club = ClubFactory(town="Lund")
    path = reverse("federation:edit_club", args=[club.pk])
    mine = again(client, path, town="Malmö")
    client.post(path, again(client, path, town="Ystad"))
    page = client.post(path, mine)
    [line] = page.context["conflict"].differences
    assert (line.theirs, line.yours, page.context["conflict"].by) == (
        "Ystad",
        "Malmö",
        administrator.name,
    )
    client.post(path, page.context["form"].data.dict())
    club.refresh_from_db()
    assert club.town == "Malmö"


def test_second_conflict_keeps_only_the_editors_own_values(client):
    club = ClubFactory(name="Lunds SK", town="Lund")
    path = reverse("federation:edit_club", args=[club.pk])
    mine = again(client, path, town="Malmö")
    pages = []
    for name in ("Lunds ASK", "Lunds schacksällskap"):
        client.post(path, again(client, path, name=name))
        pages.append(client.post(path, mine))
        mine = pages[-1].context["form"].data.dict()
    differences = pages[-1].context["conflict"].differences
    assert [(each.label, each.is_own_change) for each in differences] == [
        ("Name", False),
        ("Town", True),
    ]
    client.post(path, mine)
    club.refresh_from_db()
    assert (club.name, club.town) == ("Lunds schacksällskap", "Malmö")


def test_district_is_added_and_edited(client):
    DistrictFactory(name="Skåne")
    new = reverse("federation:new_district")
    client.post(new, {"code": "vg", "name": "Väst", "adopts_junior_rules": "on"})
    district = District.objects.get(code="vg")
    path = reverse("federation:edit_district", args=[district.pk])
    sent = again(client, path, name="Västergötland")
    del sent["adopts_junior_rules"]
    client.post(path, sent)
    district.refresh_from_db()
    assert (district.name, district.adopts_junior_rules) == ("Västergötland", False)


def test_districts_cannot_share_name_or_code(client, district):
    new = reverse("federation:new_district")
    errors = [
        client.post(new, {"code": code, "name": name}).context["form"].errors
        for code, name in (("sthlm", "Other"), ("other", "Stockholm"))
    ]
    assert errors == [
        {"code": ["Another district has this code already."]},
        {"name": ["This name is already taken."]},
    ]
