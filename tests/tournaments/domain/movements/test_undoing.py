"""A batch of class movements is undone as a whole, unless something depends on it."""

import threading
from datetime import timedelta

import pytest
from django.db import connection

from federation.domain.classes import ClassLine, enter_in_class_register
from federation.models import ClassMembership
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from tests.factories import NOON, OFFICE, acting, member
from tests.ratings.rating_lists import published, up_to_date
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import entered, section, started, tournament
from tests.tournaments.views.movements.test_movements import (
    class_two,
    corrected,
    judged,
    of,
    won_by_number_one,
)
from tests.worlds import shared
from tournaments.domain.movements.deciding import (
    confirm_movements,
    decide_class,
    reject_movements,
)
from tournaments.domain.movements.proposing import judge_section
from tournaments.domain.movements.reconsidering import decide_again, uphold_decision
from tournaments.domain.movements.undoing import undo_batch
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.starting import start_section
from tournaments.domain.submitting import correct_results
from tournaments.models import ClassMovement, MovementBatch

pytestmark = pytest.mark.django_db


@shared
def group():
    return judged()


@shared
def groups(group):
    return group, judged()


def classes(player):
    """Return the public class register of the player."""
    lines = ClassMembership.objects.filter(player=player).order_by("pk")
    return list(lines.values_list("player_class", "from_date"))


def state(group):
    """Return the stored movements of the section, and the classes of each player."""
    return [
        (
            each.pk, each.state, each.kind, each.from_class, each.to_class,
            each.reason, each.public_reason, each.decided_by_id, each.decided_at,
            each.batch_id, each.line_id, classes(each.entry.player_id),
        )
        for each in group.movements.select_related("entry").order_by("pk")
    ]  # fmt: skip


def confirmed(*groups):
    done = confirm_movements([of(each, 1).pk for each in groups], acting=acting())
    return done[0].batch


def test_movements_confirmed_together_are_one_batch(groups):
    batch = confirmed(*groups)

    assert (batch.outcome, batch.size, batch.settled_at) == ("confirmed", 2, NOON)
    assert {of(each, 1).batch for each in groups} == {batch}
    lines = {of(each, 1).line for each in groups}
    assert {line.player_class for line in lines} == {"I"}


def test_batch_with_two_movements_of_one_player_is_undone():
    """The tournament that was created first was judged last."""
    winner = class_two()
    first, second = (
        started(section(gives_titles=True), players=[winner, *others])
        for others in ([class_two() for _ in range(7)] for _ in range(2))
    )
    for each in (second, first):
        won_by_number_one(each)
    before = [state(each) for each in (first, second)]
    batch = confirmed(second, first)
    assert batch.size == 2
    assert len(classes(winner)) == 3

    undo_batch(batch.pk, acting=acting())

    assert [state(each) for each in (first, second)] == before


def test_class_of_a_merged_card_is_written_on_the_card_that_stays(group):
    """What is written on a merged card has no effect. It is undone there too."""
    gone, stays = of(group, 1).entry.player, member()
    draft = MergeDraft(gone.pk, stays.pk, "One person")
    confirm_merge(propose_merge(draft, acting=acting()).pk, acting=acting())
    before = classes(gone)

    batch = confirmed(group)

    assert classes(gone) == before
    assert [held for held, _day in classes(stays)] == ["I"]
    undo_batch(batch.pk, acting=acting())
    assert classes(stays) == []
    assert of(group, 1).state == "proposed"


def test_obstacle_names_the_movement_of_a_merged_card(group):
    gone, stays = of(group, 1).entry.player, member()
    draft = MergeDraft(gone.pk, stays.pk, "One person")
    confirm_merge(propose_merge(draft, acting=acting()).pk, acting=acting())
    batch = confirmed(group)
    day = of(group, 1).line.from_date
    enter_in_class_register(ClassLine(stays.pk, "M", day, "Other"), acting=OFFICE)

    assert_undoing_refused(batch, "batch_later")


