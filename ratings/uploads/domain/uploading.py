"""Storing an uploaded file of history, and discarding it."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db import IntegrityError, transaction

from federation.domain.authorship import ActionContext
from federation.rules.names import without_unsuitable
from ratings.enums import ImportState
from ratings.models import (
    ImportBlock,
    ImportClub,
    ImportFile,
    ImportFinding,
    ImportPlayer,
)
from ratings.models.import_rows import ImportFault
from ratings.models.imports import DISCARDED, ImportEvent, ImportPart
from ratings.signals import import_waits
from ratings.uploads.domain.refusals import ImportNotPossible

LARGEST = 256 << 20
"""Bytes of a file uploaded in a browser, at most."""
BLOCK = 1 << 20
LONGEST_NAME = 200
READ_OF_IT = (
    ImportPart, ImportPlayer, ImportClub, ImportEvent, ImportFault, ImportFinding,
)  # fmt: skip
"""The models with data read from a file, besides its bytes."""


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file; `chunks` returns its bytes each time it is called."""

    name: str
    size: int
    chunks: Callable[[], Iterable[bytes]]


@dataclass(frozen=True, slots=True)
class StoredUpload:
    """The stored file, and whether this upload stored it."""

    file: ImportFile
    is_new: bool


def store_upload(
    pool_id: int, upload: Upload, *, acting: ActionContext
) -> StoredUpload:
    """Store a file for a pool and have a worker read it. A file that is already stored is
    recognised by its digest and not stored again.

    Refuses with `file_empty` or `file_too_large`.
    """
    if not upload.size:
        raise ImportNotPossible("file_empty")
    if upload.size > LARGEST:
        raise ImportNotPossible("file_too_large")
    digest = hashlib.sha256()
    for chunk in upload.chunks():
        digest.update(chunk)
    existing = _stored_file(pool_id, digest.hexdigest())
    if existing is not None:
        return StoredUpload(existing, is_new=False)
    try:
        return StoredUpload(
            _store(pool_id, upload, digest.hexdigest(), acting), is_new=True
        )
    except IntegrityError:
        # The same file was uploaded twice at the same time.
        existing = _stored_file(pool_id, digest.hexdigest())
        if existing is None:
            raise
        return StoredUpload(existing, is_new=False)


@transaction.atomic
def drop_import(file_id: int) -> ImportFile:
    """Discard a file with everything that was read from it; what was posted from it
    stays in the ledger. Refuses with `import_is_posting`, `import_asked` while it waits
    for approval, and `import_is_gone`.
    """
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state == ImportState.POSTING:
        raise ImportNotPossible("import_is_posting")
    if file.state == ImportState.ASKED:
        raise ImportNotPossible("import_asked")
    if file.state in DISCARDED:
        raise ImportNotPossible("import_is_gone")
    file.state, file.asks = ImportState.DROPPED, {}
    file.save(update_fields=["state", "asks"])
    for rows in (*READ_OF_IT, ImportBlock):
        rows.objects.filter(file=file)._raw_delete("default")  # noqa: SLF001
    return file


def notify_workers(file_id: int) -> None:
    """Send `import_waits` after the commit."""
    transaction.on_commit(
        lambda: import_waits.send_robust(sender=None, file_id=file_id)
    )


def _stored_file(pool_id: int, digest: str) -> ImportFile | None:
    return (
        ImportFile.objects.not_discarded().filter(pool=pool_id, digest=digest).first()
    )


@transaction.atomic
def _store(
    pool_id: int, upload: Upload, digest: str, acting: ActionContext
) -> ImportFile:
    file = ImportFile.objects.create(
        pool_id=pool_id,
        name=without_unsuitable(upload.name)[-LONGEST_NAME:],
        size=upload.size,
        digest=digest,
        total=upload.size,
        uploaded_by_id=acting.person_id,
        uploaded_at=acting.at,
    )
    for number, content in enumerate(_blocks(upload.chunks())):
        ImportBlock.objects.create(file=file, number=number, content=content)
    notify_workers(file.pk)
    return file


def _blocks(chunks: Iterable[bytes]) -> Iterable[bytes]:
    """Yield the same bytes in blocks of equal size."""
    held = bytearray()
    for chunk in chunks:
        held += chunk
        while len(held) >= BLOCK:
            yield bytes(held[:BLOCK])
            del held[:BLOCK]
    if held:
        yield bytes(held)
