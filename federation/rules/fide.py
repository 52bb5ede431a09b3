"""The bounds of a rating of FIDE, which hold for an estimate of one as well."""

from typing import Final

LOWEST_RATING: Final = 500
HIGHEST_RATING: Final = 3500
