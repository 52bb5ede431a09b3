"""The base of all commands that change the office."""

from typing import Any

from django.core.management.base import BaseCommand

from federation.domain.authorship import by_command


class OfficeCommand(BaseCommand):
    """A command whose changes are recorded in the audit log as made from the command
    line.
    """

    def execute(self, *args: Any, **options: Any) -> Any:
        name = type(self).__module__.rpartition(".")[2]
        with by_command(name):
            return super().execute(*args, **options)
