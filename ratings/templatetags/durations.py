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
    if milliseconds < SECOND:
        return f"{milliseconds:.0f} ms"
    seconds = float(milliseconds) / SECOND
    if seconds < MINUTE:
        return f"{number_format(seconds, 1)} s"
    if seconds < HOUR:
        return f"{seconds // MINUTE:.0f} min {seconds % MINUTE:.0f} s"
    return f"{seconds // HOUR:.0f} h {seconds % HOUR // MINUTE:.0f} min"
