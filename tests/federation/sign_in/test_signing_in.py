"""The sign-in page, and where it redirects."""

from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.domain.joining import WantedMember, request_joining, settle_joining
from federation.models import Role
from tests.factories import ClubFactory, UserFactory, member, secretary_of
from tests.federation.sign_in.browsers import (
    LOGIN,
    PASSWORD,
    browser,
    force_recent_login,
    signs_in,
)
from tests.ratings.correction_requests import Match, account_of, filed
from tests.tournaments.teams import started_league

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("outbox")]


def page_after_sign_in(user, **query):
    form_data = {"login": user.email, "password": PASSWORD, **query}
    return browser().post(LOGIN, form_data).url


def test_user_with_a_role_is_redirected_to_what_waits():
    assert page_after_sign_in(secretary_of(ClubFactory())) == reverse(
        "tournaments:desk"
    )


def test_user_without_a_role_is_redirected_to_the_start_page():
    assert page_after_sign_in(UserFactory()) == "/"


def test_captain_with_a_waiting_match_is_redirected_to_what_waits():
    captain = UserFactory()
    group = started_league()
    group.teams.update(captain=captain)
    group.round_days.update(date=timezone.localdate())

    assert page_after_sign_in(captain) == reverse("tournaments:desk")


def test_player_asked_about_a_correction_is_redirected_to_what_waits():
    match = Match()
    filed(match, at=timezone.now())

    assert page_after_sign_in(account_of(match.bertil)) == reverse("tournaments:desk")


def test_player_asked_to_join_a_club_is_redirected_to_what_waits():
    now, club, query = timezone.now(), ClubFactory(), member()
    account = UserFactory(player=query)
    wanted = WantedMember(
        club_id=club.pk, from_date=now.date(), number=query.national_id
    )
    request_joining(
        wanted, acting=ActionContext(secretary_of(club).pk, now), address="::1"
    )
    settle_joining(at=now)

    assert page_after_sign_in(account) == reverse("tournaments:desk")


def test_ended_role_does_not_count():
    user = secretary_of(ClubFactory())
    Role.objects.filter(user=user).update(to_date=date(2026, 1, 31))

    assert page_after_sign_in(user) == "/"


def test_user_on_the_way_to_a_page_is_redirected_there():
    assert (
        page_after_sign_in(secretary_of(ClubFactory()), next="/players/") == "/players/"
    )


@pytest.mark.parametrize("page", ["account_login", "account_change_password"])
def test_tab_moves_through_the_fields_and_the_reset_link_is_below(page):
    client = browser()
    user = UserFactory()
    if page != "account_login":
        force_recent_login(client, user)
    shown = client.get(reverse(page)).content.decode()

    form = shown[shown.index('<form class="form"') :]
    assert form.index("</form>") < form.index(reverse("account_reset_password"))
    assert 'id="id_password_helptext"' not in form
    assert 'id="id_oldpassword_helptext"' not in form


def test_wrong_current_password_is_called_wrong():
    own = browser()
    signs_in(own, UserFactory(email="eva@example.org").email)
    sent = {"oldpassword": "guess", "password1": "grön häst", "password2": "grön häst"}
    page = own.post(reverse("account_change_password"), sent)
    assert page.context["form"].errors == {
        "oldpassword": ["The current password is wrong."]
    }
