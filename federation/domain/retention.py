"""Deleting rows that are older than the configured retention periods, in batches."""

from collections.abc import Callable
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import Q

from federation.models import OutboxMail

log = structlog.get_logger(__name__)
AT_ONCE = 5000
Clear = Callable[[datetime, int], int]
"""Deletes at most so many rows from before a moment, and returns how many it deleted.
"""


def _function(name: str) -> Clear:
    """Return a deletion by a database function that has rights which the office lacks."""

    def clear(before: datetime, most: int) -> int:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {name}(%s, %s)", [before, most])
            return int(cursor.fetchone()[0])

    return clear


def clear_letters(before: datetime, most: int) -> int:
    """Delete letters that were sent, or given up, before the moment."""
    old = OutboxMail.objects.filter(
        Q(sent_at__lt=before) | Q(given_up_at__lt=before, sent_at=None)
    )
    some = old.order_by("pk").values_list("pk", flat=True)[:most]
    return OutboxMail.objects.filter(pk__in=list(some)).delete()[0]


RETENTION: dict[str, Clear] = {
    "KEEP_LETTERS_DAYS": clear_letters,
    "KEEP_JOINING_DAYS": _function("clear_joining_requests"),
    "KEEP_SIGN_IN_DAYS": _function("clear_sign_ins"),
    "KEEP_AUDIT_DAYS": _function("clear_audit_events"),
}
"""The deletions, by the setting that says for how many days the rows are kept. The apps
above add theirs at start-up.
"""


def clear_old(*, at: datetime) -> dict[str, int]:
    """Delete all rows that are too old, each batch in a transaction of its own, and
    return the number of rows by setting. A setting of 0 days keeps them for ever.
    """
    return {name: _tried(name, at) for name in RETENTION if getattr(settings, name)}


def _tried(name: str, at: datetime) -> int:
    """Delete one kind of rows; a failure does not stop the others."""
    try:
        return _cleared(name, at)
    except DatabaseError:
        log.exception("not cleared", kept_by=name)
        return 0


def _cleared(name: str, at: datetime) -> int:
    before = at - timedelta(days=getattr(settings, name))
    cleared, some = 0, AT_ONCE
    while some >= AT_ONCE:
        with transaction.atomic():
            some = RETENTION[name](before, AT_ONCE)
        cleared += some
    return cleared
