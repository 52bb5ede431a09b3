"""Deleting the contents of files of history when they are no longer needed."""

from datetime import datetime

from federation.domain.retention import RETENTION
from ratings.enums import ImportState
from ratings.models import (
    ImportBlock,
    ImportFault,
    ImportFile,
    ImportPart,
    ImportPlayer,
)
from ratings.models.imports import DISCARDED

ENDED = (ImportState.POSTED, *DISCARDED)
_CLEARED = (ImportBlock, ImportPart, ImportFault, ImportPlayer)


def clear_imports(before: datetime, most: int) -> int:
    """Delete bytes and rows of finished files that were uploaded before a time, at most
    `most` rows, and return how many. The file's name and figures, and who uploaded and
    posted it, are kept.
    """
    ended = ImportFile.objects.filter(state__in=ENDED, uploaded_at__lt=before)
    cleared = 0
    for rows in _CLEARED:
        old = rows._default_manager.filter(file__in=ended).order_by("pk")  # noqa: SLF001
        some = list(old.values_list("pk", flat=True)[: most - cleared])
        cleared += rows._default_manager.filter(pk__in=some).delete()[0]  # noqa: SLF001
    return cleared


RETENTION["KEEP_IMPORTS_DAYS"] = clear_imports
