"""What is stored about every change of a result, and how it is undone."""

from datetime import date

import pytest
from django.utils import timezone

from tests.factories import UserFactory, acting
from tests.refusals import refusal_code
from tests.tournaments.phone_codes import given
from tests.tournaments.tournaments_made import played, result, started, submitted
from tests.worlds import shared
from tournaments.domain.phone.entering import enter_by_phone
from tournaments.domain.result_history.changes import Sending, UndoAction
from tournaments.domain.result_history.undoing import take_back_change
from tournaments.domain.results import (
    ResultWish,
    enter_result,
    enter_results,
    enter_wish,
    withdraw_entry,
)
from tournaments.domain.rounds.boards import set_boards
from tournaments.models import ResultChange
from tournaments.queries.result_history.changes import Author, own_undo_redo

pytestmark = pytest.mark.django_db


@shared
def one():
    """Return the first of two boards."""
    group = started(size=4, format="boards", rounds=1)
    return set_boards(group.pk, 1, [(1, 2), (3, 4)], acting=acting())[0]


def recorded_changes(pairing):
    rows = pairing.changes.order_by("pk")
    return [(row.was, row.became, row.author, row.way) for row in rows]


def test_change_of_one_board_is_kept_with_author_and_both_results(one):
    ann, bo = UserFactory(name="Ann"), UserFactory(name="Bo")
    enter_result(one.pk, "1-0", 0, acting=acting(ann))
    enter_result(one.pk, "1/2", 1, acting=acting(bo))

    assert recorded_changes(one) == [
        ("", "1-0", "Ann", "sheet"),
        ("1-0", "1/2", "Bo", "sheet"),
    ]


def test_each_board_of_a_form_is_kept(one):
    second = one.section.pairings.in_order()[1]
    enter_results(
        one.section_id,
        [ResultWish(one.pk, "1-0", 0), ResultWish(second.pk, "0-1", 0)],
        acting=acting(UserFactory(name="Ann")),
    )

    assert recorded_changes(one) == [("", "1-0", "Ann", "sheet")]
    assert recorded_changes(second) == [("", "0-1", "Ann", "sheet")]


def test_change_by_phone_is_kept_with_the_label_of_the_code(one):
    code = given(one.section, "Hall 2").code
    enter_by_phone(code.pk, ResultWish(one.pk, "1-0", 0), key="a", at=timezone.now())

    assert recorded_changes(one) == [("", "1-0", "Hall 2", "phone")]


def test_change_of_the_day_is_kept(one):
    result(one, "1-0", finished_date=date(2026, 5, 20))
    result(one, "1-0", finished_date=date(2026, 5, 21))

    days = one.changes.order_by("pk").values_list("was_finished", "became_finished")
    assert list(days) == [
        (None, date(2026, 5, 20)),
        (date(2026, 5, 20), date(2026, 5, 21)),
    ]


def test_unchanged_result_is_no_change(one):
    result(one, "1-0")

    assert result(one, "1-0").version == 1
    assert one.changes.count() == 1


def test_change_is_undone_and_redone(one):
    by = acting()
    enter_result(one.pk, "1-0", 0, acting=by)
    enter_result(one.pk, "0-1", 1, acting=by)

    undone = take_back_change(one.changes.latest("pk").pk, acting=by)
    assert (undone.result, undone.version) == ("1-0", 3)
    again = take_back_change(one.changes.latest("pk").pk, acting=by)
    assert (again.result, again.version) == ("0-1", 4)


def test_undoing_restores_the_day_of_the_game_with_the_result(one):
    by = acting()
    first, second = date(2026, 5, 20), date(2026, 5, 21)
    enter_result(one.pk, "1-0", 0, acting=by, finished_date=first)
    enter_result(one.pk, "0-1", 1, acting=by, finished_date=second)

    undone = take_back_change(one.changes.latest("pk").pk, acting=by)

    assert (undone.result, undone.finished_date) == ("1-0", first)
    one.refresh_from_db()
    assert (one.result, one.finished_date) == ("1-0", first)


def test_removed_game_of_a_player_who_left_is_not_brought_back():
    """As on the results page; the words say how it is entered if it was played."""
    group, by = started(size=4), acting()
    later = group.pairings.filter(round=3).in_order().first()
    enter_result(later.pk, "1-0", 0, acting=by)
    enter_result(later.pk, "", 1, acting=by)
    withdraw_entry(later.white_id, 1, acting=by)
    removal = later.changes.latest("pk")

    assert refusal_code(take_back_change, removal.pk, acting=by) == "has_left_before"

    withdraw_entry(later.white_id, None, acting=by)
    assert take_back_change(removal.pk, acting=by).result == "1-0"
    withdraw_entry(later.white_id, 1, acting=by)
    taken_back = later.changes.latest("pk")
    assert take_back_change(taken_back.pk, acting=by).result == ""


def test_corrected_game_of_a_player_who_left_is_corrected_back():
    group, by = started(size=4), acting()
    later = group.pairings.filter(round=3).in_order().first()
    enter_result(later.pk, "1-0", 0, acting=by)
    withdraw_entry(later.white_id, 1, acting=by)
    enter_result(later.pk, "1/2", 1, acting=by)

    back = take_back_change(later.changes.latest("pk").pk, acting=by)

    assert back.result == "1-0"


