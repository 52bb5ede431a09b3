"""A list of players that is pasted or uploaded as a file."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.forms.fields import required_when
from tournaments.formats.pasted_players import MOST_PLAYERS, PastedPlayer, read_pasted
from tournaments.forms.brought_files import (
    TextField,
    text_of_file,
    with_text,
    without_earlier_text,
)

LONGEST = 100_000
LARGEST = 500_000
"""Maximum bytes of a file: a workbook contains more than its text."""


class PasteForm(forms.Form):
    """Lines of a mail, or rows of a spreadsheet."""

    text = required_when(
        gettext_lazy("needed without a file"),
        TextField(
            label=gettext_lazy("The players, one a line"),
            help_text=gettext_lazy(
                "As in an email or a spreadsheet: “Elias Ahmed 2010”, “Ahmed, Elias”, or"
                " rows with name, year of birth and player number."
            ),
            widget=forms.Textarea(attrs={"rows": 12}),
            max_length=LONGEST,
        ),
    )
    file = required_when(
        gettext_lazy("needed where nothing is pasted"),
        forms.FileField(
            label=gettext_lazy("Or a file"),
            help_text=gettext_lazy(
                "A text, CSV or Excel file (.xlsx) with one player a line."
            ),
        ),
    )
    left = forms.CharField(required=False, widget=forms.HiddenInput)
    """The numbers of the lines that are still to be entered; empty for all lines."""

    def __init__(self, data: Any = None, files: Any = None, *, this_year: int) -> None:
        super().__init__(without_earlier_text(data, files), files)
        self.this_year = this_year
        self.pasted: list[PastedPlayer] = []

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        if not cleaned.get("text"):
            cleaned["text"] = _text_of(cleaned.get("file"))
            # The user can then correct the lines that have remarks.
            self.data = with_text(self.data, cleaned["text"])
        lines = {each for each in cleaned["left"].split(",") if each}
        self.pasted = [
            each
            for each in read_pasted(cleaned["text"], self.this_year)
            if not lines or str(each.line) in lines
        ]
        if not self.pasted:
            raise ValidationError(
                _("There is nobody here. Paste the players, or choose a file.")
            )
        if len(self.pasted) > MOST_PLAYERS:
            raise ValidationError(
                _("These are %(count)d lines. At most %(most)d can be taken at a time.")
                % {"count": len(self.pasted), "most": MOST_PLAYERS}
            )
        return cleaned


def _text_of(file: "UploadedFile[Any] | None") -> str:
    if file is None:
        return ""
    if (file.size or 0) > LARGEST:
        raise ValidationError(
            _("The file is too large for a list of players: at most %(most)d kB.")
            % {"most": LARGEST // 1000}
        )
    return text_of_file(file, LONGEST)
