"""Everything the office holds about a person.

Where that is follows from the models: every column that refers to a player or to an
account, contains the number of one, or an address or FIDE number is found here, so that
a new table is in the export automatically. Rows about the person are complete, without
secrets; of the acts of an account only the act, the row and, from the audit log, the
time are included: those rows are about others.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from django.apps import apps
from django.db.models import (
    BinaryField,
    EmailField,
    Field,
    GeneratedField,
    IntegerField,
    Model,
    Q,
)

from federation.models import Player, User
from federation.queries.persons import PersonNumbers

PersonalRow = dict[str, Any]


class PersonLink(StrEnum):
    """How a column refers to a person."""

    CARD = "card"
    ACCOUNT = "account"
    ADDRESS = "address"
    FIDE = "fide"
    ACT = "act"
    LEFT_OUT = "left_out"


OWNED = {
    "federation.Role.user",
    "federation.RoleEvent.user",
    "federation.AccountEvent.user",
    "federation.AccountEventEvent.user",
    "federation.UserEvent.pgh_obj",
    "federation.Erasure.user",
    "federation.ErasureEvent.user",
    "federation.Invitation.answered_by",
    "federation.InvitationEvent.answered_by",
    "account.EmailAddress.user",
    "mfa.Authenticator.user",
}
"""Account columns whose row is about the account's owner; through all others the
account acted on a row about others.
"""
LEFT_OUT = {
    "pghistory.MiddlewareEvents.user": "the rows of the audit log once more, in a view",
    "federation.Resemblance.first": "how alike a name is says the other's name",
    "federation.Resemblance.second": "how alike a name is says the other's name",
}
SECRET = {
    "federation.User": {"password", "session_version"},
    "federation.Invitation": {"token_digest"},
    "federation.OutboxMail": {"body"},
    "account.EmailConfirmation": {"key"},
    "mfa.Authenticator": {"data"},
    "ratings.Experiment": {"secret"},
    "ratings.Merge": {"taken_over"},
}
"""Columns that are left out: secrets that give access to an account or a page, and
copies of the data on another player's card.
"""
THROUGH: dict[str, tuple[str, ...]] = {
    "account.EmailConfirmation": ("email_address__user",),
}
"""Tables whose rows refer to a person through another row; the apps above add theirs.
"""


ANOTHER = "another account"
"""What is written in place of another person's account."""


@dataclass(frozen=True, slots=True)
class PersonColumn:
    """A column of a table that refers to a person."""

    label: str
    name: str
    leads: PersonLink


@dataclass(frozen=True, slots=True)
class DataSection:
    """The rows of one table about the person."""

    label: str
    rows: tuple[PersonalRow, ...]


@dataclass(frozen=True, slots=True)
class PersonalData:
    """All that is held about a person."""

    person: PersonNumbers
    sections: tuple[DataSection, ...]
    acts: tuple[PersonalRow, ...]

    def as_data(self) -> dict[str, Any]:
        """Return the content of the file."""
        return {
            "cards": list(self.person.cards),
            "accounts": list(self.person.accounts),
            "about_you": {each.label: list(each.rows) for each in self.sections},
            "done_by_you": list(self.acts),
            "not_in_this_file": {
                "secrets": {label: sorted(names) for label, names in SECRET.items()},
                "columns": LEFT_OUT,
            },
        }


@cache
def columns_of_people() -> tuple[PersonColumn, ...]:
    """Return every column of every table that refers to a person."""
    return tuple(
        PersonColumn(model._meta.label, field.name, leads)  # noqa: SLF001
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields  # noqa: SLF001
        if (leads := _leads(model, field)) is not None
    )


def read_personal_data(person: PersonNumbers) -> PersonalData:
    """Read everything that the tables hold about the person."""
    by_label: dict[str, Q] = {}
    for column in columns_of_people():
        wanted = _wanted(column, person)
        if wanted is not None:
            by_label[column.label] = by_label.get(column.label, Q()) | wanted
    by_label["federation.Player"] = Q(pk__in=person.cards)
    by_label["federation.User"] = Q(pk__in=person.accounts)
    for label, paths in THROUGH.items():
        by_label[label] = _through(paths, person)
    sections = (_section(label, wanted, person) for label, wanted in by_label.items())
    return PersonalData(
        person,
        tuple(sorted((s for s in sections if s.rows), key=lambda each: each.label)),
        tuple(_acts(person)),
    )


def _leads(model: type[Model], field: "Field[Any, Any]") -> PersonLink | None:
    name = f"{model._meta.label}.{field.name}"  # noqa: SLF001
    if name in LEFT_OUT:
        return PersonLink.LEFT_OUT
    if field.related_model is Player or field.column == "player_id":
        return PersonLink.CARD
    if field.related_model is User or field.column == "user_id":
        return PersonLink.ACCOUNT if name in OWNED else PersonLink.ACT
    by_fide = field.name == "fide_id" and isinstance(field, IntegerField)
    by_address = PersonLink.ADDRESS if isinstance(field, EmailField) else None
    return PersonLink.FIDE if by_fide else by_address


