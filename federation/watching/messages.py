"""The number of a request is sent with the messages that it causes, and appears in what
the workers log of them. Messages of the clock have numbers of their own.
"""

from typing import Any

import structlog
from celery.signals import before_task_publish, task_postrun, task_prerun
from structlog.contextvars import bind_contextvars, clear_contextvars

from federation.watching.numbering import FIELD, current_number, new_number

log = structlog.get_logger(__name__)


def number_message(headers: dict[str, Any], **_: Any) -> None:
    """Give a message its number; one that is sent again keeps it."""
    headers.setdefault(FIELD, current_number() or new_number())


def take_number(task: Any, **_: Any) -> None:
    clear_contextvars()
    number = task.request.get(FIELD) or new_number()
    bind_contextvars(**{FIELD: number}, task=task.name)
    if task.name not in tasks_of_clock(task.app):
        log.info("task begun")


def leave_number(**_: Any) -> None:
    clear_contextvars()


def tasks_of_clock(app: Any) -> set[str]:
    return {each["task"] for each in app.conf.beat_schedule.values()}


def number_messages() -> None:
    before_task_publish.connect(number_message)
    task_prerun.connect(take_number)
    task_postrun.connect(leave_number)
