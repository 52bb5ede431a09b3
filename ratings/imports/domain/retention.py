"""What files of history said, cleared when it has done its service."""

from datetime import datetime

from federation.domain.retention import KEPT
from ratings.enums import ImportState
from ratings.models import (
    ImportBlock,
    ImportFault,
    ImportFile,
    ImportPart,
    ImportPlayer,
)
from ratings.models.imports import GONE

ENDED = (ImportState.POSTED, *GONE)
_SAID = (ImportBlock, ImportPart, ImportFault, ImportPlayer)


def clear_imports(before: datetime, most: int) -> int:
    """Delete the bytes and rows of files that ended and were brought before then, at most
    so many rows, and return how many. The file's name, its figures, and who brought and
    posted it stay.
    """
    ended = ImportFile.objects.filter(state__in=ENDED, uploaded_at__lt=before)
    cleared = 0
    for rows in _SAID:
        old = rows._default_manager.filter(file__in=ended).order_by("pk")  # noqa: SLF001
        some = list(old.values_list("pk", flat=True)[: most - cleared])
        cleared += rows._default_manager.filter(pk__in=some).delete()[0]  # noqa: SLF001
    return cleared


KEPT["KEEP_IMPORTS_DAYS"] = clear_imports
