"""Run a module that needs the installed packages: on a database that is running, or
with the office's own database server, started for it and stopped again.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from script.backups.places import has_packages, python_with_packages
from script.checkout import INSTALL_LOCK, ROOT, VENV, make_var
from script.embedded.servers import start_postgres
from script.office import office_environment, owner_of_tables
from script.packages.virtual_environment import VirtualEnvironment, requirements
from script.progress import SetUpError, say
from script.stop_signals import StopRequested
from script.supervision import supervision
from script.supervisor import Part
from script.var_lock import lock_var

INTERRUPTED = 130


def fill_environment(var: Path) -> None:
    if not has_packages():
        log = make_var(var) / "log" / "install.log"
        VirtualEnvironment(VENV, log).fill(
            requirements(ROOT, testing=False), INSTALL_LOCK
        )


def run_here(
    module: str, arguments: Sequence[str], environ: Mapping[str, str]
) -> NoReturn:
    """Replace this process by the module, so that a signal to stop reaches the module."""
    python = python_with_packages()
    if not Path(python).exists():
        raise SetUpError(
            "The packages are not installed yet: script/server does it, or"
            " script/restore."
        )
    sys.stdout.flush()
    os.umask(0o077)
    os.chdir(ROOT)
    os.execve(python, [python, "-m", module, *arguments], dict(environ))  # noqa: S606


def with_own_database(var: Path, module: str, arguments: Sequence[str]) -> int:
    """Run the module with the office's own database; only possible while the office
    does not run, because it would be using the database.
    """
    make_var(var)
    with lock_var(var) as lock:
        fill_environment(var)
        try:
            with supervision(lock) as supervisor:
                urls = start_postgres(supervisor, var, durable=True)
                env = office_environment(var, urls, os.environ, demo=False)
                command = [python_with_packages(), "-m", module, *arguments]
                part = Part(
                    module, command, None, {**env, **owner_of_tables(urls)}, ROOT
                )
                return abs(supervisor.run(part))
        except StopRequested:
            say("Stopped.")
            return INTERRUPTED
