"""The page on which somebody signs in, and where it leads."""

from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.domain.joining import WantedMember, request_joining, settle_joining
from federation.models import Role
from tests.factories import ClubFactory, UserFactory, member, secretary_of
from tests.federation.sign_in.browsers import LOGIN, PASSWORD, browser, let_in
from tests.ratings.claimed import Match, account_of, filed
from tests.tournaments.teams import started_league

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("outbox")]


def led_to(user, **asked):
    said = {"login": user.email, "password": PASSWORD, **asked}
    return browser().post(LOGIN, said).url


def test_a_user_with_a_role_lands_on_what_waits():
    assert led_to(secretary_of(ClubFactory())) == reverse("tournaments:desk")


def test_a_user_without_one_lands_on_the_start_page():
    assert led_to(UserFactory()) == "/"


def test_a_captain_for_whom_a_match_waits_lands_on_it():
    captain = UserFactory()
    group = started_league()
    group.teams.update(captain=captain)
    group.round_days.update(date=timezone.localdate())

    assert led_to(captain) == reverse("tournaments:desk")


def test_a_player_who_is_asked_about_a_correction_lands_on_it():
    match = Match()
    filed(match, at=timezone.now())

    assert led_to(account_of(match.bertil)) == reverse("tournaments:desk")


def test_a_player_who_is_asked_to_join_a_club_lands_on_it():
    now, club, asked = timezone.now(), ClubFactory(), member()
    account = UserFactory(player=asked)
    wanted = WantedMember(
        club_id=club.pk, from_date=now.date(), number=asked.national_id
    )
    request_joining(
        wanted, acting=ActionContext(secretary_of(club).pk, now), address="::1"
    )
    settle_joining(at=now)

    assert led_to(account) == reverse("tournaments:desk")


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
