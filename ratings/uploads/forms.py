"""Forms for uploading and reviewing a file of history."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.forms.fields import required_when
from federation.forms.reasons import ReasonField
from ratings.enums import ImportKind
from ratings.files.column_names import own_names
from ratings.imports.formats.event_names import LONGEST_EVENT
from ratings.imports.formats.game_columns import COLOURS, TIMES
from ratings.models import Pool
from ratings.pages.forms import LARGEST_ID
from ratings.uploads.domain.column_choices import missing_columns
from ratings.uploads.words import OF_GAMES, OF_PLAYERS

LONGEST_MINUTES = 1000


class UploadForm(forms.Form):
    """A file of history for a pool."""

    pool = forms.ModelChoiceField(
        label=_("Pool"), queryset=Pool.objects.order_by("pk"), empty_label=None
    )
    file = forms.FileField(
        label=_("File"),
        help_text=_(
            "A list of players or a table of games (CSV or Excel), one per line, or "
            "tournament files of FIDE (TRF16, TRF26), alone or together in a zip. "
            "At most 256 megabytes."
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
    """A request to post a reviewed file as it was seen."""

    seen = forms.IntegerField(
        min_value=0, max_value=LARGEST_ID, widget=forms.HiddenInput
    )
    replaces = forms.BooleanField(
        label=_("Let such events replace what was imported before"), required=False
    )
    why = ReasonField(
        label=_("Where the file comes from"),
        readers=_(
            "The person who approves will read it, and it is kept. It is not public."
        ),
        required=False,
        rows=2,
    )


class MinutesForm(forms.Form):
    """The thinking time of games for which a file gives no time control."""

    minutes = forms.IntegerField(
        label=_("Thinking time of each player, in minutes"),
        help_text=_(
            "For 60 moves: 90 minutes and 30 seconds a move are 120 minutes. It "
            "applies to every game in the file without a time control; if they "
            "differ, say so in the file: a table has a column time_control, a "
            "tournament file its line 122."
        ),
        min_value=1,
        max_value=LONGEST_MINUTES,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


NEEDED = frozenset({"date", "score", "id", "name"})


class ColumnsForm(forms.Form):
    """The meaning of each column of a table; columns that the header names are proposed."""

    event_name = required_when(
        _("needed when no column has it"),
        forms.CharField(
            label=_("Name of the tournament"),
            help_text=_("One name for all the games in this file."),
            max_length=LONGEST_EVENT,
            required=False,
        ),
    )

    def __init__(
        self, asks: Mapping[str, Any], kind: ImportKind, data: Any = None
    ) -> None:
        """Add a field for each column; `asks` has the table's header and first rows."""
        super().__init__(data)
        self.kind = kind
        header = asks["header"]
        choices = [("", "–"), *enumerate(map(_called, header, count(1)))]
        own = _own_names(header, asks["rows"])
        labels = OF_PLAYERS if kind == ImportKind.PLAYERS else OF_GAMES
        for name, label in labels.items():
            self.fields[name] = forms.TypedChoiceField(
                label=label,
                choices=choices,
                coerce=int,
                empty_value=None,
                required=name in NEEDED,
                error_messages={"required": _("Choose a column.")},
                initial=own.index(name) if own.count(name) == 1 else None,
            )
        if kind == ImportKind.PLAYERS:
            del self.fields["event_name"]
        else:
            words = _("needed unless the name is typed below")
            required_when(words, self.fields["event"])
            if asks.get("table"):
                self.fields["event_name"].help_text = _(
                    "Every table in the zip file with this header gets this name. "
                    "Where they are different tournaments, give each a column with "
                    "its own."
                )
            self.order_fields(["date", "score", "event", "event_name"])

    def clean(self) -> dict[str, Any]:
        """Add to each column's field what is wrong with it."""
        chosen = self.chosen
        if "event" in chosen and self.event:
            self.add_error(
                "event_name", _("Choose the column or type the name, not both.")
            )
        for name in missing_columns(self.kind, chosen, self.event):
            field_name = name if name not in COLOURS else f"{name}_name"
            if field_name in self.errors:
                continue
            needed = _("Choose a column.")
            if name == "event":
                needed = _("Choose the column, or type the name below.")
            self.add_error(field_name, needed)
        for name, place in chosen.items():
            if list(chosen.values()).count(place) > 1:
                self.add_error(name, _("This column is chosen twice."))
        if chosen.keys() >= TIMES:
            text = _("Choose one of the two columns for the thinking time.")
            self.add_error("minutes", text)
        return self.cleaned_data

    @property
    def chosen(self) -> dict[str, int]:
        """The places of the chosen columns."""
        return {
            name: place
            for name, place in self.cleaned_data.items()
            if place is not None and name != "event_name"
        }

    @property
    def event(self) -> str:
        """The tournament of all games, if no column has it."""
        return self.cleaned_data.get("event_name") or ""


def _own_names(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the columns as the header names them; a column of players without any
    digit is taken for one of names.
    """
    own = list(own_names(header))
    for place, name in enumerate(own):
        fields = [row[place] for row in rows if place < len(row)]
        named = any(field.strip() for field in fields) and not any(
            letter.isdigit() for field in fields for letter in field
        )
        if name in COLOURS and named and f"{name}_name" not in own:
            own[place] = f"{name}_name"
    return own


def _called(name: str, number: int) -> str:
    return f"{number}: {name.strip() or '–'}"
