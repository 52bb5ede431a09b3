"""Days and thinking times as tournament files write them."""

import re
from collections.abc import Callable
from datetime import date

from django.utils.translation import gettext_noop as _

from ratings.files.wording import Wrong

_YEAR_FIRST = re.compile(r"(\d{4}|\d{2})\s*[-./]\s*(\d{1,2})\s*[-./]\s*(\d{1,2})")
_DAY_FIRST = re.compile(r"(\d{1,2})\s*[-./]\s*(\d{1,2})\s*[-./]\s*(\d{4})")
_MONTH_FIRST = re.compile(r"([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})")
_IN_WORDS = re.compile(r"(\d{1,2})\.?\s+([A-Za-z]{3,9})\.?,?\s+(\d{4})")
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august",
    "september", "october", "november", "december",
)  # fmt: skip
_PERIOD = re.compile(r"(?:\d+/)?(\d+)(?:\+(\d+))?")
_SPOKEN = re.compile(
    r"(\d{1,3})\s*(?:min\w*\.?|['′’])?"
    r"(?:\s*\+\s*(\d{1,3})\s*(?:s\w*\.?|[\"″”])?)?(?:\s*(?:/|per)\s*(?:move|drag|trekk))?",
    re.IGNORECASE,
)
LONGEST_MINUTES = 1440


def day_said(said: str, near: date | None) -> date:
    """A day: 2011/02/25, 11/02/25 (the century nearest to `near`), 25.02.2011,
    30/09/2011 (the day before the month), 28. 07. 2005, May 29, 2020, 29 May 2020.
    Raises Wrong for anything else.
    """
    for form, parts_of in _FORMS:
        found = form.fullmatch(said.strip())
        parts = parts_of(found, near) if found else None
        if parts is None:
            continue
        try:
            return date(*parts)
        except ValueError:
            raise Wrong(_("date ‘%(said)s’ is in no calendar"), said=said) from None
    raise Wrong(_("date ‘%(said)s’ is not written as 1987/03/14"), said=said)


Parts = tuple[int, int, int]


def _year_first(found: re.Match[str], near: date | None) -> Parts:
    year = int(found[1])
    if len(found[1]) == 2:  # noqa: PLR2004 - digits
        year += _century(year, near)
    return year, int(found[2]), int(found[3])


def _day_first(found: re.Match[str], _near: date | None) -> Parts:
    return int(found[3]), int(found[2]), int(found[1])


def _month_first(found: re.Match[str], _near: date | None) -> Parts | None:
    month = _month(found[1])
    return (int(found[3]), month, int(found[2])) if month else None


def _in_words(found: re.Match[str], _near: date | None) -> Parts | None:
    month = _month(found[2])
    return (int(found[3]), month, int(found[1])) if month else None


_FORMS: tuple[
    tuple[re.Pattern[str], Callable[[re.Match[str], date | None], Parts | None]], ...
] = (
    (_YEAR_FIRST, _year_first),
    (_DAY_FIRST, _day_first),
    (_MONTH_FIRST, _month_first),
    (_IN_WORDS, _in_words),
)


def _month(said: str) -> int:
    """The number of a month by its name or the beginning of it; 0 for none."""
    named = [at for at, name in enumerate(_MONTHS, 1) if name.startswith(said.lower())]
    return named[0] if len(named) == 1 else 0


def _century(year: int, near: date | None) -> int:
    """Of a year of two digits: that in which the tournament began, or the nearest."""
    began = near.year if near else 2000
    return min((1900, 2000), key=lambda century: abs(century + year - began))


def encoded_minutes(said: str) -> int:
    """Minutes for 60 moves of an encoded time control, such as 40/6000+30:900+30:
    the seconds of all its parts, and the increment of the first for each move.
    """
    parts = [_PERIOD.fullmatch(part) for part in said.split(":")]
    if not said or None in parts:
        return 0
    found = [part for part in parts if part is not None]
    seconds = sum(int(part[1]) for part in found) + 60 * int(found[0][2] or 0)
    return min(max(seconds // 60, 1), LONGEST_MINUTES)


def spoken_minutes(said: str) -> int:
    """Minutes for 60 moves of a time control in words, such as 90 min + 30 sec; 0 where
    it says something else.
    """
    found = _SPOKEN.fullmatch(said.strip())
    if found is None:
        return 0
    return min(int(found[1]) + int(found[2] or 0), LONGEST_MINUTES)
