"""What is cheaper: following a correction or computing the rest anew."""

from datetime import date

import pytest

from ratings.engine.domain import incremental
from ratings.engine.domain.incremental import cost_anew, is_replay_cheaper
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.models import Pool, Run
from tests.factories import chess_pool, computed, line, posted
from tests.ratings.published import rated

pytestmark = pytest.mark.django_db
WINTER, SPRING, SUMMER = date(2025, 10, 1), date(2026, 2, 1), date(2026, 6, 1)


@pytest.fixture
def three_periods(monkeypatch):
    """With two games, one and one; a game that is followed costs a tenth of one that is
    computed anew.
    """
    monkeypatch.setattr(incremental, "FEW_GAMES", 0)
    monkeypatch.setattr(incremental, "GAME_FOLLOWED", 1.0)
    monkeypatch.setattr(incremental, "GAME_ANEW", 10.0)
    one, other = rated(1500), rated(1500)
    both = (line(one, other, 2, WINTER, key=1), line(other, one, 2, WINTER, key=2))
    posted(*both, source_number=7)
    for number, day in ((8, SPRING), (9, SUMMER)):
        posted(line(one, other, 2, day, key=1), source_number=number)
    computed()
    return one, other


def most_followed(place):
    """So many games are still followed from the step at this place on."""
    pool = Pool.objects.get(pk=chess_pool().pk)
    snapshot = LedgerSnapshot.of(pool.pk, pool.posted)
    step = snapshot.steps()[place]
    tried = (each for each in range(200) if is_replay_cheaper(snapshot, step, each))
    return next(tried) - 1


def test_games_are_followed_while_the_steps_left_cost_no_more_than_anew(three_periods):
    # 40 points of cost in three steps, 20 in two, 10 in one.
    assert [most_followed(place) for place in range(3)] == [13, 10, 10]


def test_only_games_that_count_are_left(three_periods):
    one, other = three_periods
    posted(line(one, other, 2, SUMMER, key=1), source_number=9)
    assert most_followed(2) == 10


def test_everybody_on_the_live_list_is_computed_anew(three_periods, monkeypatch):
    monkeypatch.setattr(incremental, "PLAYER_ANEW", 5.0)
    assert cost_anew(games=1, players=2.0) == 20


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
