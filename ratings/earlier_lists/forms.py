"""The form of a file of earlier lists."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from federation.forms.reasons import PublicReason
from ratings.uploads.forms import UploadForm


class EarlierListsForm(UploadForm):
    """A file of rating lists that were published earlier."""

    reason = PublicReason(
        label=_("Where they were published"),
        required=True,
        readers=_(
            "As it is shown above each list: “Printed in the federation’s magazine, "
            "1985 to 1998”."
        ),
    )

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["file"].help_text = _(
            "A table, as CSV or Excel (.xlsx), with a line for each player of each list. At "
            "most 16 megabytes."
        )
