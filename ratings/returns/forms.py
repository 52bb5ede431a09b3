"""Forms of the clubs' LASK ledgers: their annual returns, and newcomers' initial
ratings.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.forms.reasons import PublicReason, ReasonField
from federation.models import Player
from ratings.pages.forms import LARGEST_ID, LEAST_RATING, MOST_RATING


class LedgerSeenForm(forms.Form):
    """The posting up to which the ledger was computed on the sender's page."""

    seen = forms.IntegerField(min_value=0, max_value=LARGEST_ID)


class SendBack(forms.Form):
    """The reason why a club has to correct its return."""

    reason = ReasonField(
        label=_("What the club has to correct"),
        readers=_(
            "The sender gets this in a letter and can read it on this page. It is not "
            "public."
        ),
        error_messages={
            "required": _("Say why: the club has to know what to correct.")
        },
    )


class InitialRatingForm(forms.Form):
    """A newcomer's initial rating, and how it was determined."""

    player = forms.ModelChoiceField(
        label=_("Player"), queryset=Player.objects.none(), empty_label=None
    )
    rating = forms.IntegerField(
        label=_("Initial rating"), min_value=LEAST_RATING, max_value=MOST_RATING
    )
    on_date = forms.DateField(
        label=_("Applies from"),
        help_text=_("A day of the period in which the first game was played."),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={"required": _("Give the day.")},
    )
    reason = ReasonField(
        label=_("How it was found, and by whom"),
        readers=_(
            "The rating office, your club and the player can read it. It is not public."
        ),
        error_messages={"required": _("Say how the rating was found.")},
    )
    public_reason = PublicReason(
        readers=_(
            "Shown in the explanation of the rating. Left empty, it says only what was"
            " decided and when."
        ),
    )

    def __init__(
        self, *args: Any, players: Mapping[int, str], today: date, **named: Any
    ) -> None:
        """Offer the players, given by id with the name to show."""
        super().__init__(*args, **named)
        self.today = today
        offered = Player.objects.filter(pk__in=players).order_by("sort_key", "pk")
        field: Any = self.fields["player"]
        field.label_from_instance = lambda player: players[player.pk]
        field.queryset = offered
        self.fields["on_date"].initial = today

    def clean_on_date(self) -> date:
        day: date = self.cleaned_data["on_date"]
        if day > self.today:
            raise forms.ValidationError(_("That day has not come yet."))
        return day
