"""`migrate` on databases that were created by an earlier version."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader

from tests import database

pytestmark = pytest.mark.django_db
APPS = ("federation", "ratings", "tournaments")


@pytest.fixture(autouse=True)
def of_nobody_else(settings, db):
    """Run within one transaction of the superuser, which is rolled back."""
    settings.DATABASE_OWNER = {}
    with database.superuser(), transaction.atomic():
        yield
        transaction.set_rollback(True)


def replaced(app: str) -> list[str]:
    of_disk = MigrationLoader(None).disk_migrations
    tables = of_disk[app, "0001_tables"]
    return [name for _app, name in tables.replaces]


def made_by_earlier_version(app: str, names: list[str]) -> None:
    """Record these migrations as the ones by which the app was migrated."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM django_migrations WHERE app = %s AND name = ANY(%s)",
            [app, ["0001_tables", *replaced(app)]],
        )
        cursor.executemany(
            "INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, now())",
            [(app, name) for name in names],
        )


def test_database_with_all_earlier_migrations_needs_no_migration(capsys):
    for app in APPS:
        made_by_earlier_version(app, replaced(app))

    call_command("migrate", "--plan")

    assert "No planned migration operations." in capsys.readouterr().out


@pytest.mark.parametrize("app", APPS)
def test_database_with_only_some_earlier_migrations_is_refused(app):
    made_by_earlier_version(app, replaced(app)[:-1])

    with pytest.raises(CommandError, match="Nothing was"):
        call_command("migrate", "--plan")


def test_joining_machine_checks_that_the_tables_match_its_checkout(capsys):
    call_command("migrate", "--check")

    last = max(
        name for app, name in MigrationLoader(None).disk_migrations if app == "ratings"
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM django_migrations WHERE app = 'ratings' AND name = %s", [last]
        )
    with pytest.raises(CommandError, match="tables are those of an earlier version"):
        call_command("migrate", "--check")
