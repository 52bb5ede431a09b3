"""Operations for migrations that Django does not have:
`federation.migration_operations`.
"""

import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.migrations.loader import MigrationLoader

from federation.models import Club, Player
from ratings.models import FideLine, ImportPlayer
from tests import database
from tests.factories import ClubFactory, PlayerFactory
from tests.ratings.fide_list import line, listed
from tests.ratings.uploads.bringing import NAMED, reviewed, table

pytestmark = pytest.mark.django_db
FOLDED = [
    ("federation", "0010_fold_more_letters"),
    ("ratings", "0012_fold_more_letters"),
]
GENERATED = {
    Club: ["search_text", "sort_key"],
    Player: ["search_text", "shown_key", "sort_key"],
    FideLine: ["search_text"],
    ImportPlayer: ["folded_name", "sort_key"],
}
DEFINED = """
SELECT relname, 'index', pg_get_indexdef(indexrelid)
  FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
  WHERE relname = ANY(%(tables)s)
UNION ALL
SELECT relname, 'constraint', conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
  FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
  WHERE relname = ANY(%(tables)s)
UNION ALL
SELECT relname, 'trigger', pg_get_triggerdef(pg_trigger.oid)
  FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
  WHERE relname = ANY(%(tables)s) AND NOT tgisinternal
UNION ALL
SELECT table_name, 'column',
    format('%%s %%s %%s %%s', column_name, data_type, collation_name, is_nullable)
  FROM information_schema.columns WHERE table_name = ANY(%(tables)s)
UNION ALL
SELECT table_name, 'expression', column_name || ' ' || generation_expression
  FROM information_schema.columns
  WHERE table_name = ANY(%(tables)s) AND is_generated = 'ALWAYS'
"""
"""What PostgreSQL knows of the tables, except the order of the columns."""


@pytest.fixture(autouse=True)
def of_nobody_else(settings, db):
    """Run within one transaction of the superuser, which is rolled back."""
    settings.DATABASE_OWNER = {}
    with database.superuser(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def names():
    """Rows whose names have letters that are folded since."""
    ClubFactory(name="Ļaudona", short_name="ĻŠK", town="Ķekava")
    PlayerFactory(first_name="Ayşe", last_name="Yılmaz")
    listed(line(1700101, "Erdoğan, Ayşe", 2105))
    reviewed(table("2023-03-14,Jana Němcová,1990,Ada Ek,1990,1,One,1", header=NAMED))


def definitions():
    tables = [model._meta.db_table for model in GENERATED]  # noqa: SLF001
    with connection.cursor() as cursor:
        cursor.execute(DEFINED, {"tables": tables})
        return set(cursor.fetchall())


def rows():
    return {model: list(model.objects.order_by("pk").values()) for model in GENERATED}


def folded(found):
    """Return the generated values only."""
    return {
        model: [{name: row[name] for name in GENERATED[model]} for row in rows_found]
        for model, rows_found in found.items()
    }


def entered(found):
    """Return all values but the generated ones."""
    return {
        model: [
            {name: row[name] for name in row.keys() - GENERATED[model]}
            for row in rows_found
        ]
        for model, rows_found in found.items()
    }


def without_expressions(found):
    return {each for each in found if each[1] != "expression"}


def migrate(loader, *, forwards):
    for name in FOLDED if forwards else reversed(FOLDED):
        migration = loader.get_migration(*name)
        state = loader.project_state(name, at_end=False)
        with connection.schema_editor() as editor:
            (migration.apply if forwards else migration.unapply)(state, editor)


@pytest.mark.parametrize("version", ["of this server", 150000])
def test_expression_of_a_generated_column_is_changed_there_and_back(
    names, version, monkeypatch
):
    """Before PostgreSQL 17 the column is replaced, which later servers can do too."""
    if isinstance(version, int):
        monkeypatch.setattr(connections[DEFAULT_DB_ALIAS], "pg_version", version)
    loader = MigrationLoader(connection)
    before, defined_before = rows(), definitions()
    # PostgreSQL changes no table while checks of its rows are put off.
    connection.check_constraints()

    migrate(loader, forwards=False)
    earlier, defined_earlier = rows(), definitions()
    migrate(loader, forwards=True)

    assert entered(earlier) == entered(before)
    assert without_expressions(defined_earlier) == without_expressions(defined_before)
    for model, values in folded(earlier).items():
        assert values
        assert values != folded(before)[model]
    assert rows() == before
    assert definitions() == defined_before
