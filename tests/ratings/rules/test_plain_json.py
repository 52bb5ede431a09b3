"""Parts of answers as formatted in JSON."""

import json
from fractions import Fraction

from ratings.rules.plain_json import decimal, points, table_row
from ratings.rules.rating_table import rating_table


def test_half_points_are_given_as_points():
    assert [points(half) for half in (0, 1, 3, None)] == [0, 0.5, 1.5, None]


def test_a_row_has_its_lowest_and_highest_difference():
    # SSF rating, SYSTEM: 0 to 10 is the first row, and from 500 on there is no end.
    first, *_, last = (table_row(row) for row in rating_table("ssf_2008").rows)
    assert first["low"] == 0
    assert last == {"low": 500, "high": None}


def test_a_fraction_is_the_nearest_number():
    assert json.dumps([decimal(Fraction(1, 4)), decimal(None)]) == "[0.25, null]"
