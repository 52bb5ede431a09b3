from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.enums import RoleKind
from federation.models import Suspension
from tests.factories import PlayerFactory, RoleFactory

pytestmark = pytest.mark.django_db
LIST = reverse("federation:suspensions")


@pytest.fixture(autouse=True)
def administrator(client, settings):
    settings.DEMO = True  # an officer without a second factor
    user = RoleFactory(kind=RoleKind.ADMINISTRATOR).user
    client.force_login(user)
    return user


def suspended(client, player, **facts):
    path = reverse("federation:suspend", args=[player.pk])
    days = {"from_date": "2026-06-01", "to_date": "2026-08-31", "reason": "§4"}
    return client.post(path, days | facts)


def test_suspension_is_added_and_listed(client, administrator):
    player = PlayerFactory()
    assert suspended(client, player).url == LIST
    [row] = client.get(LIST).context["listing"].table.rows
    assert (row.record.player, row.record.decided_by) == (player, administrator)


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"to_date": "2026-05-31"}, "to_date"),
        ({"from_date": ""}, "from_date"),
        ({"reason": " "}, "reason"),
        ({"reason": "x" * 201}, "reason"),
    ],
)
def test_errors_are_shown_at_their_field(client, facts, field):
    form = suspended(client, PlayerFactory(), **facts).context["form"]
    assert (list(form.errors), Suspension.objects.count()) == ([field], 0)


def test_overlapping_suspension_is_refused(client):
    player = PlayerFactory()
    suspended(client, player)
    form = suspended(client, player).context["form"]
    assert form.non_field_errors() == ["The player is suspended already in that time."]


def test_suspension_is_ended_earlier(client):
    suspended(client, PlayerFactory())
    suspension = Suspension.objects.get()
    path = reverse("federation:end_suspension", args=[suspension.pk])
    client.post(path, {"last_date": "2026-06-30"})
    suspension.refresh_from_db()
    assert suspension.to_date == date(2026, 6, 30)


def test_suspension_that_would_never_begin_is_removed_only_after_a_question(client):
    suspended(client, PlayerFactory())
    path = reverse("federation:end_suspension", args=[Suspension.objects.get().pk])
    sent = {"last_date": "2026-05-31"}
    page = client.post(path, sent)
    assert list(page.context["form"].errors) == ["removes"]
    assert "It begins on 2026-06-01" in page.text
    assert Suspension.objects.count() == 1
    done = client.post(path, sent | {"removes": "on"}, follow=True)
    assert Suspension.objects.count() == 0
    assert "The suspension is removed altogether." in done.text


def test_question_of_removal_is_asked_beforehand_of_a_suspension_to_come(client):
    today = timezone.localdate()
    days = [(today + timedelta(days=9), True), (today - timedelta(days=9), False)]
    for first, is_asked in days:
        suspended(
            client,
            PlayerFactory(),
            from_date=first.isoformat(),
            to_date=(today + timedelta(days=99)).isoformat(),
        )
        held = Suspension.objects.latest("pk")
        path = reverse("federation:end_suspension", args=[held.pk])
        assert ("removes" in client.get(path).context["form"].fields) == is_asked


def test_tick_of_removal_removes_no_suspension_that_has_begun(client):
    suspended(client, PlayerFactory())
    held = Suspension.objects.get()
    path = reverse("federation:end_suspension", args=[held.pk])
    client.post(path, {"last_date": "2026-06-30", "removes": "on"})
    held.refresh_from_db()
    assert held.to_date == date(2026, 6, 30)


def test_members_page_shows_only_current_and_future_suspensions(client):
    today, player = timezone.localdate(), PlayerFactory()
    suspended(client, player, from_date="2020-01-01", to_date="2020-12-31")
    page = reverse("federation:member", args=[player.pk])
    assert client.get(page).content.decode().count("Suspended from competitions") == 0
    suspended(client, player, from_date="2021-01-01", to_date=today)
    assert client.get(page).content.decode().count("Suspended from competitions") == 1


def test_only_a_running_suspension_can_be_ended(client):
    today = timezone.localdate()
    for last in (today - timedelta(days=1), today + timedelta(days=1)):
        suspended(client, PlayerFactory(), from_date="2020-01-01", to_date=last)
    assert client.get(LIST).content.decode().count("End it earlier") == 1


def test_suspension_that_ends_last_comes_first_and_todays_cannot_be_ended_earlier(
    client,
):
    today = timezone.localdate()
    for name, days in (("Today", 0), ("Later", 9), ("Over", -9)):
        last = today + timedelta(days=days)
        player = PlayerFactory(last_name=name)
        suspended(client, player, from_date="2020-01-01", to_date=last)
    page = client.get(LIST)
    rows = page.context["listing"].table.rows
    assert [row.record.player.last_name for row in rows] == ["Later", "Today", "Over"]
    assert page.content.decode().count("End it earlier") == 1


def test_suspension_of_a_merged_card_has_no_link_to_end_it(client):
    player = PlayerFactory()
    ahead = timezone.localdate() + timedelta(days=9)
    suspended(client, player, to_date=ahead.isoformat())
    address = reverse("federation:end_suspension", args=[Suspension.objects.get().pk])
    assert address in client.get(LIST).text
    player.merged_into = PlayerFactory()
    player.save()
    assert address not in client.get(LIST).text
    page = client.post(address, {"last_date": timezone.localdate().isoformat()})
    [why] = page.context["form"].non_field_errors()
    assert why.startswith("This card has been merged")
