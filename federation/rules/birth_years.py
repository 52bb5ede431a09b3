"""Which years of birth are possible, on every form and in every file."""

from typing import Final

FIRST_BIRTH_YEAR: Final = 1880
LAST_BIRTH_YEAR: Final = 2100
"""The last year that the register can store. What people enter or bring may be no
later than the present year.
"""


def is_birth_year(year: int, this_year: int = LAST_BIRTH_YEAR) -> bool:
    """Return whether somebody in the register can be born in the year."""
    return FIRST_BIRTH_YEAR <= year <= this_year
