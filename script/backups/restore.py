"""script/restore: restore an office from a back-up."""

import argparse
import os

from script.backups.places import called_from, setting, var_directory
from script.backups.running import fill_environment, run_here, with_own_database
from script.progress import SetUpError, run_command

MODULE = "script.backups.restoring"
DESCRIPTION = """\
Fills an empty office from a file that script/backup made, of this release or an earlier
one. The office must not run meanwhile; afterwards script/server starts it."""


def main() -> int:
    options = _options()
    file = called_from(options.file)
    if not file.is_file():
        raise SetUpError(f"There is no file {file}.")
    arguments = [str(file)]
    if options.replace_everything_there:
        arguments.append("--replace-everything-there")
    var = var_directory(os.environ)
    if setting("DATABASE_URL", os.environ):
        fill_environment(var)
        run_here(MODULE, arguments, os.environ)
    return with_own_database(var, MODULE, arguments)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("script/restore", description=DESCRIPTION)
    parser.add_argument("file", metavar="FILE", help="rankbok-DATE.zip")
    parser.add_argument(
        "--replace-everything-there",
        action="store_true",
        help="although the office is not empty: all that it holds is lost",
    )
    return parser.parse_args()


if __name__ == "__main__":
    run_command(main)
