"""Forms for a list of people who become members of a club."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from federation.domain.players import PlayerDraft
from federation.enums import Gender
from federation.forms.fields import (
    BirthYearField,
    DaySoonField,
    NameField,
    set_choices,
    set_latest,
    set_this_year,
)
from federation.forms.members import own_clubs
from federation.models import Club
from federation.permissions import Actor
from tournaments.forms.pasting import PasteForm


class NewMembersForm(PasteForm):
    """The list, the club, and the first day as members."""

    club = forms.ModelChoiceField(
        Club.objects.none(), label=gettext_lazy("Club"), empty_label="—"
    )
    from_date = DaySoonField(
        label=gettext_lazy("Member from"),
        help_text=gettext_lazy(
            "For all lines without a day of their own, in a column “Member from”."
        ),
    )
    field_order = ["club", "from_date", "text", "file"]

    def __init__(self, *args: Any, actor: Actor, today: date) -> None:
        super().__init__(*args, this_year=today.year)
        set_choices(self.fields["club"], own_clubs(actor))
        self.fields["from_date"].initial = today
        set_latest(self.fields["from_date"], today)


class FirstDayForm(forms.Form):
    """The first day as a member."""

    from_date = DaySoonField(label=gettext_lazy("Member from"))

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_latest(self.fields["from_date"], today)


class NewPlayerForm(forms.Form):
    """A player who is not in the register."""

    first_name = NameField(label=gettext_lazy("First name"), max_length=60)
    last_name = NameField(label=gettext_lazy("Last name"), max_length=60)
    birth_year = BirthYearField(label=gettext_lazy("Year of birth"), required=False)
    gender = forms.ChoiceField(
        label=gettext_lazy("Gender"), choices=Gender.choices, required=False
    )

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_this_year(self.fields["birth_year"], today.year)

    @property
    def draft(self) -> PlayerDraft:
        return PlayerDraft(**self.cleaned_data)
