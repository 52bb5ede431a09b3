"""When players may enter a section themselves, and the organiser's answers."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.enums import PlayerClass
from federation.forms.reasons import ReasonField
from tournaments.domain.entry_requests.opening import EntryOpening
from tournaments.forms.fields import day_field, set_field_choices
from tournaments.models import OpenEntries


class OpenEntriesForm(forms.Form):
    from_date = day_field(gettext_lazy("Open from"))
    to_date = day_field(gettext_lazy("Last day to enter"))
    most = forms.IntegerField(
        label=gettext_lazy("Maximum number of players"),
        required=False,
        min_value=2,
        max_value=2000,
        help_text=gettext_lazy(
            "Anyone who comes later has to wait, and gets the place when somebody "
            "leaves."
        ),
    )
    for_class = forms.ChoiceField(
        label=gettext_lazy("For which class?"),
        required=False,
        help_text=gettext_lazy(
            "Players from other classes cannot enter; you can still enter them "
            "yourself. A player without a class has to wait for your answer."
        ),
    )
    born_from = forms.IntegerField(
        label=gettext_lazy("Born in this year or later"),
        required=False,
        min_value=1900,
        max_value=2200,
        help_text=gettext_lazy("For a section of juniors."),
    )
    needs_answer = forms.BooleanField(
        label=gettext_lazy("I accept each entry before it counts"), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_field_choices(
            self, "for_class", [("", _("any class")), *PlayerClass.choices]
        )

    def clean(self) -> dict[str, Any]:
        first, last = (self.cleaned_data.get(n) for n in ("from_date", "to_date"))
        if first and last and last < first:
            self.add_error("to_date", _("The last day comes before the first."))
        return self.cleaned_data

    @property
    def opening(self) -> EntryOpening:
        return EntryOpening(**self.cleaned_data)

    @staticmethod
    def initial_of(opened: OpenEntries | None, first: EntryOpening) -> dict[str, Any]:
        """Return the current opening or, if there is none, the suggested one."""
        if opened is None:
            return asdict(first)
        return {name: getattr(opened, name) for name in asdict(first)}


class DeclineForm(forms.Form):
    """Why a player's entry request is declined."""

    reason = ReasonField(
        label=gettext_lazy("Why?"),
        readers=gettext_lazy("The player can read it."),
        rows=1,
        max_length=200,
    )


class MoveForm(forms.Form):
    section = forms.TypedChoiceField(
        label=gettext_lazy("To which section?"), coerce=int
    )

    def __init__(
        self, *args: Any, sections: Sequence[tuple[int, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        set_field_choices(self, "section", sections)
