"""What periods wait for, what changes a proposal: `ratings.lists.queries.proposals`."""

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
    period_status,
    periods_for_officer,
    postings_since,
    waiting_reports,
)
from ratings.models import Approval, Period, Pool
from ratings.pools.queries.periods_with_lists import periods_with_lists
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
from tests.ratings.rating_lists import (
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


def status(day=SPRING, today=TODAY):
    return period_status(of(day).pk, today)


def approval(state):
    return Approval.objects.create(
        period=of(SPRING), moved=1, digest="x", by=UserFactory(), at=NOON, state=state
    )


def pairs(day=SPRING):
    computed()
    pool = chess_pool()
    found = frequent_pairs(status(day), pool.posted, limits_of(pool.pk, day))
    return [(each.games, each.score) for each in found]


# --- what a period waits for ---------------------------------------------------------
def test_report_of_another_pool_does_not_block(game, other_pool):
    posted(line(member(), member(), 2, SPRING), pool_id=other_pool.pk)

    assert (status().waiting, status().stage) == (0, PeriodStage.READY)


def test_judged_report_does_not_block(game):
    waiting = posted(line(member(), member(), 2, SPRING))
    assert (status().waiting, status().stage) == (1, PeriodStage.WAITS)

    hold_report(waiting.pk, "why", acting=ActionContext(None, NOON))

    assert (status().waiting, status().stage) == (0, PeriodStage.READY)


def test_report_of_later_days_does_not_block(game):
    posted(line(member(), member(), 2, SUMMER))

    assert status().waiting == 0


def test_report_of_earlier_days_blocks_if_corrections_are_carried(game):
    accepted(line(member(), member(), 2, SUMMER))
    posted(line(member(), member(), 2, SPRING))
    assert status(SUMMER).waiting == 0

    Pool.objects.filter(pk=chess_pool().pk).update(carries_from=1)

    assert status(SUMMER).waiting == 1


def test_blocking_reports_are_named_oldest_first(game, other_pool):
    late = posted(line(member(), member(), 2, SPRING))
    early = posted(line(member(), member(), 2, SPRING), at=NOON - timedelta(days=1))
    before = posted(line(member(), member(), 2, date(2025, 10, 1)))
    posted(line(member(), member(), 2, SUMMER))
    posted(line(member(), member(), 2, SPRING), pool_id=other_pool.pk)
    assert waiting_reports(of(SPRING)) == [early, late]

    Pool.objects.filter(pk=chess_pool().pk).update(carries_from=1)

    assert set(waiting_reports(of(SPRING))) == {early, late, before}


def test_period_lasts_to_the_end_of_its_last_day(game):
    stages = [
        status(today=day).stage for day in (of(SPRING).end_date, date(2026, 5, 1))
    ]
    assert stages == [PeriodStage.OPEN, PeriodStage.READY]


def test_newest_revision_is_the_current_list(game):
    adam, bertil, _report = game
    published(SPRING)
    corrected(adam, bertil, 0)
    revised = published(SPRING)

    assert (status().newest_list, status().revises) == (revised, False)
    assert [each.revision for each in lists_of(of(SPRING))] == [1, 0]


def test_refused_approval_builds_nothing(game):
    approval(ApprovalState.REFUSED)
    assert status().stage == PeriodStage.READY

    approval(ApprovalState.REQUESTED)
    assert status().stage == PeriodStage.BUILDING


def test_last_approval_is_shown(game):
    approval(ApprovalState.REFUSED)
    last = approval(ApprovalState.PUBLISHED)

    assert last_approval(of(SPRING)) == last


def test_periods_are_listed_newest_first(game):
    for day in (AUTUMN, SUMMER):
        accepted(line(member(), member(), 2, day))

    found = [each.start_date.month for each in periods_with_lists()]

    assert found == [9, 5, 1]


def test_moved_list_needs_an_officer_and_unchanged_one_does_not(game):
    adam, bertil, _report = game
    published(SPRING)
    today = of(SPRING).end_date + timedelta(days=10)
    assert list(periods_for_officer(today)) == [of(SUMMER)]

    corrected(adam, bertil, 0)
    computed()
    assert list(periods_for_officer(today)) == [of(SPRING), of(SUMMER)]


def test_pools_last_period_still_needs_an_officer(game):
    published(SPRING)
    last = of(SPRING).end_date

    assert list(periods_for_officer(last)) == [of(SPRING), of(SUMMER)]
    assert list(periods_for_officer(last + timedelta(days=1))) == [of(SUMMER)]


def test_players_of_a_period_with_a_rated_game_are_counted_once(game):
    adam, bertil, _report = game
    accepted(line(bertil, adam, 1, SPRING))
    idle = member()
    decided(idle, 1500)
    decided(idle, 20, kind=DecisionKind.ADJUSTMENT, on=SPRING)
    computed()

    assert status().players == 2


# --- what an officer reads beside a proposal -------------------------------------------
def test_proposals_causes_are_postings_of_the_pool_since_latest_first(game, other_pool):
    adam, bertil, _report = game
    seen = chess_pool().posted
    accepted(line(adam, bertil, 1, SPRING), name="First")
    for _ in range(seen + 1):
        posted(line(adam, bertil, 1, SPRING), pool_id=other_pool.pk, name="Elsewhere")
    accepted(line(adam, bertil, 1, SPRING), name="Second")

    found = postings_since(chess_pool().pk, seen)

    assert [each.report.name for each in found] == ["Second", "First"]


def test_earliest_period_without_a_list_is_named(game):
    for day in (SUMMER, AUTUMN):
        accepted(line(member(), member(), 2, day))

    assert earlier_without_list(of(AUTUMN)) == of(SPRING)
    assert earlier_without_list(of(SPRING)) is None


def test_unplayed_games_make_no_pair(game):
    adam, bertil, _report = game
    accepted(
        line(adam, bertil, 1, SPRING, key=2, round=2),
        line(adam, bertil, 2, SPRING, key=3, round=3, played=False),
    )

    assert pairs() == []


def test_pair_belongs_to_the_period_in_which_its_games_are_booked(game):
    adam, bertil, _report = game
    report = posted(
        *(line(adam, bertil, 1, SPRING, key=key, booked_on=SUMMER) for key in (2, 3, 4))
    )
    accept_report(report.pk, acting=ActionContext(None, NOON))

    assert (pairs(), pairs(SUMMER)) == ([], [(3, 3)])


def test_pairs_with_most_games_are_listed_first(game):
    for times in (3, 4):
        white, black = member(), member()
        accepted(*(line(white, black, 2, SPRING, key=key) for key in range(times)))

    assert pairs() == [(4, 8), (3, 6)]


def test_pair_score_is_that_of_the_first_player_with_both_colours(game):
    adam, bertil, _report = game
    accepted(line(bertil, adam, 2, SPRING, key=2), line(bertil, adam, 1, SPRING, key=3))

    # Adam won once with White, lost and drew with Black.
    assert pairs() == [(3, 3)]


def test_revised_list_names_only_pairs_with_new_games(game):
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


def test_latest_thirty_postings_are_shown(game):
    adam, bertil, _report = game
    seen = chess_pool().posted
    for number in range(31):
        posted(line(adam, bertil, 1, SPRING), source_number=100 + number)

    found = [each.number for each in postings_since(chess_pool().pk, seen)]

    assert found == list(range(seen + 31, seen + 1, -1))
