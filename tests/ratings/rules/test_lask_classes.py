"""LASK text, point 13: classes by rating."""

import pytest

from ratings.rules.lask_classes import BestPlayers, best_players, class_by_rating
from ratings.rules.lask_numbers import BadEntry
from ratings.rules.lask_parameters import LaskParameters

LASK = LaskParameters()


@pytest.mark.parametrize(
    ("rating", "name"),
    [
        (2700, "SM"), (2250, "SM"), (2249, "M"), (2050, "M"), (2049, "I"),
        (1875, "I"), (1874, "II"), (0, "II"),
    ],
)  # fmt: skip
def test_the_limits_belong_to_the_higher_class(rating, name):
    assert class_by_rating(rating, LASK) == name


def test_a_number_that_is_no_rating_has_no_class():
    with pytest.raises(BadEntry, match=r"^rating: too_low$"):
        class_by_rating(-1, LASK)


def test_the_sixteen_best_are_found_strongest_first():
    ratings = {number: 2000 + number for number in range(20)}
    assert best_players(ratings) == BestPlayers(tuple(range(19, 3, -1)), (), 0)


def test_fewer_than_sixteen_are_all_among_the_best():
    assert best_players({"A": 1900, "B": 2000}) == BestPlayers(("B", "A"), (), 0)


def test_as_many_as_there_are_places_are_all_among_the_best():
    assert best_players({"A": 1900, "B": 1900}, 2) == BestPlayers(("A", "B"), (), 0)


def test_who_share_the_last_place_are_left_to_a_person():
    ratings = {"A": 2300, "B": 2200, "C": 2200, "D": 2200, "E": 2100}
    assert best_players(ratings, 3) == BestPlayers(("A",), ("B", "C", "D"), 2)


def test_a_tie_that_fits_needs_nobody():
    ratings = {"A": 2300, "B": 2200, "C": 2200, "D": 2100}
    assert best_players(ratings, 3) == BestPlayers(("A", "B", "C"), (), 0)
