"""What waits for an organiser or an officer on 15 June 2026."""

from datetime import date, timedelta

import pytest

from federation.permissions import actor_of
from ratings.ledger.domain.reports import (
    accept_report,
    hold_report,
    return_report,
    withdraw_report,
)
from ratings.lists.domain.publishing import approve_list
from ratings.lists.queries.listing import proposal_seen
from tests.factories import (
    NOON,
    ClubFactory,
    RoleFactory,
    acting,
    computed,
    line,
    member,
    officer,
    posted,
    second_pool,
    secretary_of,
)
from tests.ratings.rating_lists import (
    LONG_AFTER,
    SPRING,
    accepted,
    open_next_period,
    period,
    up_to_date,
)
from tests.tournaments.tournaments_made import (
    board,
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import HowPaired, RoundPublication
from tournaments.queries.desk import (
    DeskLine,
    district_desk,
    officer_desk,
    organiser_desk,
)

pytestmark = pytest.mark.django_db

TODAY = date(2026, 6, 15)


@pytest.fixture
def club():
    return ClubFactory()


def lines(club) -> list[DeskLine]:
    return organiser_desk(actor_of(secretary_of(club), TODAY), TODAY, NOON)


def sent(club, name):
    return submitted(played(started(section(tournament(club, name=name)), size=2)))


@pytest.mark.parametrize(
    ("last", "is_played", "step"),
    [
        (date(2026, 6, 16), True, "enter"),
        (date(2026, 6, 15), True, "send"),
        (date(2026, 6, 15), False, "enter"),
        # SSF §6: within two weeks after the last round.
        (date(2026, 6, 1), False, "enter"),
        (date(2026, 6, 1), True, "send"),
        (date(2026, 5, 31), True, "overdue"),
        (date(2026, 5, 31), False, "overdue"),
    ],
)
def test_next_step_follows_from_the_last_day_and_what_is_missing(
    club, last, is_played, step
):
    group = started(section(tournament(club, end_date=last)), size=2)
    if is_played:
        played(group)
    assert [each.next_step for each in lines(club)] == [step]


def test_tournament_with_an_unpaired_round_is_not_ready_to_be_submitted(club):
    over = tournament(club, end_date=date(2026, 6, 1))
    group = started(section(over, format="boards", rounds=2), size=2)
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    played(group)

    (line,) = lines(club)

    assert (line.next_step, line.left.rounds, line.left.rounds_in) == (
        "enter",
        1,
        group.pk,
    )


def test_stopped_reports_come_first_and_accepted_ones_are_left_out(club):
    officers = acting(officer())
    tournament(club, name="Prepared")
    hold_report(sent(club, "Held").pk, "Who?", acting=officers)
    return_report(sent(club, "Returned").pk, "Wrong day", acting=officers)
    withdrawn = accept_report(sent(club, "Withdrawn").pk, acting=officers)
    withdraw_report(withdrawn.pk, "Not rated", acting=officers)
    accept_report(sent(club, "Accepted").pk, acting=officers)
    sent(club, "Sent in")
    cancel_tournament(tournament(club, name="Cancelled").pk, acting=acting())
    assert [(each.tournament.name, each.next_step) for each in lines(club)] == [
        ("Returned", "mend"),
        ("Held", "wait"),
        ("Withdrawn", "mend"),
        ("Prepared", "prepare"),
    ]


def test_report_of_another_source_with_the_same_number_does_not_count(club):
    report = sent(club, "Returned")
    return_report(report.pk, "Wrong day", acting=acting(officer()))
    same = {"source_kind": "league", "source_number": report.source_number}
    for day in (3, 4):
        posted(line(member(), member(), 2, date(2026, 5, day)), **same)
    assert [each.next_step for each in lines(club)] == ["mend"]


def test_game_paired_before_a_swiss_player_withdrew_is_missing(club):
    group = started(section(tournament(club), format="boards", rounds=2), size=4)
    set_boards(group.pk, 1, [(1, 2), (3, 4)], acting=acting())
    result(board(group, 1, 2), "1-0")
    withdraw_entry(group.entries.get(pairing_number=4).pk, 1, acting=acting())
    assert [each.left.games for each in lines(club)] == [1]


@pytest.mark.parametrize(
    "publication",
    [RoundPublication(is_draft=True), RoundPublication(at=NOON + timedelta(hours=6))],
)
def test_round_that_is_a_draft_is_still_to_be_paired_and_misses_no_games(
    club, publication
):
    group = started(section(tournament(club), format="boards", rounds=2), size=4)
    set_boards(group.pk, 1, [(1, 2), (3, 4)], acting=acting())
    played(group)
    draft = HowPaired(publication=publication)
    set_boards(group.pk, 2, [(1, 3), (2, 4)], acting=acting(), paired=draft)
    assert [(each.left.games, each.left.rounds) for each in lines(club)] == [(0, 1)]


def test_round_that_is_published_later_misses_no_games(club):
    group = started(section(tournament(club), format="boards", rounds=1), size=4)
    later = HowPaired(publication=RoundPublication(at=NOON + timedelta(hours=1)))
    set_boards(group.pk, 1, [(1, 2), (3, 4)], acting=acting(), paired=later)
    assert [(each.left.games, each.left.rounds) for each in lines(club)] == [(0, 1)]


def test_missing_games_are_those_still_to_be_played(club):
    group = started(section(tournament(club)), size=4)
    withdraw_entry(group.entries.get(pairing_number=4).pk, 0, acting=acting())
    result(board(group, 1, 2), "1-0")
    result(board(group, 1, 3), "adjourned")
    assert [each.left.games for each in lines(club)] == [2]


def test_district_prepares_its_own_tournaments_and_not_those_of_its_clubs(club):
    district = club.district
    tournament(club, name="The club's")
    own = {"organiser_id": None, "district_id": district.pk}
    tournament(name="The district's", **own)
    other = {**own, "district_id": ClubFactory().district_id}
    tournament(name="Another district's", **other)
    user = RoleFactory(kind="district", district=district).user
    found = district_desk(actor_of(user, TODAY), TODAY, NOON)
    assert [each.tournament.name for each in found] == ["The district's"]


def test_list_waits_only_for_reports_of_its_own_days():
    accepted(line(member(), member(), 2, SPRING))
    posted(line(member(), member(), 2, date(2026, 5, 10)))
    computed()
    spring = period(SPRING)
    desk = officer_desk(TODAY)
    assert (desk.waiting, desk.approvable, desk.blocked) == (1, (spring,), ())
    posted(line(member(), member(), 2, date(2026, 4, 30)))
    computed()
    desk = officer_desk(TODAY)
    assert (desk.waiting, desk.approvable, desk.blocked) == (2, (), (spring,))


def test_list_does_not_wait_for_reports_of_another_pool():
    accepted(line(member(), member(), 2, SPRING))
    computed()
    spring = period(SPRING)
    posted(line(member(), member(), 2, SPRING), pool_id=second_pool().pk)

    desk = officer_desk(TODAY)

    assert (desk.waiting, desk.approvable, desk.blocked) == (1, (spring,), ())


def test_list_that_is_being_built_cannot_be_approved_again():
    accepted(line(member(), member(), 2, SPRING))
    spring = period(SPRING)
    open_next_period(spring)
    up_to_date()
    assert officer_desk(TODAY).approvable == (spring,)
    approve_list(
        spring.pk,
        seen=proposal_seen(spring),
        comment="",
        today=LONG_AFTER,
        acting=acting(officer()),
    )
    assert officer_desk(TODAY).approvable == ()


def test_district_sees_waiting_and_stopped_tournaments_of_its_clubs(club):
    officers = acting(officer())
    hold_report(sent(club, "Held").pk, "Who?", acting=officers)
    return_report(sent(club, "Returned").pk, "Wrong day", acting=officers)
    withdrawn = accept_report(sent(club, "Withdrawn").pk, acting=officers)
    withdraw_report(withdrawn.pk, "Not rated", acting=officers)
    started(section(tournament(club, name="Not sent in")), size=2)
    going_on = tournament(club, name="Running", end_date=date(2026, 6, 16))
    started(section(going_on), size=2)
    sent(club, "Sent in")
    started(section(tournament(name="Another district's")), size=2)
    user = RoleFactory(kind="district", district=club.district).user

    found = district_desk(actor_of(user, TODAY), TODAY, NOON)

    assert [each.tournament.name for each in found] == [
        "Returned",
        "Held",
        "Withdrawn",
        "Not sent in",
    ]


def test_tournaments_with_the_same_next_step_are_ordered_by_their_last_day(club):
    for name, last in (("Later", date(2026, 6, 10)), ("Earlier", date(2026, 6, 9))):
        started(section(tournament(club, name=name, end_date=last)), size=2)

    assert [each.tournament.name for each in lines(club)] == ["Earlier", "Later"]


def test_tournaments_in_preparation_are_ordered_by_their_first_day(club):
    long = tournament(club, start_date=date(2026, 7, 1), end_date=date(2026, 12, 1))
    short = tournament(club, start_date=date(2026, 8, 1), end_date=date(2026, 8, 2))

    assert [each.tournament for each in lines(club)] == [long, short]


def test_postponed_games_are_missing_and_byes_and_forfeits_are_not(club):
    of = section(tournament(club), format="boards", rounds=1)
    group = started(of, size=7)
    pairs = [(1, 2), (3, 4), (5, 6), (7, None)]
    set_boards(group.pk, 1, pairs, acting=acting())
    result(board(group, 1, 2), "postponed")
    result(board(group, 3, 4), "--")

    assert [each.left.games for each in lines(club)] == [2]


def test_user_whose_role_has_ended_has_an_empty_desk(club):
    tournament(club)
    former = RoleFactory(kind="secretary", club=club, to_date=date(2026, 6, 14)).user
    actor = actor_of(former, TODAY)

    assert (organiser_desk(actor, TODAY, NOON), district_desk(actor, TODAY, NOON)) == (
        [],
        [],
    )


def test_held_report_is_counted_separately_and_blocks_no_list():
    accepted(line(member(), member(), 2, SPRING))
    other = posted(line(member(), member(), 2, date(2026, 4, 30)))
    hold_report(other.pk, "Who?", acting=acting(officer()))
    computed()

    desk = officer_desk(TODAY)

    assert (desk.waiting, desk.held) == (0, 1)
