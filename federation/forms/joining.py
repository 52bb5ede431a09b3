"""Forms for a club's joining request and for the answer to it."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.forms.fields import (
    BirthYearField,
    DaySoonField,
    LineField,
    NameField,
    set_choices,
    set_latest,
    set_this_year,
)
from federation.forms.reasons import ReasonField
from federation.models import Club
from federation.permissions import Actor, Permission
from federation.queries.joining import find_among_visible, players_with_public_name


class AskForm(forms.Form):
    """The person a club asks for: by the number, or by public name and year of birth.
    The form looks in the register only for what its reader may see anyway.
    """

    number = LineField(
        label=_("Player number"),
        max_length=20,
        required=False,
        help_text=_(
            "Ask the player for it. If you give the number, leave the name empty."
        ),
    )
    name = NameField(
        label=_("Or the name, first and last"), max_length=121, required=False
    )
    birth_year = BirthYearField(
        label=_("with the year of birth"),
        required=False,
        help_text=_(
            "Players who do not show their full name can only be asked for by number."
        ),
    )
    club = forms.ModelChoiceField(Club.objects.none(), label=_("Club"), empty_label="—")
    from_date = DaySoonField(label=_("Member from"))

    def __init__(self, *args: Any, actor: Actor, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.actor = actor
        self.today = today
        set_this_year(self.fields["birth_year"], today.year)
        set_latest(self.fields["from_date"], today)
        own = Club.objects.in_order().open()
        set_choices(
            self.fields["club"],
            own.filter(pk__in=actor.club_ids(Permission.ASK_FOR_MEMBERS)),
        )

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if self.errors:
            return given
        number, name, year = given["number"], given["name"], given["birth_year"]
        if bool(number) == bool(name) or (name and year is None):
            raise forms.ValidationError(
                _("Enter either the number, or the name and the year of birth.")
            )
        if number:
            given["birth_year"] = None
        elif players_with_public_name(name, year)[:2].count() > 1:
            raise forms.ValidationError(
                _("Several players have this name and year: give the number.")
            )
        self._refuse_own(given)
        return given

    def _refuse_own(self, given: dict[str, Any]) -> None:
        typed = given["number"], given["name"], given["birth_year"]
        if find_among_visible(self.actor, given["club"], self.today, *typed).exists():
            raise forms.ValidationError(
                _(
                    "The player is on your list of members, perhaps among the former"
                    " ones. Open the player's page there and enter the membership."
                )
            )


class JoiningAnswerForm(forms.Form):
    """The answer, given by the button that is pressed; a no may have a reason."""

    reason = ReasonField(
        label=_("If you say no: why"),
        required=False,
        readers=_(
            "The club will read it. Do not write anything that the club should not "
            "know."
        ),
        rows=2,
        max_length=200,
    )

    @property
    def accepts(self) -> bool:
        return self.data.get("answer") == "yes"

    def clean(self) -> dict[str, Any]:
        if self.data.get("answer") not in ("yes", "no"):
            raise forms.ValidationError(_("Choose yes or no."))
        return super().clean() or {}
