"""Player numbers: a running number and a check digit.

Numbers that were imported stay as they were; only those given here carry the
digit, so nothing may ask of an old number that its digit fits.
"""

BASE = 10


def check_digit(number: int) -> int:
    """Return the Luhn digit of a whole number of at least nought (ISO/IEC 7812-1, annex
    B): it finds every single mistyped figure, and every two neighbours that changed
    places except 0 and 9.
    """
    total = sum(
        _weighed(int(figure), doubled=place % 2 == 0)
        for place, figure in enumerate(reversed(str(number)))
    )
    return -total % BASE


def with_check_digit(number: int) -> str:
    """Return the player number that a running number gives."""
    return f"{number}{check_digit(number)}"


def _weighed(figure: int, *, doubled: bool) -> int:
    return sum(divmod(figure * 2, BASE)) if doubled else figure
