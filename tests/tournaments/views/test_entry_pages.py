"""Who is entered, who waits and what is free, on the pages of a section's entries."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import ClubFactory, PlayerFactory, member, secretary_of
from tests.ratings.reading import text
from tests.tournaments.domain.entry_requests.cases import account
from tests.tournaments.makers import acting, entered, section, tournament
from tournaments.domain.entry_requests.answering import decline_request
from tournaments.domain.entry_requests.opening import Opening, open_entries
from tournaments.models import EntryRequest, OpenEntries

pytestmark = pytest.mark.django_db


def url(name, *parts):
    return reverse(f"tournaments:{name}", args=parts)


@pytest.fixture
def group():
    """Two of three places are taken."""
    today = timezone.localdate()
    made = section(tournament(start_date=today, end_date=today, place="Luleå"))
    entered(made, *(member(ClubFactory(), last_name=name) for name in ("Alm", "Berg")))
    opening = Opening(from_date=today - timedelta(1), to_date=today, most=3)
    open_entries(made.pk, opening, acting=acting())
    return made


def asks(client, group, **facts):
    user = account(PlayerFactory(first_name="Bo", **facts))
    client.force_login(user)
    client.post(url("ask_to_play", group.pk))
    return user


def test_the_entry_list_says_how_many_places_are_free_and_who_waits_in_order(
    client, group
):
    today = timezone.localdate()
    before = text(client.get(url("entry_list", group.pk)))
    for name in ("Dahl", "Falk", "Ek"):
        asks(client, group, last_name=name)

    shown = text(client.get(url("entry_list", group.pk)))

    assert f"Entries {today - timedelta(1)} – {today} Places 1 of 3 is free" in before
    assert "Places 0 of 3 are free" in shown
    assert "3 players" in shown
    assert "Waiting list Bo Falk Bo Ek" in shown
    assert "Your entry Place 2 on the waiting list Withdraw my entry" in shown


def test_the_organiser_reads_what_has_become_of_each_wish(client, group):
    OpenEntries.objects.update(needs_answer=True)
    for name in ("Dahl", "Falk"):
        asks(client, group, last_name=name)
    first = EntryRequest.objects.order_by("pk").first()
    decline_request(first.pk, "The hall is full", acting=acting())
    client.force_login(secretary_of(group.tournament.organiser))

    shown = text(client.get(url("open_entries", group.pk)))

    assert "2 of 3 places are taken." in shown
    declined, _, open_one = shown.partition("Bo Falk")
    assert "Declined The hall is full" in declined
    assert ("Accept" in declined, "waits for your answer" in declined) == (False, False)
    assert "waits for your answer Accept" in open_one


def test_my_entries_stand_by_day_with_place_and_what_has_become_of_them(client, group):
    today = timezone.localdate()
    later = section(
        tournament(
            name="Autumn cup",
            start_date=today + timedelta(9),
            end_date=today + timedelta(9),
        )
    )
    user = account()
    player = user.player
    entered(later, player)
    opening = Opening(from_date=today, to_date=today)
    open_entries(later.pk, opening, acting=acting())
    client.force_login(user)
    client.post(url("ask_to_play", group.pk))

    shown = text(client.get(url("my_entries")))

    assert (
        f"Spring cup, Group A {today} · Luleå Entered Withdraw my entry : Group A"
        f" Autumn cup, Group A {today + timedelta(9)} Entered"
    ) in shown
