import logging
import logging.config
import os
from collections.abc import Mapping
from typing import Any

from celery import Celery, Task
from celery.signals import setup_logging, task_failure, task_success
from django.conf import settings
from django.db import OperationalError

from federation.watching.messages import number_messages, tasks_of_clock
from federation.watching.signs import WorkerHeartbeat

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
# `migrate` has checked the settings and URLs. If a worker checked them too it would
# import the modules of every page, which takes half of its start-up time and 50 MB. It
# imports them when a task first needs a URL.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")


class OfficeTask(Task):  # type: ignore[misc]  # Celery has no types
    """The base of all tasks. Every task may be executed twice. A task that lost to
    another transaction (a lock, a deadlock, a serialization failure), or that found the
    database unavailable, is retried.
    """

    autoretry_for = (OperationalError,)
    max_retries = 8
    retry_backoff = 1
    retry_backoff_max = 60
    retry_jitter = True


class SkipClockTasks(logging.Filter):
    """Filter out the log lines of tasks that the clock starts every few seconds and
    that succeeded; the lines of tasks that a person's act has sent are logged.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        facts = record.args
        if record.levelno > logging.INFO or not isinstance(facts, Mapping):
            return True
        return facts.get("name") not in tasks_of_clock(app)


app = Celery("rankbok", task_cls=OfficeTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].add(WorkerHeartbeat)


def leave_logging_alone(**_: Any) -> None:
    """Keep Celery from configuring logging: it would write lines in a format of its
    own, and redirect the output streams.
    """
    logging.config.dictConfig(settings.LOGGING)


def count_failure_of_task(sender: Any, exception: BaseException, **_: Any) -> None:
    """Count the failure of any task, so that none fails unseen."""
    from federation.attempts import count_failure  # noqa: PLC0415 - models come later

    count_failure(sender.name, exception)


def count_task_done(sender: Any, **_: Any) -> None:
    from federation.attempts import count_done  # noqa: PLC0415 - models come later

    count_done(sender.name)


setup_logging.connect(leave_logging_alone)
number_messages()
task_failure.connect(count_failure_of_task)
task_success.connect(count_task_done)
