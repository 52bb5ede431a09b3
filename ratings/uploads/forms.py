"""What comes in with a file of history."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ratings.models import Pool
from ratings.pages.forms import LARGEST_ID, LONGEST_REASON

LONGEST_MINUTES = 1000


class UploadForm(forms.Form):
    """A file of history for a pool."""

    pool = forms.ModelChoiceField(
        label=_("Pool"), queryset=Pool.objects.order_by("pk"), empty_label=None
    )
    file = forms.FileField(
        label=_("File"),
        help_text=_(
            "A list of players or a table of games (CSV), one a line, or tournament"
            " files of FIDE (TRF16, TRF26), alone or together in a zip. At most 256"
            " megabytes."
        ),
        max_length=500,
        allow_empty_file=True,
        error_messages={"required": _("Choose a file first.")},
    )

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        pools = list(Pool.objects.order_by("pk")[:2])
        self.fields["pool"].initial = pools[0].pk if pools else None
        if len(pools) == 1:
            self.fields["pool"].widget = forms.HiddenInput()


class PostImport(forms.Form):
    """What was reviewed, as it was seen."""

    seen = forms.IntegerField(
        min_value=0, max_value=LARGEST_ID, widget=forms.HiddenInput
    )
    replaces = forms.BooleanField(
        label=_("Let such events replace what was imported before"), required=False
    )
    why = forms.CharField(
        label=_("Where the file comes from"),
        help_text=_("Whoever approves reads it, and it is kept."),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class MinutesForm(forms.Form):
    """How long the games are whose time control a file does not say."""

    minutes = forms.IntegerField(
        label=_("Thinking time of each player, in minutes"),
        help_text=_(
            "For 60 moves: 90 minutes and 30 seconds a move are 120 minutes. It holds"
            " for every game of the file that says none; if they differ, put a column"
            " time_control into the file."
        ),
        min_value=1,
        max_value=LONGEST_MINUTES,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
