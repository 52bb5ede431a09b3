"""Results entered on a phone with a code, in a real browser: also offline, and if
another user has entered another result in the meantime.
"""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import acting
from tests.tournaments.phone_codes import given
from tests.tournaments.tournaments_made import result, started
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.models import Pairing

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
SAVED = "Everything is saved."
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def group(club):
    made = started(size=12, format="boards", rounds=1)
    pairs = [(1, 7), (8, 2), (3, 9), (10, 4), (5, 11), (12, 6)]
    set_boards(made.pk, 1, pairs, acting=acting())
    return made


@pytest.fixture
def phone(chromium, live_server, group):
    """Return a phone window in which the code has been typed, without an account."""
    context = chromium.new_context(
        base_url=live_server.url, locale="en", viewport=PHONE, has_touch=True
    )
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(reverse("tournaments:phone", args=[given(group, "Hall 2").plain]))
    page.get_by_role("button", name="Begin").click()
    # Until the script runs, the link leads to the page without a script.
    first = page.get_by_role("link", name="Begin with board 1")
    expect(first).to_have_attribute("href", re.compile("^#b"))
    yield page
    context.close()
    assert faults == []


def press(page, text):
    page.locator("[data-board]:visible .phone-main button").filter(
        has_text=text
    ).click()


def board_shown(page, number):
    expect(page.locator("[data-board]:visible h1")).to_contain_text(f"Board {number}")


def stored_results(group) -> list[str]:
    return [each.result for each in Pairing.objects.filter(section=group).in_order()]


def says(page):
    return page.locator("[data-says]")


def test_boards_are_entered_one_after_the_other_even_offline(phone, group):
    phone.get_by_role("link", name="Begin with board 1").click()
    for number, text in enumerate(("1–0", "½–½", "0–1"), 1):
        board_shown(phone, number)
        press(phone, text)
    board_shown(phone, 4)
    expect(says(phone)).to_have_text(SAVED)
    assert stored_results(group) == ["1-0", "1/2", "0-1", "", "", ""]

    phone.context.set_offline(True)
    press(phone, "1–0")
    board_shown(phone, 5)
    press(phone, "0–1")
    expect(says(phone)).to_contain_text("2 waiting for the network.")
    assert stored_results(group)[3:] == ["", "", ""]

    phone.context.set_offline(False)
    expect(says(phone)).to_have_text(SAVED, timeout=20_000)
    assert stored_results(group) == ["1-0", "1/2", "0-1", "1-0", "0-1", ""]
    changes = [each.changes.count() for each in Pairing.objects.in_order()]
    assert changes == [1, 1, 1, 1, 1, 0]


def test_waiting_results_are_sent_after_the_page_was_closed(phone, group):
    phone.route("**/r/boards/*/", lambda route: route.abort())
    phone.get_by_role("link", name="Begin with board 1").click()
    press(phone, "1–0")
    expect(says(phone)).to_contain_text("1 waiting for the network.")

    phone.unroute("**/r/boards/*/")
    phone.goto(reverse("tournaments:phone_boards"))

    expect(says(phone)).to_have_text(SAVED)
    assert stored_results(group)[0] == "1-0"


def test_last_of_two_results_of_a_board_counts_even_while_the_first_is_sent(
    phone, group
):
    on_its_way = []

    def hold(route):
        on_its_way.append(route)

    phone.route("**/r/boards/*/", hold, times=1)
    phone.get_by_role("link", name="Begin with board 1").click()
    press(phone, "1–0")
    board_shown(phone, 2)
    phone.goto(f"{reverse('tournaments:phone_boards')}#b{first_board(group)}")
    press(phone, "½–½")
    [route] = on_its_way
    route.continue_()

    expect(says(phone)).to_have_text(SAVED, timeout=20_000)
    assert stored_results(group)[0] == "1/2"


def first_board(group) -> int:
    return Pairing.objects.filter(section=group).in_order()[0].pk


def test_lost_answer_does_not_write_a_result_twice(phone, group):
    def lose_the_answer(route):
        route.fetch()
        route.abort()

    phone.route("**/r/boards/*/", lose_the_answer, times=1)
    phone.get_by_role("link", name="Begin with board 1").click()
    press(phone, "1–0")

    expect(says(phone)).to_have_text(SAVED, timeout=20_000)
    one = Pairing.objects.in_order()[0]
    assert (one.result, one.version, one.changes.count()) == ("1-0", 1, 1)


