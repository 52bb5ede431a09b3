"""A FIDE file that an officer uploads in the browser: stored until a worker has read it,
even if a worker dies in the meantime.
"""

from datetime import date, datetime, timedelta
from tempfile import TemporaryFile
from typing import IO, BinaryIO, cast

from django.db import connection, transaction

from federation.agreements import Matter
from federation.domain.authorship import ActionContext
from federation.domain.four_eyes import alone
from federation.rules.names import without_unsuitable
from ratings.enums import OPEN_UPLOADS, UploadState
from ratings.fide.domain.lists import ImportedList, import_list, refuse_month
from ratings.fide.formats.players import NotAFideList
from ratings.models import FideUpload, FideUploadPiece
from ratings.signals import fide_list_uploaded

MOST_BYTES = 400 << 20
"""The whole list as bare text was 310 MB in 2026."""
PIECE = 1 << 20
READERS = 7_120_411
"""The first key of the advisory locks for reading an upload; the second is its id."""
GRACE = timedelta(seconds=5)
MOST_TRIES = 3
FAULTS_KEPT = 100


@transaction.atomic
@alone(Matter.FIDE_LIST)
def store_fide_upload(
    file: IO[bytes],
    file_name: str,
    *,
    size: int,
    month: date,
    today: date,
    acting: ActionContext,
) -> FideUpload:
    """Store a file for a worker to read as the list of this month (its first day).

    `size` is in bytes. Raises NotAFideList if the month or the size alone are invalid;
    the contents of the file are checked by the worker.
    """
    refuse_month(month, today)
    if size > MOST_BYTES:
        raise NotAFideList("too_large", megabytes=MOST_BYTES >> 20)
    if size == 0:
        raise NotAFideList("empty")
    upload = FideUpload.objects.create(
        file_name=without_unsuitable(file_name)[-200:],
        size=size,
        month=month,
        brought_by_id=acting.person_id,
        brought_at=acting.at,
    )
    for number, content in enumerate(iter(lambda: file.read(PIECE), b"")):
        FideUploadPiece.objects.create(upload=upload, number=number, content=content)
    transaction.on_commit(
        lambda: fide_list_uploaded.send_robust(sender=None, upload_id=upload.pk)
    )
    return upload


def read_upload(upload_id: int, *, today: date, at: datetime) -> str:
    """Read the file and store its list; return the upload's state afterwards, an empty
    text if it was no longer open.

    The claim is a lock that ends with the worker's connection. A list is stored in one
    transaction and a known file is recognised, so that the next worker after a dead one
    can start again and stores nothing twice. An upload claimed by another worker is left
    alone.
    """
    if not _claimed(upload_id):
        return UploadState.READING
    try:
        upload = FideUpload.objects.filter(pk=upload_id, state__in=OPEN_UPLOADS).first()
        return "" if upload is None else _read(upload, today, at)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [READERS, upload_id])


@transaction.atomic
def uploads_overdue(*, at: datetime) -> list[int]:
    """Return the uploads that should have been read by now but that no worker is reading."""
    waiting = (
        FideUpload.objects.filter(state__in=OPEN_UPLOADS, brought_at__lt=at - GRACE)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    return [pk for pk in waiting if _is_free(pk)]


def _claimed(upload_id: int) -> bool:
    return _locked("pg_try_advisory_lock", upload_id)


def _is_free(upload_id: int) -> bool:
    return _locked("pg_try_advisory_xact_lock", upload_id)


def _locked(by: str, upload_id: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {by}(%s, %s)", [READERS, upload_id])
        return bool(cursor.fetchone()[0])


def _read(upload: FideUpload, today: date, at: datetime) -> str:
    if upload.tries >= MOST_TRIES:
        return _refuse(upload, NotAFideList("gave_up", tries=upload.tries))
    stored = FideUpload.objects.filter(pk=upload.pk)
    stored.update(state=UploadState.READING, tries=upload.tries + 1, done_bytes=0)

    def progress(done: int, total: int, lines: int) -> None:
        stored.update(done_bytes=done, total_bytes=total, lines=lines)

    with TemporaryFile() as temporary:
        file = cast("BinaryIO", temporary)
        _gather(upload, file)
        try:
            imported = import_list(
                file,
                upload.file_name,
                month=upload.month,
                today=today,
                acting=ActionContext(upload.brought_by_id, at),
                progress=progress,
            )
        except NotAFideList as refused:
            return _refuse(upload, refused)
    return _finish(upload, imported)


def _gather(upload: FideUpload, file: BinaryIO) -> None:
    """Copy the upload's pieces into a file, with only one piece in memory at a time."""
    pieces = FideUploadPiece.objects.filter(upload=upload)
    contents = pieces.values_list("content", flat=True)
    numbers = list(pieces.order_by("number").values_list("number", flat=True))
    file.writelines(contents.get(number=number) for number in numbers)


@transaction.atomic
def _finish(upload: FideUpload, imported: ImportedList) -> str:
    FideUpload.objects.filter(pk=upload.pk).update(
        state=UploadState.DONE,
        list=imported.list,
        known_already=imported.known,
        lines=imported.list.lines,
        faults=[list(fault) for fault in imported.faults[:FAULTS_KEPT]],
    )
    upload.pieces.all().delete()
    return UploadState.DONE


@transaction.atomic
def _refuse(upload: FideUpload, refused: NotAFideList) -> str:
    FideUpload.objects.filter(pk=upload.pk).update(
        state=UploadState.REFUSED, code=refused.code, facts=refused.facts
    )
    upload.pieces.all().delete()
    return UploadState.REFUSED
