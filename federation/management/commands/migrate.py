"""`migrate`, as the owner of the tables, and then what the office may do with each."""

from typing import Any

from django.core.management.commands import migrate

from federation.domain.database_rights import grant_rights
from federation.management.owner_connection import connected_as_owner


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with connected_as_owner() as office:
            super().handle(*args, **options)
            if office:
                grant_rights(office)
            elif options["verbosity"]:
                self.stderr.write(
                    "One role of the database does everything: set DATABASE_OWNER_URL"
                    " beside DATABASE_URL."
                )
