"""Fields that several forms use."""

from collections.abc import Iterator
from datetime import date, timedelta
from html import escape
from typing import Any, TypeVar

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.forms.utils import flatatt
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from federation.models.plain_names import validate_plain_name
from federation.rules.birth_years import (
    FIRST_BIRTH_YEAR,
    LAST_BIRTH_YEAR,
    is_birth_year,
)
from federation.rules.names import in_one_form

AnyField = TypeVar("AnyField", bound=forms.Field)
FIRST_DAY = date(1900, 1, 1)
LAST_DAY = date(2099, 12, 31)
YEAR = timedelta(days=366)
SELECTED = " selected"


class LineField(forms.CharField):
    """A line of plain text, such as a town or the name of a section."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validators=[validate_plain_name], **kwargs)

    def to_python(self, value: Any) -> str:
        return in_one_form(super().to_python(value) or "")


class NameField(LineField):
    """A name of a person or thing: it contains at least one letter."""

    def clean(self, value: Any) -> str:
        name: str = super().clean(value)
        if name and not any(sign.isalpha() for sign in name):
            raise forms.ValidationError(_("Enter a name with letters."))
        return name


class DayField(forms.DateField):
    """A day of this century or the last, chosen or typed as 2026-03-01."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            widget=forms.DateInput(
                attrs={
                    "type": "date",
                    "min": FIRST_DAY.isoformat(),
                    "max": LAST_DAY.isoformat(),
                },
                format="%Y-%m-%d",
            ),
            validators=[MinValueValidator(FIRST_DAY), MaxValueValidator(LAST_DAY)],
            error_messages={"invalid": _("Enter the day as 2026-03-01.")},
            **kwargs,
        )

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return the day of a text: a browser leaves a field empty whose day is written
        in another form than its own.
        """
        try:
            return self.to_python(data)
        except forms.ValidationError:
            return data


class DaySoonField(DayField):
    """A day in the past, or at most a year ahead; its form sets the last one
    (`set_latest`). A later one is a mistyped year.
    """

    latest = LAST_DAY

    def validate(self, value: Any) -> None:
        super().validate(value)
        if value is not None and self.latest < value <= LAST_DAY:
            raise forms.ValidationError(
                _("Check the year. The latest day possible here is %(latest)s."),
                params={"latest": self.latest.isoformat()},
            )


def set_latest(field: Any, today: date) -> None:
    """Let a field accept no day more than a year ahead."""
    field.latest = today + YEAR
    field.widget.attrs["max"] = field.latest.isoformat()


class BirthYearField(forms.IntegerField):
    """A year of birth; its form sets the present year (`set_this_year`)."""

    this_year = LAST_BIRTH_YEAR

    def validate(self, value: Any) -> None:
        super().validate(value)
        if value is not None and not is_birth_year(value, self.this_year):
            raise forms.ValidationError(
                _("Enter a year from %(first)s to %(last)s.")
                % {"first": FIRST_BIRTH_YEAR, "last": self.this_year}
            )


class LongSelect(forms.Select):
    """A choice among many, without groups, such as every club: Django renders two
    templates for each option, which is half the time of a page with a thousand of them.
    """

    def render(
        self, name: str, value: Any, attrs: Any = None, renderer: Any = None
    ) -> SafeString:
        chosen = self.format_value(value)
        options = "".join(
            f'<option value="{escape(key)}"{SELECTED if key in chosen else ""}>'
            f"{escape(str(label))}</option>"
            for key, label in self._flat_choices()
        )
        own = flatatt(self.build_attrs({"name": name, **self.attrs}, attrs))
        return mark_safe(f"<select{own}>{options}</select>")  # noqa: S308 (escaped)

    def _flat_choices(self) -> Iterator[tuple[str, Any]]:
        for key, label in self.choices:
            yield "" if key is None else str(key), label


class SeenForm(forms.Form):
    """A form that remembers what its editor saw, field by field and as a version, so
    that another user's changes are not overwritten unseen.
    """

    seen = forms.CharField(widget=forms.HiddenInput, max_length=16)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.show_hidden_initial = name != "seen"


def required_when(words: Any, field: AnyField) -> AnyField:
    """Mark a field that the form requires in some cases, in words such as "for a role
    of a club". They are shown beside its label instead of "optional".
    """
    field.required = False
    vars(field)["required_when"] = words
    return field


def set_this_year(field: Any, this_year: int) -> None:
    """Let a field accept no year of birth after this one."""
    field.this_year = this_year
    field.widget.attrs |= {"min": FIRST_BIRTH_YEAR, "max": this_year}


def set_choices(field: Any, choices: Any) -> None:
    """Set the choices of a field; a single one is preselected."""
    field.queryset = choices
    if len(choices) == 1:
        field.initial, field.empty_label = choices[0], None
