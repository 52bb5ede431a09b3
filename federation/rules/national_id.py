"""Player numbers: a running number and a check digit.

Imported numbers are kept unchanged; only those assigned here have the check digit, so
it must not be checked for old numbers.
"""

BASE = 10


def check_digit(number: int) -> int:
    """Return the Luhn digit of a non-negative whole number (ISO/IEC 7812-1, annex B):
    it detects every single mistyped digit, and every two adjacent digits that were
    swapped except 0 and 9.
    """
    total = sum(
        _weighed(int(figure), doubled=place % 2 == 0)
        for place, figure in enumerate(reversed(str(number)))
    )
    return -total % BASE


def with_check_digit(number: int) -> str:
    """Return the player number for a running number."""
    return f"{number}{check_digit(number)}"


def _weighed(figure: int, *, doubled: bool) -> int:
    return sum(divmod(figure * 2, BASE)) if doubled else figure
