import pytest

from tests.factories import acting
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import result, started
from tests.worlds import shared
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import HowPaired, RoundPublication

pytestmark = pytest.mark.django_db


@shared
def swiss():
    return started(size=5, format="boards", rounds=3)


def seats(group, number=1):
    return [
        (b.board, b.white.pairing_number, b.black and b.black.pairing_number, b.result)
        for b in group.pairings.filter(round=number).in_order()
    ]


def test_round_is_paired_by_numbers_and_a_bye_has_its_own_result(swiss):
    set_boards(swiss.pk, 1, [(2, 1), (4, 3), (5, None)], acting=acting())

    assert seats(swiss) == [(1, 2, 1, ""), (2, 4, 3, ""), (3, 5, None, "bye")]


def test_unchanged_pair_keeps_its_result_and_its_key(swiss):
    unchanged, _ = set_boards(swiss.pk, 1, [(2, 1), (4, 3)], acting=acting())
    result(unchanged, "1-0")

    boards = set_boards(swiss.pk, 1, [(4, 5), (2, 1)], acting=acting())

    assert seats(swiss) == [(1, 4, 5, ""), (2, 2, 1, "1-0")]
    assert boards[1].pk == unchanged.pk


def test_round_without_boards_is_not_written(swiss):
    assert refusal_code(set_boards, swiss.pk, 1, []) == "no_boards"
    assert not swiss.round_pairings.exists()


def test_all_boards_of_a_round_can_be_removed(swiss):
    set_boards(swiss.pk, 1, [(2, 1), (4, 3)], acting=acting())

    set_boards(swiss.pk, 1, [], acting=acting())

    assert seats(swiss) == []


def test_public_round_without_its_boards_can_be_a_draft(swiss):
    set_boards(swiss.pk, 1, [(1, 2)], acting=acting())
    set_boards(swiss.pk, 1, [], acting=acting())
    assert not swiss.round_pairings.exists()

    draft = HowPaired(publication=RoundPublication(is_draft=True))
    set_boards(swiss.pk, 1, [(1, 3)], acting=acting(), paired=draft)

    assert swiss.round_pairings.get().published_at is None


def test_board_with_a_result_is_not_removed(swiss):
    (one,) = set_boards(swiss.pk, 1, [(2, 1)], acting=acting())
    result(one, "1-0")

    assert refusal_code(set_boards, swiss.pk, 1, [(4, 3)]) == "has_result"


def test_boards_set_by_another_user_are_not_overwritten(swiss):
    set_boards(swiss.pk, 1, [(2, 1)], acting=acting())

    code = refusal_code(set_boards, swiss.pk, 1, [(4, 3)], seen=[])
    assert code == "boards_changed"


@pytest.mark.parametrize(
    ("pairs", "code"),
    [
        ([(1, 1)], "against_self"),
        ([(1, 9)], "no_such_number"),
        ([(1, 2), (3, 1)], "plays_twice"),
    ],
)
def test_impossible_pairs_are_refused(swiss, pairs, code):
    assert refusal_code(set_boards, swiss.pk, 1, pairs) == code


def test_round_beyond_the_announced_ones_is_refused(swiss):
    assert refusal_code(set_boards, swiss.pk, 4, [(1, 2)]) == "round"
    assert refusal_code(set_boards, swiss.pk, 0, [(1, 2)]) == "round"


def test_withdrawn_player_is_not_paired_again(swiss):
    entry = swiss.entries.get(pairing_number=3)
    withdraw_entry(entry.pk, 1, acting=acting())

    set_boards(swiss.pk, 1, [(3, 4)], acting=acting())
    assert refusal_code(set_boards, swiss.pk, 2, [(3, 5)]) == "withdrawn"


def test_boards_can_be_corrected_if_a_player_paired_there_has_withdrawn(
    swiss,
):
    set_boards(swiss.pk, 2, [(3, 4), (2, 1)], acting=acting())
    withdraw_entry(swiss.entries.get(pairing_number=3).pk, 1, acting=acting())

    set_boards(swiss.pk, 2, [(3, 4), (2, 5)], acting=acting())

    assert seats(swiss, 2) == [(1, 3, 4, ""), (2, 2, 5, "")]
    assert refusal_code(set_boards, swiss.pk, 2, [(4, 3), (2, 5)]) == "withdrawn"


def test_round_robin_cannot_be_paired_by_hand():
    assert refusal_code(set_boards, started(size=4).pk, 1, [(1, 2)]) == "not_started"


def test_user_who_saw_the_current_boards_may_set_them(swiss):
    first, second = set_boards(swiss.pk, 1, [(2, 1), (4, 3)], acting=acting())

    set_boards(swiss.pk, 1, [(2, 1)], acting=acting(), seen=[second.pk, first.pk])

    assert seats(swiss) == [(1, 2, 1, "")]


def test_board_removed_by_another_user_is_not_restored(swiss):
    first, second = set_boards(swiss.pk, 1, [(2, 1), (4, 3)], acting=acting())
    set_boards(swiss.pk, 1, [(2, 1)], acting=acting())

    stale = {"seen": [first.pk, second.pk]}
    assert refusal_code(set_boards, swiss.pk, 1, [(2, 1), (4, 3)], **stale) == (
        "boards_changed"
    )


def test_boards_of_another_round_do_not_conflict(swiss):
    (first,) = set_boards(swiss.pk, 1, [(2, 1)], acting=acting())

    set_boards(swiss.pk, 2, [(4, 3)], acting=acting(), seen=[])

    assert (seats(swiss), seats(swiss, 2)) == ([(1, 2, 1, "")], [(1, 4, 3, "")])
    assert swiss.pairings.get(round=1).pk == first.pk


def test_bye_is_replaced_by_a_game(swiss):
    set_boards(swiss.pk, 1, [(2, 1), (5, None)], acting=acting())

    set_boards(swiss.pk, 1, [(2, 1), (5, 3)], acting=acting())

    assert seats(swiss) == [(1, 2, 1, ""), (2, 5, 3, "")]


def test_new_board_records_author_and_time(swiss):
    by = acting()

    (made,) = set_boards(swiss.pk, 1, [(2, 1)], acting=by)

    made.refresh_from_db()
    assert (made.changed_by_id, made.changed_at) == (by.user_id, by.at)


def test_last_round_can_be_paired(swiss):
    set_boards(swiss.pk, 3, [(2, 1)], acting=acting())

    assert seats(swiss, 3) == [(1, 2, 1, "")]


def test_two_byes_of_one_player_in_a_round_are_refused(swiss):
    assert (
        refusal_code(set_boards, swiss.pk, 1, [(1, None), (1, None)]) == "plays_twice"
    )
