"""The lock on an import file, held by the one worker that processes it for as long as it
is connected.

Progress is committed part by part, and a row's lock ends with each commit. The lock is
therefore an advisory lock of the database session, which ends with the worker's
connection: there is no lease that could expire under a live worker. Each part's
transaction also locks the file's row, and checks again the state and how much has been
read.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.db import DatabaseError, connection, transaction
from django.db.models import F, Q

from ratings.enums import IMPORT_CONTINUES, ImportState
from ratings.models import ImportFile

FILES = 7_120_367
"""The first key of the advisory locks of import files; the second is the file's id."""


@contextmanager
def lock_import(file_id: int) -> Iterator[bool]:
    """Try to lock the file for this worker while the context is open; yield whether that
    succeeded.
    """
    got = _ask("pg_try_advisory_lock", file_id)
    try:
        yield got
    finally:
        if got:
            # If the connection is lost, so are its locks.
            with suppress(DatabaseError):
                _ask("pg_advisory_unlock", file_id)


def imports_overdue() -> list[int]:
    """Return the files that wait for a worker and that none has locked, oldest first."""
    waiting = ImportFile.objects.filter(
        Q(state__in=IMPORT_CONTINUES)
        | Q(state=ImportState.REVIEW, checked__lt=F("chosen"))
    )
    return [
        file_id
        for file_id in waiting.order_by("pk").values_list("pk", flat=True)
        if _is_free(file_id)
    ]


def _is_free(file_id: int) -> bool:
    with transaction.atomic():
        return _ask("pg_try_advisory_xact_lock", file_id)


def _ask(function: str, file_id: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [FILES, file_id])
        return bool(cursor.fetchone()[0])
