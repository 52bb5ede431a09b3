"""What decisions bear on: `ratings.decisions.queries.impacts`, and whom an officer may mean."""

from datetime import date

import pytest

from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
    reject_decision,
    revoke_decision,
)
from ratings.decisions.queries.decisions import decisions_in, players_to_choose
from ratings.decisions.queries.impacts import decision_impacts
from ratings.engine.domain.computation import compute_pool
from ratings.enums import DecisionKind
from ratings.pools.domain.postings import ActionContext
from tests.factories import (
    NOON,
    MembershipFactory,
    UserFactory,
    chess_pool,
    computed,
    line,
    member,
    posted,
    second_pool,
)
from tests.ratings.published import SPRING, period, published, rulebook_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def other_pool():
    return second_pool()


def by():
    return ActionContext(UserFactory().pk, NOON)


def draft(player, pool=None, on=SPRING):
    pool_id = (pool or chess_pool()).pk
    return DecisionDraft(pool_id, DecisionKind.ADJUSTMENT, player.pk, on, -50, "x")


def test_each_pool_has_its_own_ratings_and_lists(other_pool):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)

    here, there = decision_impacts([draft(adam), draft(adam, other_pool)])

    assert (here.rating, here.lists) == (1976, 1)
    assert (there.rating, there.lists) == (None, 0)


def test_a_list_that_is_valid_from_the_very_day_does_not_come_after_it():
    adam, _bertil, _report = rulebook_game()
    published(SPRING)  # valid from 1 May

    days = (date(2026, 4, 30), date(2026, 5, 1))
    assert [
        each.lists for each in decision_impacts([draft(adam, on=day) for day in days])
    ] == [
        1,
        0,
    ]


def test_what_was_rejected_or_revoked_is_no_second_decision():
    player = member()
    reject_decision(
        make_decision(draft(player), acting=by()).pk, reason="no", acting=by()
    )
    made = make_decision(draft(player), acting=by())
    revoke_decision(confirm_decision(made.pk, acting=by()).pk, reason="no", acting=by())

    (seen,) = decision_impacts([draft(player)])

    assert seen.same_kind == 0


def test_the_decisions_of_a_period_are_those_of_its_pool(other_pool):
    adam, _bertil, _report = rulebook_game()
    make_decision(draft(adam, other_pool), acting=by())
    made = make_decision(draft(adam), acting=by())

    assert decisions_in(period(SPRING)) == [made]


def test_a_player_is_told_by_the_main_club_and_the_rating_of_the_first_pool(
    other_pool,
):
    player, opponent = member(), member()
    club = player.memberships.get().club
    MembershipFactory(player=player, is_main=False)
    posted(line(player, opponent, 2, SPRING))
    posted(line(player, opponent, 0, SPRING), pool_id=other_pool.pk)
    computed()
    compute_pool(other_pool.pk, at=NOON, cause="test")

    (found,) = players_to_choose([player], NOON.date())

    # Newcomers begin at 1300: a win brings 16 (SSF rating, points 3 and 9).
    assert (found.club, found.rating) == (club.name, "1316")


def test_a_day_before_all_periods_is_told_from_one_that_no_period_holds_yet():
    adam, _bertil, _report = rulebook_game()
    computed()
    days = (date(2025, 12, 31), date(2026, 1, 1), date(2026, 4, 30), date(2030, 1, 1))

    found = decision_impacts([draft(adam, on=day) for day in days])

    held = period(SPRING)
    assert [(each.period, each.is_before_all) for each in found] == [
        (None, True), (held, False), (held, False), (None, False),
    ]  # fmt: skip


def test_a_player_is_rated_since_the_first_period_with_a_rating_before_it():
    adam, bertil, _report = rulebook_game()
    posted(line(adam, bertil, 1, date(2026, 6, 1)))
    computed()

    seen, nobody = decision_impacts([draft(adam), draft(member())])

    assert seen.first_rated_on == date(2026, 1, 1)
    assert (nobody.first_rated_on, nobody.rating, nobody.after) == (None, None, None)
