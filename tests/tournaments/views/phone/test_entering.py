"""Results entered with a phone code, without an account and without a script."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import acting
from tests.tournaments.pages import url
from tests.tournaments.phone_codes import given
from tests.tournaments.tournaments_made import (
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.phone.codes import revoke_phone_code
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.enums import PhoneCodeKind
from tournaments.models import PhoneCode
from tournaments.rules.results import Result

pytestmark = pytest.mark.django_db
SCRIPT = {"HTTP_ACCEPT": "application/json"}


@shared
def swiss():
    group = started(size=8, format="boards", rounds=3)
    set_boards(group.pk, 1, [(1, 5), (6, 2), (3, 7), (8, 4)], acting=acting())
    return group


def opened(made) -> Client:
    phone = Client()
    answer = phone.post(url("phone_start"), {"code": made.plain})
    assert (answer.status_code, answer.url) == (302, url("phone_boards"))
    return phone


def at_board(of, number, round_number=1):
    return of.pairings.get(round=round_number, board=number)


def enter(phone, pairing, text="1-0", *, version=0, key="k", **facts):
    form_data = {"result": text, "version": str(version), "key": key}
    return phone.post(url("phone_board", pairing.pk), form_data, **facts)


def stored_result(pairing) -> str:
    pairing.refresh_from_db()
    return pairing.result


def test_phone_shows_no_open_games_of_a_withdrawn_player():
    group = started(size=4)
    group.round_days.update(date=timezone.localdate())
    phone = opened(given(group))
    assert phone.get(url("phone_boards")).context["missing"] == 6
    withdraw_entry(group.entries.get(pairing_number=2).pk, 0, acting=acting())

    answer = phone.get(url("phone_boards"))

    assert answer.context["missing"] == 3
    settled = [b for b in answer.context["boards"] if b.settled]
    assert len(settled) == 3
    assert answer.context["next"] not in settled
    assert answer.text.count("not counted: a player has left") >= 3


# --- the way through -------------------------------------------------------------------
def test_link_of_the_card_fills_in_the_code(swiss):
    made = given(swiss)

    page = Client().get(url("phone", made.plain))

    assert f'value="{made.plain}"' in page.text


def test_list_shows_missing_boards(swiss):
    result(at_board(swiss, 2), "1/2")
    phone = opened(given(swiss, first_board=1, last_board=3))

    page = phone.get(url("phone_boards"))

    assert [each.pairing.board for each in page.context["boards"]] == [1, 2, 3]
    assert page.context["missing"] == 2
    assert page.context["next"].pairing.board == 1


def test_next_board_follows_after_saving(swiss):
    phone = opened(given(swiss, first_board=1, last_board=3))

    first = enter(phone, at_board(swiss, 1))
    assert first.url == url("phone_board", at_board(swiss, 2).pk)
    page = phone.get(first.url)
    assert "Board 1: 1–0 is saved." in page.text
    third = enter(phone, at_board(swiss, 3), "0-1")
    assert third.url == url("phone_board", at_board(swiss, 2).pk)
    last = enter(phone, at_board(swiss, 2), "1/2")
    assert last.url == url("phone_boards")

    results = [stored_result(at_board(swiss, n)) for n in range(1, 5)]
    assert results == ["1-0", "1/2", "0-1", ""]


def test_query_count_of_the_list_is_small(swiss, django_assert_max_num_queries):
    phone = opened(given(swiss))
    with django_assert_max_num_queries(10):
        phone.get(url("phone_boards"))


def test_empty_choice_changes_nothing(swiss):
    one = at_board(swiss, 1)
    result(one, "1-0")
    phone = opened(given(swiss))

    blank = enter(phone, one, "", version=1)

    assert blank.status_code == 422
    assert "No result was chosen, so nothing was changed." in blank.text
    assert stored_result(one) == "1-0"


def test_result_is_removed_only_on_request(swiss):
    one = at_board(swiss, 1)
    result(one, "1-0")

    enter(opened(given(swiss)), one, "open", version=1)

    assert stored_result(one) == ""


@pytest.mark.parametrize("fields", [{"text": "2-0"}, {"text": "bye"}, {"version": "x"}])
def test_invalid_result_is_refused_with_a_message(swiss, fields):
    one = at_board(swiss, 1)

    answer = enter(opened(given(swiss)), one, **fields)

    assert (answer.status_code, stored_result(one)) == (422, "")
    assert "That is not a result of this board." in answer.text


def test_conflict_shows_both_results_and_the_author(swiss):
    one = at_board(swiss, 1)
    enter(opened(given(swiss, "Ann")), one, "1-0", key="a")
    phone = opened(given(swiss, "Bo"))

    both = enter(phone, one, "0-1", key="b")

    assert both.status_code == 409
    assert both.context["conflict"] == {
        "mine": "0–1",
        "theirs": "1–0",
        "by": "Ann",
        "wanted": "0-1",
        "version": "1",
    }
    assert stored_result(one) == "1-0"
    enter(phone, one, "0-1", version=1, key="c")
    assert stored_result(one) == "0-1"


# --- the script ----------------------------------------------------------------------------
def test_script_gets_the_board_as_answer(swiss):
    one = at_board(swiss, 1)

    answer = enter(opened(given(swiss)), one, **SCRIPT)

    assert answer.json() == {"pairing": one.pk, "version": 1, "result": "1-0"}


def test_result_sent_twice_with_one_key_is_written_once(swiss):
    one, phone = at_board(swiss, 1), opened(given(swiss))
    enter(phone, one, key="same", **SCRIPT)
    result(one, "1/2")

    again = enter(phone, one, key="same", **SCRIPT)

    assert (again.status_code, again.json()["result"]) == (200, "1/2")
    assert one.changes.count() == 2


def test_script_gets_a_conflict_as_answer(swiss):
    one = at_board(swiss, 1)
    enter(opened(given(swiss, "Ann")), one, "1-0", key="a")

    answer = enter(opened(given(swiss)), one, "0-1", key="b", **SCRIPT)

    assert (answer.status_code, answer.json()) == (
        409,
        {
            "pairing": one.pk,
            "version": 1,
            "result": "1-0",
            "mine": "0–1",
            "theirs": "1–0",
            "by": "Ann",
        },
    )


def test_script_reads_results_of_other_users(swiss):
    one, phone = at_board(swiss, 1), opened(given(swiss))
    result(one, "1-0")

    boards_read = phone.get(url("phone_boards"), **SCRIPT).json()["boards"]

    assert boards_read[0] == {"pairing": one.pk, "version": 1, "result": "1-0"}
    assert len(boards_read) == 4


def test_page_of_another_code_writes_nothing(swiss):
    one = at_board(swiss, 1)

    answer = enter(opened(given(swiss)), one, **SCRIPT, HTTP_X_CODE="0")

    assert (answer.status_code, stored_result(one)) == (401, "")


# --- refusals ------------------------------------------------------------------------------
def refused(answer, words):
    assert answer.status_code == 403
    assert words in answer.text


def test_visitor_without_a_code_is_asked_for_one(swiss):
    one = at_board(swiss, 1)

    for answer in (
        Client().get(url("phone_boards"), follow=True),
        Client().get(url("phone_board", one.pk), follow=True),
    ):
        assert "Type the code that the organiser has given you." in answer.text
    posted = enter(Client(), one, follow=True)
    assert "Nothing was saved: type the code" in posted.text
    assert enter(Client(), one, **SCRIPT).status_code == 401
    assert stored_result(one) == ""


def test_wrong_code_is_refused(swiss):
    answer = Client().post(url("phone_start"), {"code": "AAAAA-AAAAA"})

    assert answer.status_code == 422
    assert "There is no such code." in answer.text


def test_wrong_codes_are_counted_and_right_ones_are_not(swiss):
    made = given(swiss)
    for _ in range(30):
        opened(made)
    for _ in range(20):
        Client().post(url("phone_start"), {"code": "AAAAA-AAAAA"})

    answer = Client().post(url("phone_start"), {"code": made.plain})

    assert answer.status_code == 422
    assert "too many wrong codes from this network" in answer.text


def test_expired_code_is_refused(swiss):
    made, one = given(swiss), at_board(swiss, 1)
    phone, before = opened(made), timezone.now() - timedelta(seconds=1)
    PhoneCode.objects.update(made_at=before - timedelta(hours=1), expires_at=before)

    words = "This code is no longer valid: it has expired."
    refused(phone.get(url("phone_boards")), words)
    refused(phone.get(url("phone_board", one.pk)), words)
    refused(enter(phone, one), words)
    typed = Client().post(url("phone_start"), {"code": made.plain})
    assert (typed.status_code, words in typed.text) == (422, True)
    assert stored_result(one) == ""


def test_revoked_code_is_refused_at_once(swiss):
    made, one = given(swiss), at_board(swiss, 1)
    phone = opened(made)
    revoke_phone_code(made.code.pk, acting=acting())

    words = "This code has been revoked."
    refused(phone.get(url("phone_boards")), words)
    refused(enter(phone, one), words)
    answer = enter(phone, one, **SCRIPT)
    assert (answer.status_code, words in answer.json()["message"]) == (403, True)
    assert stored_result(one) == ""


def test_board_of_another_section_is_refused(swiss):
    one = at_board(swiss, 1)
    other = started(size=2)
    phone = opened(given(other))

    words = "This board belongs to a section other than that of your code."
    refused(phone.get(url("phone_board", one.pk)), words)
    refused(enter(phone, one), words)
    assert stored_result(one) == ""


def test_board_outside_the_range_is_refused(swiss):
    phone, one = opened(given(swiss, first_board=2, last_board=4)), at_board(swiss, 1)

    words = "Your code is for other boards than this one."
    refused(phone.get(url("phone_board", one.pk)), words)
    refused(enter(phone, one), words)
    answer = enter(phone, one, **SCRIPT)
    assert (answer.status_code, answer.json()["message"]) == (422, words)
    assert stored_result(one) == ""


def test_board_of_an_earlier_round_is_refused(swiss):
    phone, one = opened(given(swiss)), at_board(swiss, 1)
    set_boards(swiss.pk, 2, [(1, 2), (3, 4)], acting=acting())

    refused(enter(phone, one), "does not belong to the round that is being played")
    assert stored_result(one) == ""


def test_submitted_tournament_is_refused(club):
    group = started(section(tournament(club)), size=2)
    phone, one = opened(given(group)), group.pairings.get()
    submitted(played(group))

    words = "The results of this tournament are closed"
    refused(phone.get(url("phone_boards")), words)
    refused(enter(phone, one, "0-1", version=1), words)
    assert stored_result(one) == "1/2"


def test_missing_board_is_refused(swiss):
    phone = opened(given(swiss))

    refused(phone.get(url("phone_board", 0)), "It no longer exists")


def test_code_opens_no_page_of_the_organiser(swiss):
    phone = opened(given(swiss))

    answer = phone.get(url("results", swiss.pk))
    assert (answer.status_code, answer.url.startswith(reverse("account_login"))) == (
        302,
        True,
    )


def test_phone_that_leaves_needs_a_code_again(swiss):
    phone, one = opened(given(swiss)), at_board(swiss, 1)

    phone.post(url("phone_leave"))

    assert phone.get(url("phone_boards")).status_code == 302
    assert enter(phone, one, **SCRIPT).status_code == 401


# --- helpers and deputies ------------------------------------------------------------
def test_deputy_phone_offers_decided_results_and_helper_phone_does_not(swiss):
    pairing = at_board(swiss, 1)
    address = url("phone_board", pairing.pk)
    helpers = opened(given(swiss))
    deputys = opened(given(swiss, "Bo", kind=PhoneCodeKind.DEPUTY))
    button = f'value="{Result.ADJUDICATED_WHITE}"'

    assert button not in helpers.get(address).text
    shown = deputys.get(address).text
    assert button in shown
    assert "Bo (Deputy)" in shown

    assert enter(helpers, pairing, Result.ADJUDICATED_WHITE).status_code != 302
    assert stored_result(pairing) == ""
    enter(deputys, pairing, Result.ADJUDICATED_WHITE, key="k2")
    assert stored_result(pairing) == Result.ADJUDICATED_WHITE


def test_message_about_a_wrong_code_does_not_mention_saving(client):
    typed = client.post(reverse("tournaments:phone_start"), {"code": "ABCDE-99999"})

    assert "The code could not be used." in typed.text
    assert "could not be saved" not in typed.text
