"""Results typed into the crosstable, in a real browser."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import UserFactory, acting
from tests.tournaments.tournaments_made import (
    board,
    result,
    section,
    started,
    tournament,
)
from tournaments.domain.results import enter_result, withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.models import Pairing

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
SAVED = "All results are saved."


@pytest.fixture
def group(club):
    return started(section(tournament(club)), size=4)


def opened(window, of):
    window.goto(reverse("tournaments:results", args=[of.pk]))
    return window


def box(window, pairing, colour):
    return window.locator(f'[data-board="{pairing.pk}"][data-colour="{colour}"]')


def stored_result(pairing) -> str:
    return Pairing.objects.get(pk=pairing.pk).result


def test_key_writes_the_result_in_both_cells_and_in_the_sums(window, group):
    one = board(group, 1, 2)
    opened(window, group)

    box(window, one, "black").focus()
    window.keyboard.press("1")

    expect(box(window, one, "white")).to_have_value("0")
    expect(window.locator("[data-says]")).to_have_text(SAVED)
    winner = window.locator("tr", has=box(window, one, "black"))
    expect(winner.locator("[data-sum]")).to_have_text("1")
    assert stored_result(one) == "0-1"


def test_whole_row_is_typed_without_the_mouse(window, group):
    opened(window, group)

    window.locator("[data-board]").first.focus()
    for key in ("1", "r", "-"):
        window.keyboard.press(key)

    expect(window.locator("[data-says]")).to_have_text(SAVED)
    typed = [
        window.locator("tbody tr").first.locator("[data-board]").nth(place)
        for place in range(3)
    ]
    assert [each.input_value() for each in typed] == ["1", "½", "−"]
    expect(window.locator("[data-missing-count]")).to_have_text("3")


def test_mistyped_result_is_undone(window, group):
    one = board(group, 1, 2)
    enter_result(one.pk, "1/2", 0, acting=acting())
    opened(window, group)

    box(window, one, "white").focus()
    window.keyboard.press("0")
    expect(box(window, one, "white")).to_have_value("0")
    expect(window.locator("[data-says]")).to_have_text(SAVED)
    window.keyboard.press("Control+z")

    expect(box(window, one, "white")).to_have_value("½")
    expect(window.locator("[data-says]")).to_have_text(SAVED)
    assert stored_result(one) == "1/2"


@pytest.mark.parametrize("again", ["Control+Shift+z", "Control+y"])
def test_undone_result_is_redone_and_nothing_else(window, group, again):
    one, two = board(group, 1, 2), board(group, 3, 4)
    opened(window, group)
    for pairing in (one, two):
        box(window, pairing, "white").focus()
        window.keyboard.press("1")
    window.keyboard.press("Control+z")
    window.keyboard.press("Control+z")
    expect(box(window, one, "white")).to_have_value("")

    window.keyboard.press(again)

    expect(box(window, one, "white")).to_have_value("1")
    expect(box(window, two, "white")).to_have_value("")
    window.keyboard.press(again)
    expect(box(window, two, "white")).to_have_value("1")
    expect(window.locator("[data-redo]")).to_be_disabled()
    expect(window.locator("[data-says]")).to_have_text(SAVED)
    window.keyboard.press(again)
    expect(window.locator("[data-says]")).to_have_text("Nothing to redo.")
    assert [stored_result(one), stored_result(two)] == ["1-0", "1-0"]


def test_typing_after_undoing_leaves_nothing_to_redo(window, group):
    one = board(group, 1, 2)
    opened(window, group)
    box(window, one, "white").focus()
    window.keyboard.press("1")
    window.keyboard.press("Control+z")
    box(window, one, "white").focus()
    window.keyboard.press("0")

    expect(window.locator("[data-redo]")).to_be_disabled()
    expect(box(window, one, "white")).to_have_value("0")


def test_invalid_key_changes_nothing(window, group):
    opened(window, group)

    window.locator("[data-board]").first.focus()
    window.keyboard.press("q")

    expect(window.locator("[data-says]")).to_contain_text("not a result")
    assert not Pairing.objects.exclude(result="").exists()


def test_user_chooses_between_two_conflicting_results(window, group):
    one = board(group, 1, 2)
    opened(window, group)
    enter_result(one.pk, "1-0", 0, acting=acting(UserFactory(name="Ann")))

    box(window, one, "white").focus()
    window.keyboard.press("0")

    expect(window.locator("[data-mine]")).to_have_text("0–1")
    expect(window.locator("[data-theirs]")).to_have_text("1–0")
    expect(window.locator("[data-by]")).to_have_text("Ann")
    assert stored_result(one) == "1-0"

    window.locator("[data-take-mine]").click()
    expect(window.locator("[data-conflict]")).to_be_hidden()
    expect(window.locator("[data-says]")).to_have_text(SAVED)
    assert stored_result(one) == "0-1"


def test_saved_result_of_another_user_is_kept_on_choice(window, group):
    one = board(group, 1, 2)
    opened(window, group)
    enter_result(one.pk, "1-0", 0, acting=acting())

    box(window, one, "white").focus()
    window.keyboard.press("0")
    window.locator("[data-take-theirs]").click()

    expect(box(window, one, "white")).to_have_value("1")
    assert stored_result(one) == "1-0"


def test_typing_during_a_conflict_overwrites_neither_result(window, group):
    one = board(group, 1, 2)
    opened(window, group)
    enter_result(one.pk, "1-0", 0, acting=acting())

    box(window, one, "white").focus()
    window.keyboard.press("0")
    expect(window.locator("[data-mine]")).to_have_text("0–1")
    box(window, one, "white").focus()
    window.keyboard.press("=")
    expect(window.locator("[data-mine]")).to_have_text("½–½")
    expect(box(window, one, "white")).to_have_value("1")

    window.locator("[data-take-theirs]").click()
    expect(window.locator("[data-conflict]")).to_be_hidden()
    expect(window.locator("[data-says]")).to_have_text(SAVED)
    assert stored_result(one) == "1-0"


def test_typing_the_saved_result_ends_the_conflict(window, group):
    one = board(group, 1, 2)
    opened(window, group)
    enter_result(one.pk, "1-0", 0, acting=acting())

    box(window, one, "white").focus()
    window.keyboard.press("0")
    expect(window.locator("[data-conflict]")).to_be_visible()
    box(window, one, "white").focus()
    window.keyboard.press("1")

    expect(window.locator("[data-conflict]")).to_be_hidden()
    expect(window.locator("[data-says]")).to_have_text(SAVED)
    assert stored_result(one) == "1-0"


def test_last_typed_result_is_offered_as_mine_in_a_conflict(window, group):
    one = board(group, 1, 2)
    opened(window, group)
    enter_result(one.pk, "1-0", 0, acting=acting())

    box(window, one, "white").focus()
    window.keyboard.press("0")
    expect(window.locator("[data-mine]")).to_have_text("0–1")
    box(window, one, "white").focus()
    window.keyboard.press("=")
    window.locator("[data-take-mine]").click()

    expect(window.locator("[data-says]")).to_have_text(SAVED)
    expect(box(window, one, "white")).to_have_value("½")
    assert stored_result(one) == "1/2"


def test_undoing_does_not_overwrite_the_kept_result_of_another_user(window, group):
    one = board(group, 1, 2)
    opened(window, group)
    enter_result(one.pk, "1-0", 0, acting=acting())

    box(window, one, "white").focus()
    window.keyboard.press("0")
    window.locator("[data-take-theirs]").click()
    box(window, one, "white").focus()
    window.keyboard.press("Control+z")

    expect(window.locator("[data-undo]")).to_be_disabled()
    expect(box(window, one, "white")).to_have_value("1")
    assert stored_result(one) == "1-0"


def test_typed_results_survive_a_lost_connection_and_a_reload(window, group):
    one = board(group, 1, 2)
    opened(window, group)

    address = f"**{reverse('tournaments:result', args=[one.pk])}"
    window.route(address, lambda route: route.abort())
    box(window, one, "white").focus()
    window.keyboard.press("1")
    expect(window.locator("[data-says]")).to_contain_text(
        "1 result is not saved yet. It is kept"
    )
    assert stored_result(one) == ""

    window.on("dialog", lambda dialog: dialog.accept())
    opened(window, group)
    expect(box(window, one, "white")).to_have_value("1")
    assert stored_result(one) == ""

    window.unroute(address)
    window.evaluate("dispatchEvent(new Event('online'))")
    expect(window.locator("[data-says]")).to_have_text(SAVED)
    assert stored_result(one) == "1-0"


def test_boards_are_entered_by_keys(window, club):
    swiss = started(section(tournament(club), format="boards", rounds=1), size=4)
    first, second = set_boards(swiss.pk, 1, [(1, 2), (3, 4)], acting=acting())
    opened(window, swiss)

    window.locator(f'[data-row="{first.pk}"] input').first.focus()
    window.keyboard.press("=")
    window.keyboard.press("+")

    expect(window.locator("[data-says]")).to_have_text(SAVED)
    expect(window.locator(f'[data-row="{second.pk}"] [data-other]')).to_have_text("+ −")
    assert (stored_result(first), stored_result(second)) == ("1/2", "+-")
    expect(window.locator("[data-when-complete]")).to_be_visible()


def test_mark_of_missing_results_disappears_with_the_last_and_returns(window, club):
    swiss = started(section(tournament(club), format="boards", rounds=2), size=4)
    set_boards(swiss.pk, 1, [(1, 2), (3, 4)], acting=acting())
    set_boards(swiss.pk, 2, [(1, 3), (2, 4)], acting=acting())
    window.goto(reverse("tournaments:results", args=[swiss.pk]) + "?round=1")
    first, second = (
        window.get_by_role("navigation", name="Rounds").get_by_role("link").nth(n)
        for n in (0, 1)
    )
    expect(first).to_contain_text("•")

    window.locator("[data-row] input").first.focus()
    window.keyboard.press("1")
    window.keyboard.press("1")

    expect(first.get_by_text("•")).to_be_hidden()
    expect(second.get_by_text("•")).to_be_visible()
    window.get_by_role("button", name="Undo").click()
    expect(first.get_by_text("•")).to_be_visible()


def test_typed_results_are_undone_and_redone_after_a_reload(window, group):
    one = board(group, 1, 2)
    opened(window, group)
    box(window, one, "white").focus()
    window.keyboard.press("1")
    expect(window.locator("[data-says]")).to_have_text(SAVED)
    window.keyboard.press("ArrowLeft")
    window.keyboard.press("0")
    expect(window.locator("[data-says]")).to_have_text(SAVED)
    assert stored_result(one) in ("1-0", "0-1")

    for key, value in (("z", "1"), ("z", ""), ("y", "1"), ("y", "0"), ("z", "1")):
        window.reload()
        box(window, one, "white").focus()
        window.keyboard.press(f"Control+{key}")
        expect(box(window, one, "white")).to_have_value(value)
        expect(window.locator("[data-says]")).to_have_text(SAVED)


def test_keys_undo_and_redo_without_focus(window, group):
    one = board(group, 1, 2)
    opened(window, group)
    box(window, one, "white").focus()
    window.keyboard.press("1")
    expect(window.locator("[data-says]")).to_have_text(SAVED)

    for key, value in (("z", ""), ("y", "1")):
        window.reload()
        assert window.evaluate("document.activeElement === document.body")
        window.keyboard.press(f"Control+{key}")
        expect(box(window, one, "white")).to_have_value(value)
        expect(window.locator("[data-says]")).to_have_text(SAVED)


def test_crosstable_opens_by_rounds_on_a_phone(window, group):
    window.set_viewport_size({"width": 390, "height": 844})
    opened(window, group)

    expect(window.locator("[data-row]")).to_have_count(2)
    expect(window.locator("[data-board]")).to_have_count(0)
    window.get_by_role("link", name="Crosstable").click()
    expect(window.locator("[data-board]")).to_have_count(12)


def test_crosstable_opens_whole_on_a_wide_screen(window, group):
    opened(window, group)

    expect(window.locator("[data-board]")).to_have_count(12)


def test_sums_after_a_withdrawal_are_those_of_the_table(window, club):
    """Games of number 2 do not count; number 4 withdrew later, so that number 5 won the
    game between them by forfeit.
    """
    group = started(section(tournament(club)), size=5)
    for numbers in ((1, 2), (1, 3), (1, 4), (3, 4)):
        pairing = board(group, *numbers)
        has_white = pairing.white.pairing_number == numbers[0]
        result(pairing, "1-0" if has_white else "0-1")
    for number in (2, 4):
        entry = group.entries.get(pairing_number=number)
        withdraw_entry(entry.pk, 1, acting=acting())
    window.goto(reverse("tournaments:results", args=[group.pk]))
    sums = window.locator("[data-sum]")
    assert sums.all_inner_texts() == ["2", "0", "1", "0", "1"]

    box = window.locator(f"[data-board='{board(group, 3, 5).pk}']").first
    box.press("=")

    assert sums.all_inner_texts() == ["2", "0", "1½", "0", "1½"]


def test_invalid_key_marks_its_cell(window, group):
    one = board(group, 1, 2)
    opened(window, group)
    cell = window.locator("td", has=box(window, one, "white"))
    message = window.locator("[data-says]")

    box(window, one, "white").press("z")

    expect(cell).to_have_attribute("data-state", "refused")
    expect(message).to_have_text(
        "That is not a result. Use 1, =, 0 or one of the other keys below the table."
    )
    expect(message).to_have_attribute("data-wrong", "")

    box(window, one, "white").press("1")

    expect(message).to_have_text(SAVED)
    assert cell.get_attribute("data-state") is None
    assert message.get_attribute("data-wrong") is None


def test_result_of_a_board_removed_meanwhile_is_refused_and_the_next_is_saved(
    window, club
):
    swiss = started(section(tournament(club), format="boards"), size=6)
    old, _two, stays = set_boards(
        swiss.pk, 1, [(1, 2), (3, 4), (5, 6)], acting=acting()
    )
    opened(window, swiss)
    set_boards(swiss.pk, 1, [(1, 4), (3, 2), (5, 6)], acting=acting())
    row = window.locator("[data-row]")

    row.nth(0).locator("input").first.press("1")
    row.nth(2).locator("input").first.press("1")

    expect(row.nth(0)).to_have_attribute("data-state", "refused")
    expect(window.locator("[data-says]")).to_have_text(SAVED)
    assert stored_result(stays) == "1-0"
    assert not Pairing.objects.filter(pk=old.pk).exists()


def test_refused_result_is_an_error_and_no_step_to_undo(window, group):
    """The first result is saved; the second is of a player who has left."""
    withdraw_entry(group.entries.get(pairing_number=4).pk, 0, acting=acting())
    saved, late = board(group, 1, 2), board(group, 3, 4)
    opened(window, group)
    message = window.locator("[data-says]")

    box(window, saved, "white").focus()
    window.keyboard.press("1")
    expect(message).to_have_text(SAVED)
    box(window, late, "white").focus()
    window.keyboard.press("1")
    expect(message).to_contain_text("Not saved: Number 4 left after round 0")
    expect(message).to_have_attribute("data-wrong", "")
    assert stored_result(late) == ""

    window.keyboard.press("Control+z")
    expect(box(window, saved, "white")).to_have_value("")
    expect(message).to_have_text(SAVED)
    assert stored_result(saved) == ""
