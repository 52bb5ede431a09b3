"""Fields that several forms share."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms


def day_field(label: Any, **facts: Any) -> forms.DateField:
    """Return a day, chosen with whatever the browser has for days."""
    return forms.DateField(
        label=label,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        **facts,
    )


def offer(form: forms.Form, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
    """Set what a field of choices offers."""
    cast("forms.ChoiceField", form.fields[name]).choices = list(choices)
