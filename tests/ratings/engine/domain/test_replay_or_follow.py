"""Choosing the cheaper way: following a correction or recomputing the rest."""

import dataclasses
from datetime import date
from math import inf

import pytest
from django.db import connection

from ratings.engine.domain import incremental, replay
from ratings.engine.domain.incremental import (
    IncrementalRun,
    ReplayIsCheaper,
    refuse_if_replay_is_cheaper,
)
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.replay import replay_cost
from ratings.ledger.domain.slots import CHANGES, Slots
from ratings.models import Pool, Run
from ratings.pools.domain.pools import create_pool
from tests import database
from tests.factories import chess_pool, computed, line, posted
from tests.ratings.rating_lists import rated

pytestmark = pytest.mark.django_db
WINTER, SPRING, SUMMER = date(2025, 10, 1), date(2026, 2, 1), date(2026, 6, 1)


@pytest.fixture
def three_periods(monkeypatch):
    """Post four games in each period; following one costs 1.5 times its recomputation,
    and computing into the spare slot is impossible.
    """
    monkeypatch.setattr(incremental, "FOLLOWED_UNCHECKED", 0)
    monkeypatch.setattr(incremental, "GAME_FOLLOWED", 15.0)
    monkeypatch.setattr(replay, "GAME_IN_PLACE", 10.0)
    monkeypatch.setattr(replay, "START_INTO_SPARE", inf)
    one, other = rated(1500), rated(1500)
    for number, day in ((7, WINTER), (8, SPRING), (9, SUMMER)):
        posted(*four_games(one, other, day), source_number=number)
    computed()
    return one, other


def four_games(one, other, day, score=2):
    """Post four games, the first with this result."""
    return [
        line(one, other, score if key == 1 else 2, day, key=key) for key in range(1, 5)
    ]


def at_step(place):
    pool = Pool.objects.get(pk=chess_pool().pk)
    snapshot = LedgerSnapshot.of(pool.pk, pool.posted)
    slots = Slots(CHANGES, pool.pk, 0, can_fill=True)
    return snapshot, slots, snapshot.steps()[place]


def is_followed(place, games, **so_far):
    """Return whether that many games are still followed in the step at this place."""
    snapshot, slots, step = at_step(place)
    run = IncrementalRun(snapshot, slots)
    try:
        refuse_if_replay_is_cheaper(dataclasses.replace(run, **so_far), step, games)
    except ReplayIsCheaper:
        return False
    return True


@pytest.mark.parametrize("place", [0, 1, 2])
def test_games_are_followed_while_their_share_of_the_rest_costs_less_than_a_replay(
    three_periods, place
):
    # Replaying four games costs 40 in each period; following two costs 30, three 45.
    assert [is_followed(place, games) for games in (1, 2, 3, 4)] == [
        *(True, True),
        *(False, False),
    ]


def test_growing_share_of_games_is_extrapolated(three_periods, monkeypatch):
    monkeypatch.setattr(incremental, "GAME_FOLLOWED", 17.0)
    # Two of four games, twice, cost 68 followed and 80 replayed; a share that grows
    # from one to two and then by half again would cost 85.
    assert is_followed(1, 2, steps=1, first_share=0.5)
    assert not is_followed(1, 2, steps=1, first_share=0.25)
    assert is_followed(2, 2, steps=2, first_share=0.0)


def test_only_counting_games_are_in_the_rest(three_periods):
    one, other = three_periods
    posted(line(one, other, 2, SUMMER, key=1), source_number=9)
    assert replay_cost(*at_step(2)).left == 1


@pytest.mark.django_db(transaction=True)
def test_replay_cost_includes_all_players_of_the_live_list(three_periods, monkeypatch):
    monkeypatch.setattr(replay, "PLAYER_IN_PLACE", 5.0)
    with database.owner(), connection.cursor() as cursor:
        cursor.execute("ANALYZE ratings_currentrating")
    # Four games of the last step, two players.
    assert replay_cost(*at_step(2)).in_place == 50


def test_spare_slot_cost_covers_all_games_whatever_the_step(three_periods, monkeypatch):
    monkeypatch.setattr(replay, "START_INTO_SPARE", 26.0)
    monkeypatch.setattr(replay, "GAME_INTO_SPARE", 2.0)
    costs = [replay_cost(*at_step(place)) for place in range(3)]
    assert [(cost.here, cost.left) for cost in costs] == [(4, 12), (4, 8), (4, 4)]
    assert [cost.into_spare for cost in costs] == [50, 50, 50]
    assert [cost.in_place for cost in costs] == [120, 80, 40]
    assert [cost.cheapest for cost in costs] == [50, 50, 40]
    assert [cost.is_spare_cheaper for cost in costs] == [True, True, False]


def test_tournaments_are_not_computed_into_the_spare_slot(monkeypatch):
    monkeypatch.setattr(replay, "START_INTO_SPARE", 0.0)
    pool = create_pool(
        code="words",
        name="Words",
        system="scrabble",
        parameters={},
        from_date=date(2020, 1, 1),
    )
    posted(line(rated(1500), rated(1500), 2, WINTER), pool_id=pool.pk)
    snapshot = LedgerSnapshot.of(pool.pk, 1)
    slots = Slots(CHANGES, pool.pk, 0, can_fill=True)
    assert replay_cost(snapshot, slots, snapshot.steps()[0]).into_spare == inf


@pytest.mark.parametrize(
    ("can_fill", "may_empty", "cost"),
    [(True, False, 0), (False, True, 0), (False, False, inf)],
)
def test_spare_slot_is_not_used_while_it_is_read(
    three_periods, monkeypatch, can_fill, may_empty, cost
):
    monkeypatch.setattr(replay, "START_INTO_SPARE", 0.0)
    monkeypatch.setattr(replay, "GAME_INTO_SPARE", 0.0)
    snapshot, slots, step = at_step(0)
    slots = dataclasses.replace(slots, can_fill=can_fill, may_empty=may_empty)
    assert replay_cost(snapshot, slots, step).into_spare == cost


def test_few_games_are_always_followed(three_periods, monkeypatch):
    monkeypatch.setattr(incremental, "FOLLOWED_UNCHECKED", 50)
    assert [is_followed(2, games) for games in (50, 51)] == [True, False]


def test_replay_is_chosen_if_following_costs_more(three_periods, monkeypatch):
    one, other = three_periods
    monkeypatch.setattr(incremental, "GAME_FOLLOWED", 100.0)
    posted(*four_games(one, other, WINTER, score=0), source_number=7)
    computed()
    assert Run.objects.latest("pk").is_replay
