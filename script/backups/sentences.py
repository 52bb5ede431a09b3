"""Turn the errors of a command that uses a database into sentences and exit statuses."""

import sys
from collections.abc import Callable
from typing import NoReturn

import psycopg

from script.backups.running import INTERRUPTED
from script.progress import run_command


def run_beside_database(main: Callable[[], int]) -> NoReturn:
    try:
        run_command(main)
    except psycopg.OperationalError as away:
        sys.exit(f"\nThe database does not answer: {away}")
    except psycopg.Error as refused:
        sys.exit(f"\nThe database refused: {refused}")
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped.\n")
        sys.exit(INTERRUPTED)
