"""What an author can undo and redo, and who changed a board last."""

import json

import pytest
from django.utils import timezone

from tests.factories import NOON, UserFactory, acting
from tests.tournaments.phone_codes import given
from tests.tournaments.tournaments_made import section, started
from tests.worlds import shared
from tournaments.domain.phone.entering import enter_by_phone
from tournaments.domain.result_history.undoing import take_back_change
from tournaments.domain.results import ResultWish, enter_result
from tournaments.domain.rounds.boards import set_boards
from tournaments.enums import ResultWay
from tournaments.models import ResultChange
from tournaments.queries.result_history.changes import (
    Author,
    last_author,
    own_undo_redo,
    undo_redo_as_json,
)

pytestmark = pytest.mark.django_db


@shared
def ann():
    return UserFactory(name="Ann")


@shared
def boards():
    """Return three boards of the current round."""
    group = started(size=6, format="boards", rounds=1)
    return set_boards(group.pk, 1, [(1, 2), (3, 4), (5, 6)], acting=acting())


def done(board, author):
    turns = own_undo_redo(board.section_id, author)
    return [(each.pairing_id, each.became) for each in turns.done]


def enter(board, text, user):
    board.refresh_from_db()
    return enter_result(board.pk, text, board.version, acting=acting(user))


def test_changes_of_another_section_are_undone_there(boards, ann):
    beside = started(section(boards[0].section.tournament), size=2).pairings.get()
    enter(boards[0], "1-0", ann)
    enter(beside, "0-1", ann)

    assert done(boards[0], Author(ann.pk)) == [(boards[0].pk, "1-0")]
    assert done(beside, Author(ann.pk)) == [(beside.pk, "0-1")]


def test_each_author_undoes_their_own_changes_and_so_does_a_code(boards, ann):
    one, *others = boards
    codes = [given(one.section).code for _ in others]
    enter(one, "1-0", ann)
    for code, board in zip(codes, others, strict=True):
        wish = ResultWish(board.pk, "1/2", board.version)
        enter_by_phone(code.pk, wish, key="", at=timezone.now())

    assert done(one, Author(ann.pk)) == [(one.pk, "1-0")]
    for code, board in zip(codes, others, strict=True):
        assert done(one, Author(code_id=code.pk)) == [(board.pk, "1/2")]
    assert done(one, Author(UserFactory().pk)) == []


def test_change_overwritten_by_another_author_is_undone_only_by_them(boards, ann):
    bo = UserFactory(name="Bo")
    enter(boards[0], "1-0", ann)
    enter(boards[1], "1-0", ann)
    enter(boards[0], "0-1", bo)

    assert done(boards[0], Author(ann.pk)) == [(boards[1].pk, "1-0")]
    assert done(boards[0], Author(bo.pk)) == [(boards[0].pk, "0-1")]


def test_results_imported_from_a_file_are_not_undone_board_by_board(boards, ann):
    enter(boards[0], "1-0", ann)
    ResultChange.objects.create(
        pairing=boards[1],
        version=1,
        was="",
        became="1-0",
        way=ResultWay.FILE,
        by=ann,
        at=NOON,
    )
    assert done(boards[0], Author(ann.pk)) == [(boards[0].pk, "1-0")]


def test_page_gets_the_results_to_restore_with_the_next_one_last(boards, ann):
    one, other = boards[:2]
    enter(one, "1-0", ann)
    enter(other, "1/2", ann)
    enter(one, "0-1", ann)
    last = one.changes.order_by("pk").last()
    take_back_change(last.pk, acting=acting(ann))

    assert json.loads(undo_redo_as_json(one.section_id, Author(ann.pk))) == {
        "done": [
            {"id": str(one.pk), "result": ""},
            {"id": str(other.pk), "result": ""},
        ],
        "undone": [{"id": str(one.pk), "result": "0-1"}],
    }


def test_last_author_is_that_of_the_last_change_and_a_code_has_its_label(boards, ann):
    board = boards[0]
    enter(board, "1-0", ann)
    assert last_author(board) == "Ann"
    board.refresh_from_db()
    code = given(board.section, "Hall 2").code
    wish = ResultWish(board.pk, "1/2", board.version)
    enter_by_phone(code.pk, wish, key="", at=timezone.now())
    assert last_author(board) == "Hall 2"
