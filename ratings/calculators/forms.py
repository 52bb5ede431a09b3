"""What the forms of the calculators' pages share: the fields besides the games.

The rules validate the numbers, so that a page refuses what the API refuses. A form only
keeps what was typed, and shows the errors beside it.
"""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

LONGEST = 20


class NumberField(forms.CharField):
    """A number as people write it: 1950, 5½, 0,5."""

    def __init__(self, **named: Any) -> None:
        widget = forms.TextInput(
            attrs={"inputmode": "decimal", "autocomplete": "off", "size": 8}
        )
        super().__init__(max_length=LONGEST, widget=widget, **named)


class CalculatorForm(forms.Form):
    """`use_required_attribute` is off: only the server reports errors."""

    use_required_attribute = False

    def written(self, name: str) -> str:
        """Return the value of a field as typed, also if it was refused."""
        return str(self.data.get(name, "")).strip()


class GamesForm(CalculatorForm):
    own = NumberField(label=_("Own base rating"))
