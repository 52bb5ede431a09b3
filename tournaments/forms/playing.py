"""Forms about players, rounds, answers and decisions."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.domain.players import PlayerDraft
from federation.enums import PlayerClass
from federation.forms.fields import (
    BirthYearField,
    NameField,
    required_when,
    set_this_year,
)
from federation.forms.reasons import PublicReason, ReasonField
from ratings.enums import OutsideKind
from ratings.review.forms import IdsField
from tournaments.forms.fields import day_field, set_field_choices
from tournaments.forms.outside import OutsideForm


class NewcomerForm(OutsideForm):
    """A player who is not in the register."""

    first_name = NameField(label=gettext_lazy("First name"), max_length=60)
    last_name = NameField(label=gettext_lazy("Last name"), max_length=60)
    birth_year = BirthYearField(
        label=gettext_lazy("Year of birth"),
        required=False,
        help_text=gettext_lazy("Where newcomers start by age, it decides the rating."),
    )
    fide_id = required_when(
        gettext_lazy("needed with a FIDE rating"),
        forms.IntegerField(
            label=gettext_lazy("FIDE number"), min_value=1, max_value=2**31 - 1
        ),
    )
    joins_club = forms.ChoiceField(
        label=gettext_lazy("The newcomer"),
        widget=forms.RadioSelect,
        choices=[],
        help_text=gettext_lazy(
            "A player who belongs to another club gets a card without a club: that "
            "club adds the player itself, under Members. Until then the player counts "
            "as from outside."
        ),
        error_messages={"required": gettext_lazy("Choose where the newcomer belongs.")},
    )
    country = required_when(
        gettext_lazy("for somebody from outside"),
        forms.RegexField(
            r"^[A-Za-z]{3}$",
            label=gettext_lazy("Country"),
            help_text=gettext_lazy("FIDE's three letters: SWE, NOR, DEN …"),
            error_messages={
                "invalid": gettext_lazy("Enter three letters, such as SWE.")
            },
        ),
    )
    field_order = [
        "first_name", "last_name", "birth_year", "joins_club", "country", "fide_id",
        "outside_rating", "outside_kind", "estimate_reason",
    ]  # fmt: skip

    def __init__(self, *args: Any, club: str, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.levels:
            self.fields["birth_year"].help_text = ""
        if self.only_estimates:
            required_when("", self.fields["fide_id"])
        self.today = today
        set_this_year(self.fields["birth_year"], today.year)
        joins = ("yes", _("becomes a member of %(club)s") % {"club": club})
        others = [
            (
                "elsewhere",
                _("belongs to another club of the federation, or to none yet"),
            ),
            ("no", _("comes from outside the federation")),
        ]
        set_field_choices(self, "joins_club", [joins, *others] if club else others)

    def clean_country(self) -> str:
        return str(self.cleaned_data["country"]).upper()

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        is_outside = data.get("joins_club") == "no"
        if is_outside and not data.get("country") and "country" not in self.errors:
            self.add_error("country", _("Enter the country of a player from outside."))
        outside = None if self.errors else self.outside
        is_fide = outside is not None and outside.kind == OutsideKind.FIDE
        if is_fide and not data.get("fide_id"):
            self.add_error(
                "fide_id",
                _("Enter the FIDE number too, or give the rating as an estimate."),
            )
        return data

    @property
    def player(self) -> PlayerDraft:
        """The new player; without a country in the form, of Sweden."""
        data = self.cleaned_data
        draft = PlayerDraft(
            first_name=data["first_name"],
            last_name=data["last_name"],
            birth_year=data["birth_year"],
            fide_id=data["fide_id"],
        )
        return replace(draft, country=data["country"] or draft.country)


class RoundDatesForm(forms.Form):
    """A day for each round, in fields named round-1, round-2 and so on."""

    def __init__(self, *args: Any, days: Sequence[date], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number, day in enumerate(days, start=1):
            label = _("Round %(number)s") % {"number": number}
            self.fields[f"round-{number}"] = day_field(label, initial=day)

    @property
    def days(self) -> list[date]:
        return [self.cleaned_data[name] for name in self.fields]


class AnswersForm(forms.Form):
    """An answer to each kind of warning."""

    def __init__(self, *args: Any, kinds: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in kinds:
            self.fields[kind] = ReasonField(
                label=_("Your answer"),
                readers=_("The rating office can read it. It is not public."),
                max_length=1000,
                error_messages={
                    "required": _("Write an answer: the rating office will read it.")
                },
            )


class WithdrawalForm(forms.Form):
    entry = forms.TypedChoiceField(
        label=gettext_lazy("Who leaves?"), coerce=int, choices=[]
    )
    after_round = forms.TypedChoiceField(
        label=gettext_lazy("After which round?"), coerce=int, choices=[]
    )

    def __init__(
        self,
        *args: Any,
        names: Sequence[tuple[int, str]],
        rounds: int,
        last_round: int,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["after_round"].initial = last_round
        before = (0, _("before the first"))
        set_field_choices(self, "entry", [("", ""), *names])
        numbers = ((number, str(number)) for number in range(1, rounds + 1))
        set_field_choices(self, "after_round", [("", ""), before, *numbers])


class RejectionForm(forms.Form):
    """Why the committee rejects what the rules propose, or decides otherwise."""

    reason = ReasonField(
        label=gettext_lazy("Reason for the committee"),
        readers=gettext_lazy(
            "The rules committee can read it, and administrators in the audit log. It "
            "is not public."
        ),
        error_messages={"required": gettext_lazy("Give a reason.")},
    )
    public_reason = PublicReason(
        readers=gettext_lazy(
            "Shown with the player’s class on the tournament’s page. Left empty, the"
            " page says only what was decided."
        )
    )

    @property
    def reasons(self) -> dict[str, str]:
        """Both reasons, as keyword arguments of the acts."""
        return {name: self.cleaned_data[name] for name in ("reason", "public_reason")}


class MovementDecisionForm(RejectionForm):
    """The committee's decision about one movement."""

    to_class = forms.ChoiceField(
        label=gettext_lazy("Class"),
        choices=[("", "—"), *PlayerClass.choices],
        required=False,
    )
    field_order = ["to_class", "reason", "public_reason"]


class MovementsForm(forms.Form):
    """The proposals that are confirmed or rejected."""

    movement = IdsField(
        error_messages={
            "required": gettext_lazy("Tick at least one proposal."),
            "invalid": gettext_lazy(
                "The ticks could not be read. Tick the proposals again."
            ),
        }
    )
