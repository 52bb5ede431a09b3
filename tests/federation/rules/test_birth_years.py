"""Tests of `federation.rules.birth_years`."""

import pytest

from federation.rules.birth_years import is_birth_year


@pytest.mark.parametrize(
    ("year", "possible"),
    [(1879, False), (1880, True), (2026, True), (2027, False), (9999, False)],
)
def test_people_in_the_register_are_born_from_1880_to_this_year(year, possible):
    assert is_birth_year(year, 2026) is possible
