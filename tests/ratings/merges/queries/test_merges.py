"""Merges by status, and two cards side by side: `ratings.merges.queries`."""

from datetime import date, timedelta

import pytest

from federation.domain.authorship import ActionContext
from ratings.engine.domain.computation import compute_pool
from ratings.ledger.domain.reports import withdraw_report
from ratings.merges.domain.merges import (
    MergeDraft,
    confirm_merge,
    propose_merge,
    reject_merge,
    undo_merge,
)
from ratings.merges.queries.against_merging import games_at_once, games_between
from ratings.merges.queries.merges import (
    MergeStatus,
    merge_of,
    merges_on,
    played_card,
    pools_kept_apart,
    status_counts,
)
from ratings.models import Pool
from tests.factories import (
    NOON,
    ClassMembershipFactory,
    UserFactory,
    chess_pool,
    line,
    member,
    posted,
    second_pool,
)
from tests.ratings.rating_lists import SPRING, SUMMER, accepted, published, up_to_date

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
TODAY = NOON.date()


def by(hours=0):
    return ActionContext(UserFactory().pk, NOON + hours * HOUR)


def proposed(merged_card=None, remaining_card=None, hours=0):
    merged_card, remaining_card = merged_card or member(), remaining_card or member()
    return propose_merge(
        MergeDraft(merged_card.pk, remaining_card.pk, "same"), acting=by(hours)
    )


def confirmed(hours=0, **pair):
    return confirm_merge(proposed(**pair).pk, acting=by(hours))


def undone(hours=0):
    return undo_merge(confirmed().pk, reason="no", acting=by(hours))


def rejected(hours=0, **pair):
    return reject_merge(proposed(hours=hours, **pair).pk, answer="no", acting=by())


def test_waiting_merges_are_oldest_first_and_confirmed_ones_newest_first():
    late, early = proposed(hours=1), proposed()
    first, second = confirmed(hours=2), confirmed(hours=1)

    assert list(merges_on(MergeStatus.UNCONFIRMED)) == [early, late]
    assert list(merges_on(MergeStatus.IN_FORCE)) == [first, second]


def test_settled_merges_are_ordered_by_proposal_newest_first():
    late, early = rejected(hours=1), undone()

    assert list(merges_on(MergeStatus.SETTLED)) == [late, early]


def test_each_merge_is_counted_under_one_status():
    for make in (proposed, confirmed, confirmed, rejected, undone, undone):
        make()

    assert status_counts() == {
        MergeStatus.UNCONFIRMED: 1,
        MergeStatus.IN_FORCE: 2,
        MergeStatus.SETTLED: 3,
    }


def test_newest_proposal_about_a_pair_is_found_in_either_direction():
    one, other = member(), member()
    rejected(merged_card=one, remaining_card=other)
    newest = proposed(merged_card=other, remaining_card=one)
    proposed(merged_card=one)

    assert [merge_of(one.pk, other.pk), merge_of(other.pk, one.pk)] == [newest] * 2
    assert merge_of(one.pk, member().pk) is None


def test_card_shows_counting_games_by_year_newest_first():
    player, opponent = member(), member()
    for day in (date(2024, 3, 1), date(2025, 2, 1), date(2025, 12, 31)):
        accepted(line(player, opponent, 1, day))
    withdrawn = accepted(line(player, opponent, 1, SUMMER))
    withdraw_report(withdrawn.pk, "wrong", acting=by())
    accepted(line(opponent, member(), 1, SUMMER))

    card = played_card(player, TODAY)

    assert list(card.games.items()) == [(2025, 2), (2024, 1)]
    assert (card.first, card.last) == (date(2024, 3, 1), date(2025, 12, 31))


def test_card_shows_latest_class_and_rating_of_each_pool():
    player = member()
    ClassMembershipFactory(player=player, player_class="I", from_date=date(2020, 1, 1))
    ClassMembershipFactory(player=player, player_class="II", from_date=date(2010, 1, 1))
    accepted(line(player, member(), 1, SPRING))
    up_to_date()

    card = played_card(player, TODAY)

    assert card.player_class == "I"
    assert [(each.pool, each.rating) for each in card.ratings] == [
        (chess_pool().label, 1300)
    ]


def test_game_on_the_last_day_of_the_last_list_separates_two_cards():
    one, other = member(), member()
    accepted(line(one, member(), 1, date(2026, 4, 30)))
    accepted(line(other, member(), 1, date(2026, 5, 1)))
    published(SPRING)
    assert pools_kept_apart([one.pk, other.pk]) == []

    Pool.objects.filter(pk=chess_pool().pk).update(carries_from=1)

    (obstacle,) = pools_kept_apart([one.pk, other.pk])
    assert (obstacle.pool, obstacle.until) == (chess_pool().label, date(2026, 4, 30))
    assert pools_kept_apart([other.pk]) == []


