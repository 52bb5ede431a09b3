"""script/backup: write everything of the office to one file while it is running."""

import argparse
import os

from script.backups.places import called_from, noted_environment, setting, var_directory
from script.backups.running import run_here, with_own_database
from script.database_account import database_home
from script.progress import SetUpError, run_command
from script.var_lock import is_in_use

MODULE = "script.backups.making"
DESCRIPTION = """\
Writes one file rankbok-DATE.zip with the database and the letters that lie in files.
The office may run meanwhile. Keys, passwords and settings are not in it."""


def main() -> int:
    options = _options()
    var = var_directory(os.environ)
    folder = called_from(options.directory) if options.directory else var / "backups"
    arguments = ["--directory", str(folder)]
    if options.keep:
        arguments += ["--keep", str(options.keep)]
    if setting("DATABASE_URL", os.environ):
        run_here(MODULE, arguments, os.environ)
    if not (var.is_dir() and database_home(var).data_directories()):
        raise SetUpError(
            f"There is no office in {var}: nothing to back up. RANKBOK_VAR names"
            " another place, DATABASE_URL a database that runs elsewhere."
        )
    if is_in_use(var):
        run_here(MODULE, arguments, {**os.environ, **noted_environment(var)})
    return with_own_database(var, MODULE, arguments)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("script/backup", description=DESCRIPTION)
    parser.add_argument(
        "--directory", type=str, help="where to (var/backups)", metavar="DIR"
    )
    parser.add_argument(
        "--keep",
        type=_at_least_one,
        metavar="N",
        help="remove all back-ups in that directory but the N newest",
    )
    return parser.parse_args()


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("1 at least")
    return number


if __name__ == "__main__":
    run_command(main)
