"""Events that LASK rates as a whole, from their posting to the stored rating and its
explanation (LASK text, points 11 and 12, rule 11a).
"""

from dataclasses import replace
from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from ratings.engine.domain.computation import replay_whole_pool
from ratings.engine.domain.explaining import explain_live
from ratings.ledger.domain.periods import open_period_of_today
from ratings.models import Change, CurrentRating
from tests.factories import NOON, chess_pool, posted
from tests.ratings.lask_pool import AUTUMN, SUMMER, kept_by_lask, long
from tests.ratings.rating_lists import rated, up_to_date

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


def test_worked_tournament_of_the_rules_gives_50_points():
    own = the_tournament()
    assert now(own) == 1950
    number = chess_pool().posted
    step = explain_live(chess_pool().pk, own.pk, date(2025, 10, 31), number).step
    assert (step.change, {game.opponent_base for game in step.games}) == (50, {1950})


def test_given_section_mean_is_used():
    # 1900 against 1900: 5½ of 9 without compensation is 32.
    assert now(the_tournament(white_mean=1900, black_mean=1900)) == 1932


def test_correcting_only_the_method_changes_the_ratings():
    own = the_tournament()
    sent_again()
    # Game by game: k = 2 against 1950, 4 against 2000: 5½ of 9 is 32 + 16 + 4.
    assert followed_and_replayed(own) == (52 + 1900, 52 + 1900)


def test_correcting_whites_opponent_mean_changes_whites_rating():
    own = the_tournament(white_mean=1900, black_mean=1900)
    sent_again("concentrated", white_mean=1950, black_mean=1900)
    assert followed_and_replayed(own) == (1950, 1950)


def test_correcting_blacks_opponent_mean_changes_blacks_rating():
    the_tournament(white_mean=1900, black_mean=1900)
    beaten = chess_pool().reports.get().lines.earliest("key").black
    # With a rating 50 above the opponent's, a loss costs 16 + 2; between equals 16.
    assert now(beaten) == 1950 - 18
    sent_again("concentrated", white_mean=1900, black_mean=1950)
    assert followed_and_replayed(beaten) == (1950 - 16, 1950 - 16)


def test_correcting_only_the_thinking_time_changes_the_ratings():
    kept_by_lask()
    own = rated(1900)
    posted(long(own, rated(1900), 2, AUTUMN))
    up_to_date()
    assert now(own) == 1916
    # Too short for the ledger.
    sent_again(minutes=60)
    assert followed_and_replayed(own) == (1900, 1900)


def sent_again(method="games", *, is_large=False, **facts):
    """Submit the only report again: the same games with these facts."""
    report = chess_pool().reports.get()
    lines = report.lines.order_by("key").select_related("white", "black")
    again = [
        long(line.white, line.black, line.score, line.played_date, key=line.key)
        for line in lines
    ]
    posted(
        *(replace(line, **facts) for line in again),
        source_number=report.source_number,
        method=method,
        is_large=is_large,
    )
    up_to_date()


def followed_and_replayed(player):
    """Return the rating from the incremental run and from a full replay."""
    followed = now(player)
    replay_whole_pool(chess_pool().pk, at=NOON)
    return followed, now(player)


def test_large_event_gives_16_points_at_the_end_of_the_summer():
    a_summers_draw(is_large=True)
    assert bonuses() == [16, 16]


def test_marking_an_event_as_large_later_gives_the_points():
    a_summers_draw(is_large=False)
    assert bonuses() == [0, 0]
    sent_again(is_large=True)
    assert bonuses() == [16, 16]
    replay_whole_pool(chess_pool().pk, at=NOON)
    assert bonuses() == [16, 16]


def a_summers_draw(*, is_large):
    kept_by_lask()
    posted(long(rated(1900), rated(1900), 1, SUMMER), is_large=is_large)
    open_period_of_today(
        chess_pool(), today=date(2026, 9, 2), acting=ActionContext(None, NOON)
    )
    up_to_date()


def bonuses():
    rows = Change.objects.filter(ended_on=date(2026, 8, 31))
    return list(rows.values_list("bonus", flat=True))
