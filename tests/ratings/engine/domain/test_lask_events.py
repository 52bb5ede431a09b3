"""Events that LASK rates as a whole, from their posting to the stored rating and its
explanation (LASK text, points 11 and 12, rule 11a).
"""

from datetime import date

import pytest

from ratings.engine.domain.computation import replay_whole_pool
from ratings.engine.domain.explaining import explain_live
from ratings.ledger.domain.periods import open_period_of_today
from ratings.models import Change, CurrentRating
from ratings.pools.domain.postings import ActionContext
from tests.factories import NOON, chess_pool, posted
from tests.ratings.lask_pool import AUTUMN, SUMMER, kept_by_lask, long
from tests.ratings.published import rated, up_to_date

pytestmark = pytest.mark.django_db


def now(player):
    return CurrentRating.objects.get(player_id=player.pk).rating


def the_tournament(**facts):
    """1900 scores 5½ of 9 in a section with the mean 1950 (tests/golden/lask.json)."""
    kept_by_lask()
    own = rated(1900)
    others = [rated(rating) for rating in (*[1950] * 8, 2000)]
    results = (2, 2, 2, 2, 2, 1, 0, 0, 0)
    posted(
        *(
            long(own, other, score, AUTUMN, **facts)
            for other, score in zip(others, results, strict=True)
        ),
        method="concentrated",
    )
    up_to_date()
    return own


def test_the_worked_tournament_brings_50_points():
    own = the_tournament()
    assert now(own) == 1950
    number = chess_pool().posted
    step = explain_live(chess_pool().pk, own.pk, date(2025, 10, 31), number).step
    assert (step.change, {game.opponent_base for game in step.games}) == (50, {1950})


def test_a_mean_that_was_given_stands():
    # 1900 against 1900: 5½ of 9 without compensation is 32.
    assert now(the_tournament(white_mean=1900, black_mean=1900)) == 1932


def test_a_correction_of_the_method_alone_moves_the_ratings():
    own = the_tournament()
    report = chess_pool().reports.get()
    lines = report.lines.order_by("key")
    again = [
        long(line.white, line.black, line.score, AUTUMN, key=line.key)
        for line in lines.select_related("white", "black")
    ]
    posted(*again, source_number=report.source_number)
    up_to_date()
    followed = now(own)
    replay_whole_pool(chess_pool().pk, at=NOON)
    # Game by game: k = 2 against 1950, 4 against 2000: 5½ of 9 is 32 + 16 + 4.
    assert (followed, now(own)) == (52 + 1900, 52 + 1900)


def test_a_large_event_brings_16_points_when_the_summer_is_over():
    kept_by_lask()
    one, other = rated(1900), rated(1900)
    posted(long(one, other, 1, SUMMER), is_large=True)
    open_period_of_today(
        chess_pool(), today=date(2026, 9, 2), acting=ActionContext(None, NOON)
    )
    up_to_date()
    rows = Change.objects.filter(ended_on=date(2026, 8, 31)).values_list(
        "bonus", flat=True
    )
    assert list(rows) == [16, 16]
