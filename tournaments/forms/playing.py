"""What people type about players, rounds, answers and decisions."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.domain.players import PlayerDraft
from federation.enums import PlayerClass
from federation.forms.fields import NameField, required_when
from ratings.enums import OutsideKind
from ratings.pages.level_words import level_choices
from ratings.review.forms import Ids
from ratings.rules.protocol import HasLevels
from tournaments.domain.entering import Outside
from tournaments.forms.fields import day_field, offer


class OutsideForm(forms.Form):
    """What somebody without a rating here counts as."""

    outside_rating = forms.IntegerField(
        label=gettext_lazy("FIDE rating or estimate"),
        required=False,
        min_value=500,
        max_value=3500,
    )
    outside_kind = forms.ChoiceField(
        label=gettext_lazy("It is"),
        choices=[
            (OutsideKind.FIDE, gettext_lazy("a FIDE rating")),
            (OutsideKind.ESTIMATE, gettext_lazy("an estimate")),
        ],
        initial=OutsideKind.FIDE,
        required=False,
        widget=forms.RadioSelect,
    )
    estimate_reason = required_when(
        gettext_lazy("needed with an estimate"),
        forms.CharField(
            label=gettext_lazy("What the estimate is based on"), max_length=200
        ),
    )

    def __init__(
        self, *args: Any, levels: HasLevels | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.levels = levels
        if levels:
            self._ask_for_a_level(levels)

    def _ask_for_a_level(self, levels: HasLevels) -> None:
        """A level elsewhere, which is always somebody's word; FIDE has none."""
        self.fields["outside_rating"] = forms.TypedChoiceField(
            label=_("Level elsewhere"),
            coerce=int,
            empty_value=None,
            choices=[("", _("none that is known")), *level_choices(levels)],
            required=False,
        )
        self.fields["outside_kind"].widget = forms.HiddenInput()
        self.initial["outside_kind"] = OutsideKind.ESTIMATE
        reason = self.fields["estimate_reason"]
        reason.label = _("How the level is known")
        required_when(_("needed with a level"), reason)

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        if self.levels:
            told["outside_kind"] = OutsideKind.ESTIMATE
        estimated = told.get("outside_kind") == OutsideKind.ESTIMATE
        if told.get("outside_rating") and estimated and not told.get("estimate_reason"):
            self.add_error(
                "estimate_reason",
                _("Write how the level is known.")
                if self.levels
                else _("Write what the estimate is based on."),
            )
        return told

    @property
    def outside(self) -> Outside | None:
        told = self.cleaned_data
        if not told.get("outside_rating"):
            return None
        return Outside(
            told["outside_rating"],
            told["outside_kind"] or OutsideKind.FIDE,
            told["estimate_reason"],
        )


class NewcomerForm(OutsideForm):
    """Somebody whom the register does not know."""

    first_name = NameField(label=gettext_lazy("First name"), max_length=60)
    last_name = NameField(label=gettext_lazy("Last name"), max_length=60)
    birth_year = forms.IntegerField(
        label=gettext_lazy("Year of birth"),
        required=False,
        help_text=gettext_lazy("It decides the rating to start from."),
    )
    fide_id = forms.IntegerField(
        label=gettext_lazy("FIDE number"),
        required=False,
        min_value=1,
        max_value=2**31 - 1,
    )
    joins_club = forms.ChoiceField(
        label=gettext_lazy("The newcomer"),
        widget=forms.RadioSelect,
        choices=[],
    )
    field_order = [
        "first_name", "last_name", "birth_year", "joins_club", "fide_id",
        "outside_rating", "outside_kind", "estimate_reason",
    ]  # fmt: skip

    def __init__(self, *args: Any, club: str, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.levels:
            self.fields["birth_year"].help_text = ""
        year = self.fields["birth_year"]
        year.validators = [MinValueValidator(1900), MaxValueValidator(today.year)]
        outside = ("no", _("comes from outside the federation"))
        joins = ("yes", _("becomes a member of %(club)s") % {"club": club})
        offer(self, "joins_club", [joins, outside] if club else [outside])
        self.fields["joins_club"].initial = "yes" if club else "no"

    @property
    def player(self) -> PlayerDraft:
        told = self.cleaned_data
        return PlayerDraft(
            first_name=told["first_name"],
            last_name=told["last_name"],
            birth_year=told["birth_year"],
            fide_id=told["fide_id"],
        )


class RoundDatesForm(forms.Form):
    """A day for each round, named round-1, and so on."""

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
            self.fields[kind] = forms.CharField(
                label=_("Your answer"),
                max_length=1000,
                widget=forms.Textarea(attrs={"rows": 3}),
                error_messages={
                    "required": _("Write an answer: the rating office reads it.")
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
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        before = (0, _("before the first"))
        offer(self, "entry", names)
        numbers = ((number, str(number)) for number in range(1, rounds + 1))
        offer(self, "after_round", [before, *numbers])


class DecisionForm(forms.Form):
    """The committee's word on one movement."""

    to_class = forms.ChoiceField(
        label=gettext_lazy("Class"),
        choices=PlayerClass.choices,
        required=False,
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": gettext_lazy("Write the reason.")},
    )


class MovementsForm(forms.Form):
    """Which proposals are confirmed."""

    movement = Ids(
        error_messages={
            "required": gettext_lazy("Tick at least one proposal."),
            "invalid": gettext_lazy(
                "The ticks could not be read. Tick the proposals again."
            ),
        }
    )
