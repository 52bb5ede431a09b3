from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.models import Suspension
from ratings.ledger.domain.reports import (
    accept_report,
    hold_report,
    return_report,
    withdraw_report,
)
from ratings.models import Change, Game, Period, Posting, Report
from ratings.pools.domain.pools import end_pool
from tests.factories import (
    ClubFactory,
    DistrictFactory,
    MembershipFactory,
    PlayerFactory,
    UserFactory,
    acting,
    chess_pool,
    computed,
    member,
    officer,
    rated_by,
)
from tests.refusals import refusal_code
from tests.tournaments.renju import KYU_1, group_of
from tests.tournaments.tournaments_made import (
    LAST_DAY,
    board,
    entered,
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.entering import OutsideRating, enter_player
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.starting import set_round_dates, start_section
from tournaments.domain.submitting import (
    correct_results,
    recall_results,
    submit_results,
)
from tournaments.enums import FindingKind

pytestmark = pytest.mark.django_db


def again(group):
    group.tournament.refresh_from_db()
    return group.tournament


def accepted(report: Report) -> Report:
    return accept_report(report.pk, acting=acting(officer()))


def test_submitted_round_robin_is_rated():
    # Four newcomers at 1300: the winner gains 16 three times.
    group = started(size=4)
    for pairing in group.pairings.all():
        first = 1 in (pairing.white.pairing_number, pairing.black.pairing_number)
        won = "1-0" if pairing.white.pairing_number == 1 else "0-1"
        result(pairing, won if first else "1/2")

    report = submitted(group)
    computed()

    winner = group.entries.get(pairing_number=1)
    assert (report.version, report.is_final, report.games) == (1, True, 6)
    assert Change.objects.get(player_id=winner.player_id).after == 1348.0


def test_final_report_finishes_the_tournament():
    group = played(started(size=2))

    submitted(group)

    assert again(group).state == "finished"


def test_interim_report_leaves_the_tournament_running():
    group = started(size=3)
    result(board(group, 1, 2), "1-0")

    report = submitted(group, is_final=False)

    assert (report.is_final, report.games) == (False, 1)
    assert again(group).state == "running"


def test_next_report_supersedes_the_interim_one():
    group = started(size=2)
    result(board(group, 1, 2), "1-0")
    first = submitted(group, is_final=False)

    second = submitted(group)

    first.refresh_from_db()
    assert (first.state, second.version) == ("superseded", 2)


def test_line_has_the_facts_of_the_register_on_the_day():
    district = DistrictFactory(adopts_junior_rules=True)
    child = member(ClubFactory(district=district), birth_year=2015)
    guest = PlayerFactory(fide_rating=1876)
    group = played(started(players=[child, guest]), "1-0")

    report = submitted(group)

    row = Game.objects.get(report=report)
    pairing = group.pairings.get()
    assert row.key == pairing.pk
    white_is_child = row.white_id == child.pk
    sides = [
        (row.white_member, row.white_adopts, row.white_birth_year, row.white_outside),
        (row.black_member, row.black_adopts, row.black_birth_year, row.black_outside),
    ]
    assert sides[0 if white_is_child else 1] == (True, True, 2015, None)
    assert sides[1 if white_is_child else 0] == (False, False, 1980, 1876)
    assert (row.played_date, row.base_on, row.booked_on) == (date(2026, 5, 4),) * 3
    assert (row.score, row.played, row.minutes) == (2, True, 120)


def test_report_records_organiser_days_and_sender():
    group = played(started(size=2))
    of = group.tournament

    report = submitted(group, by=(sender := UserFactory()))

    assert (report.organiser_id, report.district_id) == (
        of.organiser_id,
        of.district_id,
    )
    assert (report.name, report.start_date, report.end_date) == (
        "Spring cup",
        date(2026, 5, 4),
        date(2026, 5, 25),
    )
    assert (report.sent_by, report.is_final) == (sender, True)


def test_junior_rules_apply_by_the_club_on_the_day_of_each_game():
    # Rounds on 4, 11 and 18 May.
    adopts, does_not = (
        ClubFactory(district=DistrictFactory(adopts_junior_rules=adopted))
        for adopted in (True, False)
    )
    child = MembershipFactory(club=adopts, to_date=date(2026, 5, 10)).player
    begins = date(2026, 5, 11)
    MembershipFactory(player=child, club=does_not, from_date=begins)
    group = started(players=[child, member(), member(), member()])

    report = submitted(played(group))

    rows = Game.objects.filter(report=report).order_by("played_date")
    found = [
        row.white_adopts if row.white_id == child.pk else row.black_adopts
        for row in rows
        if child.pk in (row.white_id, row.black_id)
    ]
    assert found == [True, False, False]


def test_line_has_the_minutes_and_the_kind_of_an_outside_rating():
    group = section(tournament(minutes=180))
    guest, estimated = PlayerFactory(fide_rating=1876), PlayerFactory()
    entered(group, guest)
    estimate = OutsideRating(1650, "estimate", "Won class III in Oslo")
    enter_player(group.pk, estimated.pk, acting=acting(), outside=estimate)
    played(start_section(group.pk, acting=acting()))

    submitted(group)

    [row] = Game.objects.all()
    sides = {
        row.white_id: (row.white_outside, row.white_outside_kind),
        row.black_id: (row.black_outside, row.black_outside_kind),
    }
    assert sides == {guest.pk: (1876, "fide"), estimated.pk: (1650, "estimate")}
    assert row.minutes == 180


def test_main_club_decides_whether_the_junior_rules_apply():
    player = member(ClubFactory(district=DistrictFactory(adopts_junior_rules=False)))
    second = ClubFactory(district=DistrictFactory(adopts_junior_rules=True))
    MembershipFactory(player=player, club=second, is_main=False)

    report = submitted(played(started(players=[player, player_of_no_bonus()])))

    row = Game.objects.get(report=report)
    assert (row.white_adopts, row.black_adopts) == (False, False)


def player_of_no_bonus():
    return member(ClubFactory(district=DistrictFactory(adopts_junior_rules=False)))


def test_with_period_rule_by_date_each_game_belongs_to_the_period_of_its_day():
    made = tournament(start_date=date(2026, 4, 20), end_date=date(2026, 5, 4))
    group = played(started(section(made), size=4))

    report = submitted(group)

    booked = Game.objects.filter(report=report).order_by("round", "board")
    assert [(row.base_on, row.booked_on) for row in booked] == [
        (day, day)
        for day in (date(2026, 4, 20), date(2026, 4, 27), date(2026, 5, 4))
        for _ in range(2)
    ]


def test_with_period_rule_first_day_the_whole_tournament_belongs_to_one_period():
    # SSF rating, point 8: the Rilton Cup, one round a day across 1 January.
    made = tournament(
        start_date=date(2025, 12, 31),
        end_date=date(2026, 1, 2),
        period_rule="first_day",
    )
    group = played(started(section(made), size=4))

    report = submitted(group)

    rows = Game.objects.filter(report=report)
    assert {row.played_date for row in rows} == {
        date(2025, 12, 31),
        date(2026, 1, 1),
        date(2026, 1, 2),
    }
    first = date(2025, 12, 31)
    assert {(row.base_on, row.booked_on) for row in rows} == {(first, first)}


def test_forfeit_is_an_unplayed_line_and_double_loss_is_none():
    group = started(size=4)
    texts = ["+-", "-+", "--", "0-0", "1/2", "1-0"]
    for pairing, text in zip(group.pairings.in_order(), texts, strict=True):
        result(pairing, text)

    report = submitted(group)

    rows = Game.objects.filter(report=report).order_by("round", "board")
    assert [(row.score, row.played) for row in rows] == [
        (2, False),
        (0, False),
        (1, True),
        (2, True),
    ]


def test_forfeit_known_before_its_round_opens_no_future_period():
    # SSF periods start in January, May and September; it is the middle of June.
    made = tournament(start_date=date(2026, 6, 1), end_date=date(2026, 9, 7))
    group = started(section(made), size=4)
    first, last = group.pairings.get(round=1, board=1), group.pairings.filter(round=3)
    result(first, "1-0")
    result(last[0], "+-")

    report = submitted(group, is_final=False)

    assert report.last_booked_date == date(2026, 6, 15)
    assert [period.end_date for period in Period.objects.all()] == [date(2026, 8, 31)]
    forfeit = Game.objects.get(report=report, played=False)
    assert forfeit.played_date == group.round_days.get(number=3).date


def test_games_annulled_in_the_standings_are_still_rated():
    # SSF §11.1a annuls them in the standings; they were played.
    group = started(size=5)
    leaver = group.entries.get(pairing_number=5)
    result(board(group, 1, 5), "1-0")
    withdraw_entry(leaver.pk, 1, acting=acting())
    for pairing in group.pairings.filter(result=""):
        if leaver not in (pairing.white, pairing.black):
            result(pairing, "1/2")

    report = submitted(group)

    assert report.games == 7


def test_adjourned_game_is_left_out_until_it_is_finished():
    group = started(size=3)
    result(board(group, 1, 2), "adjourned")
    result(board(group, 1, 3), "1-0")

    report = submitted(group, is_final=False)
    assert report.games == 1

    result(board(group, 1, 2), "1/2", finished_date=date(2026, 5, 20))
    later = submitted(group, is_final=False)
    days = Game.objects.filter(report=later).values_list("key", "played_date")
    assert dict(days)[board(group, 1, 2).pk] == date(2026, 5, 20)


def test_bye_is_no_line():
    group = started(size=3, format="boards", rounds=1)
    set_boards(group.pk, 1, [(1, 2), (3, None)], acting=acting())
    played(group)

    assert submitted(group).games == 1


def test_errors_block_and_are_named():
    group = started(size=3)
    result(board(group, 1, 2), "1-0")

    code = refusal_code(submit_results, group.tournament_id, answers={}, is_final=True)
    assert code == "errors"
    assert not Report.objects.exists()


def test_warning_needs_an_answer_which_the_report_keeps():
    barred = member(first_name="Bo", last_name="Ek", birth_year=1950)
    Suspension.objects.create(
        player=barred,
        from_date=date(2026, 5, 1),
        to_date=date(2026, 5, 31),
        reason="Walked off",
        decided_by=UserFactory(),
    )
    group = played(started(players=[barred, member()]))

    submission = {"answers": {"suspended": "  "}, "is_final": True}
    assert (
        refusal_code(submit_results, group.tournament_id, **submission) == "unanswered"
    )

    submission["answers"] = {"suspended": "The board let him play"}
    report = submit_results(group.tournament_id, acting=acting(), **submission)

    warning = report.warnings.get()
    assert (warning.kind, warning.answer) == ("suspended", "The board let him play")
    assert [row.partition(":")[0] for row in warning.rows] == ["Group A"]


def test_second_submission_of_the_same_results_is_refused():
    group = played(started(size=2))
    submitted(group)

    code = refusal_code(submit_results, group.tournament_id, answers={}, is_final=True)
    assert code == "submitted"


def test_finished_tournament_has_no_interim_report():
    # Its last report was returned; a page opened before that submits again.
    group = played(started(size=2))
    report = submitted(group)
    return_report(report.pk, "Wrong day", acting=acting(officer()))

    code = refusal_code(submit_results, group.tournament_id, answers={}, is_final=False)
    assert code == "state"
    assert submitted(group).is_final


def test_sender_recalls_a_report_that_is_not_accepted():
    group = played(started(size=2))
    submitted(group)
    computed()

    report = recall_results(group.tournament_id, acting=acting())
    computed()

    assert (report.state, again(group).state) == ("withdrawn", "running")
    assert not Change.objects.exists()


def test_accepted_report_cannot_be_recalled():
    group = played(started(size=2))
    accepted(submitted(group))

    assert refusal_code(recall_results, group.tournament_id) == "accepted"


def test_recall_before_a_submission_is_refused():
    assert refusal_code(recall_results, started(size=2).tournament_id) == (
        "nothing_submitted"
    )


def test_accepted_report_is_corrected_by_the_next_version():
    group = played(started(size=2), "1-0")
    accepted(submitted(group))

    correct_results(group.tournament_id, acting=acting())
    result(group.pairings.get(), "0-1")
    second = submitted(group)

    assert (second.version, second.state) == (2, "submitted")
    keys = Game.objects.values_list("key", flat=True)
    assert set(keys) == {group.pairings.get().pk}


def test_accepted_report_counts_until_the_correction_is_submitted():
    group = played(started(size=2), "1-0")
    report = accepted(submitted(group))

    correct_results(group.tournament_id, acting=acting())

    report.refresh_from_db()
    assert (report.state, again(group).state) == ("accepted", "running")


def test_returned_report_is_corrected_and_submitted_again():
    group = played(started(size=2))
    report = submitted(group)
    return_report(report.pk, "Wrong day", acting=acting(officer()))

    correct_results(group.tournament_id, acting=acting())

    assert submitted(group).version == 2


def test_waiting_report_is_recalled_before_it_is_corrected():
    group = played(started(size=2))
    report = submitted(group)
    assert refusal_code(correct_results, group.tournament_id) == "submitted"

    hold_report(report.pk, "Who is Ek?", acting=acting(officer()))
    assert refusal_code(correct_results, group.tournament_id) == "held"

    recall_results(group.tournament_id, acting=acting())
    assert again(group).state == "running"


def test_submission_while_a_report_is_held_is_refused():
    group = started(size=3)
    result(board(group, 1, 2), "1-0")
    report = submitted(group, is_final=False)
    hold_report(report.pk, "Who is Ek?", acting=acting(officer()))

    code = refusal_code(submit_results, group.tournament_id, answers={}, is_final=False)
    assert code == "held"


def test_final_report_increments_the_counter_of_results_to_judge():
    made = tournament()
    titled = played(started(section(made, gives_titles=True), size=2))
    plain = played(started(section(made, name="B"), size=2))

    submitted(titled)

    for group in (titled, plain):
        group.refresh_from_db()
        assert group.posted == 1


def test_submission_is_one_posting():
    submitted(played(started(size=2)))

    assert Posting.objects.get().act == "submit"


def test_ratings_before_a_period_are_read_once_for_all_checks():
    group = started(section(tournament(start_date=date(2026, 4, 20))), size=4)
    days = [date(2026, 4, 20), date(2026, 4, 27), date(2026, 5, 4)]
    set_round_dates(group.pk, days, acting=acting())
    played(group)

    with CaptureQueriesContext(connection) as queries_made:
        submitted(group)

    ratings = [
        query for query in queries_made if 'FROM "ratings_change"' in query["sql"]
    ]
    assert len(ratings) == 2


@pytest.mark.parametrize("rule", ["by_date", "first_day"])
def test_membership_is_that_of_the_day_of_each_game(rule):
    late = PlayerFactory(fide_rating=1876)
    others = [member() for _ in range(3)]
    MembershipFactory(player=late, from_date=date(2026, 5, 10))
    made = section(tournament(period_rule=rule))
    group = played(started(made, players=[late, *others]))
    answers = {kind.value: "So it was." for kind in FindingKind}

    report = submit_results(
        group.tournament_id, answers=answers, is_final=True, acting=acting()
    )

    own = Game.objects.filter(report=report).of_players([late.pk])
    assert [
        game.white_member if game.white_id == late.pk else game.black_member
        for game in own.order_by("played_date")
    ] == [False, True, True]


def test_each_section_has_its_own_days():
    made = tournament()
    groups = [started(section(made, name=name), size=2) for name in "AB"]
    days = [date(2026, 5, 9), date(2026, 5, 16)]
    for group, day in zip(groups, days, strict=True):
        set_round_dates(group.pk, [day], acting=acting())
        played(group)

    submitted(groups[0])

    keys = [group.pairings.get().pk for group in groups]
    found = dict(Game.objects.values_list("key", "played_date"))
    assert found == dict(zip(keys, days, strict=True))


def test_interim_report_gives_nothing_to_judge():
    group = started(section(gives_titles=True), size=3)
    result(board(group, 1, 2), "1-0")
    submitted(group, is_final=False)

    group.refresh_from_db()
    assert group.posted == 0


def test_submission_does_not_judge_sections_of_another_tournament():
    other = started(section(gives_titles=True), size=2)
    submitted(played(started(size=2)))

    other.refresh_from_db()
    assert other.posted == 0


def test_interim_report_can_be_recalled():
    group = started(size=3)
    result(board(group, 1, 2), "1-0")
    submitted(group, is_final=False)

    assert recall_results(group.tournament_id, acting=acting()).state == "withdrawn"
    assert refusal_code(recall_results, group.tournament_id) == "accepted"


def test_held_report_can_be_recalled():
    group = played(started(size=2))
    report = submitted(group)
    hold_report(report.pk, "Who is Ek?", acting=acting(officer()))

    assert recall_results(group.tournament_id, acting=acting()).state == "withdrawn"


def test_report_returned_or_withdrawn_by_the_office_cannot_be_recalled():
    returned, withdrawn = played(started(size=2)), played(started(size=2))
    officers = acting(officer())
    return_report(submitted(returned).pk, "Wrong day", acting=officers)
    withdraw_report(accepted(submitted(withdrawn)).pk, "No", acting=officers)

    for group in (returned, withdrawn):
        assert refusal_code(recall_results, group.tournament_id) == "accepted"
        assert correct_results(group.tournament_id, acting=acting()).state == "running"


def test_answer_is_stored_stripped():
    late = PlayerFactory(fide_rating=1800)
    MembershipFactory(player=late, to_date=date(2026, 5, 1))
    group = played(started(players=[late, member()]))

    report = submit_results(
        group.tournament_id,
        answers={"non_member": "  His fee is on its way.\n", "implausible": "?"},
        is_final=True,
        acting=acting(),
    )

    answers = report.warnings.values_list("kind", "answer")
    assert list(answers) == [("non_member", "His fee is on its way.")]


def test_each_of_two_warnings_needs_an_answer():
    late = PlayerFactory(fide_rating=1800)
    MembershipFactory(player=late, to_date=date(2026, 5, 1))
    days = {"from_date": date(2026, 5, 1), "to_date": date(2026, 5, 31)}
    Suspension.objects.create(
        player=late, reason="Walked off", decided_by=UserFactory(), **days
    )
    group = played(started(players=[late, member()]))

    submission = {"answers": {"suspended": "The board let him play"}, "is_final": True}
    assert (
        refusal_code(submit_results, group.tournament_id, **submission) == "unanswered"
    )


def test_event_that_would_be_booked_after_the_pools_last_day_is_refused():
    rated_by("renju")
    group = played(group_of(KYU_1, KYU_1, KYU_1, KYU_1))
    end_pool(chess_pool().pk, LAST_DAY - timedelta(days=1), acting=acting())

    sent = {"answers": {}, "is_final": True}
    assert refusal_code(submit_results, group.tournament_id, **sent) == "pool_ended"
    assert again(group).state == "running"
