"""The parameters of rating systems, named and formatted as in the forms."""

from typing import Any

from django import template

from ratings.editions.parameter_fields import written
from ratings.system_words.lookup import parameter_words

register = template.Library()


@register.simple_tag
def edition_number(system: str, name: str, value: Any) -> str:
    """Return the parameter's label with its value."""
    return f"{parameter_words(system, name).label}: {written(system, name, value)}"
