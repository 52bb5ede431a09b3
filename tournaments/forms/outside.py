"""Forms about the strength of players without a rating here."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.forms.fields import required_when
from federation.forms.reasons import ReasonField
from federation.rules.fide import HIGHEST_RATING, LOWEST_RATING
from ratings.enums import OutsideKind
from ratings.pages.level_words import level_choices
from ratings.rules.protocol import HasLevels
from tournaments.domain.entering import OutsideRating


class OutsideForm(forms.Form):
    """The FIDE rating or estimate of a player without a rating here; without `with_fide`,
    which is a pool of another game, only an estimate.
    """

    outside_rating = forms.IntegerField(
        label=gettext_lazy("FIDE rating or estimate"),
        required=False,
        min_value=LOWEST_RATING,
        max_value=HIGHEST_RATING,
    )
    outside_kind = required_when(
        gettext_lazy("where a number is given"),
        forms.ChoiceField(
            label=gettext_lazy("The number is"),
            choices=[
                (OutsideKind.FIDE, gettext_lazy("a FIDE rating")),
                (OutsideKind.ESTIMATE, gettext_lazy("an estimate")),
            ],
            initial=OutsideKind.FIDE,
            widget=forms.RadioSelect,
        ),
    )
    estimate_reason = required_when(
        gettext_lazy("needed with an estimate"),
        ReasonField(
            label=gettext_lazy("What the estimate is based on"),
            readers=gettext_lazy(
                "Those who run the tournament and the rating office can read it. It "
                "is not public."
            ),
            rows=1,
            max_length=200,
        ),
    )

    def __init__(
        self,
        *args: Any,
        levels: HasLevels | None = None,
        with_fide: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.levels = levels
        self.only_estimates = levels is not None or not with_fide
        if self.only_estimates:
            self.fields["outside_rating"].label = _("Rating elsewhere")
            self.fields["outside_kind"].widget = forms.HiddenInput()
            self.initial["outside_kind"] = OutsideKind.ESTIMATE
            required_when(_("needed with a rating"), self.fields["estimate_reason"])
        if levels:
            self._request_level(levels)

    def _request_level(self, levels: HasLevels) -> None:
        """Ask for a level from elsewhere instead of a rating."""
        self.fields["outside_rating"] = forms.TypedChoiceField(
            label=_("Level elsewhere"),
            coerce=int,
            empty_value=None,
            choices=[("", _("none that is known")), *level_choices(levels)],
            required=False,
        )
        reason = self.fields["estimate_reason"]
        reason.label = _("How the level is known")
        required_when(_("needed with a level"), reason)

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if self.only_estimates:
            cleaned["outside_kind"] = OutsideKind.ESTIMATE
        estimated = cleaned.get("outside_kind") == OutsideKind.ESTIMATE
        if (
            cleaned.get("outside_rating")
            and estimated
            and not cleaned.get("estimate_reason")
        ):
            self.add_error(
                "estimate_reason",
                _("Say how the level is known.")
                if self.levels
                else _("Say what the estimate is based on."),
            )
        return cleaned

    @property
    def outside(self) -> OutsideRating | None:
        cleaned = self.cleaned_data
        if not cleaned.get("outside_rating"):
            return None
        return OutsideRating(
            cleaned["outside_rating"],
            cleaned["outside_kind"] or OutsideKind.FIDE,
            cleaned["estimate_reason"],
        )
