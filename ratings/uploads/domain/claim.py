"""Who works on a file of history: one worker, for as long as it is connected.

Progress is committed part by part, and a row's lock ends with each commit. The claim is
therefore a lock of the database session, which ends with the worker's connection as
the row's would: there is no lease to fence. Each part's transaction locks the file's
row besides, and looks again at the state and at how far reading has come.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.db import DatabaseError, connection, transaction
from django.db.models import F, Q

from ratings.enums import IMPORT_CONTINUES, ImportState
from ratings.models import ImportFile

FILES = 7_120_367
"""The advisory lock of files of history."""


@contextmanager
def claimed(file_id: int) -> Iterator[bool]:
    """Whether the file is ours to work on; nobody else's while the context is open."""
    got = _ask("pg_try_advisory_lock", file_id)
    try:
        yield got
    finally:
        if got:
            # A connection that is lost has lost its locks.
            with suppress(DatabaseError):
                _ask("pg_advisory_unlock", file_id)


def imports_lying() -> list[int]:
    """The files that wait for a worker while none is on them, oldest first."""
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
