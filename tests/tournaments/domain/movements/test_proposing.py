"""A pure section of class II, eight players, seven rounds: the winner rises to I
(SSF §7.2a), a player with less than 3 points falls to III (§7.3b: 50 % less half a
point).
"""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.models import ClassMembership
from ratings.ledger.domain.reports import (
    accept_report,
    hold_report,
    release_report,
    return_report,
)
from tests.factories import (
    ClassMembershipFactory,
    UserFactory,
    acting,
    chess_pool,
    member,
    officer,
)
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import (
    board,
    played,
    result,
    section,
    started,
    submitted,
)
from tests.worlds import shared
from tournaments.domain.movements.deciding import (
    confirm_movements,
    decide_class,
    reject_movement,
)
from tournaments.domain.movements.proposing import judge_section
from tournaments.domain.movements.reconsidering import decide_again, uphold_decision
from tournaments.domain.planning.sections import SectionDraft, change_section
from tournaments.domain.submitting import correct_results, recall_results
from tournaments.models import ClassMovement
from tournaments.queries.movements.waiting import sections_of_report, sections_to_judge
from tournaments.queries.reports import newest_report

pytestmark = pytest.mark.django_db


def class_two():
    player = member()
    ClassMembershipFactory(player=player, player_class="II")
    return player


@shared
def group():
    """Number 1 wins every game and 8 loses every game; the others draw."""
    made = started(section(gives_titles=True), players=[class_two() for _ in range(8)])
    for pairing in made.pairings.select_related("white", "black"):
        result(pairing, _result(pairing))
    return made


def _result(pairing) -> str:
    white, black = pairing.white.pairing_number, pairing.black.pairing_number
    if 1 in (white, black):
        return "1-0" if white == 1 else "0-1"
    if 8 in (white, black):
        return "0-1" if white == 8 else "1-0"
    return "1/2"


def judged(group) -> dict[int, tuple[str, str, str]]:
    judge_section(group.pk)
    return {
        movement.entry.pairing_number: (
            movement.kind,
            movement.from_class,
            movement.to_class,
        )
        for movement in group.movements.select_related("entry")
    }


def movement_of(group, number: int) -> ClassMovement:
    return group.movements.get(entry__pairing_number=number)


def eighth_wins_everything(group) -> None:
    eighth = group.entries.get(pairing_number=8)
    for pairing in group.pairings.all():
        if eighth.pk in (pairing.white_id, pairing.black_id):
            result(pairing, "1-0" if pairing.white_id == eighth.pk else "0-1")


def accepted(report):
    return accept_report(report.pk, acting=acting(officer()))


@shared
def proposals(group):
    """The movements of the section, whose report is accepted."""
    accepted(submitted(group))
    judge_section(group.pk)


def test_no_movement_is_proposed_before_the_final_report(group):
    assert judged(group) == {}


def test_winner_rises_and_last_player_falls(group):
    submitted(group)

    outcomes = judged(group)

    assert outcomes[1] == ("promoted", "II", "I")
    assert outcomes[8] == ("relegated", "II", "III")
    assert {outcomes[number] for number in range(2, 8)} == {("stays", "II", "II")}


def test_judged_section_is_up_to_date(group):
    submitted(group)
    judge_section(group.pk)

    group.refresh_from_db()
    assert (group.posted, group.judged) == (1, 1)


def test_judging_again_changes_nothing(group):
    submitted(group)
    judge_section(group.pk)
    before = list(group.movements.order_by("pk").values())

    assert judge_section(group.pk) == 0
    assert list(group.movements.order_by("pk").values()) == before


def test_section_without_titles_moves_no_player(group):
    group.gives_titles = False
    group.save()
    submitted(group)

    assert judged(group) == {}


def test_proposals_are_deleted_when_the_report_no_longer_counts(group):
    report = submitted(group)
    judge_section(group.pk)

    hold_report(report.pk, "Who is Ek?", acting=acting(officer()))
    assert judged(group) == {}

    recall_results(group.tournament_id, acting=acting())
    assert judged(group) == {}


