"""Which years of birth are possible."""

import pytest

from federation.rules.birth_years import is_birth_year


@pytest.mark.parametrize(
    ("year", "possible"),
    [(1879, False), (1880, True), (2026, True), (2027, False), (9999, False)],
)
def test_year_of_birth_is_from_1880_to_the_present_year(year, possible):
    assert is_birth_year(year, 2026) == possible


def test_without_a_present_year_the_limit_is_that_of_the_register():
    assert [is_birth_year(year) for year in (2100, 2101)] == [True, False]
