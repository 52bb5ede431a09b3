"""The parameters of rating systems, named and formatted as in the forms."""

from typing import Any

from django import template

from ratings.editions.parameter_fields import written
from ratings.pages.parameter_words import words_of

register = template.Library()


@register.simple_tag
def edition_number(system: str, name: str, value: Any) -> str:
    """Return the parameter's label with its value."""
    return f"{words_of(system, name).label}: {written(system, name, value)}"