def test_section_that_stops_giving_titles_loses_its_proposals_with_the_next_report(
    group, proposals
):
    correct_results(group.tournament_id, acting=acting())
    change_section(
        group.pk, SectionDraft("Group A", gives_titles=False), acting=acting()
    )

    report = submitted(group)

    assert sections_to_judge(chess_pool().pk) == [group.pk]
    assert sections_of_report(report.pk) == [group.pk]
    assert judged(group) == {}


def test_results_not_submitted_are_not_judged(group):
    report = accepted(submitted(group))
    before = judged(group)
    correct_results(group.tournament_id, acting=acting())
    eighth_wins_everything(group)

    assert judged(group) == before

    officers = acting(officer())
    hold_report(report.pk, "Who is Ek?", acting=officers)
    assert judged(group) == {}
    release_report(report.pk, acting=officers)
    accepted(report)
    assert judged(group) == {}

    submitted(group)
    assert judged(group)[8] == ("promoted", "II", "I")


def test_confirmed_movement_is_in_the_class_register(group, proposals):
    by = acting()

    (confirmed,) = confirm_movements([movement_of(group, 1).pk], acting=by)

    line = ClassMembership.objects.get(
        player=confirmed.entry.player, from_date=date(2026, 5, 25)
    )
    assert (line.player_class, line.paragraph) == ("I", "SSF §7.2a")
    assert line.cause == "Spring cup, Group A"
    assert (line.source_kind, line.source_number) == (
        "tournament",
        group.tournament_id,
    )
    assert (line.confirmed_by_id, line.confirmed_at) == (by.user_id, by.at)


def test_history_says_who_confirmed_each_movement(group, proposals):
    by = acting()
    confirmed = confirm_movements(
        [movement_of(group, number).pk for number in (1, 8)], acting=by
    )

    for movement in confirmed:
        proposed, confirmation = movement.events.order_by("pgh_id")
        assert (proposed.pgh_label, proposed.state) == ("insert", "proposed")
        assert (confirmation.pgh_label, confirmation.state) == ("update", "confirmed")
        assert (confirmation.line_id, confirmation.to_class) == (
            movement.line_id,
            movement.to_class,
        )
        assert confirmation.pgh_context.metadata["user"] == by.user_id


def test_query_count_of_confirming_does_not_depend_on_the_number_of_movements(
    group, django_assert_num_queries, proposals
):
    one, *others = group.movements.order_by("entry__pairing_number")
    with CaptureQueriesContext(connection) as of_one:
        confirm_movements([one.pk], acting=acting())

    with django_assert_num_queries(len(of_one)):
        confirm_movements([other.pk for other in others], acting=acting())

    assert ClassMembership.objects.exclude(source_kind="").count() == 2


def test_player_who_stays_gets_no_line(group, proposals):
    before = ClassMembership.objects.count()

    confirm_movements([movement_of(group, 2).pk], acting=acting())

    assert ClassMembership.objects.count() == before


def test_movement_is_not_confirmed_before_the_office_accepts_the_report(group):
    submitted(group)
    judge_section(group.pk)

    code = refusal_code(confirm_movements, [movement_of(group, 1).pk])
    assert code == "not_accepted"


def test_decided_movement_is_not_decided_again(group, proposals):
    movement = movement_of(group, 1)
    confirm_movements([movement.pk], acting=acting())

    assert confirm_movements([movement.pk], acting=acting()) == []
    assert refusal_code(reject_movement, movement.pk, "No") == "decided"


def test_rejection_needs_a_reason(group, proposals):
    movement = movement_of(group, 1)

    assert refusal_code(reject_movement, movement.pk, " ") == "reason"

    by = UserFactory()
    rejected = reject_movement(movement.pk, "No dispensation", acting=acting(by))
    assert (rejected.state, rejected.reason, rejected.decided_by) == (
        "rejected",
        "No dispensation",
        by,
    )


def test_correction_replaces_proposals_and_leaves_decided_movements(group, proposals):
    winner, last = movement_of(group, 1), movement_of(group, 8)
    confirm_movements([winner.pk], acting=acting())

    correct_results(group.tournament_id, acting=acting())
    eighth_changes_places_with_the_first(group)
    submitted(group)

    outcomes = judged(group)
    assert outcomes[8] == ("promoted", "II", "I")
    assert movement_of(group, 8).pk != last.pk
    assert movement_of(group, 1).pk == winner.pk
    assert movement_of(group, 1).state == "confirmed"
    assert looked_at(group) == {1: ("stays", "II")}