def test_last_list_gives_the_day_until_which_cards_are_separate():
    one = member()
    accepted(line(one, member(), 1, SPRING))
    accepted(line(member(), member(), 1, SUMMER))
    for day in (SPRING, SUMMER):
        published(day)
    Pool.objects.filter(pk=chess_pool().pk).update(carries_from=1)

    assert [each.until for each in pools_kept_apart([one.pk])] == [date(2026, 8, 31)]


def test_games_between_the_cards_are_named_latest_first_with_both_colours():
    one, other = member(), member()
    accepted(line(one, other, 1, SPRING, key=1), line(one, member(), 1, SPRING, key=2))
    accepted(line(other, one, 1, SUMMER))

    found = games_between([one.pk], [other.pk])

    assert [game.played_date for game in found] == [SUMMER, SPRING]


def test_game_between_the_cards_in_any_pool_is_an_obstacle():
    other_pool = second_pool()
    one, other = member(), member()
    posted(line(one, other, 1, SPRING), pool_id=other_pool.pk)

    assert len(games_between([one.pk], [other.pk])) == 1


def test_same_round_number_of_another_event_is_no_obstacle():
    one, other = member(), member()
    for player in (one, other):
        accepted(
            line(player, member(), 1, SPRING, key=1, round=1),
            line(member(), member(), 1, SPRING, key=2, round=2),
        )

    assert games_at_once([one.pk], [other.pk]) == []


def test_games_of_a_card_merged_earlier_are_an_obstacle():
    one, other, earlier = member(), member(), member()
    accepted(line(earlier, member(), 1, SPRING))
    published(SPRING)
    confirmed(merged_card=earlier, remaining_card=one)
    Pool.objects.filter(pk=chess_pool().pk).update(carries_from=1)

    assert [each.until for each in pools_kept_apart([one.pk, other.pk])] == [
        date(2026, 4, 30)
    ]


def test_card_shows_ratings_in_the_order_of_the_pools():
    other_pool = second_pool()
    player = member()
    posted(line(player, member(), 2, SPRING), pool_id=other_pool.pk)
    compute_pool(other_pool.pk, at=NOON, cause="test")
    accepted(line(player, member(), 1, SPRING))
    up_to_date()

    # Newcomers begin at 1300; a win brings 16 (SSF rating, points 3 and 9).
    ratings = [(each.pool, each.rating) for each in played_card(player, TODAY).ratings]
    assert ratings == [(chess_pool().label, 1300), (other_pool.label, 1316)]


def test_same_round_of_one_event_under_a_merged_card_is_an_obstacle():
    one, other, card = member(), member(), member()
    posted(
        line(card, member(), 1, SPRING, key=1, round=1),
        line(other, member(), 1, SPRING, key=2, round=1, board=2),
        line(member(), member(), 1, SPRING, key=3, round=2),
    )
    assert games_at_once([one.pk], [other.pk]) == []
    found = games_at_once([one.pk, card.pk], [other.pk])
    assert {game.white_id for game in found} == {card.pk, other.pk}


def empty(one, other, **facts):
    """Return an empty line: both belong to a section rated on its mean, without a rated
    game.
    """
    return line(one, other, 1, SPRING, played=False, round=0, board=0, **facts)


def test_empty_line_is_no_game_between_the_cards():
    one, other, third = member(), member(), member()
    accepted(
        line(one, third, 2, SPRING, key=1),
        line(other, third, 2, SPRING, key=2),
        empty(one, other, key=3),
        method="concentrated",
    )

    assert games_between([one.pk], [other.pk]) == []


def test_empty_line_is_not_played_in_the_same_round():
    one, other, third, fourth = (member() for _ in range(4))
    accepted(
        line(third, fourth, 2, SPRING, key=1),
        line(fourth, third, 2, SPRING, key=2, round=2),
        empty(one, third, key=3),
        empty(other, third, key=4),
        method="concentrated",
    )

    assert games_at_once([one.pk], [other.pk]) == []


def test_empty_lines_do_not_add_rounds_to_an_event_without_rounds():
    one, other, third = member(), member(), member()
    accepted(
        line(one, third, 2, SPRING, key=1),
        line(other, third, 2, SPRING, key=2),
        empty(third, member(), key=3),
        method="concentrated",
    )

    assert games_at_once([one.pk], [other.pk]) == []


def test_card_counts_no_games_from_empty_lines():
    player, one, other = member(), member(), member()
    accepted(line(one, other, 2, SPRING), empty(player, one), method="concentrated")

    card = played_card(player, TODAY)

    assert (card.games, card.first, card.last) == ({}, None, None)


def test_number_of_named_games_is_limited():
    one, other = member(), member()
    days = [SPRING + timedelta(days=number) for number in range(22)]
    posted(*(line(one, other, 1, day, key=n, round=n) for n, day in enumerate(days, 1)))

    assert [game.played_date for game in games_between([one.pk], [other.pk])] == (
        days[:1:-1]
    )
