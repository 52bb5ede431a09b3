"""A tournament file that is uploaded."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.forms.fields import required_when
from ratings.files.wording import InvalidField
from tournaments.formats.pasted_players import MOST_PLAYERS
from tournaments.formats.sections_read import SectionRead
from tournaments.formats.whole_files import read_whole
from tournaments.forms.brought_files import (
    TextField,
    editable_text,
    text_of_file,
    without_earlier_text,
)
from tournaments.queries.player_lists.section_file import FEDERATION

LONGEST = 500_000


class TournamentFileForm(forms.Form):
    """The file, or the text that was read from it before."""

    file = forms.FileField(
        label=gettext_lazy("The tournament file"),
        help_text=gettext_lazy(
            "A file in FIDE’s format (TRF16 or TRF26), as Swiss-Manager, Vega and "
            "other pairing programs write it; or a table, as CSV or Excel (.xlsx), "
            "with a row for each board: round, board, white, black, result."
        ),
        error_messages={"required": gettext_lazy("Choose a file.")},
    )
    text = required_when(
        gettext_lazy("needed without a file"),
        TextField(
            label=gettext_lazy("The file as it was read"),
            help_text=gettext_lazy(
                "Change what is wrong and read it again, or choose another file."
            ),
            widget=forms.HiddenInput,
            max_length=LONGEST,
            strip=False,
        ),
    )
    """Hidden unless something in it has to be corrected."""

    def __init__(self, data: Any = None, files: Any = None) -> None:
        super().__init__(without_earlier_text(data, files), files)
        self.fields["file"].required = not self.data.get("text")
        self.read: SectionRead | None = None

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if self.errors:
            self._show(self.data.get("text", ""))
            return cleaned
        cleaned["text"] = cleaned.get("text") or self._text(cleaned["file"])
        try:
            self._read(cleaned["text"])
        except ValidationError:
            self._show(cleaned["text"])
            raise
        return cleaned

    def _read(self, text: str) -> None:
        try:
            self.read = read_whole(text, FEDERATION)
        except InvalidField as wrong:
            raise ValidationError(
                _(wrong.message.text) % wrong.message.facts
            ) from wrong
        if len(self.read.players) > MOST_PLAYERS:
            raise ValidationError(
                _(
                    "The file has %(count)d players. At most %(most)d can be taken at "
                    "a time."
                )
                % {"count": len(self.read.players), "most": MOST_PLAYERS}
            )

    def _show(self, text: str) -> None:
        """Show the text so that the user can correct it beside the errors."""
        if text:
            self.data = {"text": text}
            self.fields["text"].widget = editable_text({"rows": 12})

    def _text(self, file: Any) -> str:
        if file.size > LONGEST:
            raise ValidationError(
                _("The file is too large for a tournament: at most %(most)d kB.")
                % {"most": LONGEST // 1000}
            )
        return text_of_file(file, LONGEST)
