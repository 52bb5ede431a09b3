"""Which published lists a correction may move: `ratings.corrections.queries`."""

from datetime import date

import pytest

from ratings.corrections.queries.moved_lists import (
    lists_reached_by,
    moved_lists_in_words,
)
from ratings.models import Claim, Pool
from tests.factories import chess_pool, second_pool
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    corrected,
    published,
    rulebook_game,
)

pytestmark = pytest.mark.django_db
LAST_OF_SPRING = date(2026, 4, 30)


def reached(was, becomes, pool=None):
    claim = Claim(pool=pool or chess_pool(), played_date=was, to_date=becomes)
    return lists_reached_by(claim)


def test_newest_revision_of_each_list_since_the_earlier_day_is_affected():
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    summer = published(SUMMER)
    corrected(adam, bertil, 1)
    revised = published(SPRING)
    both = [revised, summer]

    assert revised.revision == 1
    for days in ((SPRING, SPRING), (SUMMER, SPRING), (SPRING, SUMMER)):
        assert reached(*days) == both
    assert reached(LAST_OF_SPRING, LAST_OF_SPRING) == both
    assert reached(date(2026, 5, 1), date(2026, 5, 1)) == [summer]
    assert reached(SPRING, SPRING, pool=second_pool()) == []
    Pool.objects.filter(pk=chess_pool().pk).update(carries_from=1)
    assert reached(SPRING, SPRING) == []


def test_correction_says_whether_its_points_are_booked_where_they_are_carried():
    rulebook_game()
    Pool.objects.filter(pk=chess_pool().pk).update(
        carries_from=0, ends_on=LAST_OF_SPRING
    )
    published(SPRING)
    claim = Claim(pool=chess_pool(), played_date=SPRING, to_date=SPRING)

    assert moved_lists_in_words(claim, LAST_OF_SPRING) == (
        "No published list changes: the points are booked in the period that is open."
    )
    assert moved_lists_in_words(claim, date(2026, 5, 1)).startswith(
        "No published list and no rating changes: the pool has ended"
    )
