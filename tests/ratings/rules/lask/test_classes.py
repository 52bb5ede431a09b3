"""LASK text, point 13: classes by rating."""

import pytest

from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.system import SYSTEM

LASK = LaskParameters()


@pytest.mark.parametrize(
    ("rating", "name"),
    [
        (2700, "SM"), (2250, "SM"), (2249, "M"), (2050, "M"), (2049, "I"),
        (1875, "I"), (1874, "II"), (0, "II"), (-10, "II"),
    ],
)  # fmt: skip
def test_the_limits_belong_to_the_higher_class(rating, name):
    assert SYSTEM.class_by_rating(rating, LASK) == name
