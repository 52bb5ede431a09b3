"""What the forms of several subjects have in common."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

LONGEST_REASON = 2000
LARGEST_ID = 2**63 - 1
LEAST_RATING, MOST_RATING = 100, 3500


class PublicReason(forms.CharField):
    """What everybody may read of an act; the reason itself is for those concerned."""

    def __init__(self, **facts: Any) -> None:
        super().__init__(
            label=_("What everybody may read"),
            required=False,
            max_length=LONGEST_REASON,
            widget=forms.Textarea(attrs={"rows": 2}),
            **facts,
        )


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Say why.")},
    )