def _wanted(column: PersonColumn, person: PersonNumbers) -> Q | None:
    match column.leads:
        case PersonLink.CARD:
            return Q(**{f"{column.name}__in": person.cards})
        case PersonLink.ACCOUNT:
            return Q(**{f"{column.name}__in": person.accounts})
        case PersonLink.ADDRESS:
            wanted = Q(pk__in=())
            for address in person.addresses:
                wanted |= Q(**{f"{column.name}__iexact": address})
            return wanted
        case PersonLink.FIDE:
            held = Player.objects.filter(pk__in=person.cards, fide_id__isnull=False)
            return Q(**{f"{column.name}__in": held.values("fide_id")})
    return None


def _through(paths: Iterable[str], person: PersonNumbers) -> Q:
    wanted = Q(pk__in=())
    for path in paths:
        ids = person.accounts if path.endswith("user") else person.cards
        wanted |= Q(**{f"{path}__in": ids})
    return wanted


def _section(label: str, wanted: Q, person: PersonNumbers) -> DataSection:
    model = apps.get_model(label)
    hidden = SECRET.get(label.removesuffix("Event"), set())
    fields = [
        field
        for field in model._meta.concrete_fields  # noqa: SLF001
        if field.name not in hidden
        and field.column
        and not isinstance(field, BinaryField | GeneratedField)
    ]
    order = "pgh_id" if label.endswith("Event") else "pk"
    names = [field.attname for field in fields]
    found = model._default_manager.filter(wanted).order_by(*_keys(model, order))  # noqa: SLF001
    rows = list(found.values(*names))
    people = {f.attname: f.related_model for f in fields if f.related_model}
    return DataSection(label, tuple(_without_others(rows, people, person)))


def _keys(model: type[Model], order: str) -> tuple[str, ...]:
    key = model._meta.pk  # noqa: SLF001
    if key is not None and not key.column:
        return tuple(key.field_names)  # type: ignore[attr-defined]
    names = {field.name for field in model._meta.concrete_fields}  # noqa: SLF001
    return (order if order in names else "pk",)


def _without_others(
    rows: list[PersonalRow], people: Mapping[str, Any], person: PersonNumbers
) -> Iterator[PersonalRow]:
    """Yield the rows with other players by their public name, and without other
    accounts.
    """
    players = [name for name, model in people.items() if model is Player]
    others = {row[name] for row in rows for name in players} - {None, *person.cards}
    shown = {card.pk: card.public_name for card in Player.objects.filter(pk__in=others)}
    for row in rows:
        for name in players:
            if row[name] in others:
                row.update(_blank_beside(row, name))
                row[name] = shown[row[name]]
        for name, model in people.items():
            if model is User and row[name] not in (None, *person.accounts):
                row[name] = ANOTHER
        yield row


def _blank_beside(row: PersonalRow, name: str) -> PersonalRow:
    """Blank a value that was copied from another player's data, such as the year of
    birth on a game: it identifies a hidden player as well as the name does.
    """
    side = f"{name.removesuffix('_id')}_"
    return {each: None for each in row if each.startswith(side) and each != name}


def _acts(person: PersonNumbers) -> Iterator[PersonalRow]:
    if not person.accounts:
        return
    for column in columns_of_people():
        if column.leads is PersonLink.ACT and not column.label.endswith("Event"):
            yield from _rows_written(column, person)
    for model in apps.get_models():
        names = {field.name for field in model._meta.fields}  # noqa: SLF001
        if {"pgh_obj", "pgh_context"} <= names and model._meta.managed:  # noqa: SLF001
            yield from _versions_written(model, person)


def _rows_written(column: PersonColumn, person: PersonNumbers) -> Iterator[PersonalRow]:
    model = apps.get_model(column.label)
    own = {f"{column.name}__in": person.accounts}
    rows = model._default_manager.filter(**own).order_by("pk")  # noqa: SLF001
    for pk in rows.values_list("pk", flat=True):
        yield {"table": column.label, "column": column.name, "row": pk}


def _versions_written(model: Any, person: PersonNumbers) -> Iterator[PersonalRow]:
    own = {"pgh_context__metadata__user__in": person.accounts}
    rows = model.objects.filter(**own).order_by("pgh_id")
    for row, what, at in rows.values_list("pgh_obj_id", "pgh_label", "pgh_created_at"):
        label = model._meta.label.removesuffix("Event")  # noqa: SLF001
        # The key of a hidden player would reveal who it is.
        key = None if label == Player._meta.label else row  # noqa: SLF001
        yield {"table": label, "act": what, "row": key, "at": at}
