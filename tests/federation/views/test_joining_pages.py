"""Redirects of the joining request pages, and initial values of their fields."""

from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.domain.joining import WantedMember, request_joining, settle_joining
from federation.models import JoiningRequest, Membership
from tests.factories import (
    ClubFactory,
    PlayerFactory,
    UserFactory,
    member,
    secretary_of,
)

pytestmark = pytest.mark.django_db
ASK = reverse("federation:ask_for_member")


def looked_up_request(club, player, *, by=None):
    now = timezone.now()
    request = request_joining(
        WantedMember(
            club_id=club.pk,
            from_date=timezone.localdate(),
            number=player.national_id,
        ),
        acting=ActionContext((by or secretary_of(club)).pk, now),
        address="192.0.2.1",
    )
    settle_joining(at=now)
    return request


def test_number_field_is_filled_in_from_the_url(client):
    club = ClubFactory()
    client.force_login(secretary_of(club))
    form = client.get(ASK, {"number": "100001"}).context["form"]
    assert (form["number"].value(), form["from_date"].value()) == (
        "100001", timezone.localdate(),
    )  # fmt: skip


def test_input_is_kept_when_it_is_invalid(client):
    club, second = ClubFactory(), ClubFactory()
    user = secretary_of(club)
    user.roles.create(kind="deputy", club=second, from_date="2020-01-01")
    client.force_login(user)
    typed = {
        "name": "Åsa Ek",
        "birth_year": "",
        "club": second.pk,
        "from_date": "2026-08-01",
    }
    form = client.post(ASK, typed).context["form"]
    assert {name: form[name].value() for name in typed} == {
        **typed, "club": str(second.pk), "from_date": date(2026, 8, 1),
    }  # fmt: skip


def test_player_who_answered_is_redirected_to_the_own_account(client):
    player = member()
    client.force_login(UserFactory(player=player))
    request = looked_up_request(ClubFactory(), player)
    page = reverse("federation:joining", args=[request.pk])
    answer = client.post(page, {"answer": "yes"})
    assert answer.url == reverse("federation:my_account")


def test_secretary_who_answers_as_the_player_is_redirected_to_the_own_account(client):
    club = ClubFactory()
    player, user = member(club), secretary_of(club)
    user.player = player
    user.save()
    client.force_login(user)
    request = looked_up_request(ClubFactory(), player)
    page = reverse("federation:joining", args=[request.pk])
    assert client.get(page).context["role"] == "player"
    answer = client.post(page, {"answer": "yes"})
    request.refresh_from_db()
    assert (answer.url, request.answered_as) == (
        reverse("federation:my_account"), "player",
    )  # fmt: skip


@pytest.mark.parametrize("again", ["yes", "no"])
def test_second_answer_says_that_the_request_is_no_longer_open(client, again):
    home = ClubFactory()
    player = member(home)
    request = looked_up_request(ClubFactory(), player)
    page = reverse("federation:joining", args=[request.pk])
    for colleague in (secretary_of(home), secretary_of(home)):
        client.force_login(colleague)
        client.post(page, {"answer": "yes"})
    for second in (client.get(page, follow=True), post_answer(client, page, again)):
        assert "This request is no longer open." in second.content.decode()
    request.refresh_from_db()
    assert request.state == "accepted"


def post_answer(client, page, answer):
    return client.post(page, {"answer": answer, "reason": "No."}, follow=True)


def test_request_that_has_ended_is_unknown_to_others(client):
    club, home = ClubFactory(), ClubFactory()
    request = looked_up_request(club, member(home))
    page = reverse("federation:joining", args=[request.pk])
    client.force_login(secretary_of(home))
    client.post(page, {"answer": "yes"})
    for other in (secretary_of(ClubFactory()), secretary_of(club), UserFactory()):
        client.force_login(other)
        assert client.get(page).status_code == 404


def test_request_of_another_club_cannot_be_withdrawn(client):
    request = looked_up_request(ClubFactory(), PlayerFactory())
    client.force_login(secretary_of(ClubFactory()))
    path = reverse("federation:withdraw_joining", args=[request.pk])
    assert client.post(path).status_code == 404
    request.refresh_from_db()
    assert request.state == "waiting"


def test_answer_is_stored_only_for_the_request_of_the_page(client):
    home = ClubFactory()
    player, keeper = member(home), secretary_of(home)
    first, second = (looked_up_request(ClubFactory(), player) for _ in range(2))
    client.force_login(keeper)
    page = reverse("federation:joining", args=[second.pk])
    assert client.get(page).context["joining_request"] == second
    client.post(page, {"answer": "yes"})
    states = JoiningRequest.objects.order_by("pk").values_list("pk", "state")
    assert list(states) == [(first.pk, "waiting"), (second.pk, "accepted")]
    assert Membership.objects.filter(player=player, club=second.club).count() == 1
