from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.domain.accounts.invitations import InvitationOffer, invite
from federation.domain.accounts.roles import RoleScope
from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from federation.models import Invitation, User
from tests.factories import PlayerFactory, RoleFactory, UserFactory
from tests.races import together

pytestmark = pytest.mark.django_db
PASSWORD = "grön häst på taket"


@pytest.fixture
def link():
    """The URL in a letter that invites Eva to the rules committee."""
    return link_for(
        InvitationOffer(email="eva@example.org", office=RoleScope(RoleKind.DEPUTY))
    )


def link_for(offer):
    links = []

    def url_of(secret):
        links.append(reverse("federation:invitation", args=[secret]))
        return links[-1]

    office = RoleScope(RoleKind.RULES_COMMITTEE) if offer.office else None
    invite(
        InvitationOffer(email=offer.email, office=office, player_id=offer.player_id),
        acting=ActionContext(UserFactory(name="Ola").pk, timezone.now()),
        url_of=url_of,
    )
    return links[0]


def submit(client, link, **facts):
    return client.post(link, {"name": "Eva Ek", "password": PASSWORD, **facts})


def test_page_works_signed_out_and_shows_the_offer(client, link):
    page = client.get(link)
    assert page.context["invitation"].get_kind_display() == "Rules committee"
    assert page["Cache-Control"] == (
        "max-age=0, no-cache, no-store, must-revalidate, private"
    )


def test_new_person_is_signed_in_with_the_new_account(client, link):
    submit(client, link)
    user = User.objects.get(email="eva@example.org")
    assert client.session["_auth_user_id"] == str(user.pk)


@pytest.mark.django_db(transaction=True)
def test_form_sent_twice_at_the_same_moment_says_how_to_go_on(link):
    def submit_alone():
        return submit(Client(headers={"Accept-Language": "en"}), link)

    answers = sorted(together(*[submit_alone] * 2), key=lambda each: each.status_code)
    assert [each.status_code for each in answers] == [302, 404]
    assert "If you have accepted it before, just sign in." in " ".join(
        answers[1].content.decode().split()
    )


def test_new_account_can_sign_in_on_the_sign_in_page(client, link):
    submit(client, link)
    client.logout()
    client.post(
        reverse("account_login"), {"login": "Eva@Example.org", "password": PASSWORD}
    )
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "1234 !"}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"password": ""}, "password"),
        ({"password": "12345678"}, "password"),
        ({"password": "eva@example.org"}, "password"),
        ({"password": "x" * 129}, "password"),
    ],
)
def test_invalid_name_or_password_is_shown_next_to_the_field(
    client, link, facts, field
):
    page = submit(client, link, **facts)
    assert list(page.context["form"].errors) == [field]
    assert "Type the password again." in page.content.decode()
    assert User.objects.filter(email="eva@example.org").count() == 0


def test_owner_of_an_account_is_sent_to_sign_in_and_back(client, link):
    UserFactory(email="eva@example.org")
    page = client.get(link).content.decode()
    assert f"{reverse('account_login')}?next={link}" in page
    submit(client, link)
    assert Invitation.objects.get().answered_at is None


def test_signed_in_account_accepts_with_one_button(client, link):
    user = UserFactory(email="eva@example.org")
    client.force_login(user)
    client.post(link)
    assert Invitation.objects.get().answered_by_id == user.pk


def test_account_with_another_address_is_informed_first(client, link):
    client.force_login(UserFactory(email="other@example.org"))
    assert client.get(link).context["other_address"] is True


def test_account_of_another_player_gets_the_reason_of_the_refusal(client):
    link = link_for(
        InvitationOffer(email="eva@example.org", player_id=PlayerFactory().pk)
    )
    client.force_login(UserFactory(player=PlayerFactory()))
    page = client.post(link, follow=True)
    assert [str(message) for message in page.context["messages"]] == [
        "This account belongs to another player."
    ]


def test_used_link_shows_that_it_is_closed(client, link):
    submit(client, link)
    client.logout()
    page = client.get(link)
    assert (page.status_code, page.templates[0].name) == (
        404,
        "federation/invitation_closed.html",
    )


def test_new_officer_has_to_set_up_a_second_factor_first(client):
    link = link_for(
        InvitationOffer(email="eva@example.org", office=RoleScope(RoleKind.DEPUTY))
    )
    submit(client, link)
    page = client.get(reverse("federation:my_account"))
    assert page.url == reverse("mfa_activate_totp")


def test_my_account_shows_roles_and_saves_a_name(client, settings):
    settings.DEMO = True
    user = RoleFactory(kind=RoleKind.RULES_COMMITTEE).user
    client.force_login(user)
    path = reverse("federation:my_account")
    assert [role.kind for role in client.get(path).context["roles"]] == ["committee"]
    client.post(path, {"name": "  Eva   Ek "})
    user.refresh_from_db()
    assert user.name == "Eva Ek"


def test_my_account_links_to_my_players_page(client):
    player = PlayerFactory()
    client.force_login(UserFactory(player=player))
    page = client.get(reverse("federation:my_account")).content.decode()
    link = f'<a href="/players/{player.pk}/">{player.full_name}</a>'
    assert link in page


def test_my_account_shows_neither_ended_roles_nor_those_of_others(client, settings):
    settings.DEMO = True
    today, day = timezone.localdate(), timedelta(days=1)
    user = UserFactory()
    for kind, days in (
        (RoleKind.RULES_COMMITTEE, {"to_date": today}),
        (RoleKind.BOARD, {"to_date": today - day}),
        (RoleKind.RATING_OFFICER, {"from_date": today + day}),
    ):
        RoleFactory(user=user, kind=kind, **days)
    RoleFactory(kind=RoleKind.ADMINISTRATOR)
    client.force_login(user)
    roles = client.get(reverse("federation:my_account")).context["roles"]
    assert [role.kind for role in roles] == ["committee"]


def test_account_with_the_invited_address_is_not_asked_to_confirm(client, link):
    client.force_login(UserFactory(email="EVA@example.org"))
    assert client.get(link).context["other_address"] is False


def test_name_of_the_player_is_filled_in(client):
    player = PlayerFactory(first_name="Eva", last_name="Ek")
    link = link_for(InvitationOffer(email="eva@example.org", player_id=player.pk))
    assert client.get(link).context["form"]["name"].value() == "Eva Ek"
