"""The months of a renju pool, from the ledger to the levels."""

from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from ratings.engine.domain.explaining import explain_live
from ratings.ledger.domain.periods import open_period_of_today
from ratings.models import Change, Computation
from ratings.rules.explained import Note
from tests.factories import NOON, chess_pool, computed, line, member, posted, rated_by
from tests.ratings.rating_lists import decided

pytestmark = pytest.mark.django_db


def test_levels_from_before_the_first_month_fall_five_years_after_their_own_day():
    # Decided on 5 January 2020; the pool's first month is March 2020, so that five
    # years are full on 31 January 2025 and not on 31 March.
    rated_by("renju")
    player, other = member(), member()
    decided(player, 12, on=date(2020, 1, 5))
    decided(other, 12, on=date(2020, 3, 5))
    posted(line(other, member(), 2, date(2020, 3, 10)), source_number=1)
    for today in (date(2020, 4, 1), date(2025, 3, 1)):
        open_period_of_today(
            chess_pool(), today=today, acting=ActionContext(None, NOON)
        )
    computed()

    rows = Change.objects.filter(player_id=player.pk).order_by("ended_on")

    assert [(row.ended_on, row.before, row.after) for row in rows] == [
        (date(2020, 3, 31), 12, 12),
        (date(2025, 1, 31), 12, 11),
    ]
    fallen = Change.objects.filter(player_id=other.pk, ended_on__gt=date(2020, 4, 1))
    assert not fallen.exists()
    number = Computation.objects.get(pool=chess_pool()).computed
    step = explain_live(chess_pool().pk, player.pk, date(2020, 3, 31), number).step
    assert step.notes == (
        Note("start_confirmed", "Renju 2 §5", days=(date(2020, 1, 31),)),
    )
