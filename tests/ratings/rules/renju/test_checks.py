"""Checks before a renju tournament is computed."""

import pytest

from ratings.rules.renju.checks import BadTournament, check_tournament, find_faults
from ratings.rules.renju.records import InputGame, InputPlayer
from ratings.rules.renju.tournament import rate_tournament

A, B = InputPlayer("a", 10), InputPlayer("b", None)


@pytest.mark.parametrize(
    ("players", "games", "errors"),
    [
        ([A, A], [], {"players[1].id": "duplicate_id"}),
        ([InputPlayer("a", 0)], [], {"players[0].level": "unknown_level"}),
        ([InputPlayer("a", 21)], [], {"players[0].level": "unknown_level"}),
        ([InputPlayer("a", 3.0)], [], {"players[0].level": "unknown_level"}),
        ([InputPlayer("a", level=True)], [], {"players[0].level": "unknown_level"}),
        (
            [InputPlayer("a", 10, at_three_months=-1, at_end=99)],
            [],
            {
                "players[0].at_three_months": "unknown_level",
                "players[0].at_end": "unknown_level",
            },
        ),
        (
            [InputPlayer("a", None, decided=0)],
            [],
            {"players[0].decided": "unknown_level"},
        ),
        (
            [InputPlayer("a", 10, decided=11)],
            [],
            {"players[0].decided": "already_ranked"},
        ),
        ([A, B], [InputGame("a", "c", 2)], {"games[0].b": "unknown_id"}),
        (
            [A, B],
            [InputGame("a", "b", 2), InputGame("c", "d", 2)],
            {"games[1].a": "unknown_id", "games[1].b": "unknown_id"},
        ),
        ([A, B], [InputGame("a", "a", 1)], {"games[0].b": "plays_self"}),
        ([A, B], [InputGame("a", "b", 3)], {"games[0].score": "bad_score"}),
        ([A, B], [InputGame("a", "b", -1)], {"games[0].score": "bad_score"}),
        ([A, B], [InputGame("a", "b", 0.5)], {"games[0].score": "bad_score"}),
        ([A, B], [InputGame("a", "b", score=True)], {"games[0].score": "bad_score"}),
        (
            [A, B],
            [InputGame("a", "b", 2, key=7), InputGame("b", "a", 0, key=7)],
            {"games[1].key": "duplicate_key"},
        ),
    ],
)
def test_every_invalid_field_is_named(players, games, errors):
    for refuse in (check_tournament, rate_tournament):
        with pytest.raises(BadTournament) as refused:
            refuse(players, games)
        assert refused.value.errors == errors


def test_message_has_place_and_code():
    with pytest.raises(ValueError, match=r"games\[0\]\.b: plays_self"):
        check_tournament([A], [InputGame("a", "a", 1)])


def test_a_pair_may_meet_again_and_a_result_may_be_missing():
    games = [
        InputGame("a", "b", 2),
        InputGame("a", "b", 2),
        InputGame("a", "b", None, key=1),
    ]
    assert list(find_faults([A, B], games)) == []
