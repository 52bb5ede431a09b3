"""Reading the audit log that the triggers write, newest first.

Every tracked table has a table of its versions. A page takes the newest rows of each,
starting after the end of the previous page, and merges them by time: keys are walked
and no rows are skipped, so the thousandth page costs as much as the first.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from functools import cache
from itertools import islice
from typing import Any

import pghistory.models
from django.apps import apps
from django.db.models import Model, OuterRef, Q, QuerySet, Subquery, Value
from django.utils import timezone

from federation.models import User

PEOPLE = 50
"""How many accounts are included when the filter is a part of a name."""

Event = Any
"""A row of one of the tables of versions."""
AuditLogHead = tuple[str, int]
"""Kind and number of such a row."""
AuditRow = tuple[datetime, int]
"""Time and number of such a row."""


@dataclass(frozen=True, slots=True)
class Authorship:
    """When a row was written and by whom: no author for the office's own work."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class AuditQuery:
    """A filter of the log; `about` is the number of a row of the kind."""

    person: str = ""
    kind: str = ""
    first_day: date | None = None
    last_day: date | None = None
    about: int | None = None


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """A version and the previous one, if there is one."""

    kind: str
    event: Event
    before: Event | None


@dataclass(frozen=True, slots=True)
class LogPage:
    """Entries and, if there are older ones, the position where those begin."""

    entries: tuple[AuditEntry, ...]
    older: Mapping[str, int] = field(default_factory=dict)


@cache
def kinds() -> dict[str, type[Model]]:
    """Return the tables of versions by the name of the model that they track."""
    return {
        model.pgh_tracked_model._meta.model_name: model  # type: ignore[attr-defined] # noqa: SLF001
        for model in apps.get_models()
        if issubclass(model, pghistory.models.Event)
    }


def log_page(query: AuditQuery, before: Mapping[str, int], size: int) -> LogPage:
    """Return the newest entries that match the query, older than those that `before`
    names.
    """
    wanted = _wanted(query)
    if wanted is None:
        return LogPage(())
    chosen = [kind for kind in kinds() if query.kind in ("", kind)]
    heads = _heads(chosen, wanted, before, size + 1)
    shown = heads[:size]
    older = dict(before) | dict(shown)
    return LogPage(_entries(shown), older if len(heads) > size else {})


def whole_log(query: AuditQuery, size: int) -> Iterator[LogPage]:
    """Yield all entries that match the query, newest first, in pages."""
    page = log_page(query, {}, size)
    yield page
    while page.older:
        page = log_page(query, page.older, size)
        yield page


def latest_change(model: type[Model], pk: int) -> Authorship | None:
    """Return who wrote the row last, and when."""
    versions = _versions(str(model._meta.model_name)).filter(pgh_obj_id=pk)  # noqa: SLF001
    event = versions.select_related("pgh_context").order_by("-pgh_id").first()
    if event is None:
        return None
    user = User.objects.filter(pk=author_of(event) or 0).first()
    return Authorship(by=str(user or ""), at=event.pgh_created_at)


def author_of(event: Event) -> int | None:
    """Return the account that the triggers recorded; none for commands and workers."""
    noted = event.pgh_context.metadata if event.pgh_context else {}
    user = noted.get("user")
    return int(user) if user else None


def _versions(kind: str) -> QuerySet[Any]:
    versions: QuerySet[Any] = kinds()[kind].objects.all()  # type: ignore[attr-defined]
    return versions


def _wanted(query: AuditQuery) -> Q | None:
    """Return the condition for every table; None when no account matches the name."""
    wanted = Q()
    if query.person:
        people = _people(query.person)
        if not people:
            return None
        wanted &= Q(pgh_context__metadata__user__in=people)
    if query.about is not None:
        wanted &= Q(pgh_obj_id=query.about)
    if query.first_day:
        wanted &= Q(pgh_created_at__gte=_midnight(query.first_day))
    if query.last_day:
        wanted &= Q(pgh_created_at__lt=_midnight(query.last_day, after=True))
    return wanted


def _people(text: str) -> list[int]:
    named = Q()
    for word in text.split()[:6]:
        named &= Q(name__icontains=word) | Q(email__icontains=word)
    found = User.objects.filter(named).order_by("pk")
    return list(found.values_list("pk", flat=True)[:PEOPLE])


def _midnight(day: date, *, after: bool = False) -> datetime:
    begins = datetime.combine(day, time.max if after else time.min)
    return timezone.make_aware(begins)


def _heads(
    chosen: Iterable[str], wanted: Q, before: Mapping[str, int], size: int
) -> list[AuditLogHead]:
    """Return kind and number of the newest rows over all tables, in one statement."""
    first, *others = (_newest(kind, wanted, before.get(kind))[:size] for kind in chosen)
    rows = first.union(*others, all=True) if others else first
    columns: dict[str, list[AuditRow]] = defaultdict(list)
    for kind, number, at in rows:
        columns[kind].append((at, number))
    return list(islice(_merged(columns), size))


def _merged(columns: dict[str, list[AuditRow]]) -> Iterator[AuditLogHead]:
    """Merge the tables' rows by time. Rows of one table stay in the order of their
    numbers, so that the last one shown is where to continue, although of two
    transactions the later one may end first.
    """
    for rows in columns.values():
        rows.sort(key=lambda row: row[1])
    while columns:
        kind = max(columns, key=lambda kind: (columns[kind][-1][0], kind))
        _at, number = columns[kind].pop()
        yield kind, number
        if not columns[kind]:
            del columns[kind]


def _newest(kind: str, wanted: Q, below: int | None) -> QuerySet[Any]:
    rows = _versions(kind).filter(wanted)
    if below is not None:
        rows = rows.filter(pgh_id__lt=below)
    newest: QuerySet[Any] = rows.annotate(kind_of_row=Value(kind)).order_by("-pgh_id")
    return newest.values_list("kind_of_row", "pgh_id", "pgh_created_at")


def _entries(shown: list[AuditLogHead]) -> tuple[AuditEntry, ...]:
    found = {
        kind: _with_former(kind, [number for k, number in shown if k == kind])
        for kind in {kind for kind, _number in shown}
    }
    return tuple(AuditEntry(kind, *found[kind][number]) for kind, number in shown)


def _with_former(kind: str, numbers: list[int]) -> dict[int, tuple[Event, Event]]:
    former = (
        _versions(kind)
        .filter(pgh_obj_id=OuterRef("pgh_obj_id"), pgh_id__lt=OuterRef("pgh_id"))
        .order_by("-pgh_id")
    )
    events = (
        _versions(kind)
        .filter(pgh_id__in=numbers)
        .select_related("pgh_context")
        .annotate(former=Subquery(former.values("pgh_id")[:1]))
    )
    rows = list(events)
    before = _versions(kind).in_bulk([row.former for row in rows if row.former])
    return {row.pgh_id: (row, before.get(row.former)) for row in rows}