def eighth_changes_places_with_the_first(group):
    """Exchange their results; six of seven points would still be enough (SSF §7.2a)."""
    eighth_wins_everything(group)
    for number in range(2, 8):
        result(board(group, 1, number), "1/2")


def looked_at(group):
    """Return the new outcome of decided movements that need a look, by number."""
    rows = group.movements.to_check_again().select_related("entry")
    return {each.entry.pairing_number: (each.now_kind, each.now_class) for each in rows}


def confirmed_and_corrected(group):
    """Confirm the promotion of the winner, then correct the results in favour of the
    last.
    """
    accepted(submitted(group))
    judge_section(group.pk)
    confirm_movements([movement_of(group, 1).pk], acting=acting())
    correct_results(group.tournament_id, acting=acting())
    eighth_changes_places_with_the_first(group)
    accepted(submitted(group))
    judge_section(group.pk)
    return movement_of(group, 1)


def test_mark_on_a_decided_movement_counts_as_written_once(group, proposals):
    confirm_movements([movement_of(group, 1).pk], acting=acting())
    correct_results(group.tournament_id, acting=acting())
    eighth_changes_places_with_the_first(group)
    accepted(submitted(group))
    proposed = group.movements.proposed().count()

    assert judge_section(group.pk) > 0
    assert looked_at(group) == {1: ("stays", "II")}
    ClassMovement.objects.filter(pk=movement_of(group, 1).pk).update(
        now_kind="", now_class=""
    )
    assert judge_section(group.pk) == 1
    assert judge_section(group.pk) == 0
    assert group.movements.proposed().count() == proposed


def test_correction_with_the_same_outcome_needs_no_look(group, proposals):
    confirm_movements([movement_of(group, 1).pk], acting=acting())
    correct_results(group.tournament_id, acting=acting())
    result(board(group, 2, 3), "1-0")
    submitted(group)
    judge_section(group.pk)

    assert looked_at(group) == {}


def test_recalled_correction_leaves_nothing_to_look_at(group):
    confirmed_and_corrected(group)
    report = newest_report(group.tournament_id)
    hold_report(report.pk, "Why?", acting=acting(officer()))
    judge_section(group.pk)
    assert looked_at(group) == {1: ("stays", "II")}

    recall_results(group.tournament_id, acting=acting())
    for pairing in group.pairings.select_related("white", "black"):
        result(pairing, _result(pairing))
    submitted(group)
    judge_section(group.pk)

    assert looked_at(group) == {}


def returned(group):
    report = newest_report(group.tournament_id)
    return_report(report.pk, "Who is Ek?", acting=acting(officer()))


def recalled(group):
    recall_results(group.tournament_id, acting=acting())


@pytest.mark.parametrize("stop", [returned, recalled])
@pytest.mark.parametrize("is_judged", [True, False])
def test_stopped_correction_leaves_the_proposals_unchanged(group, stop, is_judged):
    """They are those of the last judgement: the boards of the correction do not count."""
    accepted(submitted(group))
    before = judged(group)
    confirm_movements([movement_of(group, 1).pk], acting=acting())
    correct_results(group.tournament_id, acting=acting())
    eighth_changes_places_with_the_first(group)
    submitted(group)
    if is_judged:
        before = judged(group)
        assert before[8] == ("promoted", "II", "I")

    stop(group)

    assert judged(group) == before


def test_committee_keeps_its_decision_with_a_reason(group):
    movement = confirmed_and_corrected(group)
    lines = ClassMembership.objects.count()

    assert refusal_code(uphold_decision, movement.pk, " ") == "reason"
    uphold_decision(movement.pk, "The board has decided so", acting=acting())
    judge_section(group.pk)

    movement.refresh_from_db()
    assert (movement.to_class, movement.looked_reason) == (
        "I",
        "The board has decided so",
    )
    assert looked_at(group) == {}
    assert ClassMembership.objects.count() == lines
    assert refusal_code(uphold_decision, movement.pk, "Again") == "decided"


