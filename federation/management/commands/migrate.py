"""`migrate`, as the owner of the tables, and then what the office may do with each."""

from typing import Any

from django.core.management import CommandError
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from federation.domain.database_rights import grant_rights
from federation.management.owner_connection import connected_as_owner

# django-pgtrigger asks this before each of its triggers, and each of its migrations makes
# it anew: as it comes, whoever sets `pgtrigger.ignore` would leave no trace.
NONE_IS_IGNORED = """
CREATE OR REPLACE FUNCTION public._pgtrigger_should_ignore(trigger_name name)
RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT false'
"""

APPS = frozenset({"federation", "ratings", "tournaments"})
TOO_OLD = """\
This database was made by an earlier version and had not got all of its migrations. They
were gathered in one for each app since, so it cannot be brought up to date. Nothing was
changed. Bring it up to date with the version that made it, or begin with an empty one."""

BEHIND = """\
The tables are those of an earlier version. Nothing was changed. Bring the machine up to
date that looks after them, and then this one."""


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        if options["check_unapplied"]:
            # Changes nothing, so that whoever may read the tables may ask.
            self._check(*args, **options)
            return
        with connected_as_owner() as office:
            _refuse_half_migrated()
            super().handle(*args, **options)
            with connection.cursor() as cursor:
                cursor.execute(NONE_IS_IGNORED)
            if office:
                grant_rights(office)
            elif options["verbosity"]:
                self.stderr.write(
                    "One role of the database does everything: set DATABASE_OWNER_URL"
                    " beside DATABASE_URL."
                )

    def _check(self, *args: Any, **options: Any) -> None:
        try:
            super().handle(*args, **options)
        except SystemExit:
            raise CommandError(BEHIND) from None


def _refuse_half_migrated() -> None:
    """Django leaves a migration out where only some of those that it replaces were
    applied, and may go on without a word.
    """
    loader = MigrationLoader(connection)
    ours = {key for key in loader.disk_migrations if key[0] in APPS}
    if not ours <= loader.graph.nodes.keys():
        raise CommandError(TOO_OLD)
