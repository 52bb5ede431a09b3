"""What the state of a tournament allows: `tournaments.domain.locking`."""

from datetime import date

import pytest

from federation.domain.players import PlayerDraft
from ratings.ledger.domain.sources import SourceRefused
from tests.factories import acting, member
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import (
    board,
    draft,
    entered,
    played,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.conditions import note_conditions
from tournaments.domain.correcting import lock_source
from tournaments.domain.entering import (
    OutsideRating,
    enter_player,
    enter_players,
    register_newcomer_and_enter,
    renumber_entries,
    set_outside,
)
from tournaments.domain.entry_requests.leaving import remove_entry
from tournaments.domain.planning.cancelling import cancel_tournament, take_up_again
from tournaments.domain.planning.sections import (
    SectionDraft,
    add_section,
    change_section,
    remove_section,
)
from tournaments.domain.planning.tournaments import change_tournament
from tournaments.domain.results import (
    ResultWish,
    enter_result,
    enter_results,
    withdraw_entry,
)
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.starting import set_round_dates, start_section, undo_start
from tournaments.domain.submitting import (
    correct_results,
    recall_results,
    submit_results,
)

pytestmark = pytest.mark.django_db

DAY = date(2026, 5, 5)
NAMED = SectionDraft("Group A", "boards", rounds=2)
NEWCOMER = PlayerDraft(first_name="Ada", last_name="Ek")

# Each act with its arguments in a section of two players with one board.
ACTS = {
    "change_tournament": lambda of: (change_tournament, of.tournament_id, draft()),
    "cancel_tournament": lambda of: (cancel_tournament, of.tournament_id),
    "add_section": lambda of: (add_section, of.tournament_id, NAMED),
    "change_section": lambda of: (change_section, of.pk, NAMED),
    "remove_section": lambda of: (remove_section, of.pk),
    "enter_player": lambda of: (enter_player, of.pk, member().pk),
    "enter_players": lambda of: (enter_players, of.pk, [member().pk]),
    "remove_entry": lambda of: (remove_entry, of.entries.first().pk),
    "renumber": lambda of: (renumber_entries, of.pk, []),
    "set_outside": lambda of: (set_outside, of.entries.first().pk, OutsideRating(1700)),
    "start_section": lambda of: (start_section, of.pk),
    "undo_start": lambda of: (undo_start, of.pk),
    "set_round_dates": lambda of: (set_round_dates, of.pk, [DAY, DAY]),
    "set_boards": lambda of: (set_boards, of.pk, 1, [(2, 1)]),
    "enter_result": lambda of: (enter_result, of.pairings.first().pk, "1-0", 1),
    "enter_results": lambda of: (
        enter_results,
        of.pk,
        [ResultWish(of.pairings.first().pk, "1-0", 1)],
    ),
    "withdraw_entry": lambda of: (withdraw_entry, of.entries.first().pk, 1),
}


def with_a_board():
    group = started(size=2, format="boards", rounds=1)
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    return group


def sent_in():
    group = played(with_a_board())
    submitted(group)
    return group


def called_off():
    group = with_a_board()
    cancel_tournament(group.tournament_id, acting=acting())
    return group


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("over", [sent_in, called_off])
def test_submitted_or_cancelled_tournament_refuses_every_act(over, act):
    group = over()

    assert refusal_code(*ACTS[act](group)) == "state"


@pytest.mark.parametrize("over", [sent_in, called_off])
def test_newcomer_is_not_registered_by_a_finished_tournament(over):
    newcomer = register_newcomer_and_enter, over().pk, NEWCOMER

    assert refusal_code(*newcomer, joins_club=True) == "state"


@pytest.mark.parametrize("is_final", [True, False])
def test_cancelled_tournament_is_not_submitted_recalled_or_corrected(is_final):
    tournament_id = called_off().tournament_id
    send = {"answers": {}, "is_final": is_final}

    assert refusal_code(submit_results, tournament_id, **send) == "state"
    assert refusal_code(recall_results, tournament_id) == "state"
    assert refusal_code(correct_results, tournament_id) == "state"


def test_only_a_cancelled_tournament_is_resumed():
    for group in (with_a_board(), sent_in()):
        assert refusal_code(take_up_again, group.tournament_id) == "state"
    assert refusal_code(take_up_again, tournament().pk) == "state"


def test_only_a_finished_tournament_is_opened_for_correction():
    assert refusal_code(correct_results, tournament().pk) == "state"
    assert refusal_code(correct_results, with_a_board().tournament_id) == "state"


def test_submission_before_the_start_is_refused():
    send = {"answers": {}, "is_final": True}

    assert refusal_code(submit_results, tournament().pk, **send) == "state"


def test_conditions_can_be_recorded_for_a_finished_but_not_a_cancelled_tournament():
    over, off = sent_in(), called_off()
    note = {"today": DAY}

    record = note_conditions(over.tournament_id, DAY, acting=acting(), **note)

    assert (record.tournament_id, record.sent_date) == (over.tournament_id, DAY)
    assert refusal_code(note_conditions, off.tournament_id, DAY, **note) == "state"


def test_section_cannot_be_played_before_the_tournament_runs():
    group = section(format="boards", rounds=1)
    one, _other = entered(group, member(), member())

    assert refusal_code(set_boards, group.pk, 1, [(1, 2)]) == "state"
    assert refusal_code(withdraw_entry, one.pk, 0) == "state"
    assert refusal_code(enter_results, group.pk, []) == "state"


def version_after(group, act, *args):
    before = type(group.tournament).objects.get(pk=group.tournament_id).version
    act(*args, acting=acting())
    return type(group.tournament).objects.get(pk=group.tournament_id).version - before


def test_each_change_of_entries_rounds_or_results_is_a_new_version_of_its_tournament():
    group = section(format="boards", rounds=1)
    first, second, third = entered(group, member(), member(), member())
    other = section(group.tournament, name="Group B")

    assert [
        version_after(group, remove_section, other.pk),
        version_after(group, renumber_entries, group.pk, [third.pk, second.pk, first.pk]),
        version_after(group, remove_entry, third.pk),
        version_after(group, set_outside, first.pk, OutsideRating(1700, "estimate", "x")),
        version_after(group, start_section, group.pk),
        version_after(group, undo_start, group.pk),
        version_after(group, start_section, group.pk),
        version_after(group, set_round_dates, group.pk, [DAY]),
        version_after(group, set_boards, group.pk, 1, [(1, 2)]),
        version_after(group, enter_result, group.pairings.get().pk, "1-0", 0),
        version_after(group, withdraw_entry, first.pk, 1),
    ] == [1] * 11  # fmt: skip


def test_act_on_a_deleted_row_is_refused_as_gone():
    for act, *args in (
        (change_tournament, 0, draft()),
        (change_section, 0, NAMED),
        (set_outside, 0, None),
        (withdraw_entry, 0, None),
        (enter_result, 0, "1-0", 0),
    ):
        assert refusal_code(act, *args) == "gone"
    with pytest.raises(SourceRefused) as refused:
        lock_source(0)
    assert refused.value.code == "gone"


def test_finished_board_of_another_tournament_locks_nothing_here():
    sent_in()
    group = started(size=2)

    assert (
        enter_result(board(group, 1, 2).pk, "1-0", 0, acting=acting()).result == "1-0"
    )
