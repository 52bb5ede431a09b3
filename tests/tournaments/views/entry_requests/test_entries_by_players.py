"""Players enter themselves in the browser, and the organiser answers."""

import re

import pytest
from django.utils import timezone

from tests.factories import UserFactory, acting, member, secretary_of
from tests.tournaments.domain.entry_requests.cases import account
from tests.tournaments.pages import url
from tests.tournaments.tournaments_made import entered, section, tournament
from tests.worlds import shared
from tournaments.domain.entering import renumber_entries
from tournaments.domain.entry_requests.answering import accept_request, decline_request
from tournaments.domain.entry_requests.opening import (
    EntryOpening,
    close_entries,
    open_entries,
)
from tournaments.domain.lots import draw_numbers
from tournaments.models import EntryRequest, OpenEntries
from tournaments.rules.tiebreaks.lots import lot_of

pytestmark = pytest.mark.django_db


@shared
def group():
    today = timezone.localdate()
    made = section(tournament(start_date=today, end_date=today))
    opening = EntryOpening(from_date=today, to_date=today, most=2)
    open_entries(made.pk, opening, acting=acting())
    return made


def test_tournament_is_public_once_it_accepts_entries(client, group):
    hidden = section()

    shown = client.get(url("tournament", group.tournament_id))

    assert (shown.status_code, "Announced" in shown.text) == (200, True)
    assert "Spring cup" in client.get(url("calendar")).text
    assert client.get(url("entry_list", hidden.pk)).status_code == 404


def test_tournament_page_links_to_entering_while_entries_are_open(client, group):
    page = url("tournament", group.tournament_id)
    assert "Enter, or see who is entered" in client.get(page).text
    close_entries(group.pk, acting=acting())
    text = " ".join(client.get(page).text.split())
    assert ("Enter, or see who is entered" in text, "> Entry list <" in text) == (
        False,
        True,
    )


def test_anonymous_visitor_sees_the_list_and_a_log_in_link(client, group):
    entered(group, member(first_name="Ada", last_name="Ek"))

    page = client.get(url("entry_list", group.pk)).text

    assert [text in page for text in ("Ada Ek", "Sign in to enter", "Enter me")] == [
        True,
        True,
        False,
    ]


def test_player_enters_sees_the_entry_and_withdraws(client, group):
    user = account()
    client.force_login(user)
    assert "Enter me" in client.get(url("entry_list", group.pk)).text

    client.post(url("ask_to_play", group.pk))
    assert "Entered" in client.get(url("my_entries")).text
    page = client.get(url("entry_list", group.pk)).text
    assert ("Withdraw my entry" in page, "Enter me" in page) == (True, False)

    response = client.post(url("leave_section", group.pk))
    assert (response.status_code, "What is lost" in response.text) == (200, True)
    answer = client.post(
        url("leave_section", group.pk), {"asked": "yes", "sure": "on"}, follow=True
    )
    assert "You have withdrawn." in answer.text
    assert group.entries.count() == 0
    assert "You are not entered in any tournament" in client.get(url("my_entries")).text


def test_withdrawal_page_says_what_is_lost(client, group):
    OpenEntries.objects.update(needs_answer=True)
    requester, waits, plays = account(), account(), account()

    def lost_by(user):
        client.force_login(user)
        return client.get(url("leave_section", group.pk)).context["loss"].lost

    for user in (requester, waits, plays):
        client.force_login(user)
        client.post(url("ask_to_play", group.pk))
    accept_request(EntryRequest.objects.get(player=plays.player).pk, acting=acting())
    entered(group, member())
    accept_request(EntryRequest.objects.get(player=waits.player).pk, acting=acting())

    assert [lost_by(user) for user in (requester, waits, plays)] == [
        ("your entry request, which the organiser has not answered",),
        ("your place on the waiting list",),
        ("your place in the section: the first on the waiting list gets it",),
    ]


def test_place_on_the_waiting_list_is_shown(client, group):
    entered(group, member(), member())
    user = account()
    client.force_login(user)

    client.post(url("ask_to_play", group.pk))

    assert "Place 1 on the waiting list" in client.get(url("my_entries")).text
    assert "Place 1 on the waiting list" in client.get(url("entry_list", group.pk)).text


def test_new_request_is_shown_after_a_declined_one(client, group):
    user = account()
    client.force_login(user)
    entered(group, member(), member())
    client.post(url("ask_to_play", group.pk))
    wish = EntryRequest.objects.get()
    decline_request(wish.pk, "The hall is full", acting=acting())
    assert "The hall is full" in client.get(url("my_entries")).text

    client.post(url("ask_to_play", group.pk))

    page = client.get(url("my_entries")).text
    assert ("Place 1 on the waiting list" in page, "The hall is full" in page) == (
        True,
        False,
    )


def test_declined_or_withdrawn_player_can_enter_again(client, group):
    user = account()
    client.force_login(user)
    client.post(url("ask_to_play", group.pk))
    page = url("entry_list", group.pk)
    assert "Enter me" not in client.get(page).text

    client.post(url("leave_section", group.pk), {"asked": "yes", "sure": "on"})
    assert EntryRequest.objects.get().state == "left"
    assert "Enter me" in client.get(page).text

    OpenEntries.objects.update(needs_answer=True)
    client.post(url("ask_to_play", group.pk))
    wish = EntryRequest.objects.get(state="asked")
    assert "Enter me" not in client.get(page).text
    decline_request(wish.pk, "The hall is full", acting=acting())
    assert "Enter me" in client.get(page).text


