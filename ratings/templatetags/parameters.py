"""The numbers of rating systems, named and written as the forms write them."""

from typing import Any

from django import template

from ratings.editions.parameter_fields import written
from ratings.pages.parameter_words import words_of

register = template.Library()


@register.filter
def number_name(name: str) -> str:
    return str(words_of(name).label)


@register.filter
def number_written(value: Any, name: str) -> str:
    return written(name, value)
