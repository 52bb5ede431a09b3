"""How rounds were paired: stored proposals with their reasons, drafts, absences."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import NOON, acting
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import board, result, section, started
from tests.worlds import shared
from tournaments.domain.entry_requests.leaving import remove_entry
from tournaments.domain.planning.sections import SectionDraft, change_section
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.results import (
    ResultWish,
    enter_result,
    enter_results,
    withdraw_entry,
)
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import (
    HowPaired,
    ProposalSeen,
    RoundPublication,
    RoundWritten,
    propose_again,
    publish_round,
    record_absences,
    record_round_pairing,
    seats_of,
)
from tournaments.domain.starting import start_section, undo_start
from tournaments.models import Absence, KeptApart, RoundPairing
from tournaments.queries.rounds.round_pairing import pair, round_to_pair
from tournaments.queries.section_results import read_results_of, read_section_results
from tournaments.rules.pairing.field import field_before_round
from tournaments.rules.pairing.written import from_data

pytestmark = pytest.mark.django_db
DRAFT = RoundPublication(is_draft=True)


@shared
def swiss():
    return started(section(format="boards", rounds=3, pairing_system="monrad"), size=5)


def proposal(group, number=1, system="monrad"):
    return pair(round_to_pair(read_section_results(group), number, system))


def numbers(group):
    return dict(group.entries.values_list("pk", "pairing_number"))


def as_proposed(group, number=1, system="monrad", **how):
    """Save a round as the system proposes it."""
    seats = seats_of(proposal(group, number, system))
    of = numbers(group)
    pairs = [(of[white], of.get(black)) for white, black in seats]
    paired = HowPaired(ProposalSeen(system, seats), **how)
    return set_boards(group.pk, number, pairs, acting=acting(), paired=paired)


def test_round_is_recorded_with_its_proposal_and_reasons(swiss):
    as_proposed(swiss)

    (record,) = swiss.round_pairings.all()
    assert (record.system, record.change_reason) == ("monrad", "")
    assert from_data(record.proposal) == proposal(swiss)
    assert record.published_at == NOON


def test_remaining_players_are_paired_by_numbers_without_gaps():
    """A player removed before the first round leaves a gap in the numbers."""
    group = started(section(format="boards", rounds=3), size=7)
    remove_entry(group.entries.get(pairing_number=1).pk, acting=acting())

    as_proposed(group, 1, "dutch_2026")

    met = {frozenset(each.values()) for each in _numbers_met(group)}
    assert met == {frozenset((2, 5)), frozenset((3, 6)), frozenset((4, 7))}


def _numbers_met(group):
    return group.pairings.values("white__pairing_number", "black__pairing_number")


def test_boards_other_than_proposed_need_a_reason(swiss):
    seen = ProposalSeen("monrad", seats_of(proposal(swiss)))
    pairs = [(1, 2), (4, 3), (5, None)]

    how = HowPaired(seen)
    assert refusal_code(set_boards, swiss.pk, 1, pairs, paired=how) == "reason_needed"
    assert not swiss.pairings.exists()

    how = HowPaired(seen, change_reason=" Two of one family. ")
    set_boards(swiss.pk, 1, pairs, acting=acting(), paired=how)
    assert swiss.round_pairings.get().change_reason == "Two of one family."


def test_boards_changed_later_are_compared_with_the_proposal(swiss):
    as_proposed(swiss)
    other = [(1, 2), (4, 3), (5, None)]
    assert refusal_code(set_boards, swiss.pk, 1, other) == "reason_needed"
    set_boards(swiss.pk, 1, [(4, 3), (2, 1), (5, None)], acting=acting())
    assert swiss.round_pairings.get().change_reason == ""


REASONED = HowPaired(change_reason="As agreed")


def scores(of) -> dict[int, int]:
    results = read_section_results(of)
    return {
        results.entry[entry].pairing_number: score.half_points
        for entry, score in results.counted.scores.items()
    }


def test_boards_typed_without_a_system_need_no_reason():
    by_hand = started(section(format="boards", rounds=3), size=4)
    set_boards(by_hand.pk, 1, [(1, 2), (3, 4)], acting=acting())
    assert by_hand.round_pairings.get().system == "hand"


def test_outdated_proposal_is_not_saved(swiss):
    seen = ProposalSeen("monrad", seats_of(proposal(swiss)))
    pairs = [(2, 1), (4, 3), (5, None)]
    absent = swiss.entries.get(pairing_number=5)
    record_absences(swiss.pk, 1, {absent.pk: "zero-bye"}, acting=acting())

    how = HowPaired(seen)
    assert refusal_code(set_boards, swiss.pk, 1, pairs, paired=how) == "proposal_moved"
    assert not swiss.pairings.exists()


def test_proposal_is_computed_before_any_lock(swiss):
    seen = ProposalSeen("dutch_2026", seats_of(proposal(swiss, 1, "dutch_2026")))
    with CaptureQueriesContext(connection) as queries:
        propose_again(swiss.pk, 1, seen)
    assert [each for each in queries if "FOR UPDATE" in each["sql"]] == []


def test_proposal_outdated_during_its_computation_is_not_saved(swiss):
    how = HowPaired(ProposalSeen("monrad", seats_of(proposal(swiss))))
    worked_out = propose_again(swiss.pk, 1, how.proposed)
    one, other = sorted(numbers(swiss))[:2]
    KeptApart.objects.create(
        section=swiss, one_id=one, other_id=other, is_strict=True, reason="One family"
    )

    written = RoundWritten(swiss, 1, how.proposed.seats)
    with pytest.raises(TournamentRefusal) as refused:
        record_round_pairing(written, how, worked_out, acting())
    assert refused.value.code == "proposal_moved"


def test_result_of_the_round_itself_does_not_change_its_proposal(swiss):
    as_proposed(swiss)
    seen = round_to_pair(read_section_results(swiss), 1, "monrad")
    result(board(swiss, 2, 1), "1-0")
    assert round_to_pair(read_section_results(swiss), 1, "monrad") == seen


def test_removed_result_changes_a_proposal(swiss):
    as_proposed(swiss)
    result(board(swiss, 2, 1), "1-0")
    result(board(swiss, 4, 3), "1-0")
    seen = ProposalSeen("monrad", seats_of(proposal(swiss, 2)))
    result(board(swiss, 4, 3), "")

    how = HowPaired(seen)
    assert (
        refusal_code(set_boards, swiss.pk, 2, [(4, 2)], paired=how) == "proposal_moved"
    )


def test_absent_players_are_left_out_of_the_proposal(swiss):
    absent = swiss.entries.get(pairing_number=2)
    record_absences(swiss.pk, 1, {absent.pk: "zero-bye"}, acting=acting())
    seated = {entry for seat in seats_of(proposal(swiss)) for entry in seat}
    assert seated == set(numbers(swiss)) - {absent.pk}

    record_absences(swiss.pk, 1, {}, acting=acting())
    assert not Absence.objects.exists()


def test_granted_bye_gives_its_points_once_the_round_is_paired(swiss):
    half, full = (swiss.entries.get(pairing_number=n) for n in (4, 5))
    byes = {half.pk: "half-bye", full.pk: "full-bye"}
    record_absences(swiss.pk, 1, byes, acting=acting())
    assert set(scores(swiss).values()) == {0}

    set_boards(swiss.pk, 1, [(1, 2), (3, None)], acting=acting(), paired=REASONED)

    assert scores(swiss) == {1: 0, 2: 0, 3: 2, 4: 1, 5: 2}
    kinds = read_section_results(swiss).record.rounds
    assert [kinds[each.pk][0].kind for each in (half, full)] == ["half_bye", "full_bye"]
    # A bye of half a point does not prevent a bye of the pairing.
    byes_had = {
        player.number: player.byes
        for player in field_before_round(
            read_section_results(swiss).in_rules, 2
        ).players
    }
    assert byes_had == {1: (), 2: (), 3: (1,), 4: (), 5: (1,)}


def test_bye_noted_for_a_round_after_the_withdrawal_gives_nothing(swiss):
    left = swiss.entries.get(pairing_number=5)
    for number in (1, 2):
        record_absences(swiss.pk, number, {left.pk: "full-bye"}, acting=acting())
    as_proposed(swiss)
    for each in swiss.pairings.filter(round=1, black__isnull=False):
        result(each, "1/2")
    withdraw_entry(left.pk, 1, acting=acting())
    as_proposed(swiss, 2)

    assert scores(swiss)[5] == 2


def test_absences_noted_by_two_users_do_not_overwrite_each_other(swiss):
    one, other, third = swiss.entries.in_order()[:3]
    record_absences(swiss.pk, 1, {third.pk: "zero-bye"}, acting=acting())
    seen = {third.pk: "zero-bye"}
    first = seen | {one.pk: "half-bye"}
    record_absences(swiss.pk, 1, first, acting=acting(), seen=seen)

    record_absences(swiss.pk, 1, {other.pk: "zero-bye"}, acting=acting(), seen=seen)

    noted = Absence.objects.values_list("entry", "bye")
    assert dict(noted) == {one.pk: "half-bye", other.pk: "zero-bye"}


def test_absent_player_who_is_paired_has_the_result_of_the_board(swiss):
    half = swiss.entries.get(pairing_number=2)
    record_absences(swiss.pk, 1, {half.pk: "half-bye"}, acting=acting())
    set_boards(swiss.pk, 1, [(1, 2), (3, 4)], acting=acting(), paired=REASONED)

    assert scores(swiss)[2] == 0


def test_absence_with_an_unknown_bye_is_refused(swiss):
    one = swiss.entries.first().pk
    assert refusal_code(record_absences, swiss.pk, 1, {one: "bye"}) == "bye"


def test_absence_needs_a_round_and_a_player_of_the_section(swiss):
    other = started(section(format="boards", rounds=3), size=2)
    stranger = other.entries.first().pk
    assert refusal_code(record_absences, swiss.pk, 1, {stranger: "zero-bye"}) == "gone"
    assert refusal_code(record_absences, swiss.pk, 4, {}) == "round"


@pytest.mark.parametrize("system", ["monrad", "nordic", "dutch_2026"])
@pytest.mark.parametrize("is_strict", [True, False])
def test_kept_apart_players_do_not_meet(swiss, system, is_strict):
    first = seats_of(proposal(swiss, system=system))[0]
    one, other = sorted(first)
    KeptApart.objects.create(
        section=swiss,
        one_id=one,
        other_id=other,
        is_strict=is_strict,
        reason="Mother and son",
    )
    assert {one, other} not in [set(s) for s in seats_of(proposal(swiss, 1, system))]


def test_players_to_be_kept_apart_where_possible_meet_if_unavoidable():
    pair = started(section(format="boards", rounds=2), size=2)
    one, other = sorted(numbers(pair))
    KeptApart.objects.create(
        section=pair, one_id=one, other_id=other, is_strict=False, reason="One club"
    )
    for system in ("monrad", "dutch_2026"):
        paired = proposal(pair, system=system)
        assert [set(each) for each in paired.meetings_allowed] == [{one, other}]


def test_draft_is_not_visible_and_accepts_no_results(swiss):
    as_proposed(swiss, publication=DRAFT)
    (results,) = read_results_of([swiss], published_at=NOON)
    assert results.pairings == ()

    drafted = board(swiss, 2, 1)
    assert (
        refusal_code(enter_result, drafted.pk, "1-0", drafted.version)
        == "not_published"
    )
    wish = ResultWish(drafted.pk, "1-0", drafted.version)
    assert refusal_code(enter_results, swiss.pk, [wish]) == "not_published"

    publish_round(swiss.pk, 1, acting=acting())
    (results,) = read_results_of([swiss], published_at=NOON)
    assert len(results.pairings) == 3
    result(board(swiss, 2, 1), "1-0")


def test_round_is_published_from_a_moment_on(swiss):
    tonight = NOON + timedelta(hours=6)
    as_proposed(swiss, publication=RoundPublication(at=tonight))

    for moment, boards in ((NOON, 0), (tonight, 3)):
        (results,) = read_results_of([swiss], published_at=moment)
        assert len(results.pairings) == boards


@pytest.mark.parametrize("days", [-1, 0, 400])
def test_moment_of_publication_is_within_a_year(swiss, days):
    moment = RoundPublication(at=NOON + timedelta(days=days))
    how = HowPaired(ProposalSeen("monrad", seats_of(proposal(swiss))), "", moment)
    pairs = [(2, 1), (4, 3), (5, None)]

    assert refusal_code(set_boards, swiss.pk, 1, pairs, paired=how) == "publish_moment"
    assert not swiss.pairings.exists()


def test_later_publication_may_be_postponed(swiss):
    for hours in (6, 9):
        moment = RoundPublication(at=NOON + timedelta(hours=hours))
        as_proposed(swiss, publication=moment)
        assert swiss.round_pairings.get().published_at == moment.at
    as_proposed(swiss, publication=DRAFT)
    assert swiss.round_pairings.get().published_at is None


@pytest.mark.parametrize("system", ["monrad", "dutch_2026"])
def test_player_who_withdraws_after_a_later_round_is_still_paired(swiss, system):
    entry = swiss.entries.get(pairing_number=2)
    withdraw_entry(entry.pk, 1, acting=acting())
    seated = {each for seat in seats_of(proposal(swiss, 1, system)) for each in seat}
    assert entry.pk in seated

    withdraw_entry(entry.pk, 0, acting=acting())
    seated = {each for seat in seats_of(proposal(swiss, 1, system)) for each in seat}
    assert entry.pk not in seated


def test_draft_with_a_withdrawn_player_is_not_published(swiss):
    entry = swiss.entries.get(pairing_number=2)
    as_proposed(swiss, publication=DRAFT)
    withdraw_entry(entry.pk, 0, acting=acting())

    with pytest.raises(TournamentRefusal) as refused:
        publish_round(swiss.pk, 1, acting=acting())
    assert (refused.value.code, refused.value.facts) == (
        "left_in_draft", {"players": f"2. {entry.player.public_name}"}
    )  # fmt: skip
    same = [(2, 1), (4, 3), (5, None)]
    for publication in (
        RoundPublication(),
        RoundPublication(at=NOON + timedelta(hours=6)),
    ):
        how = HowPaired(change_reason="As drafted", publication=publication)
        assert (
            refusal_code(set_boards, swiss.pk, 1, same, paired=how) == "left_in_draft"
        )
    as_draft = HowPaired(change_reason="As drafted", publication=DRAFT)
    set_boards(swiss.pk, 1, same, acting=acting(), paired=as_draft)

    withdraw_entry(entry.pk, 1, acting=acting())
    assert publish_round(swiss.pk, 1, acting=acting()).published_at == NOON


def test_scheduled_round_with_a_withdrawn_player_is_not_published(swiss):
    tonight = NOON + timedelta(hours=6)
    as_proposed(swiss, publication=RoundPublication(at=tonight))

    withdraw_entry(swiss.entries.get(pairing_number=2).pk, 1, acting=acting())
    assert swiss.round_pairings.get().published_at == tonight
    withdraw_entry(swiss.entries.get(pairing_number=2).pk, 0, acting=acting())
    assert swiss.round_pairings.get().published_at is None


def test_published_round_stays_public_if_one_of_its_players_withdraws(swiss):
    as_proposed(swiss)
    withdraw_entry(swiss.entries.get(pairing_number=2).pk, 0, acting=acting())
    assert swiss.round_pairings.get().published_at == NOON


def test_published_round_does_not_become_a_draft_again(swiss):
    as_proposed(swiss)
    as_proposed(swiss, publication=DRAFT)
    assert swiss.round_pairings.get().published_at == NOON


def test_only_a_paired_round_is_published(swiss):
    assert refusal_code(publish_round, swiss.pk, 2) == "round"


def test_first_colour_is_drawn_once_and_stored():
    group = section(format="boards", rounds=3, pairing_system="dutch_2026")
    started(group, size=4)
    group.refresh_from_db()
    drawn = group.first_colour
    assert drawn in ("white", "black")
    draft = SectionDraft("B", "boards", 3, "dutch_2026")
    assert change_section(group.pk, draft, acting=acting()).first_colour == drawn

    undo_start(group.pk, acting=acting())
    group.refresh_from_db()
    assert group.first_colour == ""


def test_first_colour_is_drawn_when_a_section_changes_to_the_dutch_system(swiss):
    draft = SectionDraft("A", "boards", 3, "dutch_2026")
    assert change_section(swiss.pk, draft, acting=acting()).first_colour


def test_undoing_the_start_deletes_how_rounds_were_paired(swiss):
    as_proposed(swiss)
    absent = swiss.entries.get(pairing_number=5)
    record_absences(swiss.pk, 2, {absent.pk: "zero-bye"}, acting=acting())
    undo_start(swiss.pk, acting=acting())
    assert not RoundPairing.objects.exists()
    assert not Absence.objects.exists()
    start_section(swiss.pk, acting=acting())
    assert as_proposed(swiss)


def test_absence_in_a_round_robin_is_refused(swiss):
    robin = started(size=3)
    absent = dict.fromkeys([robin.entries.first().pk], "half-bye")
    assert refusal_code(record_absences, robin.pk, 1, absent) == "not_started"