def test_conflict_shows_both_results_and_asks(phone, group):
    first, second = Pairing.objects.in_order()[:2]
    result(first, "1/2")
    result(second, "1/2")
    phone.get_by_role("link", name="Begin with board 1").click()
    press(phone, "1–0")

    panel = phone.locator("[data-conflict]")
    expect(panel).to_be_visible()
    expect(panel.locator("[data-mine]")).to_have_text("1–0")
    expect(panel.locator("[data-theirs]")).to_have_text("½–½")
    assert stored_results(group)[0] == "1/2"
    panel.get_by_role("button", name="Use mine").click()
    expect(panel).to_be_hidden()
    expect(says(phone)).to_have_text(SAVED)
    assert stored_results(group)[0] == "1-0"

    press(phone, "0–1")
    expect(panel).to_be_visible()
    panel.get_by_role("button", name="Keep theirs").click()
    expect(panel).to_be_hidden()
    assert stored_results(group)[1] == "1/2"


def test_expired_code_is_reported_and_entered_results_are_kept(phone, group):
    group.phone_codes.update(
        expires_at="2000-01-02T00:00Z", made_at="2000-01-01T00:00Z"
    )
    phone.get_by_role("link", name="Begin with board 1").click()
    press(phone, "1–0")

    expect(says(phone)).to_contain_text("This code is no longer valid")
    evaluated = phone.evaluate(
        "Object.keys(localStorage).filter((k) => k.startsWith('phone:'))"
    )
    assert len(evaluated) == 1
    assert stored_results(group)[0] == ""


def test_waiting_results_of_one_code_are_not_sent_with_another(phone, group):
    phone.route("**/r/boards/*/", lambda route: route.abort())
    phone.get_by_role("link", name="Begin with board 1").click()
    press(phone, "1–0")
    expect(says(phone)).to_contain_text("1 waiting for the network.")

    phone.unroute("**/r/boards/*/")
    phone.goto(reverse("tournaments:phone", args=[given(group, "Hall 3").plain]))
    phone.get_by_role("button", name="Begin").click()
    link = phone.get_by_role("link", name="Begin with board 1")
    expect(link).to_have_attribute("href", re.compile("^#b"))
    link.click()
    phone.get_by_role("link", name="Next board").or_(
        phone.locator("[data-board]:visible")
    ).first.wait_for()
    assert stored_results(group)[0] == ""

    press(phone, "0–1")
    expect(says(phone)).to_have_text(SAVED)
    assert stored_results(group)[0] == "0-1"
    label = Pairing.objects.filter(section=group).in_order()[0].changes.get().code.label
    assert label == "Hall 3"


def test_board_has_a_page_of_its_own_without_scripts(chromium, live_server, group):
    context = chromium.new_context(
        base_url=live_server.url, locale="en", viewport=PHONE, java_script_enabled=False
    )
    page = context.new_page()
    page.goto(reverse("tournaments:phone", args=[given(group).plain]))
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("link", name="Begin with board 1").click()
    for text in ("1–0", "½–½", "0–1"):
        page.locator(".phone-main button").filter(has_text=text).click()

    expect(page.locator("h1")).to_contain_text("Board 4")
    context.close()
    assert stored_results(group)[:3] == ["1-0", "1/2", "0-1"]


def test_board_settled_by_a_withdrawal_is_not_missing_on_the_phone(
    chromium, live_server, club
):
    made = started(size=4)
    leaver = made.entries.get(pairing_number=4)
    for pairing in Pairing.objects.filter(section=made, round=1):
        result(pairing, "1-0")
    withdraw_entry(leaver.pk, 1, acting=acting())
    context = chromium.new_context(
        base_url=live_server.url, locale="en", viewport=PHONE
    )
    page = context.new_page()

    page.goto(reverse("tournaments:phone", args=[given(made, "Hall 2").plain]))
    page.get_by_role("button", name="Begin").click()

    # One of the two boards of round 2 is that of the withdrawn player.
    expect(page.locator("[data-missing]")).to_have_text("1")
    context.close()
