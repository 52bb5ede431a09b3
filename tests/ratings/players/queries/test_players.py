"""A player's ratings by lists, periods and days: `ratings.players.queries.players`."""

from datetime import date

import pytest

from ratings.engine.domain.computation import compute_pool
from ratings.models import Edition
from ratings.players.queries.achievements import events, records
from ratings.players.queries.explanations import event_steps, kept_event_steps
from ratings.players.queries.players import (
    PeriodLine,
    chart_points,
    class_history,
    live_list_line,
    on_lists,
    period_lines,
    rating_on,
)
from ratings.pools.queries.publications import publications
from tests.factories import (
    NOON,
    ClassMembershipFactory,
    chess_pool,
    line,
    member,
    posted,
    second_pool,
)
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    corrected,
    period,
    published,
    rated,
    rulebook_game,
    up_to_date,
)
from tests.worlds import shared

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)


@shared
def other_pool():
    return second_pool()


def published_lists():
    return publications(chess_pool().pk)


def official(player):
    return on_lists(published_lists(), player.pk)


def periods(player):
    return period_lines(chess_pool().pk, player.pk, official(player))


def on(day, player):
    return rating_on(day, published_lists(), official(player), periods(player))


def revised():
    """Publish a list with Adam and its revision, and post a later game."""
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    corrected(adam, bertil, 0)
    published(SPRING)
    accepted(line(adam, bertil, 2, SUMMER), name="Summer Open")
    up_to_date()
    return adam


def test_rating_of_a_period_applies_from_the_day_after_its_last():
    adam, _bertil, _report = rulebook_game()
    published(SPRING)

    days = [on(day, adam) for day in (date(2026, 4, 30), date(2026, 5, 1))]

    assert [each.computed for each in days] == [None, 1976]
    assert [[entry.rating for entry in each.lists] for each in days] == [[], [1976]]


def test_the_rating_of_a_day_is_that_of_the_last_period_before_it():
    adam = revised()
    assert on(date(2026, 8, 31), adam).computed == 1944
    assert on(date(2026, 9, 1), adam).computed != 1944


def test_revision_precedes_the_original_on_a_day():
    adam = revised()
    assert [entry.rating for entry in on(TODAY, adam).lists] == [1944, 1976]
    rating_list = on(TODAY, member()).held
    assert (rating_list.number, rating_list.revision) == (2, 1)


def test_list_is_shown_beside_its_periods_last_event_latest_begun_first():
    """Scrabble rates each event as a whole."""
    Edition.objects.update(system="scrabble", from_date=date(2020, 1, 1))
    adam, bertil = rated(1200), rated(1200)
    for name, first, last in (
        ("Late", date(2026, 2, 5), date(2026, 2, 9)),
        ("Early", date(2026, 2, 2), date(2026, 2, 9)),
        ("Across", date(2026, 1, 30), SPRING),
    ):
        accepted(
            line(adam, bertil, 2, first),
            line(adam, bertil, 0, last, round=2),
            name=name,
        )
    rating_list = published(SPRING)
    spring = period(SPRING)
    days = spring.start_date, spring.end_date

    assert [
        (each.event, each.official and each.official.list.number)
        for each in periods(adam)
    ] == [("Late", 1), ("Early", None), ("Across", None)]
    assert [
        [each.event for each in steps]
        for steps in (
            event_steps(chess_pool().pk, adam.pk, *days),
            kept_event_steps(rating_list.pk, adam.pk),
        )
    ] == 2 * [["Across", "Early", "Late"]]


def test_lists_are_ordered_newest_first():
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    accepted(line(adam, bertil, 2, SUMMER))
    published(SUMMER)

    assert [entry.list.number for entry in official(adam)] == [2, 1]


def test_period_is_compared_with_its_latest_list():
    spring = periods(revised())[-1]
    assert (spring.official.list.revision, spring.differs) == (1, False)


def test_period_without_a_list_has_no_official_rating():
    summer = periods(revised())[0]
    assert (summer.official, summer.differs) == (None, False)


def test_chart_has_one_point_for_a_list_with_the_revisions_rating():
    adam = revised()
    now = live_list_line(chess_pool().pk, adam.pk)

    points = chart_points(official(adam), periods(adam), now, TODAY)

    assert [(point.date, point.value, point.live) for point in points] == [
        (date(2026, 5, 1), 1944, False),
        (TODAY, now.rating, True),
    ]


