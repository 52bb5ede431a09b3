"""What calculators write: the paragraphs of a line, and numbers with decimals."""

from collections.abc import Iterable

from django import template
from django.template.defaultfilters import floatformat

from federation.formats.figures import MINUS, NOTHING
from ratings.views import paragraphs

register = template.Library()


@register.filter
def margin(names: Iterable[str]) -> str:
    """The places of some paragraphs in one line: 3, 4."""
    return paragraphs.margin(names)


@register.filter
def decimals(number: float | None, places: int) -> str:
    """A number with so many decimals, fewer where `places` is below 0: −0.58."""
    if number is None:
        return NOTHING
    return str(floatformat(number, places)).replace("-", MINUS)
