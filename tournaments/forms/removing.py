"""The confirmation of an act that cancels, removes or undoes something."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class SureForm(forms.Form):
    """The box that the user ticks after reading what happens; if little is lost, the
    button alone is enough.
    """

    sure = forms.BooleanField(
        label=_("I have read what happens"),
        error_messages={"required": _("Tick that you have read what happens.")},
    )

    def __init__(self, *args: Any, needs_tick: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not needs_tick:
            self.fields["sure"].widget = forms.HiddenInput()
            self.fields["sure"].initial = True
