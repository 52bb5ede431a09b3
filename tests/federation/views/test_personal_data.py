"""Data held about a person, for the person and for administrators who are asked."""

import json
from urllib.parse import quote

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.domain.erasing import (
    ask_to_erase_player,
    confirm_erasure,
    withdraw_erasure,
)
from federation.domain.exports import note_data_export
from federation.domain.mail import write_letter
from federation.enums import RoleKind
from federation.models import AccountEvent, DataExport, Erasure, OutboxMail, Suspension
from ratings.models import Game
from tests.factories import (
    LONG_AGO,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    line,
)
from tests.federation.sign_in.browsers import PASSWORD, force_recent_login
from tests.ratings.rating_lists import SPRING, accepted, rated

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def without_second_factors(settings):
    settings.DEMO = True  # no second factor is needed


@pytest.fixture
def player():
    return rated(1900)


def file_of(client, user):
    force_recent_login(client, user)
    answer = client.get(reverse("federation:my_data_file"))
    assert answer["Content-Disposition"].startswith("attachment")
    return json.loads(answer.content)


def test_file_contains_all_data_about_the_person_and_no_secret(client, player):
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
    about_you = data["about_you"]
    assert about_you["federation.Player"][0]["last_name"] == player.last_name
    assert about_you["federation.PlayerEvent"][0]["last_name"] == player.last_name
    assert about_you["federation.Suspension"][0]["reason"] == "Minutes"
    assert about_you["federation.Suspension"][0]["decided_by_id"] == "another account"
    assert about_you["federation.OutboxMail"][0]["subject"] == "Hello"
    assert about_you["federation.AccountEvent"][0]["kind"] == "signed_in"
    assert about_you["ratings.Decision"][0]["points"] == 1900
    game = about_you["ratings.Game"][0]
    assert (game["white_id"], game["black_id"]) == (player.pk, "Hidden player")
    text = json.dumps(data)
    assert hidden.last_name not in text
    assert boss.email not in text
    assert user.password not in text


def test_file_contains_nothing_about_others(client, player):
    other = UserFactory()
    data = file_of(client, other)
    assert player.last_name not in json.dumps(data)
    assert data["cards"] == []


def test_acts_of_an_officer_are_listed_without_data_about_others(client):
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


def test_page_has_the_same_data_in_words(client, player):
    force_recent_login(client, UserFactory(player=player))
    page = client.get(reverse("federation:my_data")).content.decode()
    assert player.last_name in page
    assert "Membership" in page


def test_page_shows_an_erasure_that_was_confirmed_and_withdrawn(client):
    player, now = PlayerFactory(), timezone.now()
    user = UserFactory(player=player)
    asking, by = (RoleFactory(kind=RoleKind.ADMINISTRATOR).user for _ in range(2))
    requested = ask_to_erase_player(
        player.pk, reason="Letter", acting=ActionContext(asking.pk, now)
    )
    confirm_erasure(requested.pk, acting=ActionContext(by.pk, now))
    withdraw_erasure(requested.pk, acting=ActionContext(by.pk, now))
    force_recent_login(client, user)
    assert client.get(reverse("federation:my_data")).status_code == 200


