"""Tournaments of a period that have not been submitted."""

from datetime import date

import pytest

from ratings.ledger.domain.reports import accept_report, return_report
from ratings.lists.queries.left_out import WhyLeftOut
from ratings.models import Report
from tests.factories import acting, chess_pool
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
from tournaments.domain.submitting import correct_results
from tournaments.queries.unsent import unsent_tournaments

pytestmark = pytest.mark.django_db
NEXT_YEAR = date(2027, 5, 1)


def unsent(of, *, today=NEXT_YEAR):
    found = unsent_tournaments(chess_pool().pk, of.start_date, of.end_date, today)
    return [(each.why, each.name, each.games) for each in found]


def test_ended_tournament_not_submitted_is_left_out_with_its_games():
    of = played(started(section(tournament()), size=4)).tournament
    assert unsent(of) == [(WhyLeftOut.OVERDUE, of.name, 6)]


def test_running_tournament_is_left_out_with_the_games_played_so_far():
    group = started(section(tournament()), size=4)
    result(board(group, 1, 2), "1-0")
    of = group.tournament
    assert unsent(of, today=of.end_date) == [(WhyLeftOut.UNSENT, of.name, 1)]


def test_running_tournament_without_a_new_result_leaves_nothing_out():
    of = started(section(tournament()), size=4).tournament
    assert unsent(of, today=of.end_date) == []
    assert unsent(of) == [(WhyLeftOut.OVERDUE, of.name, 0)]


def test_tournament_with_a_final_report_is_not_left_out():
    group = played(started(section(tournament()), size=4))
    submitted(group)
    assert unsent(group.tournament) == []


def test_games_of_an_interim_report_are_in_the_list():
    group = started(section(tournament()), size=4)
    result(board(group, 1, 2), "1-0")
    submitted(group, is_final=False)
    accept_report(Report.objects.get().pk, acting=acting())
    of = group.tournament
    assert unsent(of) == [(WhyLeftOut.OVERDUE, of.name, 0)]


def test_tournament_with_a_returned_final_report_and_a_later_interim_one_is_left_out():
    group = played(started(section(tournament()), size=4))
    submitted(group)
    return_report(Report.objects.get().pk, "Not over", acting=acting())
    of = group.tournament
    correct_results(of.pk, acting=acting())
    assert unsent(of) == []

    submitted(group, is_final=False)

    assert unsent(of) == [(WhyLeftOut.OVERDUE, of.name, 0)]


@pytest.mark.parametrize("text", ["--", "0-0", "both-one", "1-0 unr", "adjourned"])
def test_game_that_no_report_would_contain_is_not_left_out(text):
    group = started(section(tournament()), size=4)
    result(board(group, 1, 2), text)
    of = group.tournament
    assert unsent(of, today=of.end_date) == []


def test_cancelled_tournaments_and_other_pools_and_periods_are_not_counted():
    of = started(section(tournament()), size=4).tournament
    pool = chess_pool().pk
    long_before = unsent_tournaments(
        pool, date(2001, 1, 1), date(2001, 4, 30), NEXT_YEAR
    )
    elsewhere = unsent_tournaments(0, of.start_date, of.end_date, NEXT_YEAR)
    assert (list(long_before), list(elsewhere)) == ([], [])
    cancel_tournament(of.pk, acting=acting())
    assert unsent(of) == []
