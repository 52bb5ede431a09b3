"""Failures in the background are counted, so that they are seen."""

from datetime import datetime

from django.db import connection

from federation.models import TaskFailure

LONGEST_ERROR = 500

# Several workers may fail concurrently.
_NOTE = """
INSERT INTO federation_taskfailure AS known (part, count, since, last_at, error)
VALUES (%(part)s, 1, %(at)s, %(at)s, %(error)s)
ON CONFLICT (part) DO UPDATE SET last_at = excluded.last_at, error = excluded.error,
  count = CASE WHEN known.healed_at IS NULL THEN known.count ELSE 0 END + 1,
  since = CASE WHEN known.healed_at IS NULL THEN known.since ELSE excluded.since END,
  healed_at = NULL
"""


def note_failure(part: str, error: BaseException, *, at: datetime) -> None:
    """Count a failure of a task, or of a part of one."""
    words = f"{type(error).__name__}: {error}"[:LONGEST_ERROR]
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, {"part": part, "at": at, "error": words})


def note_done(part: str, *, at: datetime) -> None:
    """Mark the failures of a part of a task as over, now that it has succeeded."""
    TaskFailure.objects.unhealed().filter(part=part).update(healed_at=at)
