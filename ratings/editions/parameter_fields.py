"""A form field for each number of an edition, by its type and no more: the system
itself defines the choices.
"""

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from ratings.pages.parameter_words import CONDITIONS, fault, words_of
from ratings.rules.parameters import BadParameters
from ratings.rules.protocol import System

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
            raise forms.ValidationError(fault(str(error))) from error

    def prepare_value(self, value: Any) -> str:
        if value is None:
            return ""
        return value if isinstance(value, str) else self.write(value)

    def validate(self, value: Any) -> None:
        """Whether nothing is enough, the system says."""


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


def read_json(text: str) -> Any:
    try:
        return json.loads(text or "null")
    except (ValueError, RecursionError) as error:
        raise ValueError("not_json") from error


def write_json(value: Any) -> str:
    """Readable: an object of a list on a line of its own."""
    if not isinstance(value, list) or not value:
        return json.dumps(value, ensure_ascii=False)
    rows = ",\n ".join(json.dumps(each, ensure_ascii=False) for each in value)
    return f"[{rows}]"


def rules_reader(first: str) -> Callable[[str], Any]:
    """Reads rules, one on each line: the number called `first`, then each condition
    with its number, such as “40, games under 30, rating under 2400, highest ever”, in the
    reader's language or by the names of the edition; JSON too.
    """

    def read(text: str) -> Any:
        if text.lstrip().startswith("["):
            return read_json(text)
        lines = [line for line in text.splitlines() if line.strip()]
        return [_read_rule(line, first) for line in lines]

    return read


def _read_rule(line: str, named: str) -> dict[str, object]:
    first, *conditions = line.split(",")
    rule: dict[str, object] = {named: _whole_or_text(first)}
    for condition in conditions:
        name, value = _named(condition.strip())
        rule[name] = _whole_or_text(value) if value.strip() else True
    return rule


def _named(condition: str) -> tuple[str, str]:
    """The condition's name in the edition, and the rest."""
    for name, words in CONDITIONS.items():
        spelled = str(words)
        if condition.casefold().startswith(spelled.casefold()):
            return name, condition[len(spelled) :]
    name, _space, value = condition.partition(" ")
    return name, value


def _whole_or_text(text: str) -> int | str:
    said = text.strip()
    return int(said) if said.isascii() and said.isdecimal() else said


def rules_writer(first: str) -> Callable[[Any], str]:
    """Writes what `rules_reader` of the same number reads."""

    def write(rules: Any) -> str:
        return "\n".join(
            ", ".join(
                [str(rule[first])]
                + [
                    _in_words(name) if value is True else f"{_in_words(name)} {value}"
                    for name, value in rule.items()
                    if name != first
                ]
            )
            for rule in rules
        )

    return write


def _in_words(name: str) -> str:
    return str(CONDITIONS.get(name, name))


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


def read_number(text: str) -> float:
    """A number with a point or a comma, and any minus."""
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
BY_NAME: Mapping[str, Callable[..., forms.Field]] = {
    "period_starts": DAYS,
    "season_starts": _by_text(_read_day, lambda day: write_days([day])),
    "summer_starts": _by_text(_read_day, lambda day: write_days([day])),
    "bonus_bands": _by_text(read_pairs, write_pairs),
    "table": _by_text(_read_table, _write_table),
    "k_rules": _in_lines(rules_reader("k"), rules_writer("k")),
    "bonus_rules": _in_lines(rules_reader("percent"), rules_writer("percent")),
    "category_minutes": _by_text(
        _read_whole_numbers, lambda each: ", ".join(map(str, each))
    ),
}
BY_TYPE: Mapping[Any, Callable[..., forms.Field]] = {
    int: _whole,
    int | None: lambda **named: _whole(**{**named, "required": False}),
    float: _by_text(read_number, write_number),
    bool: _flag,
    str: _by_text(str.strip, str),
    tuple[str, ...]: _by_text(_parts, ", ".join),
}
"""Whatever has neither a name nor a type here is written as JSON."""


def parameter_fields(system: System[Any]) -> dict[str, forms.Field]:
    """A field for each number, by its name in the form."""
    columns: Any = system.Parameters
    return {
        f"{PREFIX}{column.name}": _field(column.name, column.type)
        for column in fields(columns)
    }


def _field(name: str, kind: Any) -> forms.Field:
    words = words_of(name)
    make = BY_NAME.get(name) or BY_TYPE.get(kind) or _as_json
    return make(label=words.label, help_text=words.help)


class ParametersForm(forms.Form):
    """The numbers of an edition of one system; `parameters` is what it stores."""

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
        said = super().clean() or self.cleaned_data
        given = {
            name.removeprefix(PREFIX): value
            for name, value in said.items()
            if name.startswith(PREFIX)
        }
        try:
            read = self.system.Parameters.from_json(given)
        except BadParameters as error:
            for name, code in error.errors.items():
                self.add_error(f"{PREFIX}{name}", fault(code))
        else:
            self.parameters = read.to_json()
        return said


def written(name: str, value: Any) -> str:
    """A stored number as the form would write it, for a table."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return "–"
    make = BY_NAME.get(name)
    made = make() if make else None
    if isinstance(made, WrittenField):
        return made.write(value).replace("\n", "; ")
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return ", ".join(value) or "–"
    return write_json(value) if isinstance(value, list | dict) else str(value)
