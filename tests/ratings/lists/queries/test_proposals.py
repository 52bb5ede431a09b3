"""What periods wait for and what moves a proposal: `ratings.lists.queries.proposals`."""

from datetime import date, timedelta

import pytest

from federation.domain.authorship import ActionContext
from ratings.enums import ApprovalState, DecisionKind
from ratings.ledger.domain.reports import accept_report, hold_report
from ratings.lists.queries.limits import limits_of
from ratings.lists.queries.pairs import frequent_pairs
from ratings.lists.queries.proposals import (
    PeriodStage,
    earlier_without_list,
    last_approval,
    lists_of,
    needing_an_officer,
    periods_with_lists,
    postings_since,
    standing_of,
    waiting_reports,
)
from ratings.models import Approval, Period, Pool
from tests.factories import (
    NOON,
    UserFactory,
    chess_pool,
    computed,
    line,
    member,
    posted,
    second_pool,
)
from tests.ratings.published import (
    SPRING,
    SUMMER,
    accepted,
    corrected,
    decided,
    published,
    rulebook_game,
)
from tests.worlds import shared

pytestmark = pytest.mark.django_db
AUTUMN = date(2026, 10, 1)
TODAY = date(2027, 2, 1)


@shared
def game():
    """The rulebook's game in January to April 2026, accepted."""
    return rulebook_game()


@pytest.fixture
def other_pool():
    return second_pool()


def of(day, pool=None):
    pool = pool or chess_pool()
    return Period.objects.get(pool=pool, start_date__lte=day, end_date__gte=day)


def standing(day=SPRING, today=TODAY):
    return standing_of(of(day).pk, today)


def approval(state):
    return Approval.objects.create(
        period=of(SPRING), moved=1, digest="x", by=UserFactory(), at=NOON, state=state
    )


def pairs(day=SPRING):
    computed()
    pool = chess_pool()
    found = frequent_pairs(standing(day), pool.posted, limits_of(pool.pk, day))
    return [(each.games, each.score) for each in found]


# --- what a period waits for ---------------------------------------------------------
def test_a_report_of_another_pool_is_not_waited_for(game, other_pool):
    posted(line(member(), member(), 2, SPRING), pool_id=other_pool.pk)

    assert (standing().waiting, standing().stage) == (0, PeriodStage.READY)


def test_a_report_that_was_judged_is_not_waited_for(game):
    waiting = posted(line(member(), member(), 2, SPRING))
    assert (standing().waiting, standing().stage) == (1, PeriodStage.WAITS)

    hold_report(waiting.pk, "why", acting=ActionContext(None, NOON))

    assert (standing().waiting, standing().stage) == (0, PeriodStage.READY)


def test_a_report_of_later_days_is_not_waited_for(game):
    posted(line(member(), member(), 2, SUMMER))

    assert standing().waiting == 0


def test_a_report_of_earlier_days_is_waited_for_where_corrections_are_carried(game):
    accepted(line(member(), member(), 2, SUMMER))
    posted(line(member(), member(), 2, SPRING))
    assert standing(SUMMER).waiting == 0

    Pool.objects.filter(pk=chess_pool().pk).update(carries_from=1)

    assert standing(SUMMER).waiting == 1


def test_the_reports_that_hold_up_a_list_are_named_the_oldest_first(game, other_pool):
    late = posted(line(member(), member(), 2, SPRING))
    early = posted(line(member(), member(), 2, SPRING), at=NOON - timedelta(days=1))
    before = posted(line(member(), member(), 2, date(2025, 10, 1)))
    posted(line(member(), member(), 2, SUMMER))
    posted(line(member(), member(), 2, SPRING), pool_id=other_pool.pk)
    assert waiting_reports(of(SPRING)) == [early, late]

    Pool.objects.filter(pk=chess_pool().pk).update(carries_from=1)

    assert set(waiting_reports(of(SPRING))) == {early, late, before}


def test_a_period_runs_to_the_end_of_its_last_day(game):
    stages = [
        standing(today=day).stage for day in (of(SPRING).end_date, date(2026, 5, 1))
    ]
    assert stages == [PeriodStage.OPEN, PeriodStage.READY]


def test_the_newest_revision_is_the_list_that_stands(game):
    adam, bertil, _report = game
    published(SPRING)
    corrected(adam, bertil, 0)
    revised = published(SPRING)

    assert (standing().standing, standing().revises) == (revised, False)
    assert [each.revision for each in lists_of(of(SPRING))] == [1, 0]


def test_an_approval_that_was_refused_builds_nothing(game):
    approval(ApprovalState.REFUSED)
    assert standing().stage == PeriodStage.READY

    approval(ApprovalState.REQUESTED)
    assert standing().stage == PeriodStage.BUILDING