def test_standing_is_within_the_pool(other_pool):
    adam, bertil, _report = rulebook_game()
    up_to_date()
    posted(line(adam, bertil, 2, SPRING), pool_id=other_pool.pk)
    compute_pool(other_pool.pk, at=NOON, cause="test")

    assert live_list_line(chess_pool().pk, adam.pk).rating == 1976
    other_line = live_list_line(other_pool.pk, adam.pk)
    assert (other_line.rating == 1976, other_line.rank) == (False, None)


def test_classes_are_ordered_newest_first():
    player = member()
    for player_class, day in (
        ("III", date(2010, 1, 1)),
        ("I", date(2020, 1, 1)),
        ("II", date(2015, 1, 1)),
    ):
        ClassMembershipFactory(player=player, player_class=player_class, from_date=day)
    ClassMembershipFactory(player_class="M")

    history = class_history(player.pk)

    assert [each.player_class for each in history] == ["I", "II", "III"]


def test_tournaments_are_ordered_by_last_day_played_newest_first():
    adam, bertil = member(), member()
    long = accepted(
        line(adam, bertil, 1, date(2026, 1, 10), key=1),
        line(bertil, adam, 1, date(2026, 3, 10), key=2),
        name="All winter",
    )
    short = accepted(line(adam, bertil, 1, SPRING))
    up_to_date()

    found = events(chess_pool().pk, adam.pk, chess_pool().posted)

    assert [(row["report_id"], row["last_day"]) for row in found] == [
        (long.pk, date(2026, 3, 10)),
        (short.pk, SPRING),
    ]


def test_best_rank_is_the_lowest_rank_not_the_highest_rating():
    adam, bertil, _report = rulebook_game()
    published(SPRING)  # Adam is second of two.
    accepted(line(adam, bertil, 2, SUMMER))
    published(SUMMER)
    player_records = records(official(adam), periods(adam))

    assert player_records.highest_official.list.number == 2
    # The same rank on both: of equals the earliest.
    assert (player_records.best_rank.rank, player_records.best_rank.list.number) == (
        2,
        1,
    )


def period_line(month, before, after, games=1):
    """A period of a month of 2026."""
    day = date(2026, month, 1)
    return PeriodLine(day, day, before, games, 1, 0, 0, 0, 0, after)


def test_record_is_the_highest_or_the_earliest_of_equals():
    first = period_line(1, None, 1500, games=9)
    rose = period_line(2, 1500, 1520, games=2)
    again = period_line(3, 1500, 1520, games=2)
    decided = period_line(4, 1000, 1510, games=0)
    fell = period_line(5, 1520, 1500, games=9)

    player_records = records([], [fell, decided, again, rose, first])

    assert (
        player_records.highest,
        player_records.largest_gain,
        player_records.most_games,
    ) == (rose, rose, first)
    assert (player_records.highest_official, player_records.best_rank) == (None, None)


def test_player_without_gains_or_games_has_no_record():
    fell, unchanged = period_line(1, 1500, 1490), period_line(2, 1490, 1490)
    assert records([], [unchanged, fell]).largest_gain is None
    waited = period_line(1, 1500, 1490, games=0)
    player_records = records([], [waited])
    assert (
        player_records.most_games,
        player_records.largest_gain,
        player_records.highest,
    ) == (None, None, waited)


def test_conversion_step_is_shown_between_two_days():
    last, first = date(2026, 4, 30), date(2026, 5, 1)
    step = PeriodLine(first, last, 1500, 0, 0, 0, 0, 0, 0, 12)
    period = PeriodLine(first, date(2026, 8, 31), 12, 3, 4, 0, 0, 0, 0, 13)
    steps = [
        (each.carries_over, each.start_day, each.end_day) for each in (step, period)
    ]
    assert steps == [(True, last, first), (False, first, date(2026, 8, 31))]
    assert (step.moved, period.moved) == (-1488, 1)


def test_chart_is_live_and_player_unlisted_before_any_list():
    adam, _bertil, _report = rulebook_game()
    up_to_date()
    now = live_list_line(chess_pool().pk, adam.pk)

    assert official(adam) == []
    points = chart_points([], periods(adam), now, TODAY)
    assert [(each.date, each.value, each.live) for each in points] == [
        (date(2026, 5, 1), 1976, True)
    ]
