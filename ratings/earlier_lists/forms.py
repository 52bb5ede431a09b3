"""What comes in with a file of earlier lists."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ratings.pages.forms import LONGEST_REASON
from ratings.uploads.forms import UploadForm


class EarlierListsForm(UploadForm):
    """A file of rating lists that were published before."""

    reason = forms.CharField(
        label=_("Where they were published"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_(
            "As everybody reads it over each list: “Printed in the federation’s magazine,"
            " 1985 to 1998”."
        ),
    )

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["file"].help_text = _(
            "A table (CSV) with a line for each player of each list. At most 16 megabytes."
        )
