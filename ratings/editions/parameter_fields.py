"""A form field for each parameter of an edition, by its type, or by system where it has
a notation of its own. Which parameters there are is defined by the system.
"""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from ratings.editions.rule_lines import (
    read_json,
    rules_reader,
    rules_writer,
    write_json,
)
from ratings.rules.parameters import BadParameters
from ratings.rules.protocol import System
from ratings.rules.rating_table import rating_table, table_names
from ratings.system_words.lookup import fault_words, parameter_words

LONGEST = 10_000
PREFIX = "p_"


class WrittenField(forms.Field):
    """A value that is JSON in the edition and text on the page."""

    widget = forms.TextInput(attrs={"autocomplete": "off"})

    def __init__(
        self, read: Callable[[str], Any], write: Callable[[Any], str], **named: Any
    ) -> None:
        super().__init__(**named)
        self.read, self.write = read, write

    def to_python(self, value: Any) -> Any:
        try:
            return self.read(str(value or "")[:LONGEST])
        except ValueError as error:
            raise forms.ValidationError(fault_words(str(error))) from error

    def prepare_value(self, value: Any) -> str:
        if value is None:
            return ""
        return value if isinstance(value, str) else self.write(value)

    def validate(self, value: Any) -> None:
        """Do nothing: the system decides whether an empty value is allowed."""


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"[,;\n]", text) if part.strip()]


def _numbers(text: str, between: str, code: str) -> list[int]:
    parts = text.split(between)
    if not all(part.strip().isascii() and part.strip().isdecimal() for part in parts):
        raise ValueError(code)
    return [int(part) for part in parts]


def read_days(text: str) -> list[list[int]]:
    return [_numbers(part, "-", "not_dates") for part in _parts(text)]


def write_days(days: Any) -> str:
    return ", ".join(f"{month:02}-{day:02}" for month, day in days)


def read_pairs(text: str, code: str = "not_bands") -> list[list[int]]:
    return [_numbers(part, ":", code) for part in _parts(text)]


def write_pairs(pairs: Any) -> str:
    return ", ".join(f"{first}: {second}" for first, second in pairs)


def _read_day(text: str) -> list[int]:
    days = read_days(text)
    if len(days) != 1:
        raise ValueError("not_dates")
    return days[0]


def _read_whole_numbers(text: str) -> list[int]:
    return [_numbers(part, ":", "not_whole")[0] for part in _parts(text)]


def _read_table(text: str) -> str | list[list[int]]:
    return read_pairs(text, "not_table") if ":" in text else text.strip()


def _write_table(value: Any) -> str:
    return value if isinstance(value, str) else write_pairs(value)


class TableField(WrittenField):
    """A rating table by its name or its rows. If a name is given, its rows are shown
    below, to be copied and changed.
    """

    def get_bound_field(self, form: Any, field_name: str) -> forms.BoundField:
        bound = super().get_bound_field(form, field_name)
        name = bound.value()
        if isinstance(name, str) and name in table_names():
            rows = [(row.low, row.compensation) for row in rating_table(name).rows]
            shown_table = {"name": name, "rows": write_pairs(rows)}
            below = _("The rows of %(name)s: %(rows)s") % shown_table
            bound.help_text = f"{bound.help_text} {below}"
        return bound


def read_number(text: str) -> float:
    """Return the number of a text with a point or a comma, and any minus sign."""
    try:
        number = float(text.strip().replace("−", "-").replace(",", "."))
    except ValueError as error:
        raise ValueError("not_number") from error
    if not math.isfinite(number):
        raise ValueError("not_number")
    return number


def write_number(number: float) -> str:
    return f"{number:g}"


def _whole(**named: Any) -> forms.Field:
    return forms.IntegerField(**named)


def _flag(**named: Any) -> forms.Field:
    return forms.BooleanField(**{**named, "required": False})


def _by_text(
    read: Callable[[str], Any], write: Callable[[Any], str]
) -> Callable[..., forms.Field]:
    return lambda **named: WrittenField(read, write, **named)


def _in_lines(
    read: Callable[[str], Any], write: Callable[[Any], str]
) -> Callable[..., forms.Field]:
    def made(**named: Any) -> forms.Field:
        lines = forms.Textarea(attrs={"rows": 6, "spellcheck": "false"})
        return WrittenField(read, write, widget=lines, **named)

    return made


_as_json = _in_lines(read_json, write_json)


DAYS = _by_text(read_days, write_days)
DAY = _by_text(_read_day, lambda day: write_days([day]))


def _table(**named: Any) -> forms.Field:
    return TableField(_read_table, _write_table, **named)


Maker = Callable[..., forms.Field]
OF_SYSTEM: Mapping[str, Mapping[str, Maker]] = {
    "ssf_2008": {"bonus_bands": _by_text(read_pairs, write_pairs), "table": _table},
    "lask_1970": {"season_starts": DAY, "summer_starts": DAY, "table": _table},
    "elo": {
        "k_rules": _in_lines(rules_reader("k"), rules_writer("k")),
        "bonus_rules": _in_lines(rules_reader("percent"), rules_writer("percent")),
        "category_minutes": _by_text(
            _read_whole_numbers, lambda each: ", ".join(map(str, each))
        ),
    },
}
BY_TYPE: Mapping[Any, Maker] = {
    int: _whole,
    int | None: lambda **named: _whole(**{**named, "required": False}),
    float: _by_text(read_number, write_number),
    bool: _flag,
    str: _by_text(str.strip, str),
    tuple[str, ...]: _by_text(_parts, ", ".join),
}
"""A parameter that has neither a field of its own nor one for its type is written as
JSON.
"""


def parameter_fields(system: System[Any]) -> dict[str, forms.Field]:
    """Return a field for each parameter, by its name in the form."""
    columns: Any = system.Parameters
    return {
        f"{PREFIX}{column.name}": _field(system.name, column.name, column.type)
        for column in fields(columns)
    }


def _own_maker(system: str, name: str) -> Maker | None:
    if name == "period_starts":
        return DAYS
    return OF_SYSTEM.get(system, {}).get(name)


def _field(system: str, name: str, kind: Any) -> forms.Field:
    words = parameter_words(system, name)
    make = _own_maker(system, name) or BY_TYPE.get(kind) or _as_json
    return make(label=words.label, help_text=words.help)


class ParametersForm(forms.Form):
    """The parameters of an edition of one system; `parameters` is what the edition
    stores.
    """

    use_required_attribute = False

    def __init__(self, *args: Any, system: System[Any], **named: Any) -> None:
        super().__init__(*args, **named)
        self.system = system
        self.fields.update(parameter_fields(system))
        self.parameters: dict[str, Any] = {}

    @staticmethod
    def initial_of(parameters: dict[str, Any]) -> dict[str, Any]:
        return {f"{PREFIX}{name}": value for name, value in parameters.items()}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        given = {
            name.removeprefix(PREFIX): value
            for name, value in cleaned.items()
            if name.startswith(PREFIX)
        }
        try:
            read = self.system.Parameters.from_json(given)
        except BadParameters as error:
            for name, code in error.errors.items():
                self.add_error(f"{PREFIX}{name}", fault_words(code))
        else:
            self.parameters = read.to_json()
        return cleaned


def written(system: str, name: str, value: Any) -> str:
    """Return a stored parameter of a system as the form would write it, for a table."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return "–"
    make = _own_maker(system, name)
    made = make() if make else None
    if isinstance(made, WrittenField):
        return made.write(value).replace("\n", "; ")
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ", ".join(value) or "–"
    return write_json(value) if isinstance(value, list | dict) else str(value)
