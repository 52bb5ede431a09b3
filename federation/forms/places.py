"""Forms with which the administrator edits clubs and districts."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.domain.places import ClubFacts, DistrictFacts
from federation.forms.fields import DayField, LineField, NameField, SeenForm
from federation.models import District

OLDEST_CLUB = 1800


class ClubForm(forms.Form):
    name = NameField(label=_("Name"), max_length=80)
    short_name = NameField(
        label=_("Short name"),
        max_length=20,
        help_text=_("For tables on a phone."),
    )
    town = LineField(label=_("Town"), max_length=60, required=False)
    district_id = forms.TypedChoiceField(label=_("District"), coerce=int)
    founded_year = forms.IntegerField(
        label=_("Founded"), min_value=OLDEST_CLUB, required=False
    )
    closed_date = DayField(
        label=_("Closed"),
        required=False,
        help_text=_("The club's last day, if it no longer exists."),
    )

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        district: Any = self.fields["district_id"]
        district.choices = [
            ("", "—"),
            *District.objects.in_order().values_list("pk", "name"),
        ]

    def clean_founded_year(self) -> int | None:
        year: int | None = self.cleaned_data["founded_year"]
        if year is not None and year > self.today.year:
            raise forms.ValidationError(_("That year has not come yet."))
        return year

    @property
    def facts(self) -> ClubFacts:
        return ClubFacts.read(self.cleaned_data)


class EditClubForm(SeenForm, ClubForm):
    """The same data of a club, with what the editor saw."""


class DistrictForm(forms.Form):
    name = NameField(label=_("Name"), max_length=80)
    code = forms.SlugField(
        label=_("Code"),
        max_length=20,
        help_text=_("Short, for addresses and files: a–z, digits and hyphens."),
    )
    adopts_junior_rules = forms.BooleanField(
        label=_("The district has adopted the rules below 1200"),
        required=False,
        help_text=_(
            "Bonus, floor 800, and games from one hour. It applies to what is "
            "reported from now on; earlier reports keep the rules of their day."
        ),
    )

    @property
    def facts(self) -> DistrictFacts:
        return DistrictFacts.read(self.cleaned_data)


class EditDistrictForm(SeenForm, DistrictForm):
    """The same data of a district, with what the editor saw."""
