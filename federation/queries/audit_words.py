"""The audit log in words: who did what to whom, and the values before."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import ForeignKey, Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noted
from django.utils.translation import pgettext_lazy

from federation.formats.import_reasons import reason_in_words
from federation.models import User
from federation.queries.audit import AuditEntry, author_of, kinds
from federation.queries.audit_fields import code_label, field_label

NOTHING = "–"
KINDS = {
    "district": noted("District"),
    "club": noted("Club"),
    "player": noted("Player"),
    "user": noted("Account"),
    "accountevent": noted("Sign-in and security"),
    "membership": noted("Membership"),
    "joiningrequest": noted("Joining request"),
    "classmembership": noted("Class"),
    "suspension": noted("Suspension"),
    "role": noted("Role"),
    "invitation": noted("Invitation"),
    "erasure": noted("Erasure"),
    "dataexport": noted("All data kept about a person"),
    "pool": noted("Pool"),
    "edition": noted("Rating system"),
    "editionproposal": noted("Proposed edition"),
    "report": noted("Report"),
    "decision": noted("Decision"),
    "odditylimits": noted("Limits of unusual lines"),
    "clubreturn": noted("Annual return"),
    "tournament": noted("Tournament"),
    "classmovement": noted("Class movement"),
    "movementbatch": noted("Batch of class movements"),
    "stepdown": noted("Stepping down on request"),
    "approval": noted("Approval of a rating list"),
    "ratinglist": noted("Rating list"),
    "earlierlists": noted("Earlier lists"),
    "importfile": noted("Imported file"),
    "fidelist": noted("FIDE’s list"),
    "merge": noted("Merge of two cards"),
    "notduplicates": noted("Marked as different people"),
    "claim": noted("Correction request"),
    "policyproposal": noted("Proposed rule for corrections"),
    "proposedact": noted("Proposed action"),
    "sanction": noted("Sanction"),
    "sanctionsection": noted("Section of a sanction"),
    "sanctionterms": noted("Terms of sanctions"),
    "conditionssent": noted("Conditions of a tournament"),
}
ACTS = {
    "insert": pgettext_lazy("audit log", "entered"),
    "update": pgettext_lazy("audit log", "changed"),
    "delete": pgettext_lazy("audit log", "removed"),
}
NAMING = (
    "user", "player", "club", "district", "pool", "tournament", "section", "entry",
    "period",
)  # fmt: skip
"""The fields whose rows name a row that has no name of its own."""

Names = dict[tuple[type[Model], Any], str]


@dataclass(frozen=True, slots=True)
class AuditDifference:
    label: str
    before: str
    after: str


BY_ANYBODY = frozenset({"accountevent"})
"""Kinds that a user who is not signed in can cause, such as by trying to sign in."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """`act` is insert, update, delete, or noted for an event without a change; `by` is
    empty for the office's own work and for users who were not signed in; `who` is `by`,
    or says which of the two it was.
    """

    at: datetime
    by: str
    who: str
    page: str
    kind: str
    act: str
    about: str
    differences: tuple[AuditDifference, ...]

    @property
    def act_label(self) -> str:
        return str(ACTS.get(self.act, ""))


def kind_label(kind: str) -> str:
    return _(KINDS[kind])


def in_words(entries: Iterable[AuditEntry]) -> tuple[LogLine, ...]:
    entries = tuple(entries)
    names = _names(entries)
    authors = {user.pk: str(user) for user in User.objects.filter(pk__in=[
        author_of(entry.event) for entry in entries if author_of(entry.event)
    ])}  # fmt: skip
    return tuple(_line(entry, names, authors) for entry in entries)


def _line(entry: AuditEntry, names: Names, authors: dict[int, str]) -> LogLine:
    event = entry.event
    context = event.pgh_context.metadata if event.pgh_context else {}
    by = authors.get(author_of(event) or 0, "")
    by = by or (_("command line") if "command" in context else "")
    no_author = _("the office itself")
    if entry.kind in BY_ANYBODY:
        no_author = _("somebody not signed in")
    return LogLine(
        at=event.pgh_created_at,
        by=by,
        who=by or no_author,
        page=str(context.get("url") or context.get("command", "")),
        kind=kind_label(entry.kind),
        act=event.pgh_label,
        about=_about(entry, names),
        differences=tuple(_differences(entry, names)),
    )


def _about(entry: AuditEntry, names: Names) -> str:
    """Return the name of the row, or of the rows that it joins."""
    event = entry.event
    if hasattr(event, "first_name"):
        return f"{event.first_name} {event.last_name}"
    own = getattr(event, "name", "") or getattr(event, "email", "")
    if own:
        return str(own)
    fields = {field.name: field for field in _fields(entry.kind)}
    joined = [
        _shown(fields[name], event, names)
        for name in NAMING
        if name in fields and getattr(event, fields[name].attname) is not None
    ]
    return ", ".join(joined) or f"№ {event.pgh_obj_id}"


def _differences(entry: AuditEntry, names: Names) -> Iterable[AuditDifference]:
    """Return what an update changed, or all fields of an inserted or deleted row."""
    removed = entry.event.pgh_label == "delete"
    for field in _fields(entry.kind):
        after = NOTHING if removed else _shown(field, entry.event, names)
        former = entry.event if removed else entry.before
        before = _shown(field, former, names) if former else NOTHING
        if before != after:
            label = field_label(field.name, field.verbose_name)
            yield AuditDifference(label, before, after)


def _fields(kind: str) -> list[Any]:
    return [
        field
        for field in kinds()[kind]._meta.concrete_fields  # noqa: SLF001 (Django's own)
        if field.name != "id" and not field.name.startswith("pgh_")
    ]


def _shown(field: Any, event: Any, names: Names) -> str:
    value = getattr(event, field.attname)
    if isinstance(field, ForeignKey):
        return _named(field, value, names)
    if field.choices:
        value = dict(field.flatchoices).get(value, value)
    return _written(code_label(field.name, value))


def _named(field: Any, value: Any, names: Names) -> str:
    if value is None:
        return NOTHING
    return names.get((field.related_model, value), f"№ {value}")


def _written(value: Any) -> str:
    if value is None or value == "":
        return NOTHING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, datetime):
        return f"{timezone.localtime(value):%Y-%m-%d %H:%M}"
    if isinstance(value, date):
        return value.isoformat()
    return reason_in_words(str(value))


def _names(entries: tuple[AuditEntry, ...]) -> Names:
    """Return the names of all rows that the entries mention, with one query per table."""
    numbers_by_model: dict[type[Model], set[Any]] = defaultdict(set)
    for entry in entries:
        for field in _joining(entry.kind):
            for event in filter(None, (entry.event, entry.before)):
                numbers_by_model[field.related_model].add(getattr(event, field.attname))
    return {
        (model, row.pk): getattr(row, "name_in_log", "") or str(row)
        for model, numbers in numbers_by_model.items()
        for row in _rows_of(model, numbers - {None})
    }


def _rows_of(model: type[Model], numbers: set[Any]) -> QuerySet[Any]:
    """Return the rows, including those that are no longer valid, with the related rows
    that are part of their names (`named_by`).
    """
    rows: QuerySet[Any] = model._default_manager.filter(pk__in=numbers)  # noqa: SLF001
    named_by = getattr(model, "named_by", ())
    return rows.select_related(*named_by) if named_by else rows


def _joining(kind: str) -> Iterable[Any]:
    return (field for field in _fields(kind) if isinstance(field, ForeignKey))
