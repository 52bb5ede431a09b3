"""What is out of date when cards count for somebody else."""

from datetime import date, timedelta

import pytest

from ratings.engine.domain.alias_damage import find_alias_damage, persons_of
from ratings.engine.domain.time_line import TimeLine
from ratings.ledger.queries.player_aliases import NOBODY, PlayerAliases
from tests.factories import chess_pool, line, member, posted, second_pool
from tests.ratings.published import decided

DAY = timedelta(days=1)
SPRINGS_FIRST, SPRINGS_LAST = date(2026, 1, 1), date(2026, 4, 30)
WINTER = date(2025, 10, 1)


def test_cards_stand_for_whom_they_counted_and_for_whom_they_count():
    was = PlayerAliases.of([(1, 3), (2, 3)])
    now = PlayerAliases.of([(2, 4)])

    assert persons_of([1, 2, 5], was, now) == {1, 3, 4, 5}


def found(was, now, most=100):
    pool = chess_pool().pk
    return find_alias_damage(pool, TimeLine.of(pool).periods, was, now, most=most)


@pytest.fixture
def merged(db):
    """A card without any games, merged into somebody of the spring."""
    gone, stays, met = member(), member(), member()
    posted(line(stays, met, 2, SPRINGS_LAST))
    return gone, stays, met, PlayerAliases.of([(gone.pk, stays.pk)])


def test_a_card_under_which_nothing_was_played_or_decided_changes_nothing(merged):
    _gone, _stays, _met, now = merged

    assert found(NOBODY, now) is None
    assert found(now, now) is None


def test_from_the_first_game_of_a_card_both_and_whom_they_met_are_out_of_date(merged):
    gone, stays, met, now = merged
    other, before = member(), member()
    posted(line(before, stays, 2, WINTER))
    posted(line(gone, other, 2, SPRINGS_FIRST + DAY))
    posted(line(gone, other, 2, WINTER), pool_id=second_pool().pk)

    for both in ((NOBODY, now), (now, NOBODY)):
        damage = found(*both)

        assert damage.first == SPRINGS_FIRST + DAY
        assert damage.cards == {gone.pk, stays.pk}
        assert dict(damage.met) == {
            SPRINGS_FIRST + DAY: {gone.pk, other.pk},
            SPRINGS_LAST: {stays.pk, met.pk},
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
def test_what_was_decided_about_a_card_counts_from_the_first_day_of_its_period(
    merged, day, first
):
    gone, stays, met, now = merged
    decided(gone, 1500, on=day)

    damage = found(NOBODY, now)

    assert damage.first == first
    assert dict(damage.met) == {SPRINGS_LAST: {stays.pk, met.pk}}


def test_a_card_that_leads_elsewhere_now_concerns_all_three(merged):
    gone, stays, _met, was = merged
    third = member()
    posted(line(gone, member(), 2, SPRINGS_LAST))

    damage = found(was, PlayerAliases.of([(gone.pk, third.pk)]))

    assert damage.cards == {gone.pk, stays.pk, third.pk}
