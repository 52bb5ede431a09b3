"""Tasks of several parts: one that fails must not stop the others."""

from collections.abc import Callable

import structlog
from django.db import Error
from django.utils import timezone

from federation.domain.failures import note_done, note_failure

log = structlog.get_logger(__name__)


def attempt(part: str, act: Callable[[], object]) -> None:
    """Run one part of a task. A failure is logged, counted and shown on the page of
    runs, and the caller continues.
    """
    try:
        act()
    except Exception as error:
        log.exception("part of a task failed", part=part)
        count_failure(part, error)
    else:
        count_done(part)


def count_failure(part: str, error: BaseException) -> None:
    """Count a failure; if the database itself is unavailable it is only logged."""
    try:
        note_failure(part, error, at=timezone.now())
    except Error as away:
        log.warning("failure not counted", part=part, error=str(away))


def count_done(part: str) -> None:
    try:
        note_done(part, at=timezone.now())
    except Error as away:
        log.warning("end of failure not noted", part=part, error=str(away))
