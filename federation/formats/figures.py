"""Ratings, changes and points as they are written: −12, +7½, 1843½, 3½.

Tables call these functions from their `render_` methods, templates through the
tags and filters of `components`.
"""

from decimal import Decimal, InvalidOperation

from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

Number = int | float | Decimal

NOTHING = "–"
MINUS = "−"


def plain(value: Number | None) -> str:
    """A number with its half written ½ and its minus written −."""
    if value is None:
        return NOTHING
    number = _decimal(value)
    return f"{MINUS}{_size(-number)}" if number < 0 else _size(number)


def signed(value: Number | None) -> str:
    """A change: always with its sign, except nought, which has none."""
    if value is None:
        return NOTHING
    number = _decimal(value)
    return f"+{_size(number)}" if number > 0 else plain(number)


def halves(count: int | None) -> str:
    """Points counted in halves: 7 is 3½."""
    return NOTHING if count is None else plain(Decimal(count) / 2)


def in_column(text: str) -> SafeString:
    """Mark a whole number so that a column of halves keeps the half's place."""
    if text.endswith("½") or text == NOTHING:
        return format_html("{}", text)
    return format_html('<span class="whole">{}</span>', text)


def change(value: Number | None, *, align_halves: bool = False) -> SafeString:
    """A change with its triangle: direction is told by shape and sign."""
    text = signed(value)
    shown = in_column(text) if align_halves else text
    return format_html('<span class="change {}">{}</span>', _direction(value), shown)


def points(count: int | None) -> SafeString:
    """Points counted in halves, aligned on the whole number in a column."""
    return in_column(halves(count))


def rating(value: Number | None, *, align_halves: bool = False) -> SafeString:
    """A rating; a running one can hold a half."""
    text = plain(value)
    return in_column(text) if align_halves else mark_safe(text)  # noqa: S308 (digits)


def _direction(value: Number | None) -> str:
    if value is None or value == 0:
        return "change-none"
    return "change-up" if value > 0 else "change-down"


def _decimal(value: Number) -> Decimal:
    try:
        return Decimal(str(value))
    except InvalidOperation as error:
        raise TypeError(f"{value!r} is not a number") from error


def _size(number: Decimal) -> str:
    whole, rest = divmod(number, 1)
    if rest == 0:
        return str(int(whole))
    if rest == Decimal("0.5"):
        return f"{int(whole) or ''}½"
    return number_format(number.quantize(Decimal("0.01")).normalize(), use_l10n=True)
