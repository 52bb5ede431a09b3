"""Base ratings of a day in each pool: `tournaments.domain.start_facts`."""

from datetime import date

import pytest

from ratings.enums import DecisionKind
from ratings.ledger.domain.editions import NoEdition
from ratings.models import Change, Decision
from tests.factories import (
    NOON,
    chess_pool,
    computed,
    line,
    member,
    posted,
    rated_by,
    second_pool,
)
from tests.ratings.rating_lists import decided, rated
from tests.ratings.renju_pool import THREE_DAN, TWO_DAN, cup, cup_players
from tests.tournaments.renju import ranked
from tournaments.domain.start_facts import base_ratings, memories

pytestmark = pytest.mark.django_db
SPRING_ENDS, SUMMER = date(2026, 4, 30), date(2026, 5, 1)


def known(player, day=SUMMER, pool=None):
    found = base_ratings((pool or chess_pool()).pk, [player.pk], day).known
    return found.get(player.pk)


@pytest.fixture
def other():
    return second_pool()


def start_in(pool, player, points):
    Decision.objects.create(
        pool=pool,
        kind=DecisionKind.START,
        player=player,
        on_date=date(2025, 1, 1),
        points=points,
        reason="known strength",
        made_at=NOON,
        confirmed_at=NOON,
        span=(0, None),
    )


def test_start_rating_holds_only_in_its_own_pool(other):
    player = rated(1500)
    assert known(player, pool=other) is None
    start_in(other, player, 1900)
    assert (known(player), known(player, pool=other)) == (1500, 1900)


def test_games_of_another_pool_change_no_base_rating(other):
    one, two = rated(1500), rated(1500)
    for player in (one, two):
        start_in(other, player, 1900)
    posted(line(one, two, 2, date(2026, 2, 1)))
    computed()
    # SSF rating, point 3: 16 for a win against an equal.
    assert (known(one), known(one, pool=other)) == (1516, 1900)


def test_period_changes_the_base_rating_from_the_day_after_its_last():
    one, two = rated(1500), rated(1500)
    posted(line(one, two, 2, SPRING_ENDS))
    computed()
    assert [known(one, day) for day in (SPRING_ENDS, SUMMER)] == [1500, 1516]


def test_event_rated_as_a_whole_counts_from_the_day_after_its_last():
    rated_by("renju")
    players = cup_players()
    cup(players, day=date(2026, 2, 3))
    days = date(2026, 2, 3), date(2026, 2, 4)
    assert [known(players[-1], day) for day in days] == [TWO_DAN, THREE_DAN]


def test_start_rating_counts_in_the_whole_period_of_its_decision():
    player = member()
    decided(player, 1600, on=SUMMER)
    assert [known(player, day) for day in (SPRING_ENDS, SUMMER)] == [None, 1600]
    assert known(player, date(2026, 8, 31)) == 1600
    late = member()
    decided(late, 1700, on=date(2026, 8, 31))
    assert [known(late, day) for day in (SPRING_ENDS, SUMMER)] == [None, 1700]


def test_later_start_rating_replaces_the_earlier():
    player = member()
    decided(player, 1600, on=date(2026, 3, 1))
    decided(player, 1500, on=date(2026, 2, 1))
    assert known(player) == 1600


def test_adjustment_is_no_start_rating():
    player = member()
    decided(player, 25, kind=DecisionKind.ADJUSTMENT, on=date(2026, 2, 1))
    assert known(player) is None


def test_games_are_rated_from_the_minimum_time_on():
    bases = base_ratings(chess_pool().pk, [], SUMMER)
    assert bases.period.first_date == SUMMER
    assert [bases.rates(minutes) for minutes in (0, 59, 60, 120)] == [
        False,
        False,
        True,
        True,
    ]
    rated_by("scrabble")
    assert base_ratings(chess_pool().pk, [], SUMMER).rates(1)


def test_start_rating_of_a_newcomer_depends_on_the_age_in_the_year_of_the_period():
    bases = base_ratings(chess_pool().pk, [], SUMMER)
    assert [bases.default(born) for born in (2011, 2012, None)] == [1300, 1000, 1300]


def test_there_are_no_facts_before_the_first_edition(other):
    with pytest.raises(NoEdition):
        base_ratings(other.pk, [], date(2019, 12, 31))
    assert base_ratings(other.pk, [], date(2020, 1, 1)).known == {}


def test_memory_is_of_steps_that_ended_before_the_day():
    rated_by("renju")
    players = ranked(*[10] * 8)
    day = date(2026, 2, 7)
    first, *others = players
    posted(*(line(first, each, 1, day, key=at) for at, each in enumerate(others)))
    computed()
    assert Change.objects.filter(report_id__gt=0, ended_on=day).exists()
    pool, ids = chess_pool().pk, [first.pk]
    assert memories(pool, ids, date(2026, 2, 8)).keys() == {first.pk}
    on_the_day = memories(pool, ids, day)
    after = memories(pool, ids, date(2026, 2, 8))
    assert on_the_day != after
    assert memories(pool + 1, ids, date(2026, 2, 8)) == {}


def test_rating_of_the_latest_period_is_the_base():
    # SSF rating, point 3: 16 for each win against an equal.
    one, two, three = rated(1500), rated(1500), rated(1516)
    posted(line(one, two, 2, date(2025, 11, 3)))
    posted(line(one, three, 2, date(2026, 2, 1)))
    computed()
    days = (date(2025, 12, 31), date(2026, 1, 1), SPRING_ENDS, SUMMER)
    assert [known(one, day) for day in days] == [1500, 1516, 1516, 1532]


def test_computed_rating_takes_precedence_over_the_decided_start_rating():
    one, two = rated(1500), rated(1500)
    posted(line(one, two, 2, date(2026, 2, 1)))
    computed()
    assert known(one, date(2026, 8, 31)) == 1516
