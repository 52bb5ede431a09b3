"""The base of all commands that change the office."""

from typing import Any

from django.core.management.base import BaseCommand

from federation.domain.authorship import command_as_author


class OfficeCommand(BaseCommand):
    """A command whose changes are recorded in the audit log as made from the command
    line.
    """

    def execute(self, *args: Any, **options: Any) -> Any:
        name = type(self).__module__.rpartition(".")[2]
        with command_as_author(name):
            return super().execute(*args, **options)
