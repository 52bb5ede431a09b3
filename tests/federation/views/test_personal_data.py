"""What is held about a person, for the person and for whoever writes a letter."""

import json

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.domain.mail import write_letter
from federation.enums import RoleKind
from federation.models import AccountEvent, Erasure, Suspension
from tests.factories import (
    LONG_AGO,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    line,
)
from tests.ratings.published import SPRING, accepted, rated

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def without_second_factors(settings):
    settings.DEMO = True  # a second factor is another test's matter


@pytest.fixture
def player():
    return rated(1900)


def file_of(client, user):
    client.force_login(user)
    answer = client.get(reverse("federation:my_data_file"))
    assert answer["Content-Disposition"].startswith("attachment")
    return json.loads(answer.content)


def test_the_file_holds_everything_about_the_person_and_no_secret(client, player):
    user = UserFactory(player=player, email="me@example.org")
    boss = UserFactory()
    hidden = rated(1800)
    type(hidden).objects.filter(pk=hidden.pk).update(visibility="hidden")
    accepted(line(player, hidden, 2, SPRING))
    AccountEvent.objects.create(at=timezone.now(), kind="signed_in", user=user)
    write_letter(to=user.email, subject="Hello", body="x", at=timezone.now())
    Suspension.objects.create(
        player=player, from_date=LONG_AGO, to_date=LONG_AGO, reason="Minutes",
        decided_by=boss,
    )  # fmt: skip
    data = file_of(client, user)
    held = data["about_you"]
    assert held["federation.Player"][0]["last_name"] == player.last_name
    assert held["federation.PlayerEvent"][0]["last_name"] == player.last_name
    assert held["federation.Suspension"][0]["reason"] == "Minutes"
    assert held["federation.Suspension"][0]["decided_by_id"] == "another account"
    assert held["federation.OutboxMail"][0]["subject"] == "Hello"
    assert held["federation.AccountEvent"][0]["kind"] == "signed_in"
    assert held["ratings.Decision"][0]["points"] == 1900
    game = held["ratings.Game"][0]
    assert (game["white_id"], game["black_id"]) == (player.pk, "Hidden player")
    text = json.dumps(data)
    assert hidden.last_name not in text
    assert boss.email not in text
    assert user.password not in text


def test_nobody_gets_what_is_about_others(client, player):
    other = UserFactory()
    data = file_of(client, other)
    assert player.last_name not in json.dumps(data)
    assert data["cards"] == []


def test_what_an_officer_did_is_named_without_what_it_says_of_others(client):
    officer = RoleFactory(kind=RoleKind.ADMINISTRATOR).user
    barred = PlayerFactory()
    row = Suspension.objects.create(
        player=barred, from_date=LONG_AGO, to_date=LONG_AGO, reason="Minutes",
        decided_by=officer,
    )  # fmt: skip
    data = file_of(client, officer)
    act = {"table": "federation.Suspension", "column": "decided_by", "row": row.pk}
    assert act in data["done_by_you"]
    assert "federation.Suspension" not in data["about_you"]


def test_the_page_has_the_same_in_words(client, player):
    client.force_login(UserFactory(player=player))
    page = client.get(reverse("federation:my_data")).content.decode()
    assert player.last_name in page
    assert "Membership" in page


def test_an_administrator_makes_it_for_a_player_without_an_account(client, player):
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    page = client.get(reverse("federation:person_data", args=[player.pk]))
    file = client.get(reverse("federation:person_data_file", args=[player.pk]))
    assert player.last_name in page.content.decode()
    assert json.loads(file.content)["cards"] == [player.pk]


def test_somebody_asks_to_be_erased_and_takes_it_back(client):
    user = UserFactory()
    client.force_login(user)
    page = reverse("federation:ask_to_be_erased")
    assert client.post(page, {"act": "ask"}).status_code == 302
    assert Erasure.objects.get().user_id == user.pk
    assert client.post(page, {"act": "withdraw"}).status_code == 302
    assert Erasure.objects.get().closed_at is not None


def test_whoever_has_a_duty_reads_which_one(client):
    role = RoleFactory(kind=RoleKind.ADMINISTRATOR)
    client.force_login(role.user)
    page = reverse("federation:ask_to_be_erased")
    assert "Role: Administrator" in client.get(page).content.decode()
    assert client.post(page, {"act": "ask"}).status_code == 409
    assert Erasure.objects.count() == 0
