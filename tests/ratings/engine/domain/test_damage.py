"""Which steps and players are out of date between two posting numbers."""

from datetime import date

import pytest

from ratings.engine.domain.alias_damage import find_alias_damage
from ratings.engine.domain.damage import find_damage
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.ledger.domain.periods import open_period_of_today
from ratings.ledger.queries.player_aliases import PlayerAliases
from ratings.models import Pool
from ratings.pools.domain.pools import carry_corrections
from ratings.pools.domain.postings import ActionContext
from tests.factories import NOON, UserFactory, chess_pool, line, member, posted
from tests.ratings.published import SPRING, accepted, published, up_to_date

pytestmark = pytest.mark.django_db

SPRINGS_END, SUMMERS_END = date(2026, 4, 30), date(2026, 8, 31)


def open_period(today):
    open_period_of_today(chess_pool(), today=today, acting=ActionContext(None, NOON))


def damage_since(number):
    pool = Pool.objects.get(pk=chess_pool().pk)
    steps = LedgerSnapshot.of(pool.pk, pool.posted).steps()
    return find_damage(pool.pk, steps, number, pool.posted)


def newest_posting():
    return Pool.objects.get(pk=chess_pool().pk).posted


def test_a_period_that_opens_makes_the_one_before_it_out_of_date_and_no_earlier_one():
    posted(line(member(), member(), 2, date(2025, 10, 1)))
    open_period(date(2026, 6, 1))
    before = newest_posting()

    open_period(date(2026, 10, 1))

    assert damage_since(before).replay_from == SUMMERS_END


def test_the_first_period_of_a_pool_is_computed_from_itself_on():
    posted(line(member(), member(), 2, SPRING))

    assert damage_since(0).replay_from == SPRINGS_END


def test_of_a_merged_cards_games_one_more_than_asked_for_is_read():
    """So that whoever asks sees that there are too many to follow."""
    gone, stays, *others = (member() for _number in range(5))
    posted(
        *(
            line(gone, other, 2, SPRING, key=key, round=key)
            for key, other in enumerate(others, 1)
        )
    )
    was, now = PlayerAliases.of([]), PlayerAliases.of([(gone.pk, stays.pk)])

    found = find_alias_damage(chess_pool().pk, [], was, now, most=1)

    assert found.games == 2


def test_no_period_stays_as_it_is_before_corrections_were_carried():
    accepted(line(member(), member(), 2, SPRING))
    rating_list = published(SPRING)
    carry_corrections(
        chess_pool().pk, reason="statutes", acting=ActionContext(UserFactory().pk, NOON)
    )
    up_to_date()

    pool = chess_pool().pk
    assert LedgerSnapshot.of(pool, rating_list.posting_number).shut == ()
    assert [end for end, _at in LedgerSnapshot.of(pool, newest_posting()).shut] == [
        SPRINGS_END
    ]
