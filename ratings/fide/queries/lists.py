"""The imported FIDE lists and uploads, for the officer who uploads them."""

from ratings.models import FideList, FideUpload

LISTS_SHOWN = 60
UPLOADS_SHOWN = 5


def imported_lists() -> list[FideList]:
    """Return the imported lists, the newest first, with the person who imported each."""
    return list(
        FideList.objects.newest_first().select_related("taken_by")[:LISTS_SHOWN]
    )


def recent_uploads() -> list[FideUpload]:
    """Return the most recent uploads, in whatever state they are."""
    uploads = FideUpload.objects.select_related("brought_by", "list")
    return list(uploads.order_by("-pk")[:UPLOADS_SHOWN])
