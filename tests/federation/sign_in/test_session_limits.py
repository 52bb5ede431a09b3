"""How long a browser stays signed in."""

import time
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone

from federation.enums import RoleKind
from federation.models import AccountEvent
from federation.tasks import clear_sessions
from tests.factories import ClubFactory, RoleFactory, UserFactory, secretary_of

pytestmark = pytest.mark.django_db
MINE = reverse("federation:my_account")
HOUR, DAY = 3600, 86400


@pytest.fixture(autouse=True)
def demo(settings):
    settings.DEMO = True  # an officer without a second factor


@pytest.fixture
def officer():
    return RoleFactory(kind=RoleKind.RATING_OFFICER).user


@pytest.fixture
def secretary():
    return secretary_of(ClubFactory())


def stays_signed_in(client, user, *, began=0, seen=0):
    """Return whether a user who signed in and clicked last so many seconds ago is still
    signed in.
    """
    client.force_login(user)
    client.get(MINE)
    session = client.session
    now = int(time.time())
    session["began_at"], session["seen_at"] = now - began, now - seen
    session.save()
    return client.get(MINE).status_code == 200


@pytest.mark.parametrize(
    ("seen", "officers", "others"),
    [(HOUR, True, True), (3 * HOUR, False, True), (15 * DAY, False, False)],
)
def test_unused_browser_is_signed_out(
    client, officer, secretary, seen, officers, others
):
    results = [
        stays_signed_in(client, user, began=seen, seen=seen)
        for user in (officer, secretary)
    ]
    assert results == [officers, others]


@pytest.mark.parametrize(
    ("began", "officers", "others"),
    [(11 * HOUR, True, True), (13 * HOUR, False, True), (91 * DAY, False, False)],
)
def test_browser_in_constant_use_is_signed_out_at_last(
    client, officer, secretary, began, officers, others
):
    results = [
        stays_signed_in(client, user, began=began) for user in (officer, secretary)
    ]
    assert results == [officers, others]


def test_click_restarts_the_idle_time_but_not_the_maximum_time(client, officer):
    assert stays_signed_in(client, officer, began=3 * HOUR, seen=HOUR)
    assert client.session["seen_at"] > time.time() - 5
    assert client.session["began_at"] < time.time() - 2 * HOUR


def test_automatic_request_of_a_page_is_no_click(client, officer):
    client.force_login(officer)
    client.get(MINE)
    session = client.session
    session["seen_at"] = seen = int(time.time()) - HOUR
    session.save()
    answer = client.get(MINE, headers={"X-Asked-By-Itself": "1"})
    assert (answer.status_code, client.session["seen_at"]) == (200, seen)


def test_frequent_clicks_do_not_save_the_session_each_time(
    client, officer, django_assert_num_queries
):
    stays_signed_in(client, officer, seen=30)
    assert client.session["seen_at"] < time.time() - 20


def test_signed_out_user_sees_why_and_it_is_noted(client, officer):
    stays_signed_in(client, officer, seen=3 * HOUR)
    page = client.get(reverse("account_login"))
    assert "You were signed out because some time has passed" in page.content.decode()
    kinds = AccountEvent.objects.order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["signed_in", "signed_out"]


def test_form_submitted_after_the_time_limit_changes_nothing(client, officer):
    stays_signed_in(client, officer, seen=3 * HOUR)
    client.post(MINE, {"name": "Changed"})
    officer.refresh_from_db()
    assert officer.name != "Changed"


def test_expired_sessions_are_deleted(client):
    client.force_login(UserFactory())
    ended = timezone.now() - timedelta(days=1)
    Session.objects.update(expire_date=ended)
    client.logout()
    client.force_login(UserFactory())
    Session.objects.create(session_key="old", session_data="x", expire_date=ended)
    clear_sessions()
    assert [
        session.expire_date > timezone.now() for session in Session.objects.all()
    ] == [True]


def test_clock_deletes_expired_sessions(settings):
    tasks = [entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()]
    assert tasks.count(clear_sessions.name) == 1
