"""Columns that hold names: what they refuse, said once for forms and the database."""

from django.core.exceptions import ValidationError
from django.db import migrations, models
from django.utils.translation import gettext_lazy as _

from federation.rules.names import UNSUITABLE, unsuitable_character


def validate_plain_name(text: str) -> None:
    """Refuses a name with markup, invisible characters or marks of direction."""
    character = unsuitable_character(text)
    if character:
        raise ValidationError(
            _("A name cannot hold the character %(character)s: take it away."),
            code="unsuitable_character",
            params={"character": character},
        )


def plain_names(table: str, *columns: str) -> models.CheckConstraint:
    """The constraint that these columns of names are plain."""
    unsuitable = models.Q(
        *((f"{column}__regex", UNSUITABLE) for column in columns),
        _connector=models.Q.OR,
    )
    return models.CheckConstraint(
        condition=~unsuitable,
        name=f"{table}_names_are_plain",
        violation_error_message=(
            "A name cannot hold < or >, or characters that cannot be seen."
        ),
    )


def make_names_plain(
    table: str,
    *columns: str,
    once: tuple[str, int] | None = None,
    append_only: bool = False,
) -> migrations.RunSQL:
    """What a migration does before it adds the constraint: a low line in the place of
    each such character, as `without_unsuitable` has it. `once` is a column that says
    the same of no two rows, and its length: those that then would end with the number
    of their row.
    """
    statements = [
        f"UPDATE {table} SET {column} = {_plain(column)}"  # noqa: S608 - our own names
        f" WHERE {column} ~ '{UNSUITABLE}'"
        for column in (*columns, *(once or ())[:1])
    ]
    if once:
        statements.insert(0, _kept_apart(table, *once))
    # A table that waits for a look at its references takes no constraint.
    statements += ["SET CONSTRAINTS ALL IMMEDIATE", "SET CONSTRAINTS ALL DEFERRED"]
    if append_only:
        statements.insert(0, f"ALTER TABLE {table} DISABLE TRIGGER USER")
        statements.append(f"ALTER TABLE {table} ENABLE TRIGGER USER")
    return migrations.RunSQL(tuple(statements), migrations.RunSQL.noop)


def _plain(column: str) -> str:
    return f"regexp_replace({column}, '{UNSUITABLE}', '_', 'g')"


def _kept_apart(table: str, column: str, length: int) -> str:
    own, other = _plain(f"own.{column}"), _plain(f"other.{column}")
    return (
        f"UPDATE {table} AS own SET {column} ="  # noqa: S608 - our own names
        f" left({own}, {length} - length('_' || own.id)) || '_' || own.id"
        f" WHERE own.{column} ~ '{UNSUITABLE}' AND EXISTS (SELECT FROM {table} AS other"
        f" WHERE other.id <> own.id AND {other} = {own})"
    )
