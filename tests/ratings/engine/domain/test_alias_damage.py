"""What is out of date when cards count for another player."""

from datetime import date, timedelta

import pytest

from ratings.engine.domain.alias_damage import find_alias_damage, owners_then_and_now
from ratings.engine.domain.time_line import TimeLine
from ratings.ledger.queries.player_aliases import NOBODY, PlayerAliases
from tests.factories import chess_pool, line, member, posted, second_pool
from tests.ratings.rating_lists import decided

DAY = timedelta(days=1)
SPRINGS_FIRST, SPRINGS_LAST = date(2026, 1, 1), date(2026, 4, 30)
WINTER = date(2025, 10, 1)


def test_persons_of_cards_include_former_and_current_ones():
    was = PlayerAliases.of([(1, 3), (2, 3)])
    now = PlayerAliases.of([(2, 4)])

    assert owners_then_and_now([1, 2, 5], was, now) == {1, 3, 4, 5}


def damage_of(was, now, most=100):
    pool = chess_pool().pk
    return find_alias_damage(pool, TimeLine.of(pool).periods, was, now, most=most)


@pytest.fixture
def merged(db):
    """A card without games, merged into a player with a game in the spring."""
    merged_card, remaining_card, met = member(), member(), member()
    posted(line(remaining_card, met, 2, SPRINGS_LAST))
    return (
        merged_card,
        remaining_card,
        met,
        PlayerAliases.of([(merged_card.pk, remaining_card.pk)]),
    )


def test_merging_a_card_without_games_or_decisions_damages_nothing(merged):
    _gone, _stays, _met, now = merged

    assert damage_of(NOBODY, now) is None
    assert damage_of(now, now) is None


def test_both_cards_and_opponents_are_out_of_date_from_the_first_game(merged):
    merged_card, remaining_card, met, now = merged
    other, before = member(), member()
    posted(line(before, remaining_card, 2, WINTER))
    posted(line(merged_card, other, 2, SPRINGS_FIRST + DAY))
    posted(line(merged_card, other, 2, WINTER), pool_id=second_pool().pk)

    for both in ((NOBODY, now), (now, NOBODY)):
        damage = damage_of(*both)

        assert damage.first == SPRINGS_FIRST + DAY
        assert damage.cards == {merged_card.pk, remaining_card.pk}
        assert dict(damage.met) == {
            SPRINGS_FIRST + DAY: {merged_card.pk, other.pk},
            SPRINGS_LAST: {remaining_card.pk, met.pk},
        }
        assert damage.games == 2


@pytest.mark.parametrize(
    ("day", "first"),
    [
        (SPRINGS_FIRST - DAY, SPRINGS_FIRST - DAY),
        (SPRINGS_FIRST, SPRINGS_FIRST),
        (SPRINGS_LAST, SPRINGS_FIRST),
    ],
)
def test_decision_about_a_card_damages_from_the_first_day_of_its_period(
    merged, day, first
):
    merged_card, remaining_card, met, now = merged
    decided(merged_card, 1500, on=day)

    damage = damage_of(NOBODY, now)

    assert damage.first == first
    assert dict(damage.met) == {SPRINGS_LAST: {remaining_card.pk, met.pk}}


def test_card_now_merged_elsewhere_damages_all_three_players(merged):
    merged_card, remaining_card, _met, was = merged
    third = member()
    posted(line(merged_card, member(), 2, SPRINGS_LAST))

    damage = damage_of(was, PlayerAliases.of([(merged_card.pk, third.pk)]))

    assert damage.cards == {merged_card.pk, remaining_card.pk, third.pk}