def test_new_decision_adds_one_line_to_the_class_register(group):
    movement = confirmed_and_corrected(group)

    decide_again(movement.pk, "II", "The corrected result", acting=acting())
    judge_section(group.pk)

    memberships = ClassMembership.objects.filter(player=movement.entry.player)
    assert list(memberships.order_by("pk").values_list("player_class", flat=True)) == [
        "II",
        "I",
        "II",
    ]
    assert looked_at(group) == {}
    assert refusal_code(decide_again, movement.pk, "I", "Again") == "decided"


def test_new_decision_needs_a_look_when_the_first_results_return(group):
    movement = confirmed_and_corrected(group)
    decide_again(movement.pk, "II", "The corrected result", acting=acting())

    correct_results(group.tournament_id, acting=acting())
    for pairing in group.pairings.select_related("white", "black"):
        result(pairing, _result(pairing))
    submitted(group)
    judge_section(group.pk)

    assert looked_at(group) == {1: ("promoted", "I")}
    assert refusal_code(decide_again, movement.pk, "I", "Back") == "not_accepted"


def test_rejected_movement_needs_a_look_after_a_correction(group, proposals):
    reject_movement(movement_of(group, 8).pk, "Ill", acting=acting())
    correct_results(group.tournament_id, acting=acting())
    eighth_changes_places_with_the_first(group)
    submitted(group)
    judge_section(group.pk)

    assert looked_at(group) == {8: ("promoted", "I")}


def test_committee_decides_what_the_rules_leave_open():
    # SSF §6: a sanctioned section has at least eight players.
    small = started(section(gives_titles=True), players=[class_two() for _ in range(4)])
    for pairing in small.pairings.all():
        result(pairing, "1/2")
    accepted(submitted(small))
    assert judged(small)[1] == ("committee", "II", "")
    movement = movement_of(small, 1)

    assert refusal_code(confirm_movements, [movement.pk]) == "no_class"
    assert refusal_code(decide_class, movement.pk, "IV", "So be it") == "no_class"
    assert refusal_code(decide_class, movement.pk, "I", "") == "reason"

    decide_class(movement.pk, "I", "Won the club's jubilee", acting=acting())

    newest = ClassMembership.objects.filter(player=movement.entry.player)
    assert newest.order_by("-pk").first().player_class == "I"


def test_committee_choice_needs_no_look_where_the_rules_leave_it_open():
    small = started(section(gives_titles=True), players=[class_two() for _ in range(4)])
    for pairing in small.pairings.all():
        result(pairing, "1/2")
    accepted(submitted(small))
    judge_section(small.pk)
    movement = movement_of(small, 1)
    decide_class(movement.pk, "I", "Won the club's jubilee", acting=acting())

    correct_results(small.tournament_id, acting=acting())
    result(board(small, 1, 2), "1-0")
    accepted(submitted(small))
    judge_section(small.pk)

    assert looked_at(small) == {}


@pytest.mark.parametrize(
    ("gives_titles", "outcome"), [(True, "committee"), (False, "promoted")]
)
def test_second_master_counts_if_the_other_section_gives_titles(
    group, gives_titles, outcome
):
    # SSF Bilaga 1 g: at most one M player in a sanctioned tournament.
    other = section(group.tournament, name="B", gives_titles=gives_titles)
    masters = [member(), member()]
    for master in masters:
        ClassMembershipFactory(player=master, player_class="M")
    played(started(other, players=masters))
    submitted(group)

    assert judged(group)[1][0] == outcome


def test_players_are_judged_by_their_class_at_the_start():
    players = [member() for _ in range(8)]
    for player in players:
        ClassMembershipFactory(player=player, player_class="III")
    group = started(section(gives_titles=True), players=players)
    for pairing in group.pairings.select_related("white", "black"):
        result(pairing, _result(pairing))
    for player in players:
        ClassMembershipFactory(player=player, from_date=date(2026, 5, 25))
    submitted(group)

    outcomes = judged(group)

    # SSF §7.2a; no player falls from III.
    assert outcomes[1] == ("promoted", "III", "II")
    assert outcomes[8] == ("stays", "III", "III")


def test_movement_is_not_confirmed_on_an_interim_report(group, proposals):
    correct_results(group.tournament_id, acting=acting())
    accepted(submitted(group, is_final=False))

    code = refusal_code(confirm_movements, [movement_of(group, 1).pk])
    assert code == "not_accepted"


