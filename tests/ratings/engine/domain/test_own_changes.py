"""Rating changes of a player's single games (SSF rating, point 3: 16 among equals)."""

from datetime import date

import pytest

from ratings.engine.domain.own_changes import own_changes
from ratings.models import Pool
from tests.factories import chess_pool, line, member, rated_by, side
from tests.ratings.rating_lists import SPRING, SUMMER, accepted, rated, up_to_date

pytestmark = pytest.mark.django_db

SPRINGS_FIRST, SPRINGS_LAST = date(2026, 1, 1), date(2026, 4, 30)
SUMMERS_LAST = date(2026, 8, 31)


def changes_at(player, *places):
    pool = Pool.objects.get(pk=chess_pool().pk)
    games = own_changes(pool.pk, player.pk, places, pool.posted)
    return {
        origin: (own.game.change, own.end_date, own.report_id)
        for origin, own in games.items()
    }


def test_all_games_of_the_periods_containing_the_places_are_returned():
    player = rated(1500)
    first = accepted(
        line(player, rated(1500), 2, SPRINGS_FIRST, key=1),
        line(rated(1500), player, 2, SPRINGS_LAST, key=2),
    )
    other = accepted(line(rated(1500), player, 1, SPRING, key=1))
    later = accepted(line(player, rated(1500), 0, SUMMER, key=1))
    up_to_date()
    of_spring = {
        (first.pk, 1): (16, SPRINGS_LAST, 0),
        (first.pk, 2): (-16, SPRINGS_LAST, 0),
        (other.pk, 1): (0, SPRINGS_LAST, 0),
    }

    assert changes_at(player, (first.pk, SPRINGS_FIRST)) == of_spring
    assert changes_at(player, (first.pk, SPRINGS_LAST)) == of_spring
    assert changes_at(player, (later.pk, SUMMER)) == {
        (later.pk, 1): (-16, SUMMERS_LAST, 0)
    }
    assert len(changes_at(player, (first.pk, SPRING), (later.pk, SUMMER))) == 4
    assert changes_at(player, (first.pk, date(2025, 12, 31))) == {}
    assert changes_at(player) == {}


def test_event_rated_as_a_whole_returns_only_its_own_games():
    rated_by("renju")
    player = rated(12)
    event = accepted(line(player, rated(12), 1, SPRING, key=1))
    accepted(line(player, rated(12), 1, SPRING, key=1))
    up_to_date()

    changes = changes_at(player, (event.pk, SPRING))

    assert list(changes) == [(event.pk, 1)]
    assert changes[event.pk, 1][1:] == (SPRING, event.pk)


def test_a_period_that_cannot_be_explained_is_left_out():
    player = rated(1500)
    spring = accepted(line(player, rated(1500), 2, SPRING, key=1))
    summer = accepted(line(player, rated(1500), 2, SUMMER, key=1))
    up_to_date()
    stranger = side(member(), is_member=False)
    accepted(line(player, stranger, 2, SUMMER, key=1))

    changes = changes_at(player, (spring.pk, SPRING), (summer.pk, SUMMER))

    assert changes == {(spring.pk, 1): (16, SPRINGS_LAST, 0)}
