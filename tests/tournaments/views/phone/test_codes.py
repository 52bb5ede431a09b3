"""Giving out phone codes, in the browser."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import ClubFactory, secretary_of
from tests.ratings.page_text import on_one_line, text
from tests.tournaments.pages import url
from tests.tournaments.phone_codes import given
from tests.tournaments.tournaments_made import section, started, tournament
from tests.worlds import shared
from tournaments.models import PhoneCode

pytestmark = pytest.mark.django_db


@shared
def their_group(club):
    today = timezone.localdate()
    event = tournament(club, start_date=today, end_date=today + timedelta(days=20))
    return started(section(event), size=4)


@pytest.fixture
def group(secretary, their_group):
    return their_group


def make(client, group, **facts):
    until = timezone.localtime() + timedelta(hours=3)
    form_data = {
        "label": "Hall 2",
        "kind": "helper",
        "expires_at": until.strftime("%Y-%m-%dT%H:%M"),
    }
    return client.post(url("phone_codes", group.pk), form_data | facts)


def test_code_is_valid_until_the_end_of_the_day_by_default(client, group):
    page = client.get(url("phone_codes", group.pk))

    until = f"{timezone.localdate():%Y-%m-%d}T23:59"
    assert f'value="{until}"' in page.text


@pytest.mark.parametrize(("begins", "day"), [(-3, 0), (5, 5)])
def test_proposed_expiry_is_the_end_of_today_or_of_the_first_day(
    client, secretary, club, begins, day
):
    today = timezone.localdate()
    first = today + timedelta(days=begins)
    event = tournament(club, start_date=first, end_date=first + timedelta(days=9))

    page = client.get(url("phone_codes", started(section(event), size=2).pk))

    until = f"{today + timedelta(days=day):%Y-%m-%d}T23:59"
    assert f'value="{until}"' in page.text


def test_card_shows_the_code_once(client, group):
    card = make(client, group)

    code = PhoneCode.objects.get()
    plain = card.context["plain"]
    assert (card.status_code, card.text.count(plain)) == (200, 1)
    assert "data:image/svg+xml;base64," in card.text
    assert card.context["link"] == f"http://testserver/r/c/{plain}/"
    listed = client.get(url("phone_codes", group.pk)).text
    assert (code.label in listed, plain in listed) == (True, False)


def test_form_submitted_twice_makes_no_second_code(client, group):
    key = client.get(url("phone_codes", group.pk)).context["form"]["key"].value()

    first = make(client, group, key=key)
    again = make(client, group, key=key)
    assert PhoneCode.objects.count() == 1
    assert again.context["plain"] == first.context["plain"]

    other = make(client, group, key=key, label="Hall 3")
    assert PhoneCode.objects.count() == 2
    assert other.context["plain"] != first.context["plain"]


def test_revoked_code_is_not_shown_again(client, group):
    make(client, group, key="the same")
    client.post(url("revoke_phone_code", PhoneCode.objects.get().pk))

    again = make(client, group, key="the same")

    assert again.url == url("phone_codes", group.pk)
    assert PhoneCode.objects.count() == 1


def test_codes_of_one_name_are_distinguished_by_their_time(client, group):
    make(client, group)

    listed = client.get(url("phone_codes", group.pk)).text

    made = timezone.localtime(PhoneCode.objects.get().made_at)
    line = listed.partition("given out by")[2].partition("</small>")[0]
    assert made.strftime("%H:%M") in line


def test_code_for_some_boards_says_so(client, group):
    card = make(client, group, first_board="1", last_board="20")

    assert "For boards 1 to 20." in card.text
    assert "boards 1–20" in client.get(url("phone_codes", group.pk)).text


def test_code_is_for_a_helper_unless_deputy_is_chosen(client, group):
    page = client.get(url("phone_codes", group.pk))
    assert page.context["form"]["kind"].initial == "helper"

    helpers = make(client, group, label="Anna")
    deputys = make(client, group, label="Bo", kind="deputy")

    words = "may also set results that need a decision"
    assert "<strong>Helper</strong>" in helpers.text
    assert words not in helpers.text
    assert f"<strong>Deputy</strong>: {words}" in on_one_line(deputys.text)
    listed = on_one_line(client.get(url("phone_codes", group.pk)).text)
    assert "<strong>Anna</strong>, helper," in listed
    assert "<strong>Bo</strong>, deputy," in listed
    kinds = PhoneCode.objects.order_by("pk").values_list("label", "kind")
    assert list(kinds) == [("Anna", "helper"), ("Bo", "deputy")]


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"label": ""}, "This field is required."),
        (
            {"first_board": "5", "last_board": "2"},
            "The last board comes before the first.",
        ),
        ({"first_board": "5"}, "Give both boards, or neither for all of them."),
        ({"expires_at": "soon"}, "Enter the day and the time as 2026-05-31 23:00."),
        (
            {"expires_at": "2020-01-01T12:00"},
            "Choose a time in the future, within a year, until which the code is "
            "valid.",
        ),
    ],
)
def test_invalid_code_is_refused_with_a_message_and_the_form_is_kept(
    client, group, facts, words
):
    answer = make(client, group, **facts)

    assert (answer.status_code, PhoneCode.objects.count()) == (422, 0)
    assert words in answer.text
    if "label" not in facts:
        assert 'value="Hall 2"' in answer.text


def test_code_is_revoked(client, group):
    code = given(group).code

    client.post(url("revoke_phone_code", code.pk))

    page = client.get(url("phone_codes", group.pk))
    code.refresh_from_db()
    assert code.revoked_at is not None
    assert ("Revoked" in page.text, ">revoke<" in page.text) == (True, False)


def test_code_of_a_giver_without_the_role_is_marked_in_the_list(client, group):
    given(group, by=secretary_of(ClubFactory()))
    page = client.get(url("phone_codes", group.pk))
    words = "no longer valid: the person who gave it out does not run the tournament"
    assert (words in text(page), "Revoke the code" in page.text) == (True, True)


def test_last_use_is_shown(client, group):
    code = given(group).code
    assert "not used" in client.get(url("phone_codes", group.pk)).text
    PhoneCode.objects.filter(pk=code.pk).update(last_used_at=timezone.now())

    assert "not used" not in client.get(url("phone_codes", group.pk)).text


def test_secretary_of_another_club_cannot_revoke(client, group):
    code = given(group).code
    client.force_login(secretary_of(ClubFactory()))

    assert client.post(url("revoke_phone_code", code.pk)).status_code == 404
    code.refresh_from_db()
    assert code.revoked_at is None


def test_query_count_of_the_list_is_small(client, group, django_assert_max_num_queries):
    for _ in range(20):
        given(group)
    with django_assert_max_num_queries(14):
        client.get(url("phone_codes", group.pk))


def test_helper_sees_the_players_with_their_colours(client, group):
    group.round_days.update(date=timezone.localdate())
    board = group.pairings.get(round=1, board=2)
    client.logout()
    client.post(url("phone_start"), {"code": given(group).plain})

    shown = text(client.get(url("phone_board", board.pk)))

    white, black = board.white, board.black
    assert (
        f"Board 2 round 1 White {white.pairing_number}. {white.player}"
        f" Black {black.pairing_number}. {black.player}"
    ) in shown
    listed = text(client.get(url("phone_boards")))
    assert f"1.2 {white.player} {black.player} missing" in listed