def test_judging_returns_the_number_of_proposals_written(group):
    submitted(group)

    assert judge_section(group.pk) == 8


def test_movement_can_be_rejected_before_the_report_is_accepted(group):
    submitted(group)
    judge_section(group.pk)

    rejected = reject_movement(movement_of(group, 1).pk, " No leave ", acting=acting())

    assert (rejected.state, rejected.reason) == ("rejected", "No leave")
    assert ClassMembership.objects.count() == 8


def test_decision_to_keep_the_class_gets_no_line():
    small = started(section(gives_titles=True), players=[class_two() for _ in range(4)])
    accepted(submitted(played(small)))
    judge_section(small.pk)
    by = acting()

    decided = decide_class(movement_of(small, 1).pk, "II", " Too few ", acting=by)

    decided.refresh_from_db()
    assert (decided.state, decided.to_class, decided.reason) == (
        "confirmed",
        "II",
        "Too few",
    )
    assert (decided.decided_by_id, decided.decided_at) == (by.user_id, by.at)
    assert ClassMembership.objects.filter(player=decided.entry.player).count() == 1


def test_movement_left_open_by_the_rules_stops_the_confirmation_of_all(group):
    small = started(section(gives_titles=True), players=[class_two() for _ in range(4)])
    for each in (group, small):
        accepted(submitted(played(each)))
        judge_section(each.pk)
    ids = [movement_of(group, 1).pk, movement_of(small, 1).pk]

    assert refusal_code(confirm_movements, ids) == "no_class"
    assert movement_of(group, 1).state == "proposed"


def test_rejected_movement_decided_again_is_in_the_class_register(group, proposals):
    reject_movement(movement_of(group, 8).pk, "Ill", acting=acting())
    correct_results(group.tournament_id, acting=acting())
    eighth_changes_places_with_the_first(group)
    accepted(submitted(group))
    judge_section(group.pk)
    by = acting()

    decide_again(movement_of(group, 8).pk, "I", " Has won ", acting=by)

    decided = movement_of(group, 8)
    assert (decided.state, decided.to_class, decided.reason) == (
        "confirmed",
        "I",
        "Has won",
    )
    assert (decided.decided_by_id, decided.decided_at) == (by.user_id, by.at)
    assert (decided.looked_by_id, decided.looked_at) == (by.user_id, by.at)
    newest = ClassMembership.objects.filter(player=decided.entry.player).latest("pk")
    assert (newest.player_class, newest.from_date) == ("I", date(2026, 5, 25))


def test_kept_decision_needs_another_look_when_the_outcome_changes_again(
    group,
):
    movement = confirmed_and_corrected(group)
    by = acting()
    upheld = uphold_decision(movement.pk, " The board has said so ", acting=by)
    assert (upheld.looked_by_id, upheld.looked_at, upheld.looked_reason) == (
        by.user_id,
        by.at,
        "The board has said so",
    )
    judge_section(group.pk)
    assert looked_at(group) == {}

    correct_results(group.tournament_id, acting=acting())
    for number in range(2, 9):
        one = board(group, 1, number)
        result(one, "0-1" if one.white.pairing_number == 1 else "1-0")
    accepted(submitted(group))
    judge_section(group.pk)

    assert looked_at(group) == {1: ("relegated", "III")}
    again = movement_of(group, 1)
    assert (again.looked_by_id, again.looked_reason) == (None, "")


def test_new_decision_for_an_unknown_class_is_refused(group):
    movement = confirmed_and_corrected(group)

    assert refusal_code(decide_again, movement.pk, "IV", "So be it") == "no_class"
    assert refusal_code(decide_again, movement.pk, "II", " ") == "reason"
    assert looked_at(group) == {1: ("stays", "II")}


def test_uncorrected_movement_cannot_be_looked_at(group, proposals):
    confirm_movements([movement_of(group, 1).pk], acting=acting())

    assert (
        refusal_code(uphold_decision, movement_of(group, 1).pk, "So be it") == "decided"
    )
    assert (
        refusal_code(uphold_decision, movement_of(group, 2).pk, "So be it") == "decided"
    )
