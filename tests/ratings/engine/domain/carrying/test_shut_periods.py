"""What counts for a shut period, as of a later posting."""

from datetime import date, timedelta

import pytest

from ratings.decisions.domain.decisions import revoke_decision
from ratings.engine.domain.damage import Damage
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.shut_periods import (
    decisions_for,
    decisions_for_event,
    owners_now,
    shift_damage_to_open_period,
)
from ratings.enums import DecisionKind
from ratings.ledger.queries.player_aliases import PlayerAliases
from ratings.merges.domain.merges import (
    MergeDraft,
    confirm_merge,
    propose_merge,
    undo_merge,
)
from ratings.models import Computation, Decision, Pool
from ratings.pools.domain.pools import carry_corrections
from tests.factories import acting, chess_pool, line, member
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    decided,
    published,
    rated,
)
from tests.worlds import shared

pytestmark = pytest.mark.django_db

SPRINGS_END, SUMMERS_FIRST = date(2026, 4, 30), date(2026, 5, 1)


@shared
def carrying():
    carry_corrections(chess_pool().pk, reason="the statutes", acting=acting())


def snapshot():
    pool = Pool.objects.get(pk=chess_pool().pk)
    return LedgerSnapshot.of(pool.pk, pool.posted)


def shifted(damage):
    computed = Computation.objects.get(pool=chess_pool()).computed
    return shift_damage_to_open_period(snapshot(), damage, computed)


def merged(merged_card, remaining_card):
    merge = propose_merge(
        MergeDraft(merged_card.pk, remaining_card.pk, "one"), acting=acting()
    )
    confirm_merge(merge.pk, acting=acting())
    return merge


@shared
def since_then(carrying):
    """Revoke Adam's start rating and decide another, deduct points, and give a start
    rating to a player without one, all after the list.
    """
    adam, newcomer = rated(1950), member()
    accepted(line(adam, rated(1950), 1, SPRING))
    published(SPRING)
    revoke_decision(Decision.objects.get(player=adam).pk, acting=acting())
    decided(adam, 1700, on=SPRING)
    decided(newcomer, 1400, on=SPRING)
    decided(adam, -25, kind=DecisionKind.ADJUSTMENT, on=SPRING)
    decided(newcomer, 10, kind=DecisionKind.ADJUSTMENT, on=SPRING)
    return adam, newcomer


def about(lines, *players):
    return sorted(
        (players.index(player), found.kind, found.points)
        for found in lines
        for player in players
        if found.player_id == player.pk
    )


def test_shut_period_keeps_start_ratings_but_uses_other_current_decisions(since_then):
    found = snapshot()
    step = found.steps()[0]

    lines = decisions_for(found, found.posted, step)

    assert about(lines, *since_then) == [
        (0, "adjustment", -25),
        (0, "start", 1950),
        (1, "adjustment", 10),
        (1, "start", 1400),
    ]


def test_late_decisions_about_an_event_are_only_start_ratings(since_then):
    found = snapshot()
    step = found.steps()[0]

    lines = decisions_for_event(found, found.posted, step)

    assert about(lines, *since_then) == [(0, "start", 1950), (1, "start", 1400)]


def test_late_decision_about_a_merged_card_stays_its_own_in_a_shut_period(
    carrying,
):
    merged_card, remaining_card = rated(1950), rated(1950)
    accepted(line(merged_card, remaining_card, 1, SPRING))
    accepted(line(rated(1500), rated(1500), 1, SUMMER))
    published(SPRING)
    # Opponents are two people: their game shows that the cards are distinct.
    other = member()
    merged(other, merged_card)
    decided(other, -25, kind=DecisionKind.ADJUSTMENT, on=SPRING)
    found = snapshot()

    lines = decisions_for(found, found.posted, found.steps()[0])

    assert about(lines, other, merged_card) == [
        (0, "adjustment", -25),
        (1, "start", 1950),
    ]


def test_owner_of_a_formerly_merged_card_is_itself_or_else_the_lowest():
    """Cards 1, 2 and 3 were merged and counted as 3; card 4 was never merged."""
    then = PlayerAliases.of([(1, 3), (2, 3)])
    now = PlayerAliases.of([(2, 9)])

    assert owners_now([3, 2, 1, 4], then, now) == {3: 3, 4: 4}
    assert owners_now([2, 1], then, now) == {3: 1}
    assert owners_now([2], then, now) == {3: 9}


def test_late_points_are_booked_on_the_first_open_day_for_all_merged_cards(
    carrying,
):
    first, second, third, stranger = (rated(1500) for _ in range(4))
    accepted(line(stranger, rated(1500), 1, SPRING))
    accepted(line(stranger, rated(1500), 1, SUMMER))
    published(SPRING)
    for merge in [merged(first, second), merged(second, third)][::-1]:
        undo_merge(merge.pk, reason="three men", acting=acting())
    damage = Damage(games=3)
    damage.players[SPRINGS_END].add(first.pk)
    damage.players[SUMMERS_FIRST].add(stranger.pk)
    damage.players[SUMMER].add(third.pk)

    found = shifted(damage)

    assert dict(found.players) == {
        SUMMERS_FIRST: {first.pk, second.pk, third.pk, stranger.pk},
        SUMMER: {third.pk},
    }
    assert (found.games, found.replay_from) == (3, None)


@pytest.mark.parametrize(
    ("day", "booked"),
    [
        (SPRING, SUMMERS_FIRST),
        (SUMMERS_FIRST, SUMMERS_FIRST),
        (SUMMERS_FIRST + timedelta(1), SUMMERS_FIRST + timedelta(1)),
    ],
)
def test_replay_begins_on_the_first_open_day_at_the_earliest(carrying, day, booked):
    accepted(line(rated(1500), rated(1500), 1, SPRING))
    accepted(line(rated(1500), rated(1500), 1, SUMMER))
    published(SPRING)

    found = shifted(Damage(replay_from=day))

    assert (found.replay_from, dict(found.players)) == (booked, {})


def test_postings_are_booked_on_their_own_day_if_no_period_is_shut():
    damage = Damage(replay_from=SPRING)
    damage.players[SPRING].add(1)

    assert shifted(damage) is damage
