"""The organiser's letter with the rules and conditions of a tournament."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.forms.fields import day_field


class ConditionsForm(forms.Form):
    """A letter to all players."""

    text = forms.CharField(
        label=gettext_lazy("Rules and conditions"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 14}),
        help_text=gettext_lazy(
            "As the players will receive them: opening rules, pace, what happens when "
            "time runs out, who judges. The tournament’s name becomes the subject."
        ),
    )


class SentForm(forms.Form):
    """The day on which the conditions were sent in another way."""

    sent_date = day_field(gettext_lazy("Sent on"))