def test_the_last_approval_is_the_one_that_is_told_of(game):
    approval(ApprovalState.REFUSED)
    last = approval(ApprovalState.PUBLISHED)

    assert last_approval(of(SPRING)) == last


def test_periods_stand_the_newest_first(game):
    for day in (AUTUMN, SUMMER):
        accepted(line(member(), member(), 2, day))

    found = [each.start_date.month for each in periods_with_lists()]

    assert found == [9, 5, 1]


def test_a_list_that_has_moved_needs_an_officer_and_one_that_stands_does_not(game):
    adam, bertil, _report = game
    published(SPRING)
    today = of(SPRING).end_date + timedelta(days=10)
    assert list(needing_an_officer(today)) == [of(SUMMER)]

    corrected(adam, bertil, 0)
    computed()
    assert list(needing_an_officer(today)) == [of(SPRING), of(SUMMER)]


def test_on_its_last_day_a_period_still_needs_an_officer(game):
    published(SPRING)
    last = of(SPRING).end_date

    assert list(needing_an_officer(last)) == [of(SPRING), of(SUMMER)]
    assert list(needing_an_officer(last + timedelta(days=1))) == [of(SUMMER)]


def test_a_periods_players_are_those_with_a_rated_game_each_once(game):
    adam, bertil, _report = game
    accepted(line(bertil, adam, 1, SPRING))
    idle = member()
    decided(idle, 1500)
    decided(idle, 20, kind=DecisionKind.ADJUSTMENT, on=SPRING)
    computed()

    assert standing().players == 2


# --- what an officer reads beside a proposal -------------------------------------------
def test_what_moved_a_proposal_is_what_its_pool_posted_since_the_latest_first(
    game, other_pool
):
    adam, bertil, _report = game
    seen = chess_pool().posted
    accepted(line(adam, bertil, 1, SPRING), name="First")
    for _ in range(seen + 1):
        posted(line(adam, bertil, 1, SPRING), pool_id=other_pool.pk, name="Elsewhere")
    accepted(line(adam, bertil, 1, SPRING), name="Second")

    found = postings_since(chess_pool().pk, seen)

    assert [each.report.name for each in found] == ["Second", "First"]


def test_of_two_earlier_periods_without_a_list_the_earliest_is_named(game):
    for day in (SUMMER, AUTUMN):
        accepted(line(member(), member(), 2, day))

    assert earlier_without_list(of(AUTUMN)) == of(SPRING)
    assert earlier_without_list(of(SPRING)) is None


def test_games_that_were_not_played_make_no_pair(game):
    adam, bertil, _report = game
    accepted(
        line(adam, bertil, 1, SPRING, key=2, round=2),
        line(adam, bertil, 2, SPRING, key=3, round=3, played=False),
    )

    assert pairs() == []


def test_a_pair_has_met_in_the_period_in_which_its_games_are_booked(game):
    adam, bertil, _report = game
    report = posted(
        *(line(adam, bertil, 1, SPRING, key=key, booked_on=SUMMER) for key in (2, 3, 4))
    )
    accept_report(report.pk, acting=ActionContext(None, NOON))

    assert (pairs(), pairs(SUMMER)) == ([], [(3, 3)])


def test_the_pairs_with_most_games_stand_first(game):
    for times in (3, 4):
        white, black = member(), member()
        accepted(*(line(white, black, 2, SPRING, key=key) for key in range(times)))

    assert pairs() == [(4, 8), (3, 6)]


def test_the_score_of_a_pair_is_that_of_the_first_named_with_either_colour(game):
    adam, bertil, _report = game
    accepted(line(bertil, adam, 2, SPRING, key=2), line(bertil, adam, 1, SPRING, key=3))

    # Adam won once with White, lost and drew with Black.
    assert pairs() == [(3, 3)]


def test_of_a_revised_list_only_pairs_that_met_again_are_named(game):
    adam, bertil, _report = game
    white, black = member(), member()
    games = [line(white, black, 2, SPRING, key=key) for key in range(3)]
    accepted(*games, source_number=8)
    published(SPRING)
    corrected(adam, bertil, 0)
    assert pairs() == []

    again = line(white, black, 2, SPRING, key=3)
    accepted(*games, again, source_number=8)

    assert pairs() == [(4, 8)]


def test_thirty_postings_are_read_and_the_latest_of_them(game):
    adam, bertil, _report = game
    seen = chess_pool().posted
    for number in range(31):
        posted(line(adam, bertil, 1, SPRING), source_number=100 + number)

    found = [each.number for each in postings_since(chess_pool().pk, seen)]

    assert found == list(range(seen + 31, seen + 1, -1))
