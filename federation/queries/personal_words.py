"""The data held about a person in words, for a page that can be printed.

Tables whose columns have labels are printed line by line; tables of which the page
should show only a few columns are listed in `PRINTED`. For the rest the page says how
many lines the file has.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db.models import Field, Model
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from psycopg.types.range import Range

from federation.formats.figures import plain
from federation.models import Club, District, Player
from federation.queries.audit_words import kind_label
from federation.queries.personal_data import (
    ANOTHER,
    DataSection,
    PersonalData,
    PersonalRow,
)

Words = str | Promise
Names = dict[str, dict[Any, str]]


@dataclass(frozen=True, slots=True)
class PrintedSection:
    """A heading, and for each row its labels with their values; `count` rows in all."""

    title: str
    rows: tuple[tuple[tuple[str, str], ...], ...]
    count: int


@dataclass(frozen=True, slots=True)
class Printed:
    """How a table is shown on the page: its heading and the labels of its columns."""

    title: Words
    labels: Mapping[str, Words]


PRINTED: dict[str, Printed] = {
    "federation.OutboxMail": Printed(
        gettext_lazy("Letters"),
        {
            "written_at": gettext_lazy("written"),
            "to": gettext_lazy("to"),
            "subject": gettext_lazy("subject"),
            "sent_at": gettext_lazy("sent"),
        },
    ),
    "account.EmailAddress": Printed(
        gettext_lazy("Email addresses of the account"),
        {"email": gettext_lazy("Email address")},
    ),
    "mfa.Authenticator": Printed(
        gettext_lazy("Two-step sign-in"), {"created_at": gettext_lazy("written")}
    ),
    "account.EmailConfirmation": Printed(
        gettext_lazy("Email addresses waiting to be confirmed"),
        {"created": gettext_lazy("written")},
    ),
    "federation.Resemblance": Printed(
        gettext_lazy("Cards that may belong to the same person"), {}
    ),
}
"""Tables that are not in the audit log; apps above add theirs when the office starts."""
NAMED: set[type[Model]] = {Club, District, Player}
"""Models whose rows are named instead of numbered; apps above add theirs."""
LABELS = {"last_login": gettext_lazy("last sign-in")}
FORMER = {"federation.PlayerEvent": gettext_lazy("The player’s card, each version")}


def printed_sections(held: PersonalData) -> tuple[PrintedSection, ...]:
    """Return the sections of the page by title, those whose rows are printed first."""
    sections = [_printed(each) for each in held.sections if not _is_version(each)]
    return tuple(sorted(sections, key=lambda each: (not each.rows, each.title)))


def _printed(section: DataSection) -> PrintedSection:
    how = PRINTED.get(section.label) or _by_its_labels(section.label)
    title = str(how.title)
    names = _names(section, how)
    lines = (
        (_labelled_values(row, section, how, names) for row in section.rows)
        if how.labels
        else ()
    )
    return PrintedSection(title, tuple(lines), len(section.rows))


def _by_its_labels(label: str) -> Printed:
    """Return how a table of the audit log is printed: the columns that its model
    labels.
    """
    model = apps.get_model(label)
    title = FORMER.get(label) or kind_label(str(model._meta.model_name))  # noqa: SLF001
    fields = {
        field.attname: LABELS.get(field.attname, field.verbose_name)
        for field in model._meta.concrete_fields  # noqa: SLF001
        if isinstance(field.verbose_name, Promise)
    }
    if label in FORMER:
        fields = {"pgh_created_at": gettext_lazy("written"), **fields}
    return Printed(title, fields)


def _names(section: DataSection, how: Printed) -> Names:
    """Return the name of each row that the columns shown refer to, by the column and
    the number. Another player's number is replaced by the name already.
    """
    fields = apps.get_model(section.label)._meta.concrete_fields  # noqa: SLF001
    found: Names = {}
    for field in fields:
        model = field.related_model
        if field.attname in how.labels and model in NAMED:
            numbers = {row.get(field.attname) for row in section.rows}
            held = model.objects.in_bulk([n for n in numbers if isinstance(n, int)])
            found[field.attname] = {pk: str(each) for pk, each in held.items()}
    return found


def _labelled_values(
    row: PersonalRow, section: DataSection, how: Printed, names: Names
) -> tuple[tuple[str, str], ...]:
    model = apps.get_model(section.label)
    fields = {field.attname: field for field in model._meta.concrete_fields}  # noqa: SLF001
    return tuple(
        (str(label), _text_of(row[name], fields[name], names.get(name)))
        for name, label in how.labels.items()
        if row.get(name) not in (None, "")
    )


def _text_of(value: Any, field: "Field[Any, Any]", named: dict[Any, str] | None) -> str:
    if named and value in named:
        return named[value]
    return _value(value, field)


def _value(value: Any, field: "Field[Any, Any]") -> str:
    if value == ANOTHER:
        value = _("another account")
    elif field.choices:
        value = dict(field.flatchoices).get(value, value)
    elif isinstance(value, bool):
        value = _("Yes") if value else _("No")
    elif isinstance(value, datetime):
        value = timezone.localtime(value).strftime("%Y-%m-%d %H:%M")
    elif isinstance(value, int | float):
        value = plain(round(value))
    elif isinstance(value, Range):
        value = _range_text(value)
    return str(value)


def _range_text(numbers: "Range[int]") -> str:
    """Return a range of whole numbers as the database stores it: without its end."""
    if numbers.isempty or numbers.lower is None:
        return _("none")
    if numbers.upper is None:
        return _("from %(first)s on") % {"first": numbers.lower}
    facts = {"first": numbers.lower, "last": numbers.upper - 1}
    return _("from %(first)s to %(last)s") % facts


def _is_version(section: DataSection) -> bool:
    kept = {"federation.AccountEvent", *FORMER}
    return section.label.endswith("Event") and section.label not in kept
