"""Parse the thinking times in tournament files."""

import re

_PERIOD = re.compile(r"(?:\d+/)?(\d{1,9})(?:\+(\d{1,9}))?")
_SPOKEN = re.compile(
    r"(\d{1,3})\s*(?:min\w*\.?|['′’])?"
    r"(?:\s*\+\s*(\d{1,3})\s*(?:s\w*\.?|[\"″”])?)?(?:\s*(?:/|per)\s*(?:move|drag|trekk))?",
    re.IGNORECASE,
)
LONGEST_MINUTES = 1440
LONGEST_SAID = 100
"""The longest thinking time in words that is parsed, in letters."""


def encoded_minutes(text: str) -> int:
    """Return the minutes for 60 moves of an encoded time control such as
    40/6000+30:900+30: the seconds of all its parts, and the first one's increment for
    each move; 0 if it is not one.
    """
    parts = [_PERIOD.fullmatch(part) for part in text.split(":")]
    if not text or None in parts:
        return 0
    found = [part for part in parts if part is not None]
    seconds = sum(int(part[1]) for part in found) + 60 * int(found[0][2] or 0)
    return min(max(seconds // 60, 1), LONGEST_MINUTES)


def spoken_minutes(text: str) -> int:
    """Return the minutes for 60 moves of a time control in words, such as 90 min + 30
    sec; 0 if it is not one.
    """
    spoken = text.strip()
    found = _SPOKEN.fullmatch(spoken) if len(spoken) <= LONGEST_SAID else None
    if found is None:
        return 0
    return min(int(found[1]) + int(found[2] or 0), LONGEST_MINUTES)
