"""Which lists of a pool can be approved together, and which revised ones come first."""

import pytest

from federation.domain.authorship import ActionContext
from ratings.ledger.domain.periods import open_period_of_today
from ratings.lists.queries.proposals import (
    earlier_revised,
    pools_with_chains,
    uncompared_periods,
)
from ratings.models import Period
from tests.factories import (
    NOON,
    chess_pool,
    computed,
    line,
    member,
    posted,
    second_pool,
)
from tests.ratings.lists.chain import AUTUMN, SPRING, SUMMER, TODAY, Chain
from tests.ratings.rating_lists import accepted
from tests.worlds import shared

pytestmark = pytest.mark.django_db


def of(day):
    return Period.objects.get(pool=chess_pool(), start_date__lte=day, end_date__gte=day)


@shared
def three():
    """Three periods that have ended without a list, and a running one."""
    for day in (SPRING, SUMMER, AUTUMN):
        accepted(line(member(), member(), 1, day))
    open_period_of_today(chess_pool(), today=TODAY, acting=ActionContext(None, NOON))
    computed()


def test_all_ended_periods_can_be_approved_together(three):
    assert pools_with_chains(TODAY) == [(chess_pool(), 3)]


@pytest.mark.parametrize(
    ("day", "count"), [(AUTUMN, 2), (SUMMER, None), (SPRING, None)]
)
def test_chain_ends_before_the_first_blocked_list_and_has_at_least_two(
    three, day, count
):
    posted(line(member(), member(), 1, day))
    computed()

    assert pools_with_chains(TODAY) == ([(chess_pool(), count)] if count else [])


def test_period_ending_today_is_not_in_the_chain(three):
    last = of(AUTUMN).end_date

    assert pools_with_chains(last) == [(chess_pool(), 2)]


def test_each_pool_has_a_chain_of_its_own(three):
    other = second_pool()
    for day in (SPRING, SUMMER):
        accepted(line(member(), member(), 1, day), pool_id=other.pk)

    found = dict(pools_with_chains(TODAY))

    assert found == {chess_pool(): 3, other: 2}


def test_earlier_waiting_revised_lists_are_named_from_the_earliest():
    chain = Chain()
    assert earlier_revised(of(AUTUMN)) == []

    chain.spring(0)
    computed()

    assert earlier_revised(of(AUTUMN)) == [of(SPRING), of(SUMMER)]
    assert earlier_revised(of(SUMMER)) == [of(SPRING)]
    assert earlier_revised(of(SPRING)) == []
    assert list(uncompared_periods()) == []


def test_revised_lists_of_another_pool_are_ignored():
    chain = Chain()
    chain.spring(0)
    computed()
    other = second_pool()
    accepted(line(member(), member(), 1, AUTUMN), pool_id=other.pk)
    theirs = Period.objects.get(pool=other)

    assert earlier_revised(theirs) == []
