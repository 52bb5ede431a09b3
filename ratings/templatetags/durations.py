"""A filter that formats a duration."""

from django import template
from django.utils.formats import number_format

from federation.formats.figures import NOTHING

register = template.Library()

SECOND, MINUTE, HOUR = 1000, 60, 3600


@register.filter
def duration(milliseconds: float | None) -> str:
    """Return a duration in words: 43 ms, 2.3 s, 4 min 10 s, 3 h 5 min."""
    if milliseconds is None:
        return NOTHING
    rounded = round(milliseconds)
    if rounded < SECOND:
        return f"{rounded} ms"
    seconds = round(milliseconds / SECOND, 1)
    if seconds < MINUTE:
        return f"{number_format(seconds, 1)} s"
    whole = round(milliseconds / SECOND)
    if whole < HOUR:
        return f"{whole // MINUTE} min {whole % MINUTE} s"
    return f"{whole // HOUR} h {whole % HOUR // MINUTE} min"
