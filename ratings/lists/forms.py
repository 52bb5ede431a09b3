"""What comes in with the approval of a list."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ratings.lists.queries.left_out import LeftOut
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
    """An approval of the proposal that was seen, and of what the list leaves out."""

    seen = SeenField(widget=forms.HiddenInput)
    left_out_seen = forms.BooleanField(
        label=_("I know that these games are not in the list"),
        error_messages={
            "required": _(
                "Tick that you know what the list leaves out, or wait for it."
            )
        },
    )
    comment = forms.CharField(
        label=_("Public comment"),
        help_text=_("Stands above the list for as long as the list is kept."),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self, *args: Any, left_out: Sequence[LeftOut] = (), **facts: Any
    ) -> None:
        super().__init__(*args, **facts)
        self.left_out = left_out
        if not left_out:
            del self.fields["left_out_seen"]
