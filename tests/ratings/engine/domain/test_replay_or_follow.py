"""What is cheaper: following a correction or computing the rest anew."""

from datetime import date
from math import inf

import pytest
from django.db import connection

from ratings.engine.domain import incremental, replay
from ratings.engine.domain.incremental import is_replay_cheaper
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.replay import replay_cost
from ratings.models import Pool, Run
from ratings.pools.domain.pools import create_pool
from tests import database
from tests.factories import chess_pool, computed, line, posted
from tests.ratings.published import rated

pytestmark = pytest.mark.django_db
WINTER, SPRING, SUMMER = date(2025, 10, 1), date(2026, 2, 1), date(2026, 6, 1)


@pytest.fixture
def three_periods(monkeypatch):
    """With two games, one and one; a game that is followed costs a tenth of one that is
    computed anew, and nothing can be computed beside.
    """
    monkeypatch.setattr(incremental, "FEW_GAMES", 0)
    monkeypatch.setattr(incremental, "GAME_FOLLOWED", 1.0)
    monkeypatch.setattr(replay, "GAME_IN_PLACE", 10.0)
    monkeypatch.setattr(replay, "START_BESIDE", inf)
    one, other = rated(1500), rated(1500)
    both = (line(one, other, 2, WINTER, key=1), line(other, one, 2, WINTER, key=2))
    posted(*both, source_number=7)
    for number, day in ((8, SPRING), (9, SUMMER)):
        posted(line(one, other, 2, day, key=1), source_number=number)
    computed()
    return one, other


def at_step(place):
    pool = Pool.objects.get(pk=chess_pool().pk)
    snapshot = LedgerSnapshot.of(pool.pk, pool.posted)
    return snapshot, snapshot.steps()[place]


def most_followed(place):
    """So many games are still followed from the step at this place on."""
    snapshot, step = at_step(place)
    tried = (each for each in range(200) if is_replay_cheaper(snapshot, step, each))
    return next(tried) - 1


def test_games_are_followed_while_the_steps_left_cost_no_more_than_anew(three_periods):
    # 40 points of cost in three steps, 20 in two, 10 in one.
    assert [most_followed(place) for place in range(3)] == [13, 10, 10]


def test_only_games_that_count_are_left(three_periods):
    one, other = three_periods
    posted(line(one, other, 2, SUMMER, key=1), source_number=9)
    assert most_followed(2) == 10


@pytest.mark.django_db(transaction=True)
def test_everybody_on_the_live_list_is_computed_anew(three_periods, monkeypatch):
    monkeypatch.setattr(replay, "PLAYER_IN_PLACE", 5.0)
    with database.owner(), connection.cursor() as cursor:
        cursor.execute("ANALYZE ratings_currentrating")
    # One game of the last step, two players.
    assert replay_cost(*at_step(2)).in_place == 20


def test_all_games_are_computed_beside_whatever_the_step(three_periods, monkeypatch):
    monkeypatch.setattr(replay, "START_BESIDE", 7.0)
    monkeypatch.setattr(replay, "GAME_BESIDE", 2.0)
    costs = [replay_cost(*at_step(place)) for place in range(3)]
    assert [cost.beside for cost in costs] == [15, 15, 15]
    assert [cost.in_place for cost in costs] == [40, 20, 10]
    assert [cost.least for cost in costs] == [15, 15, 10]
    assert [cost.is_beside_cheaper for cost in costs] == [True, True, False]


def test_tournaments_are_not_computed_beside(monkeypatch):
    monkeypatch.setattr(replay, "START_BESIDE", 0.0)
    pool = create_pool(
        code="words",
        name="Words",
        system="scrabble",
        parameters={},
        from_date=date(2020, 1, 1),
    )
    posted(line(rated(1500), rated(1500), 2, WINTER), pool_id=pool.pk)
    snapshot = LedgerSnapshot.of(pool.pk, 1)
    assert replay_cost(snapshot, snapshot.steps()[0]).beside == inf


def test_a_few_games_are_followed_whatever_is_left(three_periods, monkeypatch):
    monkeypatch.setattr(incremental, "FEW_GAMES", 50)
    assert most_followed(2) == 50


def test_what_is_dearer_to_follow_is_computed_anew(three_periods, monkeypatch):
    one, other = three_periods
    monkeypatch.setattr(incremental, "GAME_FOLLOWED", 100.0)
    both = (line(one, other, 0, WINTER, key=1), line(other, one, 2, WINTER, key=2))
    posted(*both, source_number=7)
    computed()
    assert Run.objects.latest("pk").is_replay
