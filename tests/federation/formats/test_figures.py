"""Numbers as files have them: `federation.formats.figures`."""

import pytest

from federation.formats.figures import whole_or_float


@pytest.mark.parametrize(
    ("value", "decimals", "written"),
    [
        (1843.0, None, "1843"),
        (1843.25, None, "1843.25"),
        (1843.123456, 4, "1843.1235"),
        (1024.6 - 1009.6, 4, "15"),
        (-0.00001, 4, "0"),
    ],
)
def test_number_that_is_whole_when_rounded_has_no_fraction(value, decimals, written):
    assert str(whole_or_float(value, decimals)) == written