def test_administrator_gets_the_data_of_a_player_without_an_account(client, player):
    force_recent_login(client, RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    page = client.get(reverse("federation:person_data", args=[player.pk]))
    file = client.get(reverse("federation:person_data_file", args=[player.pk]))
    assert player.last_name in page.content.decode()
    assert json.loads(file.content)["cards"] == [player.pk]


def test_audit_log_records_who_was_shown_whose_data_and_when(client, player):
    before, boss = timezone.now(), RoleFactory(kind=RoleKind.ADMINISTRATOR).user
    force_recent_login(client, boss)
    for name in ("person_data", "person_data_file"):
        client.get(reverse(f"federation:{name}", args=[player.pk]))
    exports = DataExport.objects.order_by("pk")
    assert [(e.player_id, e.shown_to_id, e.as_file) for e in exports] == [
        (player.pk, boss.pk, False),
        (player.pk, boss.pk, True),
    ]
    assert all(before <= each.at <= timezone.now() for each in exports)
    log = client.get(reverse("federation:audit"), {"kind": "dataexport"})
    log_text = log.content.decode()
    assert log_text.count("All data kept about a person") >= 2
    assert player.last_name in log_text


def test_person_sees_that_the_data_was_shown_but_own_reading_is_not_logged(
    client, player
):
    boss = RoleFactory(kind=RoleKind.ADMINISTRATOR).user
    note_data_export(
        player.pk, as_file=True, acting=ActionContext(boss.pk, timezone.now())
    )
    data = file_of(client, UserFactory(player=player))
    [shown] = data["about_you"]["federation.DataExport"]
    assert (shown["player_id"], shown["shown_to_id"]) == (player.pk, "another account")
    assert DataExport.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "of_player"),
    [
        ("my_data", False),
        ("my_data_file", False),
        ("person_data", True),
        ("person_data_file", True),
        ("ask_to_be_erased", False),
        ("ask_to_erase", True),
    ],
)
def test_unattended_window_opens_no_personal_data(client, player, name, of_player):
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    page = reverse(f"federation:{name}", args=[player.pk] if of_player else [])
    again = client.get(page)
    asks = reverse("account_reauthenticate")
    assert (again.status_code, again["Location"]) == (
        302,
        f"{asks}?next={quote(page, '')}",
    )
    assert not DataExport.objects.exists()
    after = client.post(again["Location"], {"password": PASSWORD})
    assert (after.status_code, after["Location"]) == (302, page)
    assert client.get(page).status_code == 200


def test_submitted_form_is_carried_out_after_the_password(client):
    user = UserFactory()
    client.force_login(user)
    page = reverse("federation:ask_to_be_erased")
    requested = client.post(page, {"act": "ask"})
    assert not Erasure.objects.exists()
    client.post(requested["Location"], {"password": PASSWORD})
    assert Erasure.objects.get().user_id == user.pk


def test_erasure_cannot_be_agreed_to_from_an_unattended_window(client):
    user = UserFactory()
    erasure = Erasure.objects.create(user=user, asked_by=user, asked_at=timezone.now())
    client.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    page = reverse("federation:erasure", args=[erasure.pk])
    assert client.get(page).status_code == 200
    answer = client.post(page, {"act": "approve"})
    assert answer["Location"].startswith(reverse("account_reauthenticate"))
    erasure.refresh_from_db()
    assert erasure.confirmed_at is None


def test_file_contains_nothing_copied_from_the_other_players_card(client, player):
    other = rated(1800)
    accepted(line(player, other, 2, SPRING), line(other, player, 1, SPRING))
    games = file_of(client, UserFactory(player=player))["about_you"]["ratings.Game"]
    stored_rows = Game.objects.order_by("pk").values()
    for game, row in zip(games, stored_rows, strict=True):
        own, theirs = (
            ("white", "black") if row["white_id"] == player.pk else ("black", "white")
        )
        beside = {name for name in row if name.startswith(f"{theirs}_")}
        beside -= {f"{theirs}_id"}
        assert any(row[name] is not None for name in beside)
        assert {game[name] for name in beside} == {None}
        assert game[f"{theirs}_id"] == other.public_name
        assert game[f"{own}_id"] == player.pk
        assert game[f"{own}_birth_year"] == row[f"{own}_birth_year"]


def test_file_contains_no_text_of_letters_which_may_be_secret(client):
    user = UserFactory(email="me@example.org")
    letter = "Open https://office.example/invitation/s3cr3t-of-somebody/"
    write_letter(to=user.email, subject="Hello", body=letter, at=timezone.now())
    data = file_of(client, user)
    [row] = data["about_you"]["federation.OutboxMail"]
    assert (row["subject"], "body" in row) == ("Hello", False)
    assert "s3cr3t" not in json.dumps(data)
    assert OutboxMail.objects.get().body == letter


def test_person_requests_erasure_and_withdraws_it(client):
    user = UserFactory()
    force_recent_login(client, user)
    page = reverse("federation:ask_to_be_erased")
    assert client.post(page, {"act": "ask"}).status_code == 302
    assert Erasure.objects.get().user_id == user.pk
    assert client.post(page, {"act": "withdraw"}).status_code == 302
    assert Erasure.objects.get().closed_at is not None


