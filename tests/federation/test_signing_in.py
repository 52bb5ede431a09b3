"""The page on which somebody signs in, and where it leads."""

from datetime import date

import pytest
from django.urls import reverse

from federation.models import Role
from tests.factories import ClubFactory, UserFactory, secretary_of
from tests.federation.sign_in import LOGIN, PASSWORD, browser, let_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("outbox")]


def led_to(user, **asked):
    said = {"login": user.email, "password": PASSWORD, **asked}
    return browser().post(LOGIN, said).url


def test_a_user_with_a_role_lands_on_what_waits():
    assert led_to(secretary_of(ClubFactory())) == reverse("tournaments:desk")


def test_a_user_without_one_lands_on_the_start_page():
    assert led_to(UserFactory()) == "/"


def test_a_role_that_has_ended_is_none():
    user = secretary_of(ClubFactory())
    Role.objects.filter(user=user).update(to_date=date(2026, 1, 31))

    assert led_to(user) == "/"


def test_whoever_was_on_the_way_to_a_page_goes_on_there():
    assert led_to(secretary_of(ClubFactory()), next="/players/") == "/players/"


@pytest.mark.parametrize("page", ["account_login", "account_change_password"])
def test_tab_goes_from_field_to_field_and_the_way_out_is_below(page):
    client = browser()
    user = UserFactory()
    if page != "account_login":
        let_in(client, user)
    shown = client.get(reverse(page)).content.decode()

    form = shown[shown.index('<form class="form"') :]
    assert form.index("</form>") < form.index(reverse("account_reset_password"))
    assert 'id="id_password_helptext"' not in form
    assert 'id="id_oldpassword_helptext"' not in form
