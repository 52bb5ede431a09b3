"""Adding a rating system is adding its module: nothing else knows of it."""

from datetime import date
from textwrap import dedent

import pytest

import ratings.rules
from ratings.domain.computation import replay_whole_pool
from ratings.models import Change, Edition
from ratings.rules.systems import systems
from tests.factories import NOON, chess_pool, computed, line, member, posted

pytestmark = pytest.mark.django_db

MODULE = '''
"""A win is a point up, a loss a point down, and everybody begins with 100."""

from dataclasses import dataclass

import numpy as np

from ratings.rules.base_numbers import find_numbers
from ratings.rules.calendar import MONTHS, Starts, read_starts
from ratings.rules.outcomes import earned_base, touched_players, with_decisions
from ratings.rules.parameters import ParametersBase, parameter
from ratings.rules.played import last_days_played, played_lines
from ratings.rules.step import Outcome


@dataclass(frozen=True, slots=True)
class LadderParameters(ParametersBase):
    period_starts: Starts = parameter(MONTHS, read_starts)


@dataclass(frozen=True, slots=True)
class Ladder:
    name: str = "ladder"
    unit: str = "period"
    memory: tuple = ("wins",)
    fractional: bool = False
    in_order: bool = False
    Parameters: type = LadderParameters

    def rate_step(self, lines, state, decisions, span, parameters):
        _rows, played = played_lines(lines)
        size = len(state.rating)
        numbers = find_numbers(
            played, state, decisions, lambda born: np.full(len(born), 100.0)
        )
        change, games = np.zeros(size, np.float32), np.zeros(size, np.int16)
        won = np.zeros(size)
        for side in played.sides:
            np.add.at(change, side.player, side.score.astype(np.float32) - 1)
            np.add.at(games, side.player, np.int16(1))
            np.add.at(won, side.player, (side.score == 2).astype(float))
        last_played = last_days_played(played, state)
        before = earned_base(numbers, state, games)
        nothing = np.zeros(size, np.float32)
        return Outcome(
            touched=touched_players(games, last_played, state, decisions),
            before=before,
            start_from=numbers.start_from,
            change=change,
            bonus=nothing,
            deduction=nothing,
            adjustment=decisions.adjustment,
            after=with_decisions(before + change, decisions),
            games=games,
            score=games,
            last_played=last_played,
            adopts=state.adopts,
            memory=np.nan_to_num(state.memory) + won[:, np.newaxis],
        )


SYSTEM = Ladder()
'''


@pytest.fixture
def ladder(tmp_path, monkeypatch):
    (tmp_path / "ladder.py").write_text(dedent(MODULE), "utf-8")
    monkeypatch.setattr(
        ratings.rules, "__path__", [*ratings.rules.__path__, str(tmp_path)]
    )
    systems.cache_clear()
    Edition.objects.filter(pool=chess_pool()).update(system="ladder")
    yield
    systems.cache_clear()


def rows():
    return list(
        Change.objects.order_by("ended_on", "player_id").values_list(
            "player_id", "before", "after", "memory"
        )
    )


def test_a_module_is_all_that_a_system_needs(ladder):
    winner, loser = member(), member()
    posted(line(winner, loser, 2, date(2026, 1, 5)))
    posted(line(winner, loser, 2, date(2026, 2, 5)))

    computed()

    assert rows() == [
        (winner.pk, 100.0, 101.0, [1.0]),
        (loser.pk, 100.0, 99.0, [0.0]),
        (winner.pk, 101.0, 102.0, [2.0]),
        (loser.pk, 99.0, 98.0, [0.0]),
    ]


def test_its_incremental_result_is_that_of_a_replay(ladder):
    winner, loser = member(), member()
    posted(line(winner, loser, 2, date(2026, 1, 5), key=1), source_number=1)
    posted(line(winner, loser, 2, date(2026, 2, 5)))
    computed()
    posted(line(winner, loser, 0, date(2026, 1, 5), key=1), source_number=1)
    computed()
    followed = rows()

    replay_whole_pool(chess_pool().pk, at=NOON)

    assert rows() == followed