def test_account_without_a_player_cannot_enter(client, group):
    client.force_login(UserFactory())

    assert client.post(url("ask_to_play", group.pk)).status_code == 403
    assert "is not linked to a player" in client.get(url("entry_list", group.pk)).text


def test_secretary_opens_answers_and_closes(client):
    today = timezone.localdate()
    group = section(tournament(start_date=today, end_date=today))
    client.force_login(secretary_of(group.tournament.organiser))
    page = url("open_entries", group.pk)
    form_data = {"from_date": today, "to_date": today, "most": 2, "needs_answer": "on"}

    assert client.post(page, form_data).status_code == 302
    user = account()
    client.force_login(user)
    client.post(url("ask_to_play", group.pk))
    wish = EntryRequest.objects.get()
    assert client.post(url("accept_request", wish.pk)).status_code == 403

    client.force_login(secretary_of(group.tournament.organiser))
    assert "waiting for your answer" in client.get(page).text
    assert "1 is waiting for your answer" in client.get(url("section", group.pk)).text
    client.post(url("decline_request", wish.pk), {"reason": ""})
    assert EntryRequest.objects.get().state == "asked"
    client.post(url("accept_request", wish.pk))
    assert EntryRequest.objects.get().state == "entered"

    client.post(url("close_entries", group.pk))
    assert OpenEntries.objects.get().closed_at is not None
    assert "closed by the organiser" in client.get(url("entry_list", group.pk)).text
    assert "Open the section for entries" in client.get(page).text


def test_desk_of_the_organiser_shows_requests_that_need_an_answer(client, group):
    organiser = secretary_of(group.tournament.organiser)
    OpenEntries.objects.update(needs_answer=True)
    client.force_login(organiser)
    assert "entry requests" not in client.get(url("desk")).text
    for _ in range(2):
        client.force_login(account())
        client.post(url("ask_to_play", group.pk))

    client.force_login(organiser)
    page = client.get(url("desk")).text

    assert "2 players are waiting for an answer to their entry requests" in page
    assert url("open_entries", group.pk) in page


def test_start_page_says_how_many_players_still_wait(client, group):
    entered(group, member(), member())
    client.force_login(account())
    client.post(url("ask_to_play", group.pk))
    client.force_login(secretary_of(group.tournament.organiser))

    page = client.get(url("start_section", group.pk)).text

    assert "1 player is waiting for an answer or a place" in page


def test_days_in_the_wrong_order_keep_the_form(client, group):
    client.force_login(secretary_of(group.tournament.organiser))

    form_data = {"from_date": "2026-05-04", "to_date": "2026-05-01", "most": 7}
    answer = client.post(url("open_entries", group.pk), form_data)

    assert "The last day comes before the first." in answer.text
    assert 'value="7"' in answer.text


@pytest.mark.parametrize("waiting", [1, 4])
def test_query_count_does_not_depend_on_the_number_of_requests(
    client, group, waiting, django_assert_max_num_queries
):
    entered(group, member(), member())
    for _ in range(waiting):
        client.force_login(account())
        client.post(url("ask_to_play", group.pk))
    client.logout()

    with django_assert_max_num_queries(14):
        client.get(url("entry_list", group.pk))


def test_full_section_with_organiser_answers_promises_no_place_on_the_list(
    client, group
):
    entered(group, member(), member())
    OpenEntries.objects.filter(section=group).update(needs_answer=True)
    client.force_login(account())

    before = client.get(url("entry_list", group.pk)).text
    client.post(url("ask_to_play", group.pk))

    assert ("Put me on the waiting list" in before, "Enter me" in before) == (
        False,
        True,
    )
    assert "The organiser will answer you" in before


def test_public_page_shows_how_the_numbers_were_drawn(client, group):
    entered(group, member(last_name="Ek"), member(last_name="Alm"))
    link = f"{url('entry_list', group.pk)}#lots"
    assert "How the pairing numbers were drawn" not in listed(client, group)
    assert link not in client.get(url("tournament", group.tournament_id)).text
    draw_numbers(group.pk, acting=acting())
    seed = draw_numbers(group.pk, acting=acting()).numbers_seed
    entered(group, member(last_name="Berg"))

    page = listed(client, group)

    assert f"Drawn by lot on 2026-06-15 14:00 from the seed {seed}." in page
    assert "It was drawn 2 times; the last drawing counts." in page
    assert "Entered after the drawing, and numbered last: 3." in page
    assert "no longer follow the lots" not in page
    sums = re.findall("<code>(.*?)…</code>", page)
    assert sums == sorted(lot_of(seed, number)[:8] for number in (1, 2))
    assert link in client.get(url("tournament", group.tournament_id)).text

    last = group.entries.in_order().last()
    order = [last.pk, *group.entries.exclude(pk=last.pk).values_list("pk", flat=True)]
    renumber_entries(group.pk, order, acting=acting(), keeps_lots=True)
    assert "no longer follow the lots" in listed(client, group)


def listed(client, group):
    return " ".join(client.get(url("entry_list", group.pk)).text.split())
