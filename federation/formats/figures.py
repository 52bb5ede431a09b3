"""Ratings, changes, points and durations as text: −12, +7½, 1843½, 3½, 2.3 s.

Tables call these functions from their `render_` methods, templates through the tags and
filters of `components`.
"""

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from datetime import date
from decimal import Decimal, InvalidOperation
from math import floor
from typing import Any

from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

Number = int | float | Decimal

Writer = Callable[[Number, date | None], str]
"""Writes the rating of a day; without a day, one of today or of the page's own day."""

NOTHING = "–"
MINUS = "−"

_MOST_STEPS = 100
_SECOND, _MINUTE, _HOUR = 1000, 60, 3600
_PLACES = 2
_writer: ContextVar[Writer | None] = ContextVar("writer of ratings", default=None)


def set_rating_writer(writer: Writer | None) -> None:
    """Set the function that writes ratings for the rest of this request: as levels, for
    example. None: as numbers.
    """
    _writer.set(writer)


def whole_or_float(value: float, decimals: int | None = None) -> int | float:
    """Return the number as a file has it: rounded to so many decimals, if they are
    given, and without a fraction if it is then whole.
    """
    rounded = value if decimals is None else round(value, decimals)
    return int(rounded) if rounded == int(rounded) else rounded


def rating_text(value: Number | None, day: date | None = None) -> str:
    """Return a rating as its pool writes it, or wrote it on a day."""
    writer = _writer.get()
    return plain(value) if writer is None or value is None else writer(value, day)


def rating_name(value: Number | None, day: date | None = None) -> str:
    """Return the name of the whole rating nearest to a mean, such as a level; "" where
    ratings are numbers.
    """
    if value is None or _writer.get() is None:
        return ""
    nearest = floor(float(value) + 0.5)
    name = rating_text(nearest, day)
    return "" if name == plain(nearest) else name


def named_steps(points: Sequence[Any]) -> dict[int, str]:
    """Return the named whole ratings, such as levels, from below the lowest `value` of
    these points to above the highest: the labels of an axis. Empty where ratings are
    numbers.
    """
    if _writer.get() is None or not points:
        return {}
    values = [point.value for point in points]
    steps = range(int(min(values)) - 1, int(max(values)) + 2)
    named = {step: rating_name(step) for step in steps[:_MOST_STEPS]}
    return {step: name for step, name in named.items() if name}


def plain(value: Number | None, places: int = _PLACES) -> str:
    """Return a number with ½ for its half and − for its minus, and at most so many
    decimals.
    """
    if value is None:
        return NOTHING
    number = _decimal(value)
    size = _size(abs(number), places)
    return f"{MINUS}{size}" if number < 0 else size


def signed(value: Number | None, places: int = _PLACES) -> str:
    """Return a change: always with its sign, except zero, which has none."""
    if value is None:
        return NOTHING
    number = _decimal(value)
    return f"+{_size(number, places)}" if number > 0 else plain(number, places)


def halves(count: int | None) -> str:
    """Return points counted in halves as text: 7 is 3½."""
    return NOTHING if count is None else plain(Decimal(count) / 2)


def in_column(text: str) -> SafeString:
    """Pad a whole number so that it is aligned in a column of numbers with halves."""
    if text.endswith("½") or text == NOTHING:
        return format_html("{}", text)
    return format_html('<span class="whole">{}</span>', text)


def change(
    value: Number | None, *, align_halves: bool = False, places: int = _PLACES
) -> SafeString:
    """Format a change with its triangle: the direction is shown by shape and sign."""
    text = signed(value, places)
    shown = in_column(text) if align_halves else text
    return format_html('<span class="change {}">{}</span>', _direction(value), shown)


def points(count: int | None) -> SafeString:
    """Return points counted in halves, aligned on the whole number in a column."""
    return in_column(halves(count))


def rating(
    value: Number | None, *, day: date | None = None, align_halves: bool = False
) -> SafeString:
    """Return a rating; a current one can contain a half."""
    text = rating_text(value, day)
    return in_column(text) if align_halves else format_html("{}", text)


def _direction(value: Number | None) -> str:
    if value is None or value == 0:
        return "change-none"
    return "change-up" if value > 0 else "change-down"


def _decimal(value: Number) -> Decimal:
    try:
        return Decimal(str(value))
    except InvalidOperation as error:
        raise TypeError(f"{value!r} is not a number") from error


def _size(number: Decimal, places: int) -> str:
    whole, rest = divmod(number, 1)
    if rest == 0:
        return str(int(whole))
    if rest == Decimal("0.5"):
        return f"{int(whole) or ''}½"
    return number_format(round(number, places).normalize(), use_l10n=True)


def duration(milliseconds: float | None) -> str:
    """Return a duration in words: 43 ms, 2.3 s, 4 min 10 s, 3 h 5 min."""
    if milliseconds is None:
        return NOTHING
    rounded = round(milliseconds)
    if rounded < _SECOND:
        return f"{rounded} ms"
    seconds = round(milliseconds / _SECOND, 1)
    if seconds < _MINUTE:
        return f"{number_format(seconds, 1)} s"
    whole = round(milliseconds / _SECOND)
    if whole < _HOUR:
        return f"{whole // _MINUTE} min {whole % _MINUTE} s"
    return f"{whole // _HOUR} h {whole % _HOUR // _MINUTE} min"
