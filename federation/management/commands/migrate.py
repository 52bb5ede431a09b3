"""`migrate` as the owner of the tables, followed by granting the office's rights to
each table.
"""

from typing import Any

from django.core.management import CommandError
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from federation.domain.database_rights import grant_rights
from federation.management.owner_connection import connected_as_owner

# django-pgtrigger calls this function before each of its triggers, and each of its
# migrations recreates it. With the library's definition a session could set
# `pgtrigger.ignore` and change rows without a trace in the audit log.
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
            # It changes nothing, so any role that may read the tables may run the
            # check.
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
    """Refuse a database where only some of the migrations that another one replaces
    were applied: Django leaves that one out and may go on without an error.
    """
    loader = MigrationLoader(connection)
    ours = {key for key in loader.disk_migrations if key[0] in APPS}
    if not ours <= loader.graph.nodes.keys():
        raise CommandError(TOO_OLD)
