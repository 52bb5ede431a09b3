"""Entered and waiting players and free places on the pages of a section's entries."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import (
    ClassMembershipFactory,
    ClubFactory,
    PlayerFactory,
    acting,
    member,
    secretary_of,
)
from tests.ratings.page_text import text
from tests.tournaments.domain.entry_requests.cases import account
from tests.tournaments.pages import url
from tests.tournaments.tournaments_made import entered, section, tournament
from tests.worlds import shared
from tournaments.domain.entry_requests.answering import decline_request
from tournaments.domain.entry_requests.opening import EntryOpening, open_entries
from tournaments.models import EntryRequest, OpenEntries

pytestmark = pytest.mark.django_db


@shared
def group():
    """Return a section with two of three places taken."""
    today = timezone.localdate()
    made = section(tournament(start_date=today, end_date=today, place="Luleå"))
    entered(made, *(member(ClubFactory(), last_name=name) for name in ("Alm", "Berg")))
    opening = EntryOpening(from_date=today - timedelta(1), to_date=today, most=3)
    open_entries(made.pk, opening, acting=acting())
    return made


def asks(client, group, **facts):
    user = account(PlayerFactory(first_name="Bo", **facts))
    client.force_login(user)
    client.post(url("ask_to_play", group.pk))
    return user


def test_entry_list_shows_free_places_and_waiting_players_in_order(client, group):
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


def test_organiser_sees_the_state_of_each_request(client, group):
    OpenEntries.objects.update(needs_answer=True)
    for name in ("Dahl", "Falk", "Ek"):
        asks(client, group, last_name=name)
    first = EntryRequest.objects.order_by("pk").first()
    decline_request(first.pk, "The hall is full", acting=acting())
    client.force_login(secretary_of(group.tournament.organiser))

    shown = text(client.get(url("open_entries", group.pk)))

    assert "2 of 3 places are taken." in shown
    declined, _, open_one = shown.partition("Bo Falk")
    assert "Declined The hall is full" in declined
    assert ("Accept" in declined, "waiting for your answer" in declined) == (
        False,
        False,
    )
    assert "waiting for your answer Accept" in open_one


def test_my_entries_are_ordered_by_day_with_place_and_state(client, group):
    today = timezone.localdate()
    yesterday = today - timedelta(1)
    earlier = section(tournament(name="Cup", start_date=yesterday, end_date=today))
    user = account()
    entered(earlier, user.player)
    open_entries(
        earlier.pk, EntryOpening(from_date=today, to_date=today), acting=acting()
    )
    client.force_login(user)
    client.post(url("ask_to_play", group.pk))

    shown = text(client.get(url("my_entries")))

    withdraw = "Entered Withdraw my entry : Group A"
    assert (
        f"Cup, Group A {yesterday} {withdraw} Spring cup, Group A {today} · Luleå {withdraw}"
    ) in shown


def test_entry_list_says_who_may_enter_the_section(client, group):
    OpenEntries.objects.update(for_class="II", born_from=2010, needs_answer=True)

    shown = text(client.get(url("entry_list", group.pk)))

    assert (
        "For class II Born 2010 or later Answer the organiser accepts each entry"
        in shown
    )


def test_organiser_sees_players_outside_the_announced_class(client):
    today = timezone.localdate()
    made = section(tournament(start_date=today, end_date=today), gives_titles=True)
    names = {"Alm": "II", "Berg": "II", "Dahl": "I", "Ek": "III", "Falk": "III"}
    for name, player_class in names.items():
        player = member(first_name="Bo", last_name=name)
        ClassMembershipFactory(player=player, player_class=player_class)
        entered(made, player)
    opening = EntryOpening(from_date=today, to_date=today, for_class="II")
    open_entries(made.pk, opening, acting=acting())
    client.force_login(secretary_of(made.tournament.organiser))

    shown = text(client.get(url("section", made.pk)))

    assert "A mixed section class I: 1 · class II: 2 · class III: 2" in shown
    assert (
        "Entries were opened for class II. Of a higher class: Bo Dahl . Of a lower class,"
        " which one player at most may be (SSF § 6): Bo Ek, Bo Falk ."
    ) in shown.replace("Bo Dahl.", "Bo Dahl .").replace("Bo Falk.", "Bo Falk .")
