"""Two players of a section who are not to meet."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.forms.fields import LineField
from tournaments.forms.fields import set_field_choices

WHERE_POSSIBLE, ALWAYS = "where_possible", "always"


class KeepApartForm(forms.Form):
    one = forms.TypedChoiceField(label=gettext_lazy("One player"), coerce=int)
    other = forms.TypedChoiceField(label=gettext_lazy("The other player"), coerce=int)
    strictness = forms.ChoiceField(
        label=gettext_lazy("How strictly?"),
        choices=[
            (
                WHERE_POSSIBLE,
                gettext_lazy(
                    "where possible: they meet only if the round cannot be paired"
                    " otherwise"
                ),
            ),
            (ALWAYS, gettext_lazy("always, even if the round cannot be paired then")),
        ],
        initial=WHERE_POSSIBLE,
        widget=forms.RadioSelect,
    )
    reason = LineField(
        label=gettext_lazy("Why?"),
        max_length=100,
        help_text=gettext_lazy(
            "For example: mother and son. Only the organisers can read it; everybody "
            "can see that the two are not to meet."
        ),
    )

    def __init__(
        self, *args: Any, players: Sequence[tuple[int, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "other"):
            set_field_choices(self, name, [("", ""), *players])

    def clean(self) -> dict[str, Any]:
        one, other = (self.cleaned_data.get(name) for name in ("one", "other"))
        if one and one == other:
            self.add_error("other", _("Choose somebody other than the first player."))
        return self.cleaned_data

    @property
    def is_strict(self) -> bool:
        return bool(self.cleaned_data["strictness"] == ALWAYS)
