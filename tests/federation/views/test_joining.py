"""A club asks for a member: what its secretary may see, and what not."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from federation.domain.accounts.suspensions import suspend_player
from federation.domain.joining import settle_joining
from federation.enums import RoleKind, Visibility
from federation.models import JoiningRequest, Membership
from tests.factories import (
    ClassMembershipFactory,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    acting,
    member,
    secretary_of,
)

pytestmark = pytest.mark.django_db
ASK = reverse("federation:ask_for_member")
LIST = reverse("federation:members")
DESK = reverse("tournaments:desk")
NAMED = {"first_name": "Åsa", "last_name": "Öberg", "birth_year": 1971}


@pytest.fixture
def club():
    return ClubFactory(name="Wasa SK")


@pytest.fixture
def secretary(client, club):
    user = secretary_of(club)
    client.force_login(user)
    return user


def words(response):
    """Return the page without what differs on every page."""
    text = response.content.decode()
    return re.sub(r'(name="csrfmiddlewaretoken" value="|X-CSRFToken": ")\w+"', "", text)


def typed(club, **facts):
    return {"club": club.pk, "from_date": "2026-06-15", **facts}


def send_request(client, club, **facts):
    return client.post(ASK, typed(club, **facts), follow=True)


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def answer_page(request):
    return reverse("federation:joining", args=[request.pk])


# --- the same answer for all players -----------------------------------------------
def numbers():
    """Return the numbers of a public player, one shown by initials, a hidden one, one
    with neither club nor account, a deceased member; and an unused number.
    """
    return [
        member(national_id="100001", **NAMED).national_id,
        member(national_id="100002", visibility=Visibility.INITIALS).national_id,
        member(national_id="100003", visibility=Visibility.HIDDEN).national_id,
        PlayerFactory(national_id="100004").national_id,
        member(national_id="100005", status="deceased").national_id,
        "100006",
    ]


def test_answer_and_queries_do_not_reveal_whether_the_player_exists(
    client, secretary, club
):
    known = numbers()
    send_request(client, club, number="999999")  # queries that are sent only once
    JoiningRequest.objects.all().delete()
    outcomes = set()
    for number in known:
        with CaptureQueriesContext(connection) as captured:
            answer = send_request(client, club, number=number)
        queries = tuple(
            re.sub(r"'[^']*'|\d+", "?", each["sql"])
            for each in captured.captured_queries
        )
        text = re.sub(r"<time.*?</time>", "", words(answer).replace(number, ""))
        text = re.sub(r"/joining/\d+/", "", text)
        outcomes.add((answer.redirect_chain[0], answer.status_code, text, queries))
        JoiningRequest.objects.all().delete()
    assert len(outcomes) == 1


def test_page_never_reads_the_register_of_other_clubs(client, secretary, club):
    number = numbers()[2]
    with CaptureQueriesContext(connection) as captured:
        client.post(ASK, typed(club, number=number))
    of_players = [
        each["sql"]
        for each in captured.captured_queries
        if 'FROM "federation_player"' in each["sql"]
    ]
    assert len(of_players) == 1
    assert "federation_membership" in of_players[0]


def test_club_sees_only_what_it_typed_until_the_request_is_accepted(
    client, secretary, club
):
    home = ClubFactory()
    player = member(home, visibility=Visibility.HIDDEN, **NAMED)
    send_request(client, club, number=player.national_id)
    settle_joining(at=timezone.now())
    request = JoiningRequest.objects.get()
    page = reverse("federation:member", args=[player.pk])
    assert request.player == player
    assert player.national_id in words(client.get(LIST))
    assert "Öberg" not in words(client.get(LIST)) + words(client.get(DESK))
    assert [client.get(path).status_code for path in (page, answer_page(request))] == [
        404, 404,
    ]  # fmt: skip
    keeper = signed_in(secretary_of(home))
    assert "Wasa SK" in words(keeper.get(DESK))
    keeper.post(answer_page(request), {"answer": "yes"})
    assert "Åsa Öberg" in words(client.get(LIST))
    assert client.get(page).status_code == 200


def test_refusal_of_the_player_is_shown_to_the_club_with_its_reason(
    client, secretary, club
):
    player = member(**NAMED)
    own = signed_in(UserFactory(player=player))
    send_request(client, club, name="Åsa Öberg", birth_year="1971")
    settle_joining(at=timezone.now())
    request = JoiningRequest.objects.get()
    assert "add you as a member?" in words(own.get(DESK))
    own.post(answer_page(request), {"answer": "no", "reason": "I have a club"})
    assert "I have a club" in words(client.get(LIST))
    assert not Membership.objects.filter(club=club).exists()


def test_answer_without_yes_or_no_is_refused(client, secretary, club):
    player = PlayerFactory()
    own = signed_in(UserFactory(player=player))
    send_request(client, club, number=player.national_id)
    settle_joining(at=timezone.now())
    request = JoiningRequest.objects.get()
    page = own.post(answer_page(request), {"reason": ""})
    assert page.context["form"].errors == {"__all__": ["Choose yes or no."]}
    request.refresh_from_db()
    assert request.state == "waiting"


def test_club_withdraws_its_request(client, secretary, club):
    send_request(client, club, number="100001")
    request = JoiningRequest.objects.get()
    path = reverse("federation:withdraw_joining", args=[request.pk])
    page = client.post(path, follow=True)
    assert "The request is withdrawn." in words(page)
    again = client.post(path, follow=True)
    assert "This request is no longer open." in words(again)


def test_ended_request_is_shown_to_its_own_club_for_a_month(client, secretary, club):
    now = timezone.now()
    for number, ended in (("100001", 29), ("100002", 31)):
        client.post(ASK, typed(club, number=number))
        JoiningRequest.objects.filter(number=number).update(
            state="withdrawn",
            settled_by=secretary,
            settled_at=now - timedelta(days=ended),
        )
    client.post(ASK, typed(club, number="100003"))
    other = ClubFactory()
    signed_in(secretary_of(other)).post(ASK, typed(other, number="100004"))
    shown = [each.number for each in client.get(LIST).context["joining_requests"]]
    assert shown == ["100003", "100001"]


def test_year_of_birth_is_ignored_if_a_number_is_given(client, secretary, club):
    client.post(ASK, typed(club, number="100001", birth_year="1971"))
    request = JoiningRequest.objects.get()
    assert (request.number, request.birth_year) == ("100001", None)


def test_request_for_a_closed_club_is_refused(client, secretary, club):
    second = ClubFactory(closed_date=timezone.localdate())
    RoleFactory(kind=RoleKind.DEPUTY, user=secretary, club=second)
    form = client.post(ASK, typed(second, number="100001")).context["form"]
    assert (list(form.errors), JoiningRequest.objects.count()) == (["club"], 0)


def test_request_for_a_foreign_club_is_refused(client, secretary):
    form = client.post(ASK, typed(ClubFactory(), number="100001")).context["form"]
    assert (list(form.errors), JoiningRequest.objects.count()) == (["club"], 0)


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"number": "1", "name": "Åsa Ek", "birth_year": "1971"},
        {"name": "Åsa Ek"},
        {"birth_year": "1971"},
    ],
)
def test_player_must_be_given_by_number_or_by_name(client, secretary, club, facts):
    form = client.post(ASK, typed(club, **facts)).context["form"]
    assert form.errors == {
        "__all__": ["Enter either the number, or the name and the year of birth."]
    }


@pytest.mark.parametrize("year", ["1879", "2101", "9" * 30])
def test_impossible_year_is_shown_at_its_field(client, secretary, club, year):
    form = client.post(ASK, typed(club, name="Åsa Ek", birth_year=year)).context["form"]
    assert list(form.errors) == ["birth_year"]


def test_public_namesakes_need_a_number_and_hidden_ones_do_not_count(
    client, secretary, club
):
    facts = typed(club, name="Åsa Öberg", birth_year="1971")
    member(**NAMED)
    other = member(visibility=Visibility.HIDDEN, **NAMED)
    client.post(ASK, facts)
    assert JoiningRequest.objects.count() == 1
    other.visibility = Visibility.PUBLIC
    other.save()
    assert "give the number" in words(client.post(ASK, facts))


def test_own_members_cannot_be_requested(client, secretary, club):
    own = member(club)
    former = MembershipFactory(club=club, to_date=timezone.localdate()).player
    for player in (own, former):
        page = client.post(ASK, typed(club, number=player.national_id))
        assert "on your list of members" in words(page)
    assert JoiningRequest.objects.count() == 0


# --- tries ----------------------------------------------------------------------------
def test_attempts_are_limited_even_after_signing_in_again(
    client, secretary, club, settings
):
    settings.TRIES_A_DAY = 2
    for number in ("1", "2"):
        send_request(client, club, number=number)
    client.logout()
    fresh = signed_in(secretary)
    page = fresh.post(ASK, typed(club, number="3"))
    assert "tried this too many times today" in words(page)
    assert JoiningRequest.objects.count() == 2


# --- no other way
# ------------------------------------------------------------------------
@pytest.mark.parametrize("shown", list(Visibility))
@pytest.mark.parametrize("number", ["", "100001"])
def test_player_of_another_club_cannot_be_added_through_the_url(
    client, secretary, club, shown, number
):
    player = member(national_id="100001", visibility=shown)
    path = reverse("federation:join_club", args=[player.pk])
    assert client.get(path).status_code == 404
    assert client.post(path, typed(club, number=number)).status_code == 404
    assert not Membership.objects.filter(club=club).exists()


def test_player_without_a_club_cannot_be_added_through_the_url(client, secretary, club):
    path = reverse("federation:join_club", args=[PlayerFactory().pk])
    assert client.post(path, typed(club)).status_code == 404
    assert Membership.objects.count() == 0


def test_club_that_manages_a_player_adds_a_membership(client, secretary, club):
    player = MembershipFactory(club=club, to_date=timezone.localdate()).player
    later = timezone.localdate() + timedelta(days=5)
    path = reverse("federation:join_club", args=[player.pk])
    client.post(path, {"club": club.pk, "from_date": later.isoformat()})
    assert Membership.objects.filter(player=player, from_date=later).exists()


@pytest.mark.parametrize("shown", [Visibility.HIDDEN, Visibility.INITIALS])
def test_adding_a_namesake_does_not_reveal_a_hidden_player(
    client, secretary, club, shown
):
    member(visibility=shown, **NAMED)
    facts = {
        **NAMED, "country": "SWE", "club": club.pk, "member_from": "2026-01-01",
    }  # fmt: skip
    page = client.post(reverse("federation:new_member"), facts)
    assert page.status_code == 302
    assert Membership.objects.filter(club=club).count() == 1


def test_public_namesake_gets_a_link_to_a_joining_request(client, secretary, club):
    known = member(**NAMED)
    facts = {
        **NAMED, "country": "SWE", "club": club.pk, "member_from": "2026-01-01",
    }  # fmt: skip
    page = words(client.post(reverse("federation:new_member"), facts))
    assert f"{ASK}?number={known.national_id}" in page


# --- guests ----------------------------------------------------------------------------
def test_guests_club_sees_only_what_is_needed_to_compete(client, secretary, club):
    player = member(ClubFactory(name="Home"), visibility=Visibility.HIDDEN, **NAMED)
    MembershipFactory(player=player, club=club, is_main=False)
    MembershipFactory(player=player, club=ClubFactory(name="Third"), is_main=False)
    ClassMembershipFactory(player=player, player_class="II")
    UserFactory(player=player, email="asa@example.org")
    today = timezone.localdate()
    suspend_player(
        player.pk,
        from_date=today,
        to_date=today + timedelta(days=9),
        reason="Minutes 4",
        acting=acting(secretary),
    )
    page = words(client.get(reverse("federation:member", args=[player.pk])))
    shown = [
        text in page
        for text in ("Åsa Öberg", "II", "Home", "Suspended", "Third", "asa@", "Minutes")
    ]
    assert shown == [True] * 4 + [False] * 3
    row = client.get(LIST).context["listing"].table.rows[0]
    assert row.get_cell("account") == "–"


def test_own_member_is_recognised_by_name_and_year_even_if_hidden(
    client, secretary, club
):
    member(club, visibility=Visibility.HIDDEN, **NAMED)
    page = client.post(ASK, typed(club, name="Asa Oberg", birth_year="1971"))
    assert "on your list of members" in words(page)
    client.post(ASK, typed(club, name="Asa Oberg", birth_year="1972"))
    assert JoiningRequest.objects.get().birth_year == 1972


def test_guest_of_one_own_club_can_be_requested_for_another_own_club(
    client, secretary, club
):
    second = ClubFactory()
    RoleFactory(kind=RoleKind.DEPUTY, user=secretary, club=second)
    guest = member()
    MembershipFactory(player=guest, club=club, is_main=False)
    refused = client.post(ASK, typed(club, number=guest.national_id))
    assert "on your list of members" in words(refused)
    client.post(ASK, typed(second, number=guest.national_id))
    assert JoiningRequest.objects.get().club == second


def test_secretary_who_refuses_for_the_club_returns_to_the_member(
    client, secretary, club
):
    home = ClubFactory()
    player = member(home)
    send_request(client, club, number=player.national_id)
    settle_joining(at=timezone.now())
    request = JoiningRequest.objects.get()
    keeper = signed_in(secretary_of(home))
    form_data = {"answer": "no", "reason": "Not yet"}
    page = keeper.post(answer_page(request), form_data, follow=True)
    request.refresh_from_db()
    assert (request.answered_as, request.reason) == ("club", "Not yet")
    assert [str(each) for each in page.context["messages"]] == [
        "You have said no. The club will be notified."
    ]
    where = reverse("federation:member", args=[player.pk])
    assert page.redirect_chain == [(where, 302)]
