"""Forms for pools and their editions."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.validators import validate_slug
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.forms.fields import DayField, LineField, required_when
from federation.forms.reasons import ReasonField
from ratings.editions.conversion_words import fault_in_words
from ratings.editions.parameter_fields import WrittenField, read_number, write_number
from ratings.enums import FideTempo
from ratings.models import Pool
from ratings.pages.forms import PoolActForm
from ratings.rules.conversion import FIDE_2024, MOST_DECIMALS, MOST_PIECES, Conversion
from ratings.rules.parameters import BadParameters
from ratings.system_words.lookup import system_choices

PIECES_SHOWN = 4
LONGEST_TABLE = 60_000
KEEP, FIDE, FORMULA, TABLE = "keep", "fide", "formula", "table"
CONVERSIONS = (
    (KEEP, gettext_lazy("They are carried over as they are")),
    (FORMULA, gettext_lazy("By a formula, in pieces")),
    (TABLE, gettext_lazy("By a table from old to new")),
    (FIDE, gettext_lazy("FIDE’s adjustment of 1 March 2024")),
)
BETWEEN = (
    ("none", gettext_lazy("nothing: other ratings are not converted")),
    ("line", gettext_lazy("a straight line")),
)


def _fide_tempo() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=gettext_lazy("FIDE rating shown beside"),
        choices=[("", gettext_lazy("No FIDE rating")), *FideTempo.choices],
        required=False,
    )


class PoolForm(forms.Form):
    """A new pool with its first edition."""

    name = LineField(
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("As people will see it, such as Chess, rapid games."),
        max_length=80,
    )
    code = forms.CharField(
        label=gettext_lazy("Short name"),
        help_text=gettext_lazy(
            "For addresses and files: letters a–z, digits and hyphens, such as "
            "chess-rapid. It never changes."
        ),
        max_length=30,
        validators=[validate_slug],
    )
    system = forms.ChoiceField(
        label=gettext_lazy("Rating system"),
        help_text=gettext_lazy(
            "The pool starts with the numbers in the system’s rules; a new edition "
            "changes them."
        ),
        choices=system_choices,
    )
    from_date = DayField(
        label=gettext_lazy("First day"),
        help_text=gettext_lazy("Nothing that was played earlier is ever rated here."),
    )

    fide_tempo = _fide_tempo()

    def clean_code(self) -> str:
        code = str(self.cleaned_data["code"]).lower()
        if code == "new" or Pool.objects.filter(code=code).exists():
            raise forms.ValidationError(_("Another pool has this short name."))
        return code


class RenamePoolForm(forms.Form):
    name = LineField(label=gettext_lazy("Name"), max_length=80)


class FideTempoForm(PoolActForm):
    fide_tempo = _fide_tempo()
    field_order = ["fide_tempo", "reason"]


class EndPoolForm(PoolActForm):
    field_order = ["last_day", "reason"]
    last_day = DayField(
        label=gettext_lazy("Last day"),
        help_text=gettext_lazy("Leave it empty if the pool goes on."),
        required=False,
    )


class EditionForm(forms.Form):
    """The first day and the reason of an edition, and how the existing ratings are
    carried over.
    """

    use_required_attribute = False

    from_date = DayField(
        label=gettext_lazy("From"),
        help_text=gettext_lazy("The first day of a period."),
    )
    reason = ReasonField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("For example the decision of the congress."),
        readers=gettext_lazy(
            "Administrators can read it: the one who approves, on the page of the "
            "pool, and others in the audit log. It is not public."
        ),
        error_messages={"required": gettext_lazy("Say why this is proposed.")},
    )
    conversion_kind = forms.ChoiceField(
        label=gettext_lazy("The ratings on that day"),
        choices=CONVERSIONS,
        initial=KEEP,
        widget=forms.RadioSelect,
    )
    decimals = forms.IntegerField(
        label=gettext_lazy("Decimals"),
        help_text=gettext_lazy("0: whole points. Halves are rounded up."),
        min_value=0,
        max_value=MOST_DECIMALS,
        initial=0,
        required=False,
    )
    table = required_when(
        gettext_lazy("needed for a table"),
        forms.CharField(
            label=gettext_lazy("Table"),
            help_text=gettext_lazy("A row for each: the old rating, then the new one."),
            max_length=LONGEST_TABLE,
            widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        ),
    )
    between = forms.ChoiceField(
        label=gettext_lazy("Between two rows"),
        choices=BETWEEN,
        initial="none",
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, pieces: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.pieces = pieces

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        cleaned["conversion"] = None
        stated = self._stated(cleaned)
        if stated is None or self.errors:
            return cleaned
        try:
            cleaned["conversion"] = Conversion.from_json(stated).to_json()
        except BadParameters as error:
            by_table = cleaned["conversion_kind"] == TABLE
            field = "table" if by_table else "conversion_kind"
            rows = () if by_table else self.pieces.numbers
            for path, code in error.errors.items():
                self.add_error(field, fault_in_words(path, code, rows))
        return cleaned

    def _stated(self, cleaned: dict[str, Any]) -> dict[str, Any] | None:
        kind = cleaned.get("conversion_kind")
        decimals = cleaned.get("decimals") or 0
        if kind == FIDE:
            return FIDE_2024.to_json()
        if kind == FORMULA:
            if not self.pieces.is_valid():
                self.add_error("conversion_kind", _("Look at the pieces below."))
                return None
            return {"pieces": self.pieces.stated, "decimals": decimals}
        if kind == TABLE:
            rows = self._rows(str(cleaned.get("table") or ""))
            between = cleaned.get("between") or "none"
            return {"table": rows, "between": between, "decimals": decimals}
        return None

    def _rows(self, text: str) -> list[list[float]]:
        rows: list[list[float]] = []
        for number, line in enumerate(text.splitlines(), start=1):
            parts = line.replace("→", " ").replace(";", " ").split()
            if not parts:
                continue
            try:
                old, new = map(read_number, parts)
            except ValueError:
                self.add_error(
                    "table",
                    _("Row %(number)d is not two numbers: %(line)s")
                    % {"number": number, "line": line.strip()[:60]},
                )
            else:
                rows.append([old, new])
        return rows


def _number(label: Any, **named: Any) -> WrittenField:
    return WrittenField(_read_empty, _write_empty, label=label, **named)


def _read_empty(text: str) -> float | None:
    return read_number(text) if text.strip() else None


def _write_empty(number: float | None) -> str:
    return "" if number is None else write_number(number)


if TYPE_CHECKING:
    BaseFormSet = forms.BaseFormSet["PieceForm"]
else:
    BaseFormSet = forms.BaseFormSet


class PieceForm(forms.Form):
    """A piece of a formula; an empty one is left out."""

    use_required_attribute = False

    first = _number(gettext_lazy("From"), required=False)
    below = _number(gettext_lazy("Below"), required=False)
    times = _number(gettext_lazy("Times"), required=False)
    plus = _number(gettext_lazy("Plus"), required=False)

    @property
    def stated(self) -> dict[str, float | None] | None:
        """The piece as a conversion stores it; None if the row is empty."""
        cleaned = self.cleaned_data
        if all(cleaned.get(name) is None for name in self.fields):
            return None
        times, plus = cleaned.get("times"), cleaned.get("plus")
        return {
            "first": cleaned.get("first"),
            "below": cleaned.get("below"),
            "times": 1 if times is None else times,
            "plus": 0 if plus is None else plus,
        }


class FormulaPieces(BaseFormSet):
    """The pieces of a formula, in any order."""

    @property
    def stated(self) -> list[dict[str, float | None]]:
        """The pieces as a conversion stores them."""
        return [each.stated for each in self.forms if each.stated is not None]

    @property
    def numbers(self) -> list[int]:
        """The number of the page's row of each piece, from 1 up."""
        return [
            number
            for number, each in enumerate(self.forms, start=1)
            if each.stated is not None
        ]


PieceFormSet = forms.formset_factory(
    PieceForm,
    formset=FormulaPieces,
    extra=PIECES_SHOWN,
    max_num=MOST_PIECES,
    absolute_max=MOST_PIECES,
)
