"""Prepare what depends on the checkout alone: compile our own modules, and collect the
static files. It runs at the same time as the creation of the tables, which in a new
checkout would compile the modules itself.
"""

import compileall
from collections.abc import Iterable

from django.core.management import execute_from_command_line

PACKAGES = ("tournaments", "ratings", "federation")


def main() -> None:
    compile_packages(PACKAGES)
    execute_from_command_line(["", "collectstatic", "--noinput", "--skip-checks"])


def compile_packages(packages: Iterable[str]) -> None:
    """Compile all modules of the packages. If nothing can be written beside them, each
    process compiles them for itself.
    """
    for package in packages:
        compileall.compile_dir(package, quiet=2)


if __name__ == "__main__":
    main()
