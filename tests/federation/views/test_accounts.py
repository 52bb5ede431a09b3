from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import call_command
from django.urls import reverse

from federation.enums import RoleKind
from federation.models import OutboxMail
from tests.factories import CLOSED, ClubFactory, RoleFactory, UserFactory, secretary_of
from tests.federation.sign_in.browsers import LOGIN, RESET, browser, signs_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("outbox")]
ACCOUNTS = reverse("federation:accounts")
MINE = reverse("federation:my_account")
NEW = "grön häst på taket"


@pytest.fixture(autouse=True)
def demo(settings):
    settings.DEMO = True  # an administrator without a second factor


@pytest.fixture
def administrator(client):
    user = RoleFactory(kind=RoleKind.ADMINISTRATOR, user__name="Åsa").user
    client.force_login(user)
    return user


def close(client, user, reason="Left the club"):
    path = reverse("federation:close_account", args=[user.pk])
    return client.post(path, {"reason": reason})


def reopen(client, user):
    return client.post(reverse("federation:reopen_account", args=[user.pk]))


def names(page):
    return [row.record.name for row in page.context["listing"].table.rows]


def test_all_accounts_are_listed_searched_and_filtered(client, administrator):
    UserFactory(name="Bo", email="bo@example.org")
    UserFactory(name="Cia", **CLOSED)
    filters = [{}, {"q": "bo@ex"}, {"closed": "closed"}, {"closed": "open"}]
    assert [names(client.get(ACCOUNTS, ask)) for ask in filters] == [
        ["Bo", "Cia", "Åsa"],
        ["Bo"],
        ["Cia"],
        ["Bo", "Åsa"],
    ]


def test_query_count_does_not_depend_on_the_number_of_rows(
    client, administrator, django_assert_max_num_queries
):
    client.get(ACCOUNTS)
    for _ in range(4):
        UserFactory()
    with django_assert_max_num_queries(6):
        client.get(ACCOUNTS)


def test_closing_requires_a_reason(client, administrator):
    user = UserFactory()
    page = close(client, user, "")
    user.refresh_from_db()
    assert (list(page.context["form"].errors), user.is_active) == (["reason"], True)


def test_signed_in_user_is_signed_out_at_the_next_click(client, administrator):
    user = secretary_of(ClubFactory())
    own = browser()
    signs_in(own, user.email)
    assert own.get(MINE).status_code == 200
    close(client, user)
    assert own.get(MINE).status_code == 302


def test_old_session_is_not_restored_with_the_account(client, administrator):
    user = UserFactory()
    own = browser()
    signs_in(own, user.email)
    close(client, user)
    reopen(client, user)
    assert own.get(MINE).status_code == 302
    assert signs_in(browser(), user.email)


def test_closed_account_can_neither_sign_in_nor_reset_its_password(
    client, administrator
):
    user = UserFactory()
    own = browser()
    own.post(RESET, {"email": user.email})
    [link] = [
        line.removeprefix("http://testserver")
        for line in OutboxMail.objects.get().body.splitlines()
        if line.startswith("http")
    ]
    close(client, user)
    assert not signs_in(browser(), user.email)
    browser().post(RESET, {"email": user.email})
    assert OutboxMail.objects.count() == 1
    page = own.get(link, follow=True)
    assert page.context["token_fail"]


def test_own_account_has_no_close_button_and_is_refused(client, administrator):
    RoleFactory(kind=RoleKind.ADMINISTRATOR)
    page = close(client, administrator)
    errors = page.context["form"].non_field_errors()
    assert errors == ["This is your own account: ask another administrator to do it."]
    path = reverse("federation:close_account", args=[administrator.pk])
    assert path not in client.get(ACCOUNTS).content.decode()


def test_secretary_cannot_close_accounts(client, administrator):
    user = UserFactory()
    client.force_login(secretary_of(ClubFactory()))
    assert close(client, user).status_code == 403
    user.refresh_from_db()
    assert user.is_active


def test_reset_link_from_before_closing_stays_invalid(client, administrator):
    user = UserFactory()
    own = browser()
    own.post(RESET, {"email": user.email})
    [link] = [
        line.removeprefix("http://testserver")
        for line in OutboxMail.objects.get().body.splitlines()
        if line.startswith("http")
    ]
    close(client, user)
    reopen(client, user)
    assert own.get(link, follow=True).context["token_fail"]


def test_open_account_offers_closing_and_closed_account_reopening(
    client, administrator
):
    open_account, closed_account = (
        UserFactory(name="Bo"),
        UserFactory(name="Cia", **CLOSED),
    )
    page = client.get(ACCOUNTS).content.decode()
    ways = [
        reverse(f"federation:{act}_account", args=[user.pk]) in page
        for user in (open_account, closed_account)
        for act in ("close", "reopen")
    ]
    assert ways == [True, False, False, True]


def test_own_account_shows_whether_the_second_factor_is_on(client):
    user, other = UserFactory(), UserFactory()
    client.force_login(user)
    kinds = Authenticator.Type
    for whose, kind in ((user, kinds.RECOVERY_CODES), (other, kinds.TOTP)):
        Authenticator.objects.create(user=whose, type=kind, data={})
    assert client.get(MINE).context["two_step"] is False
    Authenticator.objects.create(user=user, type=kinds.TOTP, data={})
    assert client.get(MINE).context["two_step"] is True


def with_code_app(user):
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={})
    return user


def lost_factor(client, user):
    return client.post(reverse("federation:lost_factor", args=[user.pk]))


def test_lost_phone_is_offered_only_for_accounts_with_two_steps(client, administrator):
    users = with_code_app(UserFactory()), UserFactory(), with_code_app(administrator)
    page = client.get(ACCOUNTS).text
    paths = [reverse("federation:lost_factor", args=[user.pk]) for user in users]
    assert [path in page for path in paths] == [True, False, False]


def test_person_whose_phone_is_lost_is_signed_out_and_signs_in_with_the_password(
    client, administrator
):
    user = UserFactory()
    own = browser()
    signs_in(own, user.email)
    with_code_app(user)
    waiting = browser()
    assert not signs_in(waiting, user.email)

    answer = lost_factor(client, user)
    assert answer.url == ACCOUNTS
    assert own.get(MINE).status_code == 302
    assert signs_in(browser(), user.email)
    # The browser that waits for a code begins again.
    page = waiting.get(reverse("mfa_authenticate"), follow=True)
    assert page.redirect_chain == [(LOGIN, 302)]
    assert signs_in(waiting, user.email)


def test_second_click_on_a_lost_phone_says_that_it_is_off(client, administrator):
    user = with_code_app(UserFactory())
    lost_factor(client, user)
    page = lost_factor(client, user)
    assert page.context["form"].non_field_errors() == [
        "Two-step sign-in is not turned on for this account."
    ]


def test_secretary_cannot_turn_two_step_sign_in_off(client, administrator):
    user = with_code_app(UserFactory())
    client.force_login(secretary_of(ClubFactory()))
    assert lost_factor(client, user).status_code == 403
    assert Authenticator.objects.filter(user=user).exists()


def test_only_administrator_is_helped_by_another_account_made_by_the_command(client):
    only = with_code_app(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    out = StringIO()
    new = ("new@example.org", "Nya")
    call_command("create_administrator", *new, "--another", site="", stdout=out)
    chosen = {"name": "Nya", "password": NEW}
    client.post(out.getvalue().split()[-1], chosen)

    lost_factor(client, only)
    assert not Authenticator.objects.filter(user=only).exists()