def test_confirmed_batch_is_undone_exactly(groups):
    before = [state(each) for each in groups]
    batch = confirmed(*groups)
    lines = ClassMembership.objects.count()
    by = acting()

    undo_batch(batch.pk, acting=by)

    assert [state(each) for each in groups] == before
    batch.refresh_from_db()
    assert (batch.undone_by_id, batch.undone_at) == (by.user_id, by.at)
    # The undone line stays in the register and holds on no day.
    assert ClassMembership.objects.count() == lines - 2
    taken = ClassMembership.every_line.exclude(taken_back_at=None)
    assert {(each.player_class, each.taken_back_by_id) for each in taken} == {
        ("I", by.user_id)
    }
    assert taken.count() == 2


def test_undone_movements_can_be_confirmed_again(group):
    undo_batch(confirmed(group).pk, acting=acting())

    again = confirmed(group)

    assert of(group, 1).batch == again
    assert [
        player_class for player_class, _day in classes(of(group, 1).entry.player)
    ] == ["II", "I"]


def test_rejected_batch_is_undone_exactly():
    groups = judged(), judged(accepted=False)
    before = [state(each) for each in groups]
    ids = [of(each, 1).pk for each in groups]
    done = reject_movements(ids, "Wrong", public_reason="Not so", acting=acting())
    assert {(each.reason, each.public_reason) for each in done} == {("Wrong", "Not so")}

    undo_batch(done[0].batch_id, acting=acting())

    assert [state(each) for each in groups] == before


def test_undoing_replaces_a_chosen_class_by_that_of_the_rules(group):
    before = state(group)
    made = decide_class(of(group, 1).pk, "M", "A jubilee", acting=acting())

    undo_batch(made.batch_id, acting=acting())

    assert state(group) == before


def test_undoing_during_a_correction_leaves_the_proposals_unchanged(group):
    before = state(group)
    made = decide_class(of(group, 1).pk, "M", "A jubilee", acting=acting())
    correct_results(group.tournament_id, acting=acting())

    undo_batch(made.batch_id, acting=acting())

    assert state(group) == before


def test_undoing_after_a_correction_gives_the_proposals_of_the_new_results(group):
    movement = corrected(group)

    undo_batch(movement.batch_id, acting=acting())

    movement = movement.section.movements.get(entry=movement.entry)
    assert (movement.state, movement.kind) == ("proposed", "stays")
    assert (movement.now_kind, movement.looked_at) == ("", None)


def test_batch_is_undone_once(group):
    batch = confirmed(group)
    undo_batch(batch.pk, acting=acting())

    assert refusal_code(undo_batch, batch.pk) == "batch_undone"
    assert refusal_code(undo_batch, batch.pk + 999) == "gone"


def assert_undoing_refused(batch, code):
    """Assert that undoing is refused with the code and the whole batch is unchanged."""
    states_before = [state(each.section) for each in batch.movements.all()]
    assert refusal_code(undo_batch, batch.pk) == code
    assert [state(each.section) for each in batch.movements.all()] == states_before
    batch.refresh_from_db()
    assert batch.undone_at is None


def test_batch_cannot_be_undone_after_a_later_line_of_the_class_register(groups):
    batch = confirmed(*groups)
    player = of(groups[1], 1).entry.player
    line = ClassLine(player.pk, "M", player.classes.latest("pk").from_date, "Other")
    enter_in_class_register(line, acting=OFFICE)

    assert_undoing_refused(batch, "batch_later")


def prepared(group, card=None):
    """Enter the winner, perhaps by another card, in another tournament, after the one
    of the section.
    """
    day = group.tournament.end_date + timedelta(days=10)
    days = {"start_date": day, "end_date": day + timedelta(days=1)}
    other = section(tournament(**days), gives_titles=True)
    entered(other, card or of(group, 1).entry.player, member())
    return other


def begun(group):
    return start_section(prepared(group).pk, acting=acting())


def test_batch_cannot_be_undone_after_a_tournament_began_with_the_class(group):
    batch = confirmed(group)
    other = begun(group)
    assert other.entries.get(pairing_number=1).class_at_start == "I"

    assert_undoing_refused(batch, "batch_begun")
    cancel_tournament(other.tournament_id, acting=acting())
    undo_batch(batch.pk, acting=acting())


