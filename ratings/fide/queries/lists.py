"""FIDE's lists as they were brought in, for the officer who brings them."""

from ratings.models import FideList, FideUpload

LISTS_SHOWN = 60
UPLOADS_SHOWN = 5


def lists_taken() -> list[FideList]:
    """Return the newest first, with who brought each."""
    return list(
        FideList.objects.newest_first().select_related("taken_by")[:LISTS_SHOWN]
    )


def uploads_lately() -> list[FideUpload]:
    """Return the files that were brought last, whatever came of them."""
    uploads = FideUpload.objects.select_related("brought_by", "list")
    return list(uploads.order_by("-pk")[:UPLOADS_SHOWN])
