"""Grant the running office the declared rights in the database."""

from collections.abc import Iterator
from importlib import import_module

from django.apps import apps
from django.db import connection, transaction
from django.utils.module_loading import module_has_submodule
from psycopg import sql

from federation.models.table_rights import Rights

Granted = dict[str, tuple[frozenset[str], frozenset[str]]]
"""By table: the privileges of the office, and the only columns that it may update."""

_IN_FORCE = """
SELECT relname, array_agg(DISTINCT privilege) FILTER (WHERE column_name IS NULL),
  array_agg(DISTINCT column_name || ':' || privilege)
    FILTER (WHERE column_name IS NOT NULL)
FROM (
  SELECT relname, given.privilege_type AS privilege, given.grantee,
    NULL::text AS column_name
  FROM pg_class, aclexplode(relacl) AS given
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
  UNION ALL
  SELECT relname, given.privilege_type, given.grantee, attname::text
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid,
    aclexplode(attacl) AS given
  WHERE relnamespace = 'public'::regnamespace
) AS granted
WHERE grantee IN (0, %s::regrole)
GROUP BY relname
"""
_UPDATES = ":UPDATE"
NONE = Rights("none", frozenset())


def declared_rights() -> dict[str, Rights]:
    """Return the declared rights by table, of all apps."""
    declared: dict[str, Rights] = {}
    for app in apps.get_app_configs():
        if app.models_module and module_has_submodule(
            app.models_module, "table_rights"
        ):
            name = f"{app.models_module.__name__}.table_rights"
            declared |= import_module(name).TABLES
    return declared


def rights_in_force(role: str) -> Granted:
    """Return the rights that a role has in the database, including those granted to
    PUBLIC; a right to a column other than to update it is written as `column:RIGHT`.
    """
    with connection.cursor() as cursor:
        cursor.execute(_IN_FORCE, [role])
        return {
            table: (
                frozenset(whole or ()),
                frozenset(each.removesuffix(_UPDATES) for each in columns or ()),
            )
            for table, whole, columns in cursor.fetchall()
        }


@transaction.atomic
def grant_rights(role: str) -> None:
    """Grant the office's database role its rights to each table, and revoke all others;
    run by the owner of the tables.
    """
    declared, in_force = declared_rights(), rights_in_force(role)
    with connection.cursor() as cursor:
        for statement in _statements(declared, in_force):
            cursor.execute(statement.format(role=sql.Identifier(role)))
        numbers = sql.SQL("GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {}")
        cursor.execute(numbers.format(sql.Identifier(role)))


def _statements(declared: dict[str, Rights], in_force: Granted) -> Iterator[sql.SQL]:
    there = connection.introspection.table_names(include_views=True)
    for table in sorted({*there, *in_force}):
        rights = declared.get(table, NONE)
        wanted = (rights.privileges, rights.columns)
        if in_force.get(table, (NONE.privileges, NONE.columns)) == wanted:
            continue
        name = connection.ops.quote_name(table)
        yield sql.SQL(f"REVOKE ALL ON {name} FROM PUBLIC, {{role}}")
        yield from _grants(name, rights)


def _grants(name: str, rights: Rights) -> Iterator[sql.SQL]:
    if rights.privileges:
        whole = ", ".join(sorted(rights.privileges))
        yield sql.SQL(f"GRANT {whole} ON {name} TO {{role}}")
    if rights.columns:
        columns = ", ".join(map(connection.ops.quote_name, sorted(rights.columns)))
        yield sql.SQL(f"GRANT UPDATE ({columns}) ON {name} TO {{role}}")
