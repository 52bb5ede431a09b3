"""What decisions affect (`ratings.decisions.queries.impacts`), and finding their
player.
"""

from dataclasses import replace
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
from ratings.models import Pool
from tests.factories import (
    NOON,
    MembershipFactory,
    acting,
    chess_pool,
    computed,
    line,
    member,
    posted,
    second_pool,
    side,
)
from tests.ratings.rating_lists import SPRING, period, published, rulebook_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def other_pool():
    return second_pool()


def draft(player, pool=None, on=SPRING):
    pool_id = (pool or chess_pool()).pk
    return DecisionDraft(pool_id, DecisionKind.ADJUSTMENT, player.pk, on, -50, "x")


def test_each_pool_has_its_own_ratings_and_lists(other_pool):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)

    impact, other_impact = decision_impacts([draft(adam), draft(adam, other_pool)])

    assert (impact.rating, impact.lists) == (1976, 1)
    assert (other_impact.rating, other_impact.lists) == (None, 0)


def test_decision_changes_no_list_where_corrections_are_carried():
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    Pool.objects.filter(pk=chess_pool().pk).update(carries_from=0)

    [impact] = decision_impacts([draft(adam)])

    assert impact.lists == 0


def test_list_valid_from_the_same_day_is_not_counted_as_later():
    adam, _bertil, _report = rulebook_game()
    published(SPRING)  # valid from 1 May

    days = (date(2026, 4, 30), date(2026, 5, 1))
    assert [
        each.lists for each in decision_impacts([draft(adam, on=day) for day in days])
    ] == [
        1,
        0,
    ]


def test_rejected_or_revoked_decision_is_not_counted_as_a_second_one():
    player = member()
    reject_decision(
        make_decision(draft(player), acting=acting()).pk, reason="no", acting=acting()
    )
    made = make_decision(draft(player), acting=acting())
    revoke_decision(
        confirm_decision(made.pk, acting=acting()).pk, reason="no", acting=acting()
    )

    (seen,) = decision_impacts([draft(player)])

    assert seen.same_kind == 0


def test_the_decisions_of_a_period_are_those_of_its_pool(other_pool):
    adam, _bertil, _report = rulebook_game()
    make_decision(draft(adam, other_pool), acting=acting())
    made = make_decision(draft(adam), acting=acting())

    assert decisions_in(period(SPRING)) == [made]


def test_player_choice_shows_main_club_and_rating_of_the_first_pool(
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


def test_day_before_all_periods_differs_from_day_without_period_yet():
    adam, _bertil, _report = rulebook_game()
    computed()
    days = (date(2025, 12, 31), date(2026, 1, 1), date(2026, 4, 30), date(2030, 1, 1))

    found = decision_impacts([draft(adam, on=day) for day in days])

    current_period = period(SPRING)
    assert [(each.period, each.is_before_all) for each in found] == [
        (None, True), (current_period, False), (current_period, False), (None, False),
    ]  # fmt: skip


def test_rated_since_is_the_first_period_with_a_rating_before_it():
    adam, bertil, _report = rulebook_game()
    posted(line(adam, bertil, 1, date(2026, 6, 1)))
    computed()

    seen, nobody = decision_impacts([draft(adam), draft(member())])

    assert seen.first_rated_on == date(2026, 1, 1)
    assert (nobody.first_rated_on, nobody.rating, nobody.after) == (None, None, None)


def withheld(player=None, on=SPRING, pool=None):
    pool_id = (pool or chess_pool()).pk
    whose = player.pk if player else None
    return DecisionDraft(pool_id, DecisionKind.WITHHOLD_BONUS, whose, on, None, "x")


def test_bonus_is_given_for_the_period_and_one_or_all_players():
    """From 995 a win brings 20 points of bonus (SSF rating, Below 1200)."""
    low, other, none = member(), member(), member()
    for day, pair in ((SPRING, (low, other)), (date(2026, 6, 1), (low, none))):
        sides = [
            side(each, adopts=True, outside=995, outside_kind="fide") for each in pair
        ]
        posted(line(*sides, 2, day))
    computed()

    found = decision_impacts(
        [withheld(), withheld(low), withheld(none), withheld(on=date(2030, 1, 1))]
    )

    assert [(each.bonus, each.bonus_players) for each in found] == [
        (40, 2), (20, 1), (0, 0), (0, 0),
    ]  # fmt: skip


def test_the_rating_after_the_period_of_the_day_is_not_the_one_of_today():
    adam, bertil, _report = rulebook_game()
    posted(line(adam, bertil, 1, date(2026, 6, 1)))
    computed()

    (seen,) = decision_impacts([draft(adam)])

    # A draw against a player 231 higher gives nine (SSF rating, point 3).
    assert (seen.after, seen.rating) == (1976, 1985)


def test_decisions_of_the_same_kind_player_and_day_are_counted():
    player, other = member(), member()
    confirm_decision(make_decision(draft(player), acting=acting()).pk, acting=acting())
    make_decision(replace(draft(player), points=-60), acting=acting())
    make_decision(draft(player, on=date(2026, 2, 2)), acting=acting())
    make_decision(draft(other), acting=acting())
    make_decision(draft(player, second_pool()), acting=acting())
    assessed = replace(draft(player), kind=DecisionKind.ASSESSED, points=1500)
    make_decision(assessed, acting=acting())

    found = decision_impacts([draft(player), assessed, withheld(player)])

    assert [each.same_kind for each in found] == [2, 1, 0]
