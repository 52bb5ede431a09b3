"""Fields that several forms share."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms


def day_field(label: Any, **kwargs: Any) -> forms.DateField:
    """Return a field for a day, chosen with the date picker of the browser."""
    return forms.DateField(
        label=label,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        **kwargs,
    )


def set_field_choices(
    form: forms.Form, name: str, choices: Sequence[tuple[Any, Any]]
) -> None:
    """Set the choices of a choice field."""
    cast("forms.ChoiceField", form.fields[name]).choices = list(choices)
