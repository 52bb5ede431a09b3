"""`migrate`, as the owner of the tables, and then what the office may do with each."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connection

from federation.domain.database_rights import grant_rights
from federation.management.owner_connection import connected_as_owner

# django-pgtrigger asks this before each of its triggers, and each of its migrations makes
# it anew: as it comes, whoever sets `pgtrigger.ignore` would leave no trace.
NONE_IS_IGNORED = """
CREATE OR REPLACE FUNCTION public._pgtrigger_should_ignore(trigger_name name)
RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT false'
"""


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with connected_as_owner() as office:
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
