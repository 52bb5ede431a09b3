"""The games of a step that concern some players: `ratings.engine.domain.step_lines`."""

from datetime import date

import numpy as np
import pytest

from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.step_lines import read_lines, read_lines_and_those_met
from tests.factories import chess_pool, computed, line, member, posted

pytestmark = pytest.mark.django_db

SPRING, SUMMER = date(2026, 2, 1), date(2026, 6, 1)


@pytest.fixture
def players():
    """Games in one period: A–B, B–C, C–D, E–F; and A–D in another."""
    names = {name: member() for name in "ABCDEF"}
    pairs = ("AB", "BC", "CD", "EF")
    posted(
        *(
            line(names[one], names[other], 2, SPRING, key=key)
            for key, (one, other) in enumerate(pairs)
        )
    )
    posted(line(names["A"], names["D"], 1, SUMMER))
    computed()
    return names


def of_spring(read, players, *groups):
    """Return the pairs of players in the spring's games that are read, in order."""
    pool = chess_pool()
    snapshot = LedgerSnapshot.of(pool.pk, pool.posted)
    step = snapshot.steps()[0]
    ids = [
        np.array(sorted(players[name].pk for name in group), np.int64)
        for group in groups
    ]
    found = read(step.games(snapshot.reports(step.end_date)), *ids)
    name_of = {player.pk: name for name, player in players.items()}
    return [
        name_of[one] + name_of[other]
        for one, other in zip(
            found.lines.white.tolist(), found.lines.black.tolist(), strict=True
        )
    ]


def test_lines_of_given_players_are_read(players):
    assert of_spring(read_lines, players, "E") == ["EF"]
    assert of_spring(read_lines, players, "BE") == ["AB", "BC", "EF"]


@pytest.mark.parametrize(
    ("touched", "moved", "read"),
    [
        ("A", "A", ["AB", "BC"]),
        ("AE", "A", ["AB", "BC", "EF"]),
        ("BE", "B", ["AB", "BC", "CD", "EF"]),
        ("D", "D", ["BC", "CD"]),
        ("EF", "", ["EF"]),
    ],
)
def test_lines_of_opponents_of_changed_players_are_read(players, touched, moved, read):
    assert of_spring(read_lines_and_those_met, players, touched, moved) == read