def test_batch_cannot_be_undone_after_a_tournament_began_under_a_merged_card(group):
    card = member()
    other = prepared(group, card)
    draft = MergeDraft(card.pk, of(group, 1).entry.player_id, "One person")
    confirm_merge(propose_merge(draft, acting=acting()).pk, acting=acting())
    batch = confirmed(group)
    start_section(other.pk, acting=acting())
    assert other.entries.get(pairing_number=1).class_at_start == "I"

    assert_undoing_refused(batch, "batch_begun")


def test_tournament_that_began_before_does_not_prevent_undoing(group):
    begun(group)
    before = state(group)
    batch = confirmed(group)

    undo_batch(batch.pk, acting=acting())

    assert state(group) == before


def test_batch_cannot_be_undone_after_an_approved_list_shows_the_class(group):
    batch = confirmed(group)
    up_to_date()
    published(group.tournament.end_date)

    assert_undoing_refused(batch, "batch_listed")


def test_list_approved_before_does_not_prevent_undoing(group):
    up_to_date()
    published(group.tournament.end_date)
    before = state(group)
    batch = confirmed(group)

    undo_batch(batch.pk, acting=acting())

    assert state(group) == before


def test_approved_list_does_not_prevent_undoing_a_rejection(group):
    before = state(group)
    done = reject_movements([of(group, 1).pk], "Wrong", acting=acting())
    up_to_date()
    published(group.tournament.end_date)

    undo_batch(done[0].batch_id, acting=acting())

    assert state(group) == before


@pytest.mark.parametrize(
    "look",
    [
        lambda pk: uphold_decision(pk, "So be it", acting=acting()),
        lambda pk: decide_again(pk, "II", "New results", acting=acting()),
    ],
)
def test_batch_cannot_be_undone_after_a_new_decision_of_the_committee(look, group):
    movement = corrected(group)
    look(movement.pk)

    assert_undoing_refused(movement.batch, "batch_changed")


@pytest.mark.django_db(transaction=True)
def test_concurrent_undoing_and_start_let_only_one_succeed():
    group = judged()
    batch = confirmed(group)
    answers: list[str] = []
    together = threading.Barrier(2)
    by = acting()

    def run(act, success_code):
        together.wait()
        try:
            act()
            answers.append(success_code)
        except TournamentRefusal as refused:
            answers.append(refused.code)
        finally:
            connection.close()

    other = prepared(group)
    acts = [
        threading.Thread(target=run, args=(act, success_code))
        for act, success_code in (
            (lambda: undo_batch(batch.pk, acting=by), "undone"),
            (lambda: start_section(other.pk, acting=by), "begun"),
        )
    ]
    for each in acts:
        each.start()
    for each in acts:
        each.join()

    noted = other.entries.get(pairing_number=1).class_at_start
    is_undone = MovementBatch.objects.get(pk=batch.pk).undone_at is not None
    assert (sorted(answers), noted) == (
        (["begun", "undone"], "II") if is_undone else (["batch_begun", "begun"], "I")
    )


@pytest.mark.django_db(transaction=True)
def test_concurrent_undoing_by_two_users_succeeds_once():
    batch = confirmed(judged(), judged())
    answers: list[str] = []
    together = threading.Barrier(2)
    who = acting(), acting()

    def run(by):
        together.wait()
        try:
            undo_batch(batch.pk, acting=by)
            answers.append("undone")
        except TournamentRefusal as refused:
            answers.append(refused.code)
        finally:
            connection.close()

    acts = [threading.Thread(target=run, args=(by,)) for by in who]
    for each in acts:
        each.start()
    for each in acts:
        each.join()

    assert sorted(answers) == ["batch_undone", "undone"]
    assert ClassMovement.objects.exclude(state="proposed").count() == 0
    assert ClassMembership.every_line.exclude(taken_back_at=None).count() == 2


def test_undone_line_of_the_class_register_holds_on_no_day(group):
    player = of(group, 1).entry.player
    undo_batch(confirmed(group).pk, acting=acting())

    later = begun(group)

    assert later.entries.get(player=player).class_at_start == "II"
    judge_section(group.pk)
    assert of(group, 1).state == "proposed"