def test_all_changes_are_undone_one_after_the_other(one):
    by = acting()
    enter_result(one.pk, "1-0", 0, acting=by)
    enter_result(one.pk, "0-1", 1, acting=by)

    for expected in ("1-0", ""):
        last = own_undo_redo(one.section_id, Author(by.user_id)).done[-1]
        assert take_back_change(last.pk, acting=by).result == expected
    assert own_undo_redo(one.section_id, Author(by.user_id)).done == ()


def test_change_overwritten_by_another_author_is_not_undone(one):
    by = acting()
    enter_result(one.pk, "1-0", 0, acting=by)
    result(one, "1/2")
    first = one.changes.earliest("pk")

    assert refusal_code(take_back_change, first.pk) == "changed_since"
    assert own_undo_redo(one.section_id, Author(by.user_id)).done == ()


def test_change_is_not_undone_even_if_another_author_restored_its_result(one):
    by = acting()
    enter_result(one.pk, "1-0", 0, acting=by)
    result(one, "1/2")
    result(one, "1-0")

    with pytest.raises(Exception, match="changed_since"):
        take_back_change(one.changes.earliest("pk").pk, acting=by)


def test_organiser_undoes_the_last_change_of_a_helper(one):
    code = given(one.section).code
    enter_by_phone(code.pk, ResultWish(one.pk, "1-0", 0), key="a", at=timezone.now())

    assert take_back_change(one.changes.get().pk, acting=acting()).result == ""


def test_nothing_is_undone_after_submission():
    group = played(started(size=2))
    submitted(group)
    last = ResultChange.objects.latest("pk")

    assert refusal_code(take_back_change, last.pk) == "state"


def test_deleted_change_is_refused():
    assert refusal_code(take_back_change, 0) == "gone"


def test_undoing_in_the_page_is_recognised_after_a_reload(one):
    by = acting()
    second = one.section.pairings.in_order()[1]
    enter_result(one.pk, "1-0", 0, acting=by)
    enter_result(second.pk, "1-0", 0, acting=by)
    enter_wish(
        ResultWish(second.pk, "", 1),
        acting=by,
        sending=Sending(turn=UndoAction.UNDO),
    )

    turns = own_undo_redo(one.section_id, Author(by.user_id))
    assert [each.pairing_id for each in turns.done] == [one.pk]
    assert [each.pairing_id for each in turns.undone] == [second.pk]


def test_redoing_in_the_page_is_recognised(one):
    by = acting()
    enter_result(one.pk, "1-0", 0, acting=by)
    enter_wish(
        ResultWish(one.pk, "", 1), acting=by, sending=Sending(turn=UndoAction.UNDO)
    )
    enter_wish(
        ResultWish(one.pk, "1-0", 2),
        acting=by,
        sending=Sending(turn=UndoAction.REDO),
    )

    turns = own_undo_redo(one.section_id, Author(by.user_id))
    assert [each.became for each in turns.done] == ["1-0"]
    assert turns.undone == ()


def test_undoing_another_board_than_the_last_is_an_ordinary_change(one):
    by = acting()
    second = one.section.pairings.in_order()[1]
    enter_result(one.pk, "1-0", 0, acting=by)
    enter_result(second.pk, "1-0", 0, acting=by)
    enter_wish(
        ResultWish(one.pk, "", 1), acting=by, sending=Sending(turn=UndoAction.UNDO)
    )

    assert one.changes.latest("pk").undoes is None


def test_database_refuses_to_update_a_change(one):
    result(one, "1-0")

    with pytest.raises(Exception, match="never change"):
        one.changes.update(became="0-1")


def test_undoing_restores_the_planned_day_and_redoing_the_played_one(one):
    by = acting()
    planned, played_on = date(2026, 5, 22), date(2026, 5, 21)
    enter_result(one.pk, "adjourned", 0, acting=by, finished_date=planned)
    enter_result(one.pk, "1-0", 1, acting=by, finished_date=played_on)

    undo = ResultWish(one.pk, "adjourned", 2)
    undone = enter_wish(undo, acting=by, sending=Sending(turn=UndoAction.UNDO))
    assert (undone.result, undone.finished_date) == ("adjourned", planned)

    redo = ResultWish(one.pk, "1-0", 3)
    redone = enter_wish(redo, acting=by, sending=Sending(turn=UndoAction.REDO))
    assert (redone.result, redone.finished_date) == ("1-0", played_on)


def test_key_is_written_once_for_all_codes(one):
    first, second = (given(one.section, label).code for label in ("Hall 1", "Hall 2"))
    enter_by_phone(first.pk, ResultWish(one.pk, "1-0", 0), key="a", at=timezone.now())
    enter_by_phone(second.pk, ResultWish(one.pk, "0-1", 1), key="a", at=timezone.now())

    assert recorded_changes(one) == [("", "1-0", "Hall 1", "phone")]