def test_person_with_a_duty_sees_which_one(client):
    role = RoleFactory(kind=RoleKind.ADMINISTRATOR)
    force_recent_login(client, role.user)
    page = reverse("federation:ask_to_be_erased")
    assert "Role: Administrator" in client.get(page).content.decode()
    assert client.post(page, {"act": "ask"}).status_code == 409
    assert Erasure.objects.count() == 0


def test_open_erasures_show_their_duties_and_ended_ones_are_listed_separately(
    client, player
):
    now, asking = timezone.now(), RoleFactory(kind=RoleKind.ADMINISTRATOR).user
    by = RoleFactory(kind=RoleKind.ADMINISTRATOR).user
    names = ("Waits", "Agreed", "Held", "Withdrawn")
    requested = {
        name: ask_to_erase_player(
            PlayerFactory(first_name=name, last_name="Ek").pk,
            reason="Letter",
            acting=ActionContext(asking.pk, now),
        )
        for name in names
    }
    for name in ("Agreed", "Held"):
        confirm_erasure(requested[name].pk, acting=ActionContext(by.pk, now))
    for name in ("Waits", "Held"):
        MembershipFactory(player=requested[name].player)
    withdraw_erasure(requested["Withdrawn"].pk, acting=ActionContext(by.pk, now))
    force_recent_login(client, by)
    page = client.get(reverse("federation:erasures"))
    assert [(name, duties) for _each, name, duties in page.context["waiting"]] == [
        ("Held Ek", True), ("Agreed Ek", False), ("Waits Ek", False),
    ]  # fmt: skip
    assert list(page.context["ended"]) == [requested["Withdrawn"]]
    assert "Withdrawn Ek" not in page.content.decode()


def test_person_concerned_may_withdraw_an_erasure_but_not_agree_to_it(client):
    player = PlayerFactory()
    own = RoleFactory(kind=RoleKind.ADMINISTRATOR, user__player=player)
    requested = Erasure.objects.create(
        player=player, reason="Letter", asked_by=UserFactory(), asked_at=timezone.now()
    )
    force_recent_login(client, own.user)
    page = client.get(reverse("federation:erasure", args=[requested.pk]))
    assert (page.context["is_open"], page.context["may_agree"]) == (True, False)
    withdraw_erasure(requested.pk, acting=ActionContext(own.user_id, timezone.now()))
    page = client.get(reverse("federation:erasure", args=[requested.pk]))
    assert page.context["is_open"] is False


def test_reason_is_kept_when_the_act_is_refused(client):
    membership = MembershipFactory()
    force_recent_login(client, RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    path = reverse("federation:ask_to_erase", args=[membership.player_id])
    page = client.post(path, {"reason": "Letter of May", "act": "ask"})
    assert (page.status_code, page.context["reason"]) == (409, "Letter of May")


def test_player_withdraws_an_administrators_request(client):
    user = UserFactory(player=PlayerFactory())
    facts = {
        "reason": "Letter",
        "acting": ActionContext(UserFactory().pk, timezone.now()),
    }
    requested = ask_to_erase_player(user.player_id, **facts)
    force_recent_login(client, user)
    path = reverse("federation:ask_to_be_erased")
    assert client.get(path).context["waits"] == requested
    client.post(path, {"act": "withdraw"})
    assert client.get(path).context["waits"] is None


def test_erasure_without_a_reason_or_an_act_is_not_requested(client):
    force_recent_login(client, RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    path = reverse("federation:ask_to_erase", args=[PlayerFactory().pk])
    pages = [
        client.post(path, facts)
        for facts in ({"reason": " ", "act": "ask"}, {"reason": "Letter", "act": "x"})
    ]
    assert [page.status_code for page in pages] == [422, 422]
    assert [str(*page.context["messages"]) for page in pages] == [
        "Say why.",
        "Choose what to do.",
    ]
    assert Erasure.objects.count() == 0


def test_file_is_named_by_the_cards_or_else_by_the_account(client):
    remaining_card = PlayerFactory()
    merged_card = PlayerFactory(merged_into=remaining_card)
    for user, number in (
        (UserFactory(player=remaining_card), f"{remaining_card.pk}-{merged_card.pk}"),
        (alone := UserFactory(), f"{alone.pk}"),
    ):
        force_recent_login(client, user)
        answer = client.get(reverse("federation:my_data_file"))
        assert f'filename="rankbok-{number}.json"' in answer["Content-Disposition"]
        client.logout()
