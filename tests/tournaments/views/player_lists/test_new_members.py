"""Adding the people of a pasted list to a club."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from federation.enums import RoleKind
from federation.models import Membership, Player
from tests.factories import (
    ClubFactory,
    MembershipFactory,
    RoleFactory,
    UserFactory,
    member,
    secretary_of,
)
from tests.federation.views.as_browsers import filled_in

pytestmark = pytest.mark.django_db
URL = reverse("tournaments:paste_members")
HEAD = "Last name;First name;Year of birth;Gender;Member from\n"


@pytest.fixture(autouse=True)
def demo(settings):
    settings.DEMO = True  # officers without a second factor


@pytest.fixture
def club():
    return ClubFactory(name="Wasa SK")


@pytest.fixture
def secretary(client, club):
    user = secretary_of(club)
    client.force_login(user)
    return user


def send(client, club, text, **more):
    sent = {"text": text, "club": club.pk, "from_date": "2026-03-01", **more}
    return client.post(URL, sent)


def again(client, page, **more):
    """Send the review as a browser does, with these choices."""
    sent = filled_in(page)
    sent["enter"] = "1"
    for name, value in more.items():
        sent[name.replace("_", "-", 1)] = value
    return client.post(URL, sent)


def members_of(club):
    held = Membership.objects.of_club(club.pk).order_by("player__sort_key")
    return [(each.player.full_name, each.from_date) for each in held]


def remarks(page):
    return {each.line: each.remarks for each in page.context["lines"] if each.remarks}


def test_new_players_are_added_with_year_gender_and_first_day(client, secretary, club):
    text = f"{HEAD}Berg;Anna;1990;Kvinna;2026-02-01\nEk;Bo;1961;m;"
    page = send(client, club, text)
    assert members_of(club) == []
    done = again(client, page, who_2="new", who_3="new")
    assert done.url == reverse("federation:members")
    assert members_of(club) == [
        ("Anna Berg", date(2026, 2, 1)),
        ("Bo Ek", date(2026, 3, 1)),
    ]
    facts = Player.objects.order_by("sort_key").values_list("birth_year", "gender")
    assert list(facts) == [(1990, "f"), (1961, "m")]
    said = client.get(done.url).text
    assert "2 members have been added." in said


def test_player_who_left_the_club_is_proposed_and_a_member_left_out(
    client, secretary, club
):
    gone = MembershipFactory(
        club=club,
        player__first_name="Anna",
        player__last_name="Berg",
        to_date=date(2020, 12, 31),
    ).player
    member(club, first_name="Bo", last_name="Ek")
    page = send(client, club, "Anna Berg\nBo Ek")
    assert [each.chosen for each in page.context["lines"]] == [str(gone.pk), "out"]
    assert "is a member already" in page.text
    again(client, page)
    assert Player.objects.count() == 2
    assert ("Anna Berg", date(2026, 3, 1)) in members_of(club)


def test_member_of_another_club_is_asked_for_and_not_taken(client, secretary, club):
    other = member(first_name="Anna", last_name="Berg")
    page = send(client, club, "Anna Berg")
    assert page.context["lines"][0].chosen == ""
    address = reverse("federation:ask_for_member")
    assert f'href="{address}?number={other.national_id}"' in page.text
    for forged in (str(other.pk), "", "x" * 5000):
        refused = again(client, page, who_1=forged)
        assert (refused.status_code, list(remarks(refused))) == (422, [1])
    assert members_of(club) == []


def test_one_wrong_line_adds_nobody_and_keeps_what_was_typed(client, secretary, club):
    page = send(client, club, f"{HEAD}Berg;Anna;1990;;\nEk;Bo;1961;;")
    typed = {"who_2": "new", "who_3": "new", "new_3-birth_year": "2999"}
    refused = again(client, page, **typed)
    assert refused.status_code == 422
    assert list(remarks(refused)) == [3]
    assert (members_of(club), Player.objects.count()) == ([], 0)
    kept = filled_in(refused)
    assert (kept["who-2"], kept["new-3-birth_year"]) == ("new", "2999")
    unsure = again(client, refused, **{"who_3": "", "new_3-birth_year": "1962"})
    assert filled_in(unsure)["new-3-birth_year"] == "1962"
    again(client, unsure, **{"who_3": "new", "new_3-birth_year": "1961"})
    assert len(members_of(club)) == 2


def test_double_click_adds_everybody_once(client, secretary, club):
    page = send(client, club, "Anna Berg 1990\nBo Ek 1961")
    for _click in range(2):
        done = again(client, page, who_1="new", who_2="new")
        assert done.status_code == 302
    assert (len(members_of(club)), Player.objects.count()) == (2, 2)
    assert "2 were members already." in client.get(done.url).text


def test_line_of_nobody_known_with_a_year_of_birth_begins_as_a_new_player(
    client, secretary, club
):
    member(first_name="Anna", last_name="Ek", birth_year=1970)
    page = send(client, club, "Ny Medlem 1999\nKarl Lund\nAnna Ekh 1970")
    assert [each.chosen for each in page.context["lines"]] == ["new", "", ""]
    again(client, page, who_2="out", who_3="out")
    assert members_of(club) == [("Ny Medlem", date(2026, 3, 1))]


def test_similar_player_is_shown_before_a_new_one_is_added(client, secretary, club):
    page = send(client, club, "Anna Bergh 1990")
    similar = member(first_name="Anna", last_name="Berg", birth_year=1990)
    refused = again(client, page, who_1="new")
    assert "There is somebody similar" in remarks(refused)[1][0]
    assert similar.national_id in refused.text
    assert members_of(club) == []
    assert again(client, refused, who_1="new").status_code == 302
    assert members_of(club) == [("Anna Bergh", date(2026, 3, 1))]


def test_similar_player_is_shown_beside_a_similar_new_one_of_the_list(
    client, secretary, club
):
    text = "Elsa Lindqvist 2014\nElias Lindqvist 2014"
    page = send(client, club, text)
    similar = member(first_name="Elias", last_name="Lindquist", birth_year=2014)
    refused = again(client, page, who_1="new", who_2="new")
    assert refused.status_code == 422
    shown = {each.known.pk for line in refused.context["lines"] for each in line.others}
    assert shown == {similar.pk}
    assert again(client, refused, who_1="new", who_2="new").status_code == 302
    assert len(members_of(club)) == 2


def test_similar_player_who_was_found_by_a_corrected_name_can_be_chosen(
    client, secretary, club
):
    gone = MembershipFactory(
        club=club,
        player__first_name="Anna",
        player__last_name="Berg",
        player__birth_year=1990,
        to_date=date(2020, 12, 31),
    ).player
    page = send(client, club, "Xyz Qwert 1990\nBo Ek 1961")
    corrected = {"new_1-first_name": "Anna", "new_1-last_name": "Berg"}
    shown = again(client, page, who_1="new", who_2="out", **corrected)
    assert gone.national_id in shown.text
    unsure = again(client, shown, who_1=str(gone.pk), who_2="")
    assert filled_in(unsure)["who-1"] == str(gone.pk)
    again(client, unsure, who_2="out")
    assert ("Anna Berg", date(2026, 3, 1)) in members_of(club)
    assert Player.objects.count() == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Berg;Anna;2999;;", "“2999” is no possible year or day of birth"),
        ("Berg;Anna;1990;x;", "gender ‘x’ is neither f nor m"),
        ("Berg;Anna;1990;;1 May", "Enter the day as 2026-03-01."),
        ("Berg;Anna;1990;;2062-03-01", "Check the year. The latest day possible"),
    ],
)
def test_wrong_field_is_named_in_its_line(client, secretary, club, line, said):
    page = send(client, club, HEAD + line)
    for shown in (page, again(client, page)):
        (found,) = shown.context["lines"]
        assert (said in found.notes[0], found.chosen) == (True, "")


@pytest.mark.parametrize("written", ["2026-02-01", "20260201", "1.2.2026"])
def test_day_written_in_another_form_is_shown_as_browsers_need_it(
    client, secretary, club, written
):
    page = send(client, club, f"{HEAD}Berg;Anna;1990;;{written}")
    assert filled_in(page)["new-2-from_date"] == "2026-02-01"
    again(client, page)
    assert members_of(club) == [("Anna Berg", date(2026, 2, 1))]


def test_first_day_of_the_list_is_at_most_a_year_ahead(client, secretary, club):
    refused = send(client, club, "Anna Berg 1990", from_date="2062-03-01")
    assert "Check the year" in refused.context["form"].errors["from_date"][0]


def test_downloaded_list_is_read_back(client, secretary, club):
    member(club, first_name="Anna", last_name="Berg", birth_year=1990, gender="f")
    file = client.get(reverse("federation:members_file", args=["csv"]))
    page = send(client, club, file.getvalue().decode("utf-8-sig"))
    (line,) = page.context["lines"]
    assert (line.chosen, line.newcomer.initial["gender"]) == ("out", "f")


def test_list_is_for_those_who_edit_members_of_the_club(client, secretary, club):
    other = ClubFactory()
    refused = send(client, other, "Anna Berg", enter="1", **{"who-1": "new"})
    assert list(refused.context["form"].errors) == ["club"]
    district = RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=club.district)
    for stranger in (UserFactory(), district.user):
        client.force_login(stranger)
        assert client.get(URL).status_code == 403
        assert send(client, club, "Anna Berg").status_code == 403
    client.logout()
    assert client.get(URL).status_code == 302


def test_hidden_player_of_another_club_is_not_shown(client, secretary, club):
    hidden = member(first_name="Anna", last_name="Berg", visibility="hidden")
    page = send(client, club, f"Anna Berg\n{hidden.national_id} Anna Berg")
    assert [each.players for each in page.context["lines"]] == [[], []]
    assert f'value="{hidden.pk}"' not in page.text


def test_query_count_does_not_depend_on_the_number_of_lines(client, secretary, club):
    counts = []
    for number in (2, 6):
        names = [f"Anna{n} Berg{n}" for n in range(number)]
        for name in names:
            first, last = name.split()
            member(club, first_name=first, last_name=last)
        send(client, club, "\n".join(names))
        with CaptureQueriesContext(connection) as queries:
            send(client, club, "\n".join(names))
        counts.append(len(queries))
    assert counts[0] == counts[1]
