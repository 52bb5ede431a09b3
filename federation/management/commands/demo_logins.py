from typing import Any

from django.core.management.base import BaseCommand

from federation.queries.demo import DemoLogin, demo_logins


class Command(BaseCommand):
    help = "Prints the log-ins of the demo federation as a table."

    def handle(self, *args: Any, **options: Any) -> None:
        logins = demo_logins()
        if not logins:
            self.stdout.write("No demo log-ins here.")
            return
        for line in table(logins):
            self.stdout.write(line)


def table(logins: list[DemoLogin]) -> list[str]:
    rows = [(login.role, login.email, login.password) for login in logins]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.ljust(width) for text, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]
