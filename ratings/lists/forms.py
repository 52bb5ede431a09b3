"""What comes in with the approval of a list."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ratings.lists.queries.listing import Seen
from ratings.pages.forms import LONGEST_REASON


class SeenField(forms.RegexField):
    """A proposal as it was seen (`listing.Seen`)."""

    def __init__(self, **facts: Any) -> None:
        super().__init__(r"^[0-9]{1,18}-[0-9a-f]{64}$", **facts)

    def clean(self, value: Any) -> Seen:
        moved, digest = super().clean(value).split("-")
        return Seen(int(moved), digest)


class ApprovalForm(forms.Form):
    """An approval of the proposal that was seen."""

    seen = SeenField(widget=forms.HiddenInput)
    comment = forms.CharField(
        label=_("Public comment"),
        help_text=_("Stands above the list for as long as the list is kept."),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
