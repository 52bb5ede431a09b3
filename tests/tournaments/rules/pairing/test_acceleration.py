"""Accelerated rounds by the Baku method (FIDE C.04.5.1)."""

import pytest

from tournaments.rules.pairing.acceleration import last_accelerated, virtual_half_points


@pytest.mark.parametrize(
    ("players", "last"), [(161, 82), (160, 80), (8, 4), (9, 6), (2, 2)]
)
def test_the_upper_group_is_half_of_the_players_rounded_up_to_an_even_number(
    players, last
):
    assert last_accelerated(players) == last


@pytest.mark.parametrize(
    ("rounds", "points"),
    [
        (9, [2, 2, 2, 1, 1, 0, 0, 0, 0]),
        (11, [2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0]),
        (5, [2, 2, 1, 0, 0]),
    ],
)
def test_one_point_then_half_a_point_then_nothing(rounds, points):
    virtual_points = [
        virtual_half_points(each, rounds) for each in range(1, rounds + 1)
    ]
    assert virtual_points == points
